import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SLOW_MS } from '../../../src/foundation/http/measure.ts';
import { newCompanyInCell } from '../../harness/cells.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { counting } from '../../harness/counting.ts';
import { databaseOver } from '../../harness/database.ts';
import { as, at, call, newCompany, newEmployee, newUser, now, userOf } from '../../harness/service.ts';
import { registeredCheaply } from '../../tenants/auth/registered.ts';
import { perform } from '../../whole/contract/answers.ts';
import { cases } from '../../whole/contract/rights.ts';
import { newWorld, prepare } from '../../whole/contract/world.ts';

let lines: string[] = [];

beforeEach(() => {
	at('2023-03-07T12:00:00.000Z');
	lines = [];
	for (const method of ['log', 'info', 'warn', 'error'] as const) {
		vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
	}
});
afterEach(() => vi.restoreAllMocks());

const ALL = { ...env, LOG_SAMPLE: '1' };
const FAILED = { ...env, LOG_SAMPLE: '0' };

const requests = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');

test('a line says what was asked, how it went and what it cost', async () => {
	const { counted, bindings } = counting();
	const company = await newCompany();
	const answer = await as(company.admin, { ...bindings, LOG_SAMPLE: '1' }).get(
		`/companies/${company.id}/people`,
	);
	expect(requests()).toEqual([
		{
			level: 'info',
			event: 'request',
			requestId: answer.headers.get('X-Request-Id'),
			operation: 'listPeople',
			status: 200,
			ms: 0,
			...counted,
			company: expect.stringMatching(/^[\w-]{12}$/),
		},
	]);
	expect(counted.trips).toBeGreaterThan(0);
	expect(counted.rowsRead).toBeGreaterThan(0);
});

test('a write, a page and a request in a cell count all round trips and rows', async () => {
	const company = await newCompany();
	const inCell = await newCompanyInCell();
	const { counted, bindings } = counting();
	const own = { ...bindings, LOG_SAMPLE: '1' };
	const counts = async (send: () => Promise<unknown>) => {
		Object.assign(counted, { trips: 0, rowsRead: 0, rowsWritten: 0 });
		lines = [];
		await send();
		const [{ trips, rowsRead, rowsWritten }] = requests();
		return { trips, rowsRead, rowsWritten };
	};
	const visit = await visitOf(company.admin);
	expect(await counts(() => browse(visit, own).get('/people'))).toEqual(counted);
	const body = { name: 'Another name', payrollReferenceDay: 7 };
	expect(await counts(() => as(company.admin, own).put(`/companies/${company.id}`, body))).toEqual({
		...counted,
		// The look at one query was at another record.
		rowsRead: expect.closeTo(counted.rowsRead, -1),
	});
	const found = await counts(() => as(inCell.admin, own).get(`/companies/${inCell.id}`));
	expect(found.trips).toBeGreaterThan(0);
	expect(found.rowsRead).toBeGreaterThan(0);
});

test('a query that goes alone counts as when it was last looked at, and is looked at again', async () => {
	const company = await newCompany();
	const { counted, bindings } = counting();
	const admin = as(company.admin, { ...bindings, LOG_SAMPLE: '1' });
	const read = async (times: number) => {
		for (let time = 0; time < times; time++) await admin.get('/employees?limit=200');
		return requests().at(-1).rowsRead;
	};
	const before = await read(30);
	expect(requests().reduce((sum, { rowsRead }) => sum + rowsRead, 0)).toBe(counted.rowsRead);
	for (let count = 0; count < 5; count++) await newEmployee(company);
	counted.rowsRead = 0;
	await read(1);
	const present = counted.rowsRead;
	expect(present).toBeGreaterThan(before);
	expect(await read(20)).toBe(present);
});

test.each([
	['off', []],
	['0', [400]],
	['1', [200, 404, 401, 400]],
])('with a sample of %s, the statuses %j are logged', async (LOG_SAMPLE, statuses) => {
	const company = await newCompany();
	const bindings = { ...env, LOG_SAMPLE };
	const admin = as(company.admin, bindings);
	await admin.get(`/companies/${company.id}`);
	await admin.get('/employees/01890a5d-ac96-774b-bcce-000000000000');
	await call('GET', '/employees', undefined, {}, bindings);
	await admin.get('/employees?limit=x');
	expect(requests().map(({ status }) => status)).toEqual(statuses);
});

test('a share of all requests is logged, and always the same ones', async () => {
	const bindings = { ...env, LOG_SAMPLE: '0.25' };
	const sent = Array.from({ length: 400 }, (_, number) => `request-${number}`);
	const logged = async () => {
		lines = [];
		for (const id of sent) await call('GET', '/auth/me', undefined, { 'X-Request-Id': id }, bindings);
		return requests().map(({ requestId }) => requestId);
	};
	const first = await logged();
	expect(first.length / sent.length).toBeGreaterThan(0.15);
	expect(first.length / sent.length).toBeLessThan(0.35);
	expect(await logged()).toEqual(first);
});

test('a slow request is always logged, with its milliseconds', async () => {
	const company = await newCompany();
	const { bindings } = counting();
	const { DB } = bindings;
	const prepare: D1Database['prepare'] = (query) => {
		at(new Date(now() + SLOW_MS).toISOString());
		return DB.prepare(query);
	};
	const slow = {
		...FAILED,
		DB: { ...DB, prepare } as D1Database,
	};
	await as(company.admin, slow).get(`/companies/${company.id}`);
	expect(requests()).toEqual([expect.objectContaining({ operation: 'readCompany', status: 200 })]);
	expect(requests()[0].ms).toBeGreaterThanOrEqual(SLOW_MS);
});

test.each(['', ' ', 'x', '-0.1', '1.1', 'OFF'])('a sample of "%s" is refused', async (LOG_SAMPLE) => {
	const { status, body } = await call('GET', '/auth/me', undefined, {}, { ...env, LOG_SAMPLE });
	expect([status, body.code]).toEqual([500, 'misconfigured']);
});

test('the log of a busy hour holds no e-mail, name, token, id of a record or address', async () => {
	const world = await newWorld();
	// Each operation once, as somebody who may use it, and one that is refused.
	const once = [...new Map(cases.filter(({ reach }) => reach !== 'no').map((one) => [one.id, one])).values()];
	const refused = cases.filter(({ reach }) => reach === 'no').slice(0, 20);
	for (const { role, id, reach } of [...once, ...refused]) {
		const companyIds = role === 'PLATFORM_ADMIN' ? [] : [world.companyId];
		const caller = role === 'EMPLOYEE' ? await userOf(world.employeeId) : await newUser([role], companyIds);
		// Some records are gone after the first operations.
		if (reach !== 'no') await prepare(id, caller.userId, world).catch(() => {});
		await perform(as(caller, ALL).send, id, world);
	}
	const visit = await visitOf(await newUser(['COMPANY_ADMIN'], [world.companyId]));
	const employee = `/people/${world.employeeId}`;
	for (const path of [
		'/',
		'/people',
		'/people?q=person',
		employee,
		'/company',
		'/months',
		'/nowhere/a@b.example',
	])
		await browse(visit, ALL).get(path);
	const email = await registeredCheaply();
	for (const password of ['a wrong password of many letters', 'correct horse battery staple']) {
		await call('POST', '/auth', { email, password }, {}, ALL);
		await browse(null, ALL).post('/sign-in/password', { email, password });
	}
	await call('GET', `/users?email=${email}`, undefined, { Authorization: 'Bearer zub_live_somebody' }, ALL);
	await call('GET', `/users/${email}`, undefined, {}, ALL);
	await call('GET', `https://zubrot.example/registration/${email}`, undefined, {}, ALL);

	const told = requests();
	expect(told.length).toBeGreaterThan(150);
	const FIELDS = [
		'level',
		'event',
		'requestId',
		'operation',
		'status',
		'ms',
		'trips',
		'rowsRead',
		'rowsWritten',
		'company',
	];
	for (const { requestId, ...line } of told) {
		expect(Object.keys(line).filter((field) => !FIELDS.includes(field))).toEqual([]);
		expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
		expect(line.operation).toMatch(/^(\w+|unmatched|[A-Z]+ \/[\w/:{}.*-]*)$/);
		expect(JSON.stringify(line)).not.toMatch(
			/@|%40|zub_|eyJ|[0-9a-f]{8}-[0-9a-f]{4}|\d+\.\d+\.\d+\.\d+|2001:db8|Bearer|https?:/,
		);
	}
	// Errors have lines of their own.
	const away = { ...ALL, DB: databaseOver(() => Promise.reject(new Error('D1_ERROR: unknown'))) };
	await as(await newUser(['PLATFORM_ADMIN']), away).get(`/users/${email}`);
	await call('GET', `/nothing/${email}`, undefined, {}, { ...ALL, JWT_SECRET: 'short' });
	const failures = lines.filter((line) => /"level":"error"/.test(line));
	expect(failures.length).toBeGreaterThan(1);
	const values = [...(await namesIn()), email];
	expect(values.length).toBeGreaterThan(10);
	const text = told.map(({ requestId: _, ...line }) => Object.values(line).join(' ')).join('\n');
	expect(values.filter((value) => (text + failures.join('\n')).includes(value))).toEqual([]);
});

/** Addresses and names of people and companies that the database has. */
async function namesIn(): Promise<string[]> {
	const { results } = await env.DB.prepare(
		`SELECT email AS name FROM users WHERE email IS NOT NULL UNION SELECT name FROM companies UNION SELECT first_name FROM users
		UNION SELECT last_name FROM users`,
	).all<{ name: string | null }>();
	return results.flatMap(({ name }) => (name === null || name.length < 4 ? [] : name));
}
