import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { inCell, newCompanyInCell, tracing, withoutCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { databaseOver } from '../../harness/database.ts';
import { pageOf } from '../../harness/page.ts';
import {
	type Answer,
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

type Company = Awaited<ReturnType<typeof newCompany>> & { cell?: string };

const NOON = '2023-03-07T12:00:00.000Z';
const companies: Company[] = [];
let platform: TestUser;

/** Four companies in cells and four in D1, in turns, with one or two people each. */
beforeAll(async () => {
	at(NOON);
	for (let number = 0; number < 8; number++) {
		const company = number % 2 === 0 ? await newCompanyInCell() : await newCompany();
		for (let person = 0; person <= number % 3; person++) await newEmployee(company);
		companies.push(company);
	}
	platform = await newUser(['PLATFORM_ADMIN']);
});
beforeEach(() => at(NOON));

const idsIn = ({ body }: Answer): string[] => body.map(({ id }: { id: string }) => id);

async function pagesOf(path: string, user = platform): Promise<string[]> {
	const ids: string[] = [];
	for (let next: string | undefined = path; next !== undefined; ) {
		const page: Answer = await as(user).get(next);
		expect(page.status).toBe(200);
		ids.push(...idsIn(page));
		next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1]?.replace(/^.*\/api\/v2/, '');
	}
	return ids;
}

/** All users of D1 and of the cells, in the order of their creation. */
async function allUsers(): Promise<string[]> {
	const databases = [env.DB, ...companies.flatMap(({ cell }) => (cell === undefined ? [] : inCell(cell)))];
	const query = `SELECT id FROM users WHERE home IS NULL AND date_deleted IS NULL AND id NOT IN (SELECT user_id FROM api_keys)`;
	const found = await Promise.all(databases.map((one) => one.prepare(query).all<{ id: string }>()));
	return [...new Set(found.flatMap(({ results }) => results.map(({ id }) => id)))].sort();
}

test('the list of users holds those of D1 and of cells in the order of their creation', async () => {
	const all = await allUsers();
	expect(idsIn(await as(platform).get('/users'))).toEqual(all);
	for (const limit of [1, 7, 1000]) expect(await pagesOf(`/users?limit=${limit}`)).toEqual(all);
});

test('a page of users asks only the cells of its users', async () => {
	const { trips, bindings } = tracing();
	await as(platform, bindings).get('/auth/me');
	trips.length = 0;
	// The first company has a cell, and the second one is in D1.
	expect((await as(platform, bindings).get('/users?limit=2')).body).toHaveLength(2);
	expect(trips).toEqual(['D1', 'cell']);
});

test('a list of users says how many companies are missing, and never returns less', async () => {
	const lost = companies.slice(2).flatMap(({ cell }) => cell ?? []);
	expect(lost).toHaveLength(3);
	const answer = await as(platform, withoutCell(...lost)).get('/users');
	expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	expect(answer.body.detail).toContain('3 of 4 companies of this page cannot be read at the moment.');
	const page = await as(platform, withoutCell(...lost)).get('/users?limit=2');
	expect(idsIn(page)).toEqual((await allUsers()).slice(0, 2));
	const withoutDirectory = {
		...env,
		DB: databaseOver(() => Promise.reject(new Error('Network connection lost.'))),
	};
	const own = await as(companies[0]?.admin as TestUser, withoutDirectory).get('/users');
	expect(idsIn(own)).toEqual([companies[0]?.admin.userId]);
});

test('users are found by their address in all databases, in its order', async () => {
	const word = `across-${newId(now())}`;
	const emails: string[] = [];
	for (const [number, company] of [...companies, ...companies].entries()) {
		const email = `${word}-${String((number * 5) % 16).padStart(2, '0')}@test.example`;
		await newEmployee(company, { email });
		emails.push(email);
	}
	const visitor = browse(await visitOf(platform));
	const shown = pageOf((await visitor.get(`/platform/users?q=${word.toUpperCase()}`)).body);
	expect(shown.select('a[href^="/console/platform/users/"]').map(({ name }) => name)).toEqual(emails.sort());
	const found = await visitor.get(`/platform/companies/${companies[1]?.id}/giving?q=${emails[3]}`);
	expect(found.body).toContain(emails[3]);
});

test('a user whose address another company has taken over stays in the list, where the company is', async () => {
	const [inCellOne, inD1] = companies as [Company, Company];
	for (const company of [inCellOne, inD1]) {
		const email = uniqueEmail();
		const id = await newEmployee(company, { email, dateTerminated: '2023-03-01T00:00:00.000Z' });
		at('2023-03-07T12:10:00.000Z');
		const next = companies[2] as Company;
		expect((await as(next.admin).post('/employees', { email, companyId: next.id })).status).toBe(201);
		const { userId } = await userOf(id, company.cell);
		expect(idsIn(await as(platform).get('/users'))).toContain(userId);
	}
	expect(idsIn(await as(platform).get('/users'))).toEqual(await allUsers());
});

test('the list of users shows people of a company that has moved once', async () => {
	const company = await newCompany();
	const employee = await userOf(await newEmployee(company));
	expect((await as(platform).post(`/companies/${company.id}/move`)).status).toBe(200);
	expect((await as(platform).get(`/companies/${company.id}/move`)).body).toMatchObject({ step: 'OPENED' });
	const ids = idsIn(await as(platform).get('/users'));
	for (const id of [company.admin.userId, employee.userId]) {
		expect(ids.filter((one) => one === id)).toEqual([id]);
	}
	const { email } = (await as(platform).get(`/users/${employee.userId}`)).body;
	const listed = (await as(platform).get('/users')).body.find(
		({ id }: { id: string }) => id === employee.userId,
	);
	expect(listed.email).toBe(email);
	const cell = await env.DB.prepare('SELECT cell FROM places WHERE company_id = ?')
		.bind(company.id)
		.first<string>('cell');
	companies.push({ ...company, cell: cell ?? '' });
});

test('an adviser sees those who manage the same companies once, wherever they sign in', async () => {
	const [first, second, third] = companies as [Company, Company, Company];
	const mine = [first.id, second.id, third.id].sort();
	const body = { roles: ['COMPANY_ADMIN'], manageableCompanyIds: mine };
	const made: string[] = [];
	for (let number = 0; number < 2; number++) {
		made.push((await as(platform).post('/users', { ...body, email: uniqueEmail() })).body.id);
	}
	const adviser = await openSession(made[0] ?? '');
	const expected = [...made, first.admin.userId, second.admin.userId, third.admin.userId].sort();
	const whole = await as(adviser).get('/users');
	expect(idsIn(whole)).toEqual(expected);
	expect(await pagesOf('/users?limit=2', adviser)).toEqual(expected);
	const colleague = whole.body.find(({ id }: { id: string }) => id === made[1]);
	expect(colleague.manageableCompanyIds).toEqual(mine);
	const lost = await as(adviser, withoutCell(third.cell ?? '')).get('/users');
	expect(lost).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	expect(lost.body.detail).toContain('1 of 3');
});

test('addresses that nobody has are left out, and pages are filled up', async () => {
	const before = await allUsers();
	// No user of the cell has these ids, so that they stand for addresses in doubt.
	const leaveInDoubt = (count: number) =>
		env.DB.prepare(`INSERT INTO addresses (address, cell, user_id, claim, since)
			SELECT value || '@test.example', ?, value, 'x', 0 FROM json_each(?)`)
			.bind(companies[0]?.cell, JSON.stringify(Array.from({ length: count }, () => newId(now() + 1))))
			.run();
	await leaveInDoubt(40);
	expect(await pagesOf('/users?limit=3')).toEqual(before);
	await leaveInDoubt(960);
	expect(await pagesOf('/users?limit=1000')).toEqual(before);
});
