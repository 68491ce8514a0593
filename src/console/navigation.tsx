import type { PropsWithChildren } from 'hono/jsx';
import { MAX_WAITING } from '../administration/overview/waiting/actions.ts';
import type { Visitor } from '../tenants/auth/sessions/actions.ts';
import { BASE, type Context, companyShown, type Entry, reachOf, type Screen } from './env.ts';
import { Help } from './help.tsx';
import { addressOfLogo } from './look.ts';
import { COMMON } from './words.ts';

/** The number of entries that the bar of a phone has room for, beside its menu. */
const IN_BAR = 4;

const GROUPS = ['daily', 'own', 'setUp'] as const;

/** Returns the entries of the navigation for a user, in their order. */
export const entriesFor = (visitor: Visitor | undefined, screens: readonly Screen[]): Entry[] =>
	screens.flatMap(({ links }) => links).filter((entry) => visitor !== undefined && isFor(visitor, entry));

function isFor(visitor: Visitor, { operation, group }: Entry): boolean {
	const reach = reachOf(visitor, operation);
	return group === 'own' ? reach?.employeeId != null : reach !== null;
}

/** The navigation: beside the content, or as a bar and a menu on a phone. */
export function Side({ c }: { c: Context }) {
	const { visitor, language, screens } = c.var;
	const words = COMMON[language];
	const path = new URL(c.req.url).pathname;
	const entries = entriesFor(visitor, screens);
	const [present] = entries
		.filter((entry) => `${path}/`.startsWith(`${BASE}${entry.path}/`))
		.sort((a, b) => b.path.length - a.path.length);
	const among = (group: Entry['group']) => entries.filter((entry) => entry.group === group);
	const [first, ...others] = GROUPS.map((name) => ({ name, of: among(name) })).filter(
		({ of }) => of.length > 0,
	);
	const main = first?.of ?? [];
	const shared = { c, present };
	return (
		<header class="side">
			<a class="skip" href="#content">
				{words.skip}
			</a>
			<a class="brand" href={BASE}>
				Zubrot
			</a>
			{visitor === undefined ? (
				<Foot c={c} path={path} />
			) : (
				<>
					<span class="company">
						<Logo c={c} />
						{companyNames(visitor)}
					</span>
					<nav aria-label={words.navigation}>
						<Entries {...shared} of={main.slice(0, IN_BAR)} />
						<button type="button" popovertarget="menu">
							{words.menu}
						</button>
						<div id="menu" popover="auto">
							<Entries {...shared} of={main.slice(IN_BAR)} />
							{others.map(({ name, of }) => (
								<Entries {...shared} of={of} title={words.groups[name]} />
							))}
							<Foot c={c} path={path}>
								<Entries {...shared} of={among('account')} />
							</Foot>
						</div>
					</nav>
				</>
			)}
		</header>
	);
}

interface EntriesProps {
	c: Context;
	of: readonly Entry[];
	/** The entry of the page that is open. */
	present: Entry | undefined;
	title?: string;
}

function Entries({ c, of, present, title }: EntriesProps) {
	if (of.length === 0) return null;
	return (
		<>
			{title !== undefined && <p>{title}</p>}
			<ul>
				{of.map((entry) => (
					<li>
						<EntryLink c={c} entry={entry} isPresent={entry === present} />
					</li>
				))}
			</ul>
		</>
	);
}

/** The name of a page, and how much waits there. Screen readers read both as one sentence, which begins with the visible text. */
function EntryLink({ c, entry, isPresent }: { c: Context; entry: Entry; isPresent: boolean }) {
	const { language, visitor, waiting } = c.var;
	const title = entry.title(language);
	const mayDecide = visitor !== undefined && reachOf(visitor, entry.decides ?? entry.operation) !== null;
	const count = entry.waits === undefined || !mayDecide ? 0 : (waiting?.[entry.waits] ?? 0);
	const shown = count > MAX_WAITING ? `${MAX_WAITING}+` : `${count}`;
	const heard = entry.waits && COMMON[language].waits[entry.waits](count, shown);
	return (
		<a
			href={BASE + entry.path}
			aria-current={isPresent ? 'page' : undefined}
			aria-label={count > 0 ? `${title}, ${heard}` : undefined}
		>
			{title} {count > 0 && <small>{shown}</small>}
		</a>
	);
}

/** Help, the language and the sign-out. */
function Foot({ c, path, children }: PropsWithChildren<{ c: Context; path: string }>) {
	const { visitor, language } = c.var;
	const words = COMMON[language];
	return (
		<div class="foot">
			<Help path={path} language={language} title={words.help} />
			{children}
			<form method="post" action={`${BASE}/language`}>
				<input type="hidden" name="to" value={c.req.method === 'GET' ? c.req.url : path} />
				<button
					type="submit"
					class="plain"
					name="language"
					value={words.otherLanguage}
					lang={words.otherLanguage}
				>
					{words.language}
				</button>
			</form>
			{visitor !== undefined && (
				<form method="post" action={`${BASE}/sign-out`}>
					<button type="submit" class="plain">
						{words.signOut}
					</button>
				</form>
			)}
		</div>
	);
}

/** The name of the company follows, so the picture needs no text. */
function Logo({ c }: { c: Context }) {
	const company = companyShown(c);
	if (company?.logo == null) return null;
	return <img class="logo" src={addressOfLogo(company.id, company.logo)} alt="" />;
}

const companyNames = ({ companies, named, employer }: Visitor): string => {
	const [first] = companies;
	return companies.length > 1
		? `${first?.name} +${companies.length - 1}`
		: (first?.name ?? named?.name ?? employer?.name ?? '');
};
