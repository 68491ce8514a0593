import type { Child } from 'hono/jsx';
import { MAX_WAITING } from '../../administration/overview/waiting/actions.ts';
import type { Pair } from '../../foundation/core/language.ts';
import type { Operation } from '../../foundation/core/policy.ts';
import { updateCompany } from '../../tenants/companies/actions.ts';
import { toWire, updateCompanyRoute } from '../../tenants/companies/contract.ts';
import { CompanyName, companyNamed } from '../company-choice.tsx';
import { type App, addressFor, BASE, type Context, companyIn, reachOf } from '../env.ts';
import { type PageProps, Tabs, titledPage } from '../page.tsx';
import { Done } from '../parts.tsx';
import { takeForm } from '../taking.ts';
import { textIn } from '../typed.ts';
import { catalogue } from '../words.ts';

/** The pages about a company by their paths, in their order. The first part of a path names the entry of the navigation. */
const PAGES = {
	'/company': ['General', 'Allgemeines'],
	'/company/office': ['Payroll office', 'Lohnbüro'],
	'/company/approvals': ['Approval rules', 'Genehmigungsregeln'],
	'/company/mails': ['Mails', 'Mails'],
	'/company/data': ['Data', 'Daten'],
	'/company/proposals': ['Proposals', 'Vorschläge'],
	'/company/sandbox': ['Sandbox', 'Sandbox'],
	'/team': ['Administration', 'Administration'],
	'/team/requests': ['Requests', 'Anfragen'],
	'/team/sign-in': ['Sign-in', 'Anmeldung'],
	'/team/access': ['Access log', 'Zugriffsprotokoll'],
	'/integrations': ['Keys and SCIM', 'Schlüssel und SCIM'],
	'/integrations/webhooks': ['Webhooks', 'Webhooks'],
} satisfies Record<string, Pair>;

export type PagePath = keyof typeof PAGES;

/** Each page is shown to users who may do this. */
export const OPERATION_OF: Record<PagePath, Operation> = {
	'/company': 'updateCompany',
	'/company/office': 'updatePayrollSettings',
	'/company/approvals': 'setApprovalRule',
	'/company/mails': 'listMails',
	'/company/data': 'updateCompany',
	'/company/proposals': 'listProposals',
	'/company/sandbox': 'advanceSandbox',
	'/team': 'listUsers',
	'/team/requests': 'listIdentityChanges',
	'/team/sign-in': 'setSingleSignOn',
	'/team/access': 'listAccessEventsOfCompany',
	'/integrations': 'listApiKeys',
	'/integrations/webhooks': 'listWebhookEndpoints',
};

const PATHS = Object.keys(PAGES) as PagePath[];

const partOf = (path: string) => path.split('/')[1];

export const WORDS = catalogue({
	pages: PAGES,
	team: ['Team and sign-in', 'Team und Anmeldung'],
	integrations: ['Integrations', 'Schnittstellen'],
});

/** The contract and the action that all forms of company settings share. */
export const companyChange = { contract: updateCompanyRoute, attempt: updateCompany, toWire };

/** Returns an address of the settings of the company of the page. */
export const addressIn = (c: Context, path: string, more: Record<string, string> = {}): string =>
	addressFor(path, companyIn(c, 'updateCompany'), more);

interface Taking<T, Id> {
	/** The path of the form, where it has one of its own. */
	path?: string;
	operation: Operation;
	/** The name of the sentence that says what was saved; by default the part of the form. */
	said?: string;
	show: Parameters<typeof takeForm<T, Id>>[3]['show'];
	guard?: NonNullable<Parameters<typeof takeForm<T, Id>>[3]['guard']>;
}

/** Takes forms of a page of the settings. Once they are saved, that page says so. */
export const takeOn = <T,>(
	app: App,
	page: PagePath,
	forms: Parameters<typeof takeForm<T, string>>[2],
	{ path = page, operation, said, ...shown }: Taking<T, string>,
): void =>
	takeForm(app, path, forms, {
		idOf: (c) => companyNamed(c, operation),
		to: (_, __, c) => addressIn(c, page, { saved: said ?? textIn(c.var.typed, 'part') }),
		...shown,
	});

/** Says how many proposals are open. The number is that of all companies of the reader, so only those with one company see it. */
function openIn({ var: { visitor, waiting } }: Context): string {
	const count = visitor?.companies.length === 1 ? (waiting?.proposals ?? 0) : 0;
	return count === 0 ? '' : ` (${count > MAX_WAITING ? `${MAX_WAITING}+` : count})`;
}

interface FrameProps extends Pick<PageProps, 'scripts'> {
	/** The page that is shown, or the page above it. */
	path: PagePath;
	/** The title of a page that has another one above it. */
	title?: string | undefined;
}

/** A page about one company: its name, and links to the other pages. A page below another one has a title of its own. */
export function companyPage(c: Context, { path, title, ...props }: FrameProps, content: Child) {
	const { company, pages } = WORDS[c.var.language];
	const companyId = companyIn(c, 'updateCompany') ?? '';
	const { visitor } = c.var;
	const links = PATHS.filter((one) => partOf(one) === partOf(path))
		.filter((one) => one !== '/company/sandbox' || c.var.call.db.ahead !== undefined)
		.filter((one) => visitor !== undefined && reachOf(visitor, OPERATION_OF[one]) !== null)
		.map((one) => [addressIn(c, one), pages[one] + (one === '/company/proposals' ? openIn(c) : '')] as const);
	return titledPage(
		c,
		{
			...props,
			title: title ?? pages[path],
			above: <CompanyName companyId={companyId} choice={BASE + path} />,
		},
		<>
			{links.length > 1 && (
				<Tabs label={company} links={links} present={addressIn(c, path)} isBelow={title !== undefined} />
			)}
			<Done />
			{content}
		</>,
	);
}
