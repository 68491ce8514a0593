import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { inTurns } from '../../harness/sampling.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';
import { MONEY } from './faults.ts';

const NOW = '2023-03-07T12:00:00.000Z';
const COUNT = 7;

let company: TestCompany;
let platform: TestUser;
let employeeId: string;

const sql = (statement: string, ...values: unknown[]) =>
	env.DB.prepare(statement)
		.bind(...values)
		.run();
const months = Array.from({ length: COUNT }, (_, n) => `2023-${String(n + 4).padStart(2, '0')}`);

beforeAll(async () => {
	at(NOW);
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
	const { post, put } = as(company.admin);
	for (let n = 1; n < COUNT; n++) await benefit(await newEmployee(company), periodOf('2023-04'));
	employeeId = await newEmployee(company);
	for (const month of months) {
		const period = periodOf(month);
		await benefit(employeeId, period);
		await put(`/employees/${employeeId}/goodies/default-access`, period);
		await post('/flex/tax-rule-templates', { name: month, companyIds: [company.id] });
		await newCompany();
		await sql(
			`INSERT INTO payroll_transactions VALUES (?, 0, 0, NULL, 'x', ?, 'MEALS', NULL, NULL, 1, 'EUR_CENT', 'PENDING', 0, 0, NULL, 'EXPENSE', FALSE)`,
			newId(Date.parse(NOW)),
			company.id,
		);
	}
});

const periodOf = (month: string) => ({
	startDate: `${month}-01T00:00:00.000Z`,
	endDate: `${month}-28T23:59:59.999Z`,
});

/** Flex access, a monthly budget, and the voucher of its start. */
async function benefit(id: string, period: ReturnType<typeof periodOf>): Promise<void> {
	const { put } = as(company.admin);
	await put(`/employees/${id}/flex/access`, { budget: MONEY, accumulateBudget: false, ...period });
	await put(`/employees/${id}/goodies/budget`, { budget: MONEY, ...period });
	await sql(
		`INSERT INTO issued_vouchers SELECT ?, 0, employee_id, goodies_voucher_type, interval, 1, 'EUR_CENT', id, valid_from
		 FROM planned_vouchers WHERE employee_id = ? AND valid_from = ?`,
		newId(Date.parse(NOW)),
		id,
		Date.parse(period.startDate),
	);
}

beforeEach(() => at(NOW));

/** Every list operation, and whose call it is. */
const LISTS: [string, () => TestUser][] = [
	['/employees', () => company.admin],
	['/employees?companyId=COMPANY', () => company.admin],
	['/employees', () => platform],
	['/employees/EMPLOYEE/flex/access', () => company.admin],
	['/employees/EMPLOYEE/goodies/planned-vouchers', () => company.admin],
	['/employees/EMPLOYEE/goodies/default-access', () => company.admin],
	['/employees/EMPLOYEE/goodies/vouchers', () => company.admin],
	['/flex/tax-rule-templates', () => company.admin],
	['/companies/COMPANY/flex/payroll-transactions', () => company.admin],
	['/companies/COMPANY/flex/payroll-transactions?module=MEALS', () => company.admin],
	['/employees?modifiedSince=2000-01-01T00:00:00Z', () => company.admin],
	['/employees?modifiedSince=2000-01-01T00:00:00Z', () => platform],
	['/companies/COMPANY/flex/access?month=2023-04', () => company.admin],
	['/companies/COMPANY/flex/balances?month=2023-04', () => company.admin],
	['/companies/COMPANY/goodies/vouchers?month=2023-04', () => company.admin],
	['/companies/COMPANY/calendar?names=true', () => company.admin],
	['/companies', () => platform],
	['/users', () => platform],
];

/** Those in the order of company or employee first. */
const ledByAnId = new Set([
	'/employees',
	'/flex/tax-rule-templates',
	'/companies/COMPANY/flex/access',
	'/companies/COMPANY/goodies/vouchers',
]);

const located = (path: string) => path.replace('EMPLOYEE', employeeId).replace('COMPANY', company.id);
const having = (path: string, query: string) => `${located(path)}${path.includes('?') ? '&' : '?'}${query}`;

/** Follows the links from a first page to the end. */
async function walk(user: TestUser, first: string): Promise<unknown[][]> {
	const pages: unknown[][] = [];
	for (let path: string | undefined = first; path !== undefined; ) {
		const answer = await as(user).get(path);
		expect(answer.status).toBe(200);
		pages.push(answer.body);
		const link: string = answer.headers.get('Link') ?? '';
		const next: string | undefined = /^<(\/api\/v2\/[^>]+)>; rel="next"$/.exec(link)?.[1];
		expect(link === '').toBe(next === undefined);
		path = next;
	}
	return pages;
}

describe.each(LISTS)('GET %s', (path, user) => {
	const row = LISTS.findIndex(([one, by]) => one === path && by === user);

	test('without limit is the whole list, a bare array without a Link', async () => {
		const answer = await as(user()).get(located(path));
		expect(answer.status).toBe(200);
		expect(Array.isArray(answer.body)).toBe(true);
		expect(answer.body.length).toBeGreaterThanOrEqual(COUNT);
		expect(answer.headers.has('Link')).toBe(false);
	});

	test.each(inTurns([1, 2, 3, 1000], row, 2))(
		'walked with limit=%i gives each record exactly once, in the same order',
		async (limit) => {
			const whole = (await as(user()).get(located(path))).body;
			const pages = await walk(user(), having(path, `limit=${limit}`));
			expect(pages.flat()).toEqual(whole);
			expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
			expect(pages.at(-1)).not.toEqual([]);
		},
	);

	test('has no Link when the page holds exactly what is left', async () => {
		const whole = (await as(user()).get(located(path))).body;
		expect(await walk(user(), having(path, `limit=${whole.length}`))).toHaveLength(1);
		expect(await walk(user(), having(path, `limit=${whole.length - 1}`))).toHaveLength(2);
	});

	const REFUSED = [
		'0',
		'1001',
		'-1',
		'+1',
		'1.5',
		'1e2',
		'abc',
		'',
		'%201',
		'99999999999999999999',
		'Infinity',
		'１',
		'1&limit=1',
	];
	test.each(inTurns(REFUSED, row, 4))('refuses limit=%s', async (limit) => {
		const answer = await as(user()).get(having(path, `limit=${limit}`));
		expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
		expect(answer.body.errors).toMatchObject([{ pointer: '#/query/limit' }]);
	});

	const CURSORS: [string, string][] = [
		['empty', ''],
		['no base64', '***'],
		['cut', 'WzAsIjAxODkw'],
		['no JSON', btoa('x')],
		['null', btoa('null')],
		['of one part', btoa('[0]')],
		['of three parts', btoa('[0,"a",1]')],
		['of other types', btoa('["0",1]')],
		['of another list', btoa(ledByAnId.has(path.replace(/\?.*/, '')) ? '[0,"a"]' : '["a","a"]')],
		['with SQL in it', btoa(`[0,"' OR 1=1"]`)],
		['with SQL as its company', btoa(`["' OR 1=1","a"]`)],
		['given twice', `${btoa('[0,"a"]')}&cursor=${btoa('[0,"a"]')}`],
	];
	test.each(inTurns(CURSORS, row, 4))('refuses a cursor that is %s', async (_, cursor) => {
		const answer = await as(user()).get(having(path, `cursor=${cursor}`));
		expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
		expect(answer.body.errors).toMatchObject([{ pointer: '#/query/cursor' }]);
	});

	test('ignores query parameters that it does not know', async () => {
		const whole = (await as(user()).get(located(path))).body;
		const answer = await as(user()).get(having(path, 'sort=name&Limit=1&page=2&offset=&__proto__=1'));
		expect([answer.status, answer.body]).toEqual([200, whole]);
	});
});

test('a cursor without limit gives pages of 200', async () => {
	const many = await withEmployees(402);
	const first = btoa('["","0"]');
	const pages = await walk(many.admin, `/employees?cursor=${first}`);
	expect(pages.map((page) => page.length)).toEqual([200, 200, 2]);
});

test('a record created during a walk neither hides nor repeats another', async () => {
	const { id, admin } = await newCompany();
	const first = await newEmployee({ id, admin });
	const second = await newEmployee({ id, admin });
	const page = await as(admin).get('/employees?limit=1');
	const third = await newEmployee({ id, admin });
	const next = /<(.+)>/.exec(page.headers.get('Link') ?? '')?.[1] ?? '';
	const rest = await walk(admin, next);
	const ids = [page.body, ...rest].flat().map((employee) => employee.employeeId);
	expect(ids).toEqual([first, second, third]);
});

describe('a list without limit is complete, however long', () => {
	test.each([1000, 1001, 2500])('a list of %i employees', async (count) => {
		const { admin } = await withEmployees(count);
		const answer = await as(admin).get('/employees');
		expect(answer.status).toBe(200);
		expect(answer.headers.get('Content-Type')).toContain('application/json');
		const ids: string[] = answer.body.map((employee: { employeeId: string }) => employee.employeeId);
		expect(new Set(ids).size).toBe(count);
		expect(ids).toEqual(ids.toSorted());
	});
});

/** A company with so many employees, made in SQL. */
async function withEmployees(count: number): Promise<TestCompany> {
	const made = await newCompany();
	const numbers = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?1)';
	await sql(
		`${numbers} INSERT INTO users (id, date_created, date_modified, email, email_key, roles)
		 SELECT 'u' || i || ?2, 0, 0, i || ?2, i || ?2, '["EMPLOYEE"]' FROM n`,
		count,
		made.id,
	);
	await sql(
		`${numbers} INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision)
		 SELECT printf('%08x', i) || substr(?2, 9), 0, 0, ?2, 'u' || i || ?2, '[]', 0 FROM n`,
		count,
		made.id,
	);
	return made;
}
