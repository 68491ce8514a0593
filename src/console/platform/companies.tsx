import { createUserRoute } from '../../administration/accounts/contract.ts';
import { createUser } from '../../administration/accounts/creation/actions.ts';
import { listOverviews, readOverview } from '../../administration/overview/companies/actions.ts';
import { createCompanyRoute } from '../../tenants/companies/contract.ts';
import { backupsOf } from '../../tenants/hosting/backups/actions.ts';
import type { Backup } from '../../tenants/hosting/backups/rules.ts';
import { createCompanyWhere } from '../../tenants/hosting/cells/actions.ts';
import { type App, BASE, type Context } from '../env.ts';
import { FormFor, form, sentWith } from '../forms.tsx';
import { country, flag, language, number, text } from '../kinds.tsx';
import { afterIn, List, PAGE_AND_ONE } from '../listing.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Day, Facts, NameLink, Note, Panel } from '../parts.tsx';
import { takeForm } from '../taking.ts';
import { textIn } from '../typed.ts';
import { USER_FIELDS, UserList } from '../users/access.tsx';
import { USER_WORDS } from '../users/words.ts';
import { COMPANIES, companyIn, PLATFORM, platformPage, USERS } from './frame.tsx';
import { restoreOf } from './restore.tsx';
import { RESTORE_WORDS } from './restore-words.ts';
import { StateOf } from './state.tsx';
import { MOVE_WORDS, WORDS } from './words.ts';

const creation = form({
	words: WORDS,
	fields: { name: text(), taxAffiliation: country, language, payrollReferenceDay: number(), sandbox: flag() },
	contract: createCompanyRoute,
	attempt: (call, _: null, company, c) => createCompanyWhere(c.env, call, company),
});

/** Invites an administrator of the company, who sets a password by a link. */
const invitation = form({
	words: USER_WORDS,
	fields: USER_FIELDS,
	contract: createUserRoute,
	body: (read, _, companyId: string) => ({
		...read,
		roles: ['COMPANY_ADMIN'],
		manageableCompanyIds: [companyId],
	}),
	attempt: (call, _, user) => createUser(call, user),
});

export function serveCompanies(app: App): void {
	app.get('/platform', showCompanies);
	app.get('/platform/companies/new', showCreation);
	takeForm(app, '/platform/companies/new', creation, {
		idOf: () => null,
		to: (_, { id }) => `${COMPANIES}/${id}`,
		show: showCreation,
	});
	app.get('/platform/companies/:companyId', showCompany);
	takeForm(app, '/platform/companies/:companyId/administrators', invitation, {
		idOf: companyIn,
		to: (companyId) => `${COMPANIES}/${companyId}?saved=invited`,
		show: showCompany,
	});
}

async function showCompanies(c: Context): Promise<Response> {
	const rows = await listOverviews(c.var.call, afterIn(c), PAGE_AND_ONE);
	const words = WORDS[c.var.language];
	return platformPage(
		c,
		{ part: 'companies' },
		<List
			caption={words.companies}
			columns={[
				{
					title: words.name,
					of: ({ id, name }) => <NameLink to={`${COMPANIES}/${id}`}>{name}</NameLink>,
				},
				{ title: words.people, of: ({ people }) => people, isNumeric: true },
				{ title: words.state, of: (company) => <StateOf company={company} /> },
				{ title: words.since, of: ({ dateCreated }) => ({ day: dateCreated }) },
			]}
			rows={rows}
			cursorOf={({ id }) => id}
			none={words.noCompanies}
		/>,
	);
}

function showCreation(c: Context) {
	const words = WORDS[c.var.language];
	const values = { taxAffiliation: 'DE', language: c.var.language, payrollReferenceDay: 7 };
	return titledPage(
		c,
		{ title: words.create, above: <a href={PLATFORM}>{words.companies}</a>, isNarrow: true },
		<Panel>
			<FormFor of={creation} to={`${COMPANIES}/new`} values={values} save={words.create} />
		</Panel>,
	);
}

async function showCompany(c: Context): Promise<Response> {
	const id = companyIn(c);
	const [company, backups] = await Promise.all([
		readOverview(c.var.call, id),
		c.env.BACKUPS === undefined ? null : backupsOf(c.var.call, c.env.BACKUPS, id, true),
	]);
	return platformPage(
		c,
		{ part: 'companies', title: company.name },
		<>
			<CompanyPage company={company} />
			{backups !== null && <Backups of={backups} companyId={id} />}
		</>,
	);
}

function CompanyPage({ company }: { company: Awaited<ReturnType<typeof readOverview>> }) {
	const { c, say, words } = useReader(WORDS);
	const moveWords = useWords(MOVE_WORDS);
	const { id, people, dateCreated, managers } = company;
	return (
		<>
			<div class="columns">
				<Panel title={words.company}>
					<Facts
						rows={[
							[words.state, <StateOf company={company} />],
							[words.people, say.number(people)],
							[words.since, <Day at={dateCreated} />],
						]}
					/>
					<p class="links">
						<a href={`${BASE}/people?company=${id}`}>{words.peopleOf}</a>
						<a href={`${BASE}/history?company=${id}`}>{words.companyHistory}</a>
						<a href={`${COMPANIES}/${id}/move`}>
							{c.var.call.db.cell === undefined ? moveWords.toOwn : moveWords.toNew}
						</a>
					</p>
				</Panel>
				<Panel title={words.handOver}>
					<Invitation companyId={id} />
				</Panel>
			</div>
			<UserList
				caption={words.administrators}
				rows={managers}
				none={words.noAdministrators}
				toOf={(userId) => `${USERS}/${userId}`}
			/>
		</>
	);
}

/** How many backups the page of a company shows. */
const MOST_SHOWN = 5;

function Backups({ of: backups, companyId }: { of: readonly Backup[]; companyId: string }) {
	const { c, say, words } = useReader(WORDS);
	const { restore, toTime } = useWords(RESTORE_WORDS);
	return (
		<>
			<List
				caption={words.backups}
				columns={[
					{ title: words.backupDate, of: ({ date }) => ({ time: date }) },
					{ title: words.rows, of: ({ rows }) => rows, isNumeric: true },
					{ title: words.files, of: ({ objects }) => objects, isNumeric: true },
					{ title: words.size, of: ({ bytes }) => say.size(bytes) },
					{ title: '', of: ({ date }) => <a href={restoreOf(companyId, date)}>{restore}</a> },
				]}
				rows={backups.slice(0, MOST_SHOWN)}
				none={words.noBackups}
			/>
			{backups.length > 0 && <p class="hint">{words.backupsHint}</p>}
			{c.var.call.db.cell !== undefined && (
				<p>
					<a href={restoreOf(companyId)}>{toTime}</a>
				</p>
			)}
		</>
	);
}

/** Invites a new user. If a user already has the address, a link leads to the form that gives that user the company. */
function Invitation({ companyId }: { companyId: string }) {
	const { c, words } = useReader(WORDS);
	const { refusal, typed } = sentWith(c, invitation);
	const giving = `${COMPANIES}/${companyId}/giving`;
	const q = typed === undefined ? '' : textIn(typed, 'email');
	return (
		<>
			{refusal?.code === 'email_taken' && (
				<Note>
					{words.isUser} <a href={`${giving}?${new URLSearchParams({ q })}`}>{words.give}</a>
				</Note>
			)}
			<p class="hint">{c.var.call.db.ahead === undefined ? words.handOverHint : words.handOverKept}</p>
			<FormFor of={invitation} to={`${COMPANIES}/${companyId}/administrators`} save={words.invite} />
			<p>
				<a href={giving}>{words.give}</a>
			</p>
		</>
	);
}
