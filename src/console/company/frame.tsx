import type { Child, PropsWithChildren } from 'hono/jsx';
import type { Pair } from '../../core/language.ts';
import { CompanyName } from '../company-choice.tsx';
import { BASE, type Context } from '../env.ts';
import { Heading, type PageProps, page, useWords } from '../page.tsx';
import { Saved } from '../parts.tsx';
import { catalogue } from '../words.ts';

/** The pages about a company, in their order. */
const PAGES = ['settings', 'office', 'users', 'sign-in', 'keys', 'mails', 'access', 'data'] as const;

export const WORDS = catalogue({
	pages: {
		settings: ['General', 'Allgemeines'],
		office: ['Payroll office', 'Lohnbüro'],
		users: ['Administration', 'Verwaltung'],
		'sign-in': ['Sign-in', 'Anmeldung'],
		keys: ['API keys', 'API-Schlüssel'],
		mails: ['Mails', 'Mails'],
		access: ['Access log', 'Zugriffe'],
		data: ['Data', 'Daten'],
	} satisfies Record<(typeof PAGES)[number], Pair>,
});

export const COMPANY = `${BASE}/company`;

export type PageName = (typeof PAGES)[number];

/** An address of the settings of a company. */
export const addressOf = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${COMPANY}${path}?${new URLSearchParams({ company: companyId, ...more })}`;

/** Returns the path of a page of the settings. The first one has the address of them all. */
export const pathOf = (name: PageName): string => (name === 'settings' ? '' : `/${name}`);

/** Returns the address of a page after something was saved there. */
export const savedAt = (companyId: string, name: PageName): string =>
	addressOf(companyId, pathOf(name), { saved: '' });

interface FrameProps {
	companyId: string;
	/** Which page it is, or to which it belongs. */
	name: PageName;
	/** The title of a page below it. */
	title?: string | undefined;
}

/** The frame of all pages about one company: its name, and the way to the others. */
export function Frame({ companyId, name, title, children }: PropsWithChildren<FrameProps>) {
	const words = useWords(WORDS);
	return (
		<>
			<Heading
				title={title ?? words.pages[name]}
				above={<CompanyName companyId={companyId} choice={COMPANY} />}
			/>
			<nav class="tabs" aria-label={words.company}>
				{PAGES.map((one) => (
					<a
						href={addressOf(companyId, pathOf(one))}
						aria-current={one === name ? (title === undefined ? 'page' : 'true') : undefined}
					>
						{words.pages[one]}
					</a>
				))}
			</nav>
			<Saved />
			{children}
		</>
	);
}

/** A page about one company. A page below another one has a title of its own. */
export const companyPage = (
	c: Context,
	{ scripts = [], ...frame }: FrameProps & Pick<PageProps, 'scripts'>,
	content: Child,
) =>
	page(
		c,
		{ title: frame.title ?? WORDS[c.var.language].pages[frame.name], scripts },
		<Frame {...frame}>{content}</Frame>,
	);
