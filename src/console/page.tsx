import { raw } from 'hono/html';
import type { Child, PropsWithChildren } from 'hono/jsx';
import names from '../../.assets-names.json' with { type: 'json' };
import type { Operation } from '../foundation/core/policy.ts';
import { createContext, useContext } from '../foundation/lean/jsx.ts';
import { addressFor, BASE, type Context, companyAsked, companyShown, reachOf } from './env.ts';
import { sayIn } from './format.ts';
import { addressOfColor } from './look.ts';
import { manifestLink } from './manifest.ts';
import { Side } from './navigation.tsx';
import { type Catalogue, COMMON } from './words.ts';

export type AssetName =
	| 'camera.js'
	| 'codes.js'
	| 'console.css'
	| 'draft.js'
	| 'link.js'
	| 'phone-worker.js'
	| 'phone.js'
	| 'photo.js'
	| 'preview.js'
	| 'push.js'
	| 'reader.js'
	| 'search.js'
	| 'verify.js'
	| 'working.js'
	| 'year.js'
	| 'zxing.js'
	| 'zxing.wasm';

/** The addresses of styles and scripts, which the build names after their content. */
const ASSETS = names as Record<AssetName, string>;

/** The address of a file that a script loads when it needs it. */
export const addressOfAsset = (name: AssetName): string => ASSETS[name];

const Reader = createContext<ReturnType<typeof readerOf> | null>(null);

/** Returns what all parts of a page know of its reader and request. */
function readerOf(c: Context) {
	const { language, visitor } = c.var;
	/** True when a role of the reader permits the operation. The actions check it again. */
	const may = (operation: Operation) => visitor !== undefined && reachOf(visitor, operation) !== null;
	return { c, visitor, may, say: sayIn(language) };
}

/** Returns the reader, the request of the page, and words in the reader's language. By default, these are the words of all pages. */
export function useReader<Words = (typeof COMMON)['en']>(catalogue?: Catalogue<Words>) {
	const reader = useContext(Reader);
	if (reader === null) throw new Error('There is no page around this part');
	const { language } = reader.c.var;
	return { ...reader, words: catalogue === undefined ? (COMMON[language] as Words) : catalogue[language] };
}

export const useWords = <Words,>(catalogue: Catalogue<Words>): Words => useReader(catalogue).words;

export interface PageProps {
	title: string;
	scripts?: readonly AssetName[];
}

/** The frame of every page. The page of a form that was refused has the status of the refusal. */
export function page(
	c: Context,
	{ title, scripts = [] }: PageProps,
	content: unknown,
	status = c.var.sent?.status ?? 200,
) {
	const color = companyShown(c)?.color;
	const document = (
		<Reader.Provider value={readerOf(c)}>
			<html lang={c.var.language}>
				<head>
					<meta charset="utf-8" />
					<meta name="viewport" content="width=device-width, initial-scale=1" />
					<meta name="color-scheme" content="light dark" />
					<meta name="robots" content="noindex" />
					<title>{`${title} · Zubrot`}</title>
					<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
					<link rel="apple-touch-icon" href="/icon-192.png" />
					<link rel="manifest" {...manifestLink(c)} />
					<link rel="stylesheet" href={ASSETS['console.css']} />
					{color != null && <link rel="stylesheet" href={addressOfColor(color)} />}
					{scripts.map((script) => (
						<script type="module" src={ASSETS[script]} />
					))}
				</head>
				<body>
					<Viewing />
					<Rehearsing />
					<Side c={c} />
					<main id="content">{content}</main>
				</body>
			</html>
		</Reader.Provider>
	);
	return c.html(raw(`<!doctype html>${document}`), status as 200);
}

interface TitledProps extends PageProps {
	/** Stands on the page instead of the title. */
	heading?: string;
	/** Stands above the title. */
	above?: unknown;
	/** Buttons and links beside the title. */
	actions?: Child;
	isNarrow?: boolean;
}

export function titledPage(
	c: Context,
	{ heading, above, actions, isNarrow = false, ...props }: TitledProps,
	content: Child,
	status?: number,
) {
	const headed = (
		<>
			<Heading title={heading ?? props.title} above={above}>
				{actions}
			</Heading>
			{content}
		</>
	);
	return page(c, props, isNarrow ? <div class="narrow">{headed}</div> : headed, status);
}

/** The id of the sentence that says why nothing can be filled in. */
export const VIEWING_NOTE = 'viewing';

/** Tells a platform administrator whose pages these are, and ends the viewing. */
function Viewing() {
	const { c, visitor, words } = useReader();
	const { viewer } = c.var;
	if (viewer === undefined || visitor === undefined) return null;
	return (
		<form class="viewing" method="post" action={`${BASE}/platform/viewing/end`}>
			<input type="hidden" name="_for" value={viewer.userId} />
			<strong id={VIEWING_NOTE} role="status">
				<bdi>{words.viewing(visitor.email)}</bdi>
			</strong>
			<button type="submit">{words.stopViewing}</button>
		</form>
	);
}

/** Says on each page of a sandbox what its present time is. */
function Rehearsing() {
	const { c, may, say, words } = useReader();
	if (c.var.call?.db.ahead === undefined) return null;
	return (
		<div class="viewing sandbox">
			<strong>{words.sandbox(say.time(c.var.call.now))}</strong>
			{may('advanceSandbox') && (
				<a href={addressFor('/company/sandbox', companyAsked(c) ?? null)}>{words.advance}</a>
			)}
		</div>
	);
}

/** The heading of a page, with what stands above it and what can be done beside it. */
export const Heading = ({
	above,
	title,
	tag,
	below,
	children,
}: PropsWithChildren<{ above?: unknown; title: string; tag?: Child; below?: Child }>) => (
	<div class="heading">
		<div>
			{above !== undefined && <p class="above">{above}</p>}
			<h1 dir="auto">{title}</h1> {tag}
			{below !== undefined && <p class="above">{below}</p>}
		</div>
		{children !== undefined && <div class="actions">{children}</div>}
	</div>
);

interface TabsProps {
	label: string;
	links: readonly (readonly [to: string, title: string])[];
	/** The address of the page, or of the one above it. */
	present: string | undefined;
	isBelow?: boolean;
}

export const Tabs = ({ label, links, present, isBelow = false }: TabsProps) => (
	<nav class="tabs" aria-label={label}>
		{links.map(([to, title]) => (
			<a href={to} aria-current={to !== present ? undefined : isBelow ? 'true' : 'page'}>
				{title}
			</a>
		))}
	</nav>
);
