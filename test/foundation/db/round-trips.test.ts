import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	now,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

const PASSWORD = 'correct horse battery staple';

let company: TestCompany;
let other: TestCompany;
let platform: TestUser;
let employee: string;
let planned: string;
let email: string;
let employeeEmail: string;

const budget = { value: 5000, currency: 'EUR_CENT' };
const endDate = '2023-12-31T23:59:59.999Z';
const startDate = '2023-04-01T00:00:00.000Z';

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	other = await newCompany();
	platform = await newUser(['PLATFORM_ADMIN']);
	employeeEmail = uniqueEmail();
	const fields = { email: employeeEmail, personnelNumber: '0', groups: ['x'], costCenter: 'x' };
	employee = `/employees/${await newEmployee(company, fields)}`;
	await as(company.admin).put(`${employee}/flex/access`, { budget, accumulateBudget: true, startDate });
	await as(company.admin).put(`${employee}/goodies/default-access`, { startDate });
	const { body } = await as(company.admin).put(`${employee}/goodies/budget`, { budget, startDate });
	planned = `/goodies/planned-vouchers/${body[0].id}`;
	email = uniqueEmail();
	const user = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id], password: PASSWORD };
	await as(platform).post('/users', user);
});

type Send = (who: ReturnType<typeof as>) => ReturnType<typeof call>;

/** Counts the round trips of a request by a recently seen user. */
async function measured(user: TestUser, send: Send) {
	await as(user).get('/auth/me');
	const { counted, bindings } = counting();
	const { status } = await send(as(user, bindings));
	expect(status, 'status').toBeLessThan(300);
	return counted;
}

const READS: [string, Send][] = [
	['the requesting user', (who) => who.get('/auth/me')],
	['an employee', (who) => who.get(employee)],
	['date windows', (who) => who.get(`${employee}/date-windows`)],
	['flex access', (who) => who.get(`${employee}/flex/access`)],
	['flex access on a day', (who) => who.get(`${employee}/flex/access?date=2023-04-01`)],
	['planned vouchers', (who) => who.get(`${employee}/goodies/planned-vouchers`)],
	['issued vouchers', (who) => who.get(`${employee}/goodies/vouchers`)],
	['default access', (who) => who.get(`${employee}/goodies/default-access`)],
	['an employee by e-mail', (who) => who.get(`/employees?email=${employeeEmail}`)],
	['an employee by number', (who) => who.get('/employees?personnelNumber=0')],
	['a page of a group', (who) => who.get('/employees?group=x&limit=10')],
	['a page of a cost centre', (who) => who.get('/employees?costCenter=x&limit=10')],
	['a page of employees', (who) => who.get('/employees?limit=10')],
];
const LISTS: [string, Send][] = [
	['all employees', (who) => who.get('/employees')],
	['tax rule templates', (who) => who.get('/flex/tax-rule-templates')],
	['payroll transactions', (who) => who.get(`/companies/${company.id}/flex/payroll-transactions`)],
];
const CHANGES: [string, Send][] = [
	['an employee', (who) => who.put(employee, { costCentre: 'x' })],
	['flex access', (who) => who.put(`${employee}/flex/access`, { budget, accumulateBudget: true, startDate })],
	['the monthly budget', (who) => who.put(`${employee}/goodies/budget`, { budget, startDate })],
	['default access', (who) => who.put(`${employee}/goodies/default-access`, { startDate })],
];
const REVOCATIONS: [string, Send][] = [
	['one plan', (who) => who.delete(planned, { endDate })],
	['all plans', (who) => who.delete(`${employee}/goodies/planned-vouchers`, { endDate })],
	['flex access', (who) => who.delete(`${employee}/flex/access`, { endDate })],
];
const CREATIONS: [string, Send][] = [
	['an employee', (who) => who.post('/employees', { email: uniqueEmail(), companyId: company.id })],
	['a template', (who) => who.post('/flex/tax-rule-templates', { name: 'n', companyIds: [company.id] })],
];

describe('round trips in steady state', () => {
	test.each([...READS, ...LISTS])('reading %s takes one', async (_, send) => {
		expect((await measured(company.admin, send)).trips).toBe(1);
	});

	test.each([...CHANGES, ...CREATIONS, ...REVOCATIONS])('writing %s takes at most two', async (_, send) => {
		const { trips } = await measured(company.admin, send);
		expect(trips).toBeGreaterThanOrEqual(1);
		expect(trips).toBeLessThanOrEqual(2);
	});

	test.each<[string, Send]>([
		['/companies', (who) => who.get('/companies')],
		['/companies/{companyId}', (who) => who.get(`/companies/${company.id}`)],
		['/users', (who) => who.get('/users')],
		['/users/{userId}', (who) => who.get(`/users/${company.admin.userId}`)],
	])('a platform administrator reads %s in one', async (_, send) => {
		expect((await measured(platform, send)).trips).toBe(1);
	});

	test.each<[string, Send]>([
		['a new company', (who) => who.post('/companies', { name: 'n', taxAffiliation: 'DE' })],
		['a company', (who) => who.put(`/companies/${company.id}`, { name: 'n' })],
		['a new user', (who) => who.post('/users', { email: uniqueEmail(), roles: ['EMPLOYEE'] })],
		['a user', (who) => who.put(`/users/${platform.userId}`, { firstName: 'Ada' })],
	])('a platform administrator writes %s in at most two', async (_, send) => {
		expect((await measured(platform, send)).trips).toBeLessThanOrEqual(2);
	});

	test('logging in takes at most two', async () => {
		const { counted, bindings } = counting();
		const answer = await call('POST', '/auth', { email, password: PASSWORD }, {}, bindings);
		expect(answer.status).toBe(200);
		expect(counted.trips).toBeGreaterThanOrEqual(1);
		expect(counted.trips).toBeLessThanOrEqual(2);
	});

	test('a user not seen before costs one more', async () => {
		const { counted, bindings } = counting();
		await as((await newCompany()).admin, bindings).get('/employees');
		expect(counted.trips).toBe(2);
	});
});

/** Adds employees with benefits and vouchers to a company, by SQL for speed. */
async function grow(of: TestCompany, from: number, to: number): Promise<void> {
	const people = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1}),
		p AS (SELECT i, '${of.id}-' || i AS k FROM n)`;
	const dates = `${now()}, ${now()}`;
	const april = Date.parse(startDate);
	await env.DB.batch(
		[
			`INSERT INTO users (id, date_created, date_modified, email, email_key, roles) ${people}
			SELECT 'u' || k, ${dates}, k || '@x', k || '@x', '["EMPLOYEE"]' FROM p`,
			`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, personnel_number, cost_center, groups,
			revision) ${people} SELECT 'f' || k, ${dates}, '${of.id}', 'u' || k, 'n' || i, 'y', '["y"]', 0 FROM p`,
			`INSERT INTO flex_accesses (id, date_created, date_modified, employee_id, budget_value, budget_currency,
			allowed_modules, accumulate_budget, tax_rule_template_id, valid_from) ${people}
			SELECT 'f' || k, ${dates}, 'f' || k, 1, 'EUR_CENT', '["MEALS"]', 0, 'default', ${april} FROM p`,
			`INSERT INTO default_accesses (id, date_created, date_modified, employee_id, valid_from) ${people}
			SELECT 'f' || k, ${dates}, 'f' || k, ${april} FROM p`,
			`INSERT INTO planned_vouchers (id, date_created, date_modified, employee_id, goodies_voucher_type, interval,
			amount_value, amount_currency, valid_from, anchor, next_occurrence) ${people}
			SELECT 'f' || k, ${dates}, 'f' || k, 'GENERIC', 'MONTHLY', 1, 'EUR_CENT', ${april}, ${april}, ${april} FROM p`,
			`INSERT INTO issued_vouchers (id, date_created, employee_id, goodies_voucher_type, interval, amount_value,
			amount_currency, planned_voucher_id, due_date) ${people}
			SELECT 'f' || k, ${now()}, 'f' || k, 'GENERIC', 'MONTHLY', 1, 'EUR_CENT', 'f' || k, 1 FROM p`,
		].map((sql) => env.DB.prepare(sql)),
	);
}

async function rowsReadBy(operations: [string, Send][]): Promise<Record<string, number>> {
	const rowsRead: Record<string, number> = {};
	for (const [name, send] of operations) rowsRead[name] = (await measured(company.admin, send)).rowsRead;
	return rowsRead;
}

describe('rows read', () => {
	test('do not depend on how many employees other companies have', async () => {
		const operations = [
			...READS,
			...LISTS,
			...CHANGES.map(named('change')),
			...REVOCATIONS.map(named('revoke')),
		];
		await grow(other, 0, 50);
		await rowsReadBy(operations);
		const few = await rowsReadBy(operations);
		await grow(other, 50, 2000);
		expect(await rowsReadBy(operations)).toEqual(few);
		expect(Math.min(...Object.values(few)), 'rows are counted').toBeGreaterThan(0);
	}, 60_000);

	test('round trips for one employee or one page do not depend on the size of the company', async () => {
		const operations = [...READS, ...CHANGES.map(named('change')), ...REVOCATIONS.map(named('revoke'))];
		await grow(company, 0, 50);
		await rowsReadBy(operations);
		const few = await rowsReadBy(operations);
		const wholeList = await rowsReadBy(LISTS);
		await grow(company, 50, 2000);
		expect(await rowsReadBy(operations)).toEqual(few);
		expect(await rowsReadBy(LISTS), 'the count sees what grows').not.toEqual(wholeList);
	}, 60_000);
});

function named(verb: string) {
	return ([name, send]: [string, Send]): [string, Send] => [`${verb} ${name}`, send];
}
