import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { grantExactly, settleGrants } from '../../../src/foundation/cells/grants.ts';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import { inTurn, MAX_AT_ONCE, MAX_SETTLED } from '../../../src/foundation/cells/settling.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { metered } from '../../../src/foundation/db/database.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { insertCompany } from '../../../src/tenants/companies/store.ts';
import { users } from '../../../src/tenants/users/table.ts';
import { ring } from '../../harness/alarms.ts';
import { inCell, newCompanyInCell, type TestCell, withoutCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { giveSecondFactor } from '../../harness/second-factor.ts';
import {
	as,
	at,
	db,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	restart,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

let home: TestCell;
let second: TestCell;
let third: TestCell;
let inD1: TestCompany;
let otherInD1: TestCompany;
let platform: TestUser;
let guest: TestUser;
/** Tests have a home of their own, and guests in companies of all tests. */
beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	[second, third] = [await newCompanyInCell(), await newCompanyInCell()];
});
beforeEach(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	at('2023-03-07T12:00:00.000Z');
	home = await newCompanyInCell();
	[inD1, otherInD1] = [await newCompany(), await newCompany()];
	platform = await newUser(['PLATFORM_ADMIN']);
	guest = home.admin;
});

const set = (...companies: TestCompany[]) =>
	as(platform).put(`/users/${guest.userId}`, { manageableCompanyIds: companies.map(({ id }) => id) });

/** Gives companies to the guest, who signs in again, because new rights end all sessions. */
async function give(...companies: TestCompany[]) {
	const answer = await set(...companies);
	guest = await openSession(guest.userId, home.cell);
	return answer;
}

const statusOf = async (company: TestCompany, user = guest, bindings: Bindings = env) =>
	(await as(user, bindings).get(`/companies/${company.id}/payroll-settings`)).status;

const rowIn = (db: D1Database) =>
	db
		.prepare(`SELECT email, email_key, home, first_name, (SELECT json_group_array(company_id)
			FROM user_companies WHERE user_id = users.id) AS companies FROM users WHERE id = ?`)
		.bind(guest.userId)
		.first();

test('a user who signs in in a cell works in companies of D1 and of other cells, and in no others', async () => {
	const mine = [home, second, inD1];
	const ids = mine.map(({ id }) => id).sort();
	expect(await give(...mine)).toMatchObject({ status: 200, body: { manageableCompanyIds: ids } });
	at('2023-03-07T12:00:10.001Z');
	const people: string[] = [];
	for (const company of mine) {
		expect(await statusOf(company)).toBe(200);
		const added = await as(guest).post('/employees', { email: uniqueEmail(), companyId: company.id });
		expect(added.status).toBe(201);
		expect((await as(guest).get(`/employees/${added.body.employeeId}`)).status).toBe(200);
		people.push(added.body.employeeId);
	}
	for (const company of [third, otherInD1]) {
		expect(await statusOf(company)).toBe(404);
		expect((await as(guest).get(`/employees/${await newEmployee(company)}`)).status).toBe(404);
		const refused = await as(guest).post('/employees', { email: uniqueEmail(), companyId: company.id });
		expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
	}
	const listed = (await as(guest).get('/employees')).body;
	expect(listed.map(({ employeeId }: { employeeId: string }) => employeeId).sort()).toEqual(people.sort());
	expect((await as(guest).get('/auth/me')).body.manageableCompanyIds).toEqual(ids);
	const users = (await as(guest).get('/users')).body;
	expect(users.map(({ id }: { id: string }) => id).sort()).toEqual(
		mine.map(({ admin }) => admin.userId).sort(),
	);
	const visitor = browse(await visitOf(guest));
	const choice = (await visitor.get('/people')).body;
	for (const id of ids) expect(choice).toContain(`?company=${id}`);
	expect((await visitor.get(`/people?company=${inD1.id}`)).status).toBe(200);
	expect((await visitor.get(`/people?company=${otherInD1.id}`)).status).toBe(404);
	const { email } = (await as(platform).get(`/users/${guest.userId}`)).body;
	for (const db of [env.DB, inCell(second.cell)]) {
		expect(await rowIn(db)).toMatchObject({ email, email_key: guest.userId, home: home.cell });
	}
	const page = await browse(await visitOf(platform)).get(`/platform/users/${guest.userId}`);
	for (const id of ids) expect(page.body).toContain(`Company ${id}`);
	const everybody = (await as(platform).get('/users')).body;
	const shown = everybody.filter(({ id }: { id: string }) => id === guest.userId);
	expect(shown).toMatchObject([{ email, manageableCompanyIds: ids }]);
});

test('a company that is taken is out of reach within 10 seconds, in D1 and in a cell', async () => {
	await give(home, second, inD1);
	at('2023-03-07T12:00:10.001Z');
	expect([await statusOf(second), await statusOf(inD1)]).toEqual([200, 200]);
	expect(await give(home)).toMatchObject({ status: 200, body: { manageableCompanyIds: [home.id] } });
	at('2023-03-07T12:00:20.002Z');
	for (const company of [second, inD1]) expect(await statusOf(company)).toBe(404);
	expect(await statusOf(home)).toBe(200);
	for (const db of [env.DB, inCell(second.cell)]) expect(await rowIn(db)).toMatchObject({ companies: '[]' });
});

test('D1 takes back what a guest was not granted before anything is read there', async () => {
	await give(home, inD1);
	at('2023-03-07T12:00:10.001Z');
	// A restored D1 knows a company that was taken, or has not learned of the end.
	await env.DB.prepare('INSERT INTO user_companies (user_id, company_id) VALUES (?, ?)')
		.bind(guest.userId, otherInD1.id)
		.run();
	expect(await statusOf(otherInD1)).toBe(404);
	expect(await rowIn(env.DB)).toMatchObject({ companies: JSON.stringify([inD1.id]) });
	await inCell(home.cell)
		.prepare('UPDATE grants SET is_wanted = FALSE, since = ? WHERE user_id = ?')
		.bind(now(), guest.userId)
		.run();
	expect((await as(guest).get('/employees')).status).toBe(200);
	expect(await rowIn(env.DB)).toMatchObject({ companies: '[]' });
});

test('the next run of the home gives a company whose cell could not be reached', async () => {
	const bindings = withoutCell(second.cell);
	const ids = { manageableCompanyIds: [home.id, second.id] };
	expect((await as(platform, bindings).put(`/users/${guest.userId}`, ids)).status).toBe(200);
	guest = await openSession(guest.userId, home.cell);
	at('2023-03-07T12:00:10.001Z');
	expect(await statusOf(second)).toBe(404);
	await ring(home.cell, '2023-03-07T13:00:00.000Z');
	at('2023-03-07T13:00:00.000Z');
	expect(await statusOf(second)).toBe(200);
});

test('while the home cannot be reached, its guests get 503, and nobody else notices', async () => {
	await give(home, second, inD1);
	at('2023-03-07T12:00:10.001Z');
	restart();
	const bindings = withoutCell(home.cell);
	for (const company of [second, inD1]) {
		expect(await statusOf(company, guest, bindings)).toBe(503);
		expect(await statusOf(company, company.admin, bindings)).toBe(200);
	}
	// A token that names another database is like an invented one.
	for (const cell of [second.cell, 'aaaaaaaaaaaa', undefined]) {
		const { userId, sessionId } = guest;
		const forged = cell === undefined ? { userId, sessionId } : { userId, sessionId, cell };
		expect(await statusOf(inD1, forged)).toBe(401);
	}
});

test('a closed guest gets nothing, and an erased one leaves no name', async () => {
	await newUser(['COMPANY_ADMIN'], [home.id], uniqueEmail(), home.cell);
	await as(platform).put(`/users/${guest.userId}`, { firstName: 'Ada' });
	await give(home, second, inD1);
	expect(await rowIn(env.DB)).toMatchObject({ first_name: 'Ada' });
	await as(platform).put(`/users/${guest.userId}`, { firstName: 'Grace' });
	expect(await rowIn(env.DB)).toMatchObject({ first_name: 'Grace' });
	expect((await as(platform).post(`/users/${guest.userId}/closure`)).status).toBe(200);
	at('2023-03-07T12:00:10.001Z');
	for (const company of [home, second, inD1]) expect(await statusOf(company)).toBe(401);
	expect((await as(platform).post(`/users/${guest.userId}/erasure`)).status).toBe(200);
	await ring(home.cell, '2023-03-07T13:00:00.000Z');
	for (const db of [env.DB, inCell(second.cell)]) {
		expect(await rowIn(db)).toMatchObject({ first_name: null, companies: '[]' });
	}
});

test('administrators in D1 see a guest from a cell and cannot change the guest', async () => {
	await give(home, inD1);
	const users = (await as(inD1.admin).get('/users')).body;
	expect(users.map(({ id }: { id: string }) => id).sort()).toEqual([guest.userId, inD1.admin.userId].sort());
	const refused = await as(inD1.admin).put(`/users/${guest.userId}`, { firstName: 'Eve' });
	expect(refused.status).toBe(403);
	const own = await as(guest).put(`/users/${guest.userId}`, { manageableCompanyIds: [third.id] });
	expect(own).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
});

test('grants stay when the home moves, and when a granted company does', async () => {
	const granted = await newCompanyInCell();
	await give(home, granted, inD1);
	at('2023-03-07T12:00:10.001Z');
	for (const company of [home, inD1, granted]) {
		expect((await as(platform).post(`/companies/${company.id}/move`)).status).toBe(200);
		const moved = await as(platform).get(`/companies/${company.id}/move`);
		expect(moved.body).toMatchObject({ step: 'OPENED' });
		restart();
		for (const one of [home, granted, inD1]) expect([one.id, await statusOf(one)]).toEqual([one.id, 200]);
		expect(await statusOf(third)).toBe(404);
	}
	expect((await set(home, granted)).status).toBe(200);
	restart();
	expect([await statusOf(granted), await statusOf(inD1)]).toEqual([200, 404]);
});

test.each([true, false])(
	'a company that demands a second factor demands it of guests, in D1: %s',
	async (isInD1) => {
		const [demanding, other] = isInD1 ? [inD1, second] : [second, inD1];
		await give(home, second, inD1);
		at('2023-03-07T12:00:10.001Z');
		const db = isInD1 ? env.DB : inCell(second.cell);
		await db.prepare('UPDATE companies SET second_factor_required = 1 WHERE id = ?').bind(demanding.id).run();
		const refused = { status: 403, body: { code: 'second_factor_setup_required' } };
		expect(await as(guest).get(`/companies/${demanding.id}`)).toMatchObject(refused);
		const written = await as(guest).post('/employees', { email: uniqueEmail(), companyId: demanding.id });
		expect(written).toMatchObject(refused);
		for (const list of ['/employees', '/users']) expect(await as(guest).get(list)).toMatchObject(refused);
		const visitor = browse(await visitOf(guest));
		const shown = await visitor.get(`/people?company=${demanding.id}`);
		expect(shown.headers.get('Location')).toBe('/console/account');
		expect([await statusOf(home), await statusOf(other)]).toEqual([200, 200]);
		expect((await as(guest).get('/auth/me')).status).toBe(200);

		await giveSecondFactor(guest.userId, 0, inCell(home.cell));
		at('2023-03-07T12:00:20.002Z');
		expect(await statusOf(demanding)).toBe(200);
		for (const list of ['/employees', '/users']) expect((await as(guest).get(list)).status).toBe(200);
		expect((await visitor.get(`/people?company=${demanding.id}`)).status).toBe(200);
		await db.prepare('UPDATE companies SET second_factor_required = 0 WHERE id = ?').bind(demanding.id).run();
	},
);

test('a template of a user who signs in in a cell gets a copy in each database, later where one cannot be reached', async () => {
	await give(home, second, inD1);
	at('2023-03-07T12:00:10.001Z');
	const body = { name: 'Meals', rules: [], companyIds: [home.id, second.id, inD1.id] };
	const made = await as(guest, withoutCell(second.cell)).post('/flex/tax-rule-templates', body);
	expect(made).toMatchObject({
		status: 201,
		body: { companyIds: body.companyIds.toSorted(), taxAffiliations: ['DE'] },
	});
	const templatesOf = async ({ admin }: TestCompany) =>
		(await as(admin).get('/flex/tax-rule-templates')).body.slice(1);
	expect(await templatesOf(inD1)).toMatchObject([{ id: made.body.id, companyIds: [inD1.id] }]);
	expect(await templatesOf(second)).toEqual([]);
	await ring(home.cell, '2023-03-07T13:00:00.000Z');
	expect(await templatesOf(second)).toMatchObject([{ id: made.body.id, companyIds: [second.id] }]);
	expect(
		await as(guest).post('/flex/tax-rule-templates', { ...body, companyIds: [home.id, third.id] }),
	).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
});

/** The calls that a Worker may make in one run. */
const CALLS = 1000;

test('a run of the job settles something for each company, however much waits for one that cannot be reached', () => {
	const rows = [...Array.from({ length: 2 * MAX_SETTLED }, () => 'unreachable'), 'other', 'other', 'third'];
	const settled = inTurn(rows, (company) => company);
	expect(settled.slice(0, 4)).toEqual(['unreachable', 'other', 'third', 'unreachable']);
	expect(settled).toHaveLength(MAX_SETTLED);
});

test('a run of the job settles 80 grants in three calls each, and leaves one more to the next run', async () => {
	const ids = Array.from({ length: MAX_SETTLED + 1 }, () => newId(now()));
	const dates = { dateCreated: now(), dateModified: now() };
	const companies = ids.map((id) =>
		insertCompany(db, { id, ...dates, name: 'GmbH', payrollReferenceDay: 7, taxAffiliation: 'DE' }),
	);
	await commit(db, companies);
	const meter = { trips: 0, rowsRead: 0, rowsWritten: 0 };
	const databaseIn = (cell: string | null) => metered(databaseOf(env, cell), meter);
	const own = databaseOf(env, home.cell);
	const [user] = await own.select().from(users).where(eq(users.id, guest.userId));
	await commit(own, grantExactly(own, { id: guest.userId, revision: user?.revision ?? 0 }, ids, now()));
	const settle = () => settleGrants({ home: databaseIn(home.cell), databaseOf: databaseIn, now: now() });
	expect(await settle()).toBe(MAX_SETTLED);
	expect(meter.trips).toBe(2 + 3 * MAX_SETTLED);
	expect(2 + 3 * MAX_AT_ONCE).toBeLessThan(CALLS);
	expect(await settle()).toBe(1);
	expect(await settle()).toBe(0);
	expect(await rowIn(env.DB)).toMatchObject({ companies: JSON.stringify(ids.toSorted()) });
	for (const id of [ids[0], ids.at(-1)])
		expect((await as(guest).get(`/companies/${id}/payroll-settings`)).status).toBe(200);
});
