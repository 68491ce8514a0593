import type { Child } from 'hono/jsx';
import type { Pair } from '../../core/language.ts';
import type { Operation } from '../../core/policy.ts';
import { CompanyName, companyNamed } from '../company-choice.tsx';
import { type App, addressFor, BASE, type Context, companyIn } from '../env.ts';
import { takeForm } from '../forms.tsx';
import { type PageProps, Tabs, titledPage } from '../page.tsx';
import { Saved } from '../parts.tsx';
import { catalogue } from '../words.ts';

/** The pages about a company, in their order. */
const PAGES = {
	settings: ['General', 'Allgemeines'],
	office: ['Payroll office', 'Lohnbüro'],
	users: ['Administration', 'Verwaltung'],
	'sign-in': ['Sign-in', 'Anmeldung'],
	keys: ['API keys', 'API-Schlüssel'],
	mails: ['Mails', 'Mails'],
	access: ['Access log', 'Zugriffe'],
	data: ['Data', 'Daten'],
} satisfies Record<string, Pair>;

export type PageName = keyof typeof PAGES;

export const WORDS = catalogue({ pages: PAGES });

export const COMPANY = `${BASE}/company`;

/** Returns the path of a page of the settings. The first one has the address of them all. */
export const pathOf = (name: PageName): string => (name === 'settings' ? '' : `/${name}`);

/** Returns an address of the settings of the company of the page. */
export const addressIn = (c: Context, path = '', more: Record<string, string> = {}): string =>
	addressFor(`/company${path}`, companyIn(c, 'updateCompany'), more);

interface Taking<T, Id> {
	/** The path of the form, where it has one of its own. */
	path?: string;
	operation: Operation;
	show: Parameters<typeof takeForm<T, Id>>[3]['show'];
}

/** Takes forms of a page of the settings. Once they are saved, that page says so. */
export const takeOn = <T,>(
	app: App,
	name: PageName,
	forms: Parameters<typeof takeForm<T, string>>[2],
	{ path = pathOf(name), operation, show }: Taking<T, string>,
): void =>
	takeForm(app, `/company${path}`, forms, {
		idOf: (c) => companyNamed(c, operation),
		to: (_, __, c) => addressIn(c, pathOf(name), { saved: '' }),
		show,
	});

interface FrameProps extends Pick<PageProps, 'scripts'> {
	/** Which page it is, or to which it belongs. */
	name: PageName;
	/** The title of a page below it. */
	title?: string | undefined;
}

/** A page about one company: its name, and the way to the others. A page below another one has a title of its own. */
export function companyPage(c: Context, { name, title, ...props }: FrameProps, content: Child) {
	const { company, pages } = WORDS[c.var.language];
	const companyId = companyIn(c, 'updateCompany') ?? '';
	const toOf = (one: string) => addressIn(c, pathOf(one as PageName));
	const links = Object.entries(pages).map(([one, label]) => [toOf(one), label] as const);
	return titledPage(
		c,
		{ ...props, title: title ?? pages[name], above: <CompanyName companyId={companyId} choice={COMPANY} /> },
		<>
			<Tabs label={company} links={links} present={toOf(name)} isBelow={title !== undefined} />
			<Saved />
			{content}
		</>,
	);
}
