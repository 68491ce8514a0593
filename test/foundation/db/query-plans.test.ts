import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { sendCompanies, takeCompany } from '../../../src/entrances/jobs/companies.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { ENTERPRISE } from '../../../src/entrances/scim/resource.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { backUpCompanies } from '../../../src/tenants/hosting/nightly-backups/actions.ts';
import { callOf, servedRoutes } from '../../entrances/scim/calls.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { withSessions } from '../../harness/database.ts';
import { jobsQueue, messageOf } from '../../harness/jobs.ts';
import { newClient } from '../../harness/scim.ts';
import { as, at, call, newUser, now, uniqueEmail, userOf } from '../../harness/service.ts';
import { newSpender } from '../../harness/spending.ts';
import { activeStanding } from '../../harness/standing.ts';
import { account, newColleague, newSsoCompany, signIn } from '../../tenants/auth/sso/people.ts';
import { perform } from '../../whole/contract/answers.ts';
import { cases, rights } from '../../whole/contract/rights.ts';
import { newWorld, prepare } from '../../whole/contract/world.ts';
import { isOfEmployee } from '../../whole/contract/writes.ts';
import { hire, inCell, inD1, leaverOf, userIdOf } from '../cells/people.ts';

/** Scans and sorts in temporary trees that may stay, by the statement and the plan's words, with the reason. */
const CHILDREN =
	'SQLite looks for children of a new row only while a foreign key is violated, which no statement leaves so';
const QUEUE = 'the queue of a recursion, which holds what it has just read by an index';
const PURCHASES = 'reads the expenses that two indexes have found for the same purchase';
const MARKS = 'the marks of one expense: that of its code, and those of its invoices';
const VOUCHERS = 'at most four employees with receipts of one till, each found by an index';
const TILLS = 'counts the known tills before an import, or gives all of them to cells: at most 10,000';
const OF_ONE_EMPLOYEE = 'sorts the plans of one employee, at most 1,000';
const OF_DUE = 'the former employees of one step, at most 1,000';
const DUE_BY_COMPANY = 'counts by company what the next jobs handle, at most a million records of each kind';
const OF_STEP = 'the standing expenses of one step, at most 500';
const OF_ONE_COMPANY = 'sorts what one company has due';
const COUNTED = 'the index holds only what is counted, and no more than 10,000 of it are';
const NAMED = 'the people named on one page of events';
const LIMITS = 'the few legal limits of one company, or of each expense of one page';
const WARNED = 'sorts the warnings about one company or one page';
const TURNS = 'one row for each company with waiting mails, found by an index';
const ALIKE = 'groups of people with the same change on the same day, made from the people of one company';
const FIRST = 'reads the first row of what a job waits for';
const OF_ONE_REQUEST = 'the events of one request, at most 101, and the mails and deliveries that followed';
const RULES = 'the approval rules of all companies, at most one for each module';
const WAITING = 'adds up or sorts what waits in one company for its next run';
/** The tables from which an export reads the records of one employee or company, in stored order. */
const EXPORTED =
	`access_events address_changes api_keys approval_seeds company_domains default_accesses directory_groups expenses external_identities flex_accesses issued_vouchers
	known_devices mails muted_notices one_time_tokens pauses payroll_corrections payroll_file_names payroll_files payroll_held_over payroll_runs
	payroll_settlements payroll_transactions planned_vouchers proposals push_subscriptions receipt_drafts receipts recovery_codes second_factors sessions standing_expenses standing_proofs tax_rule_templates user_companies users`.split(
		/\s+/,
	);
const BEGUN = 'reads the few sessions and keys that end, and the keys that they created';
const REASONS: Record<string, string> = {
	...Object.fromEntries(
		EXPORTED.map((table) => [
			`select ${table}: USE TEMP B-TREE FOR LAST TERM OF ORDER BY`,
			'sorts what one employee or company has in an export, or in its month',
		]),
	),
	'select event_authors: SCAN begun': BEGUN,
	'select sessions: SCAN begun': BEGUN,
	'select events: USE TEMP B-TREE FOR ORDER BY': OF_ONE_REQUEST,
	'select identity_changes: SCAN behind': 'the people who stand behind the asker',
	'select identity_changes: SCAN under': 'the people that one of these has created, promoted or moved',
	'select mail_days: SCAN along': OF_ONE_REQUEST,
	'select mail_days: SCAN f': OF_ONE_REQUEST,
	'select mail_days: USE TEMP B-TREE FOR ORDER BY': OF_ONE_REQUEST,
	'select employees: SCAN v': VOUCHERS,
	'select employees: SCAN vouchers': VOUCHERS,
	'select expenses: SCAN marks': MARKS,
	'select receipts: SCAN marks': MARKS,
	'select expenses: SCAN v': VOUCHERS,
	'select expenses: SCAN vouchers': VOUCHERS,
	'select approval_rules: SCAN approval_rules USING INDEX approval_rules_module': RULES,
	'select expenses: SCAN approval_rules USING INDEX approval_rules_module': RULES,
	'select approval_rules: SCAN records': DUE_BY_COMPANY,
	'select approval_rules: USE TEMP B-TREE FOR GROUP BY': DUE_BY_COMPANY,
	'select approval_rules: USE TEMP B-TREE FOR ORDER BY': DUE_BY_COMPANY,
	'select approval_seeds: SCAN records': DUE_BY_COMPANY,
	'select approval_seeds: USE TEMP B-TREE FOR GROUP BY': DUE_BY_COMPANY,
	'select approval_seeds: USE TEMP B-TREE FOR ORDER BY': OF_ONE_COMPANY,
	'insert companies: SCAN approval_rules': CHILDREN,
	'insert companies: SCAN receipt_addresses': CHILDREN,
	'insert companies: SCAN receipt_drafts': CHILDREN,
	'insert users: SCAN standing_expenses': CHILDREN,
	'insert users: SCAN address_proofs': CHILDREN,
	'select address_proofs: SCAN c': 'the companies of one user whose rights wait',
	'insert users: SCAN standing_proofs': CHILDREN,
	'select standing_expenses: SCAN records': DUE_BY_COMPANY,
	'select standing_expenses: USE TEMP B-TREE FOR GROUP BY': DUE_BY_COMPANY,
	'select standing_expenses: SCAN due': OF_STEP,
	'select standing_expenses: USE TEMP B-TREE FOR ORDER BY': OF_STEP,
	'select tax_rule_templates: USE TEMP B-TREE FOR ORDER BY': OF_STEP,
	'insert companies: SCAN payroll_files': CHILDREN,
	'insert payroll_transactions: SCAN payroll_held_over USING COVERING INDEX sqlite_autoindex_payroll_held_over_1':
		CHILDREN,
	'update announcements: SCAN announcements': 'once after D1 was restored',
	'update grants: SCAN grants': 'once after D1 was restored',
	'select known_tills: SCAN known_tills': TILLS,
	'select known_tills: SCAN known_tills USING COVERING INDEX known_tills_fingerprint': TILLS,
	'select known_tills: SCAN v': VOUCHERS,
	'select known_tills: SCAN vouchers': VOUCHERS,
	'update places: SCAN places': 'all cells learn of a change to the known tills, which operators seldom make',
	'insert employees: SCAN default_accesses': CHILDREN,
	'insert employees: SCAN employee_groups USING COVERING INDEX sqlite_autoindex_employee_groups_1': CHILDREN,
	'insert employees: SCAN flex_accesses': CHILDREN,
	'insert employees: SCAN planned_vouchers': CHILDREN,
	'insert mails: SCAN e': 'the companies in which something was submitted within the hour',
	'insert mails: SCAN r': 'those who are reminded',
	'insert mails: SCAN u USING INDEX users_platform_admins':
		'the few platform administrators, who get a mail if nobody else may release',
	'insert mails: SCAN behind': 'the people who stand behind the asker',
	'insert mails: SCAN under': 'the people that one of these has created, promoted or moved',
	'insert mails: SCAN u USING INDEX users_signing_in': 'once a year, everybody who has registered',
	'insert mails: USE TEMP B-TREE FOR GROUP BY': 'sorts those who are reminded',
	'insert request_counts: USE TEMP B-TREE FOR GROUP BY': 'adds up the rows of past processes once an hour',
	'insert users: SCAN expenses': CHILDREN,
	'insert users: SCAN identity_changes': CHILDREN,
	'insert users: SCAN payroll_corrections': CHILDREN,
	'insert users: SCAN payroll_files': CHILDREN,
	'insert users: SCAN payroll_runs': CHILDREN,
	'insert users: SCAN payroll_settlements': CHILDREN,
	'insert users: SCAN proposals': CHILDREN,
	'select addresses: SCAN p': 'the few databases that may have a record',
	'select companies: SCAN c': 'one row, the company of the page',
	'select companies: SCAN companies USING INDEX sqlite_autoindex_companies_1': 'answers every company',
	'select companies: SCAN e USING INDEX employees_kept_open': 'the index holds only former administrators',
	'select companies: SCAN leap': QUEUE,
	'select default_accesses: SCAN due': OF_DUE,
	'select default_accesses: USE TEMP B-TREE FOR ORDER BY': OF_ONE_COMPANY,
	'select employee_groups: SCAN g': 'the groups of one company, each found by an index',
	'select employees: SCAN waiting': QUEUE,
	'select webhook_deliveries: SCAN waiting': QUEUE,
	'select employee_groups: SCAN names': QUEUE,
	'select employee_groups: USE TEMP B-TREE FOR ORDER BY': 'sorts the groups of one member, at most 50',
	'select employees: SCAN companies': 'the only company',
	'select employees: SCAN companies USING COVERING INDEX companies_reference_day':
		'looks for a second company',
	'select employees: SCAN backups USING COVERING INDEX backups_date': FIRST,
	'select employees: SCAN backups USING INDEX backups_date': FIRST,
	'select employees: SCAN companies USING INDEX sqlite_autoindex_companies_1': FIRST,
	'select employees: SCAN employees EXISTS USING INDEX employees_kept_open': FIRST,
	'select employees: SCAN event_archive_subjects EXISTS USING INDEX event_archive_subjects_due': FIRST,
	'select employees: SCAN mails USING INDEX sqlite_autoindex_mails_1': FIRST,
	'select employees: SCAN payroll_runs USING INDEX payroll_runs_unfinished': FIRST,
	'select employees: SCAN payroll_transactions EXISTS USING INDEX payroll_transactions_awaited': FIRST,
	'select employees: SCAN sessions USING INDEX sessions_expiry': 'the 100 sessions that expire first',
	'select employees: SCAN g': ALIKE,
	'select employees: SCAN p': 'the waiting lines of one page',
	'select employees: SCAN records': DUE_BY_COMPANY,
	'select employees: SCAN page': 'the people of one page, as they are sorted',
	'select employees: USE TEMP B-TREE FOR GROUP BY': WAITING,
	'select employees: USE TEMP B-TREE FOR LAST TERM OF ORDER BY': WAITING,
	'select employees: SCAN own': 'the people of one company that moves, found by an index',
	'select employees: SCAN l': LIMITS,
	'select employees: USE TEMP B-TREE FOR ORDER BY':
		'sorts what waits in one company for its next run, or its people by name, number or status',
	'select event_archive_subjects: SCAN event_archive_subjects USING INDEX event_archive_subjects_due':
		'the index holds only what it looks for',
	'select event_archive_subjects: USE TEMP B-TREE FOR ORDER BY': 'sorts the archives that one page opens',
	'select expenses: SCAN l': LIMITS,
	'select expenses: SCAN records': DUE_BY_COMPANY,
	'select expenses: USE TEMP B-TREE FOR GROUP BY': DUE_BY_COMPANY,
	'select expenses: USE TEMP B-TREE FOR ORDER BY': WARNED,
	'select budget_expiries: SCAN records': DUE_BY_COMPANY,
	'select budget_expiries: USE TEMP B-TREE FOR GROUP BY': DUE_BY_COMPANY,
	'select budget_expiries: USE TEMP B-TREE FOR ORDER BY': OF_ONE_COMPANY,
	'select cut_offs: SCAN records': DUE_BY_COMPANY,
	'select cut_offs: USE TEMP B-TREE FOR GROUP BY': DUE_BY_COMPANY,
	'select flex_accesses: SCAN due': OF_DUE,
	'select flex_accesses: SCAN records': DUE_BY_COMPANY,
	'select flex_accesses: USE TEMP B-TREE FOR ORDER BY': OF_ONE_COMPANY,
	'select flex_accesses: USE TEMP B-TREE FOR GROUP BY': 'counts the people of one company by template',
	'select movers: SCAN movers USING INDEX movers_closed_party': FIRST,
	'select moves: SCAN moves USING INDEX moves_left': 'the index holds only moves that have not ended',
	'select mails: SCAN c': 'one row, the company of the page',
	'select mails: SCAN p': TURNS,
	'select mails: SCAN parties': QUEUE,
	'select places: SCAN place': 'reads the one row of a subquery',
	'select places: SCAN p USING INDEX places_jobs':
		'the index holds only the cells whose last run has figures to add up',
	'select places: SCAN places USING INDEX places_trouble': 'the companies in cells that need somebody to act',
	'select places: USE TEMP B-TREE FOR GROUP BY': 'adds up the figures of each job',
	'select places: USE TEMP B-TREE FOR ORDER BY': 'sorts the one cell that has an address',
	'select pauses: SCAN g': ALIKE,
	'select pauses: SCAN records': DUE_BY_COMPANY,
	'select pauses: USE TEMP B-TREE FOR GROUP BY': ALIKE,
	'select pauses: USE TEMP B-TREE FOR ORDER BY': OF_ONE_COMPANY,
	'select payroll_held_over: USE TEMP B-TREE FOR ORDER BY': 'sorts the lines that one run carried over',
	'select payroll_files: USE TEMP B-TREE FOR ORDER BY': 'sorts the few files of one run',
	'select receipts: SCAN o': 'reads the receipts of the duplicates that an expense names',
	'select receipts: SCAN purchases': PURCHASES,
	'select expenses: SCAN purchases': PURCHASES,
	'select payroll_runs: SCAN l': LIMITS,
	'select payroll_runs: USE TEMP B-TREE FOR ORDER BY': WARNED,
	'select payroll_runs: USE TEMP B-TREE FOR GROUP BY': 'sorts the vouchers of one company and month',
	'select payroll_transactions: SCAN due': QUEUE,
	'select payroll_transactions: SCAN records': DUE_BY_COMPANY,
	'select payroll_transactions: USE TEMP B-TREE FOR ORDER BY': OF_ONE_COMPANY,
	'select payroll_transactions: SCAN payroll_transactions USING INDEX payroll_transactions_awaited':
		'the index holds only the lines that wait for the official value of their meals',
	'select payroll_transactions: SCAN payroll_runs USING INDEX payroll_runs_unfinished':
		'the index holds only what it looks for',
	'select payroll_transactions: USE TEMP B-TREE FOR GROUP BY':
		'sorts at most 500 companies, or adds up the lines of one run',
	'select planned_vouchers: SCAN due': OF_DUE,
	'select planned_vouchers: SCAN records': DUE_BY_COMPANY,
	'select planned_vouchers: USE TEMP B-TREE FOR GROUP BY': DUE_BY_COMPANY,
	'select planned_vouchers: SCAN mails USING COVERING INDEX mails_due': COUNTED,
	'select planned_vouchers: SCAN payroll_runs USING COVERING INDEX payroll_runs_unfinished': COUNTED,
	'select planned_vouchers: SCAN queue': 'three rows, one for each queue',
	'select planned_vouchers: USE TEMP B-TREE FOR ORDER BY': OF_ONE_EMPLOYEE,
	'select receipts: USE TEMP B-TREE FOR DISTINCT': 'keeps the ids of at most 20 duplicates apart',
	'select receipts: USE TEMP B-TREE FOR ORDER BY': 'sorts the five receipts that an expense has at most',
	'select reminder_turns: SCAN reminder_turns': 'holds one row for each of four kinds',
	'select tax_rule_templates: SCAN leap': QUEUE,
	'select users: SCAN companies USING COVERING INDEX sqlite_autoindex_companies_1':
		'as for the events themselves',
	'select users: SCAN given': NAMED,
	'select users: SCAN m': 'the same companies',
	'select users: SCAN named': NAMED,
	'select users: SCAN page': QUEUE,
	'select users: SCAN q': QUEUE,
	'select users: USE TEMP B-TREE FOR ORDER BY': 'merges the ids of those in one page of events',
	'update mails: SCAN p': TURNS,
	'update mails: SCAN parties': QUEUE,
	'update mails: USE TEMP B-TREE FOR ORDER BY':
		'sorts the companies with waiting mails, and the mails of one step',
	'update places: SCAN n': 'at most sixty numbers',
	'update places: SCAN numbers': QUEUE,
	'update places: SCAN p': TURNS,
	'update places: SCAN parties': QUEUE,
	'update places: SCAN places USING INDEX places_waiting': 'the cells with waiting mails',
	'update places: SCAN turns': 'the cells that get turns',
	'update places: SCAN w': TURNS,
	'update places: USE TEMP B-TREE FOR GROUP BY': 'counts the turns of one step',
	'update places: USE TEMP B-TREE FOR ORDER BY':
		'sorts the companies with waiting mails, and the turns of one step',
	'with events: SCAN companies USING COVERING INDEX sqlite_autoindex_companies_1':
		'one row a company, with its next event',
	'with events: SCAN m': 'the same companies',
	'with events: SCAN page': QUEUE,
	'with events: SCAN q': QUEUE,
	'with events: USE TEMP B-TREE FOR ORDER BY': 'merges 50 changes of one employee and 50 of its user',
};

const FILTERS = [
	'/employees?group=a',
	'/employees?costCenter=a',
	'/employees?personnelNumber=a',
	'/employees?email=a@b.example',
	'/employees?group=a&costCenter=a',
	'/employees?group=a&personnelNumber=a',
	'/employees?companyId=a&group=a',
	...['', '&group=a', '&costCenter=a', '&personnelNumber=a', '&email=a@b.example'].map(
		(filter) => `/employees?modifiedSince=2023-03-07T00:00:00Z${filter}`,
	),
	...['ACTIVE', 'PAUSED', 'TERMINATED'].map((state) => `/employees?state=${state}`),
	...['group=a', 'costCenter=a', 'group=a&costCenter=a', 'q=a&group=a'].map(
		(filter) => `/companies/COMPANY/people?${filter}`,
	),
	'/events',
	'/events?companyId=a',
	'/events?companyId=a&since=2023-03-07T00:00:00Z',
	'/events?subject=a&type=employee.left',
	'/events?type=employee.left',
	'/events?actor=a&until=2023-03-07T00:00:00Z',
	'/events?since=2023-03-07T00:00:00Z',
	'/flex/tax-rule-templates',
	'/companies/COMPANY/flex/payroll-transactions?module=MEALS',
	...[
		'state=SUBMITTED',
		'module=MEALS',
		'month=2023-03',
		'state=SUBMITTED&module=MEALS',
		'state=SUBMITTED&month=2023-03',
		'modifiedSince=2023-03-07T00:00:00Z',
	].map((filter) => `/companies/COMPANY/flex/expenses?${filter}`),
];

const SCIM_FILTERS = [
	...['externalId', 'emails.value', 'manager'].map((attribute) => `Users?filter=${attribute} eq "a"`),
	...['externalId', 'id'].map((attribute) => `Groups?filter=${attribute} eq "a"`),
	...['userName', 'id', 'name.givenName', `${ENTERPRISE}:employeeNumber`, `${ENTERPRISE}:costCenter`].map(
		(attribute) => `Users?filter=${attribute} eq "a"`,
	),
	'Users?filter=userName sw "a" and active eq true',
	...[
		'displayName eq "a"',
		'displayName co "a"',
		'members eq "a"',
		'displayName eq "a" and members eq "a"',
	].map((filter) => `Groups?filter=${filter}`),
];

/** Pages of the console that read what no operation does. */
const PAGES = [
	'/people/:employeeId',
	...['NAME', 'NUMBER', 'STATUS'].map((sort) => `/people?company=:companyId&q=a&sort=${sort}`),
	'/people?company=:companyId&status=PAUSED&group=a',
	'/today',
	'/today?company=:companyId',
	...['', '?actor=a', '?type=employee.left', '?subject=:employeeId'].map((filter) => `/history${filter}`),
	'/payroll?company=:companyId',
	'/payroll/waiting?company=:companyId',
	'/payroll/waiting?company=:companyId&module=MEALS&kind=EXPENSE&costCenter=',
	'/payroll/runs/:runId?company=:companyId',
	'/payroll/runs/:runId/held-over?company=:companyId',
	'/payroll/balances?company=:companyId',
	'/payroll/vouchers?company=:companyId',
	'/payroll/lines/:transactionId?company=:companyId',
	'/company/mails?company=:companyId',
	'/company/mails?company=:companyId&state=failed&after=a',
	'/team/access?company=:companyId',
	'/team/access?company=:companyId&user=a',
	'/company/data?company=:companyId',
	'/team?company=:companyId',
	'/team/sign-in?company=:companyId',
	'/templates?company=:companyId',
	'/templates/:templateId?company=:companyId',
];
const PAGES_OF = {
	PLATFORM_ADMIN: [...PAGES, '/platform/access', '/platform/access?user=a'],
	COMPANY_ADMIN: PAGES,
};

/** Every statement that was sent, with the values of the first time. */
const sent = new Map<string, unknown[]>();

function recording(refused?: RegExp): D1Database {
	const watched = (sql: string, statement: D1PreparedStatement): D1PreparedStatement => {
		const bind = statement.bind.bind(statement);
		return Object.assign(statement, {
			bind(...values: unknown[]) {
				sent.set(sql, values);
				return watched(sql, bind(...values));
			},
		});
	};
	return withSessions({
		prepare(sql) {
			if (refused?.test(sql)) throw new Error('refused');
			return watched(sql, env.DB.prepare(sql));
		},
		batch: (statements) => env.DB.batch(statements),
	});
}

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	const bindings = { ...env, DB: recording() };
	const world = await newWorld();
	// The employee comes first, because other callers close this user.
	for (const { id } of [{ id: 'exportEmployee' }, ...rights.filter(({ id }) => isOfEmployee(id))]) {
		await perform(as(await userOf(world.employeeId), bindings).send, id, world);
	}
	for (const { role, id } of cases) {
		const companyIds = role === 'PLATFORM_ADMIN' ? [] : [world.companyId];
		const caller = role === 'EMPLOYEE' ? await userOf(world.employeeId) : await newUser([role], companyIds);
		await prepare(id, caller.userId, world);
		await perform(as(caller, bindings).send, id, world);
	}
	const thief = await newUser(['COMPANY_ADMIN'], [world.companyId]);
	await as(thief, bindings).delete('/auth/sessions?reason=COMPROMISED');
	for (const role of ['PLATFORM_ADMIN', 'COMPANY_ADMIN'] as const) {
		const user = await newUser([role], [world.companyId]);
		const visitor = browse(await visitOf(user), bindings);
		for (const page of PAGES_OF[role]) {
			const path = page.replaceAll(/:(\w+)/g, (_, name) => String(world[name as keyof typeof world]));
			expect((await visitor.get(path)).status, page).toBe(200);
		}
		const reader = as(user, bindings);
		for (const path of FILTERS) {
			expect(await reader.get(path.replace('COMPANY', world.companyId)), path).toMatchObject({ status: 200 });
		}
	}
	await call('POST', '/auth', { email: 'a@b.example', password: 'x' }, {}, bindings);
	await call('POST', '/auth/refresh', { refreshToken: 'x' }, {}, bindings);
	await signInByProvider(bindings);
	await provisionPeople(bindings);
	await shareAddresses(bindings);
	// A backup reads as a move does, which has a test of its own. This only looks for companies to save.
	const { BACKUPS: _, ...others } = bindings;
	await backUpCompanies(connect(bindings.DB), env, Date.parse('2023-05-07T02:00:00.000Z'), () => false);
	await sendCompanies(
		{ ...bindings, JOBS_QUEUE: jobsQueue().JOBS_QUEUE },
		connect(bindings.DB),
		now() + 60 * 86_400_000,
		1,
	);
	const message = { companyId: world.companyId, scheduledTime: now() + 60 * 86_400_000 };
	await takeCompany(messageOf(message), others, () => true);
	// The standing expense of the world has ended, so these two have months to submit: one by itself, and one with all companies.
	const [one, two] = [await newSpender(), await newSpender()];
	await Promise.all([one, two].map((spender) => activeStanding(spender)));
	await takeCompany(messageOf({ ...message, companyId: one.company.id }), others, () => true);
	await runDueJobs(others, message.scheduledTime);
	const changed = {
		ENCRYPTION_KEY: 'another key of the tests, no secret',
		ENCRYPTION_KEY_PREVIOUS: env.ENCRYPTION_KEY,
	};
	await runDueJobs({ ...others, ...changed }, Date.parse('2023-12-01T00:00:00.000Z'));
	// If the due times cannot be read, each job looks for itself.
	await runDueJobs({ ...others, DB: recording(/"oldestDelivery"/) }, Date.parse('2023-12-02T00:00:00.000Z'));
}, 180_000);

/** Takes, changes, frees and takes over addresses of people in cells, and settles one that was left. */
async function shareAddresses(bindings: typeof env): Promise<void> {
	const [one, two, home] = [await inCell(), await inCell(), await inD1()];
	const [email, left] = [uniqueEmail(), uniqueEmail()];
	const { body } = await hire(one, email, {}, '', bindings);
	const path = `/users/${await userIdOf(one, body.employeeId)}`;
	expect(await as(one.admin, bindings).put(path, { email: left })).toMatchObject({ status: 200 });
	expect(await hire(two, left, {}, '', bindings)).toMatchObject({ status: 409 });
	await leaverOf(one, email);
	expect(await hire(home, email, {}, '?dryRun=true', bindings)).toMatchObject({ status: 200 });
	expect(await hire(home, email, {}, '', bindings)).toMatchObject({ status: 201 });
	await env.DB.prepare(
		`INSERT INTO addresses VALUES ('left@test.example', 'anunknowncel', 'x', 'y', 1)`,
	).run();
}

/** At the time of the provider, which knows no other. */
async function signInByProvider(bindings: typeof env): Promise<void> {
	const present = new Date(now()).toISOString();
	at(new Date().toISOString());
	const { email } = await newColleague(await newSsoCompany());
	expect((await signIn(email, account(email), bindings)).status).toBe(200);
	at(present);
}

/** Every call of SCIM, and every attribute by which it finds people and groups. */
async function provisionPeople(bindings: typeof env): Promise<void> {
	const { company, newMember } = await newClient();
	const admin = as(company.admin, bindings);
	for (const route of servedRoutes) {
		const { method, path, body, status } = callOf(route, await newMember('sales'));
		expect(await admin.send(method, path, body), route).toMatchObject({ status });
		await env.DB.prepare('UPDATE employees SET personnel_number = NULL, revision = revision + 1').run();
	}
	for (const filter of SCIM_FILTERS) {
		const path = `/scim/v2/${filter.replace(/=(.*)/, (_, given) => `=${encodeURIComponent(given)}`)}`;
		expect(await admin.send('GET', path), path).toMatchObject({ status: 200 });
	}
}

interface PlanLine {
	id: number;
	parent: number;
	detail: string;
}

/** To which of the queries that were sent as one statement a line of its plan belongs. */
function termOf(line: PlanLine, plan: readonly PlanLine[]): number {
	const above = plan.find(({ id }) => id === line.parent);
	if (above === undefined) throw new Error(`${line.detail} belongs to none of the queries`);
	if (above.detail !== 'COMPOUND QUERY' || above.parent !== 0) return termOf(above, plan);
	return plan.filter(({ parent }) => parent === above.id).indexOf(line);
}

async function findings(): Promise<string[]> {
	const { results: tables } = await env.DB.prepare(
		`SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`,
	).all<{
		name: string;
	}>();
	const names = new Set(tables.map(({ name }) => name));
	/** The query's verb and the first table that it names. */
	const nameOf = (sql: string) =>
		`${/\w+/.exec(sql)?.[0].toLowerCase()} ${sql.match(/\w+/g)?.find((word) => names.has(word))}`;
	const found = new Set<string>();
	for (const [sql, values] of sent) {
		// Copies of rows read the schema, drop triggers and create them again.
		if (/^(CREATE|DROP|PRAGMA)|FROM sqlite_schema/.test(sql)) continue;
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...values)
			.all<PlanLine>();
		const queries = sql
			.split(/(?:^| UNION ALL )SELECT \d AS of_query, .*? FROM \(/)
			.filter((part) => part !== '');
		for (const line of results) {
			const { detail } = line;
			// The reads of a subquery have their own lines.
			const isScan = /^SCAN (?!\(subquery|.*VIRTUAL TABLE|.*CONSTANT ROW)/.test(detail);
			if (!isScan && !detail.startsWith('USE TEMP B-TREE')) continue;
			found.add(`${nameOf(queries[queries.length === 1 ? 0 : termOf(line, results)] ?? '')}: ${detail}`);
		}
	}
	return [...found].sort();
}

test('every statement finds its rows by an index and in order, or has a reason not to', async () => {
	expect(sent.size).toBeGreaterThan(100);
	expect(await findings()).toEqual(Object.keys(REASONS).sort());
});

test('other people with the same personnel number are found by the number, not among all people of the company', async () => {
	const judging = [...sent].filter(([sql]) => sql.includes('SELECT o.personnel_number FROM employees o'));
	const plans = judging.map(([sql, values]) =>
		env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...values)
			.all<PlanLine>(),
	);
	const lines = (await Promise.all(plans)).flatMap(({ results }) => results.map(({ detail }) => detail));
	expect(new Set(lines.filter((detail) => detail.startsWith('SEARCH o USING INDEX employees')))).toEqual(
		new Set(['SEARCH o USING INDEX employees_payroll_number (company_id=? AND <expr>=?)']),
	);
});

test('no statement has a bare parameter as its LIMIT, because SQLite would plan it again at each run', () => {
	expect([...sent.keys()].filter((sql) => /\blimit \?/i.test(sql))).toEqual([]);
});

test('no statement comes near the 100,000 bytes that D1 takes', () => {
	expect(Math.max(...[...sent.keys()].map((sql) => Buffer.byteLength(sql)))).toBeLessThan(50_000);
});

test('a scan and a sort of a whole table are found', async () => {
	sent.clear();
	sent.set('SELECT * FROM employees WHERE cost_center = ? ORDER BY personnel_number', ['a']);
	sent.set('SELECT * FROM users WHERE id > ? ORDER BY email', ['a']);
	expect(await findings()).toEqual([
		'select employees: SCAN employees',
		'select employees: USE TEMP B-TREE FOR ORDER BY',
		'select users: USE TEMP B-TREE FOR ORDER BY',
	]);
});
