import { beforeAll, describe, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { as } from '../../harness/service.ts';
import { type ListsWorld, newListsWorld } from './world.ts';

const LIMIT = 20;

let world: ListsWorld;
beforeAll(async () => {
	world = await newListsWorld();
});

const READERS = [
	'platform administrator',
	'administrator of one company',
	'administrator of some',
	'administrator of all',
	'technical user of some',
];
const REVIEWERS = [...READERS, 'verifier of all'];

const EMPLOYEE_FILTERS = [
	'',
	'group=x',
	'group=none',
	'costCenter=A',
	'costCenter=none',
	'personnelNumber=n7',
	'group=x&costCenter=A',
	'group=y&costCenter=B',
	'group=x&personnelNumber=n1',
	'costCenter=B&personnelNumber=n1',
	'companyId=LAST',
	'companyId=LAST&group=x',
	'companyId=LAST&costCenter=A&group=x',
	'email=EMAIL',
	'email=EMAIL&group=none',
	'modifiedSince=SINCE',
	'modifiedSince=SINCE&group=x',
	'state=ACTIVE',
];
const EVENT_FILTERS = ['', 'type=employee.left', 'companyId=LAST', 'since=SINCE', 'subject=EMPLOYEE'];

const LISTS: [path: string, readers: string[]][] = [
	...[
		...EMPLOYEE_FILTERS.map((filter) => `/employees?${filter}`),
		...EVENT_FILTERS.map((filter) => `/events?${filter}`),
	].map((path): [string, string[]] => [path, READERS]),
	['/flex/tax-rule-templates?', REVIEWERS],
	['/companies/LAST/flex/expenses?', ['administrator of one company', 'administrator of all']],
	[
		'/companies/LAST/flex/expenses?modifiedSince=SINCE',
		['administrator of one company', 'administrator of all'],
	],
	['/companies/LAST/flex/access?month=2023-03', ['administrator of one company', 'verifier of all']],
	['/companies/LAST/goodies/vouchers?month=2023-03', ['administrator of one company', 'verifier of all']],
	['/companies/LAST/flex/payroll-transactions?', ['administrator of one company', 'verifier of all']],
	['/companies/LAST/flex/payroll-transactions?module=MEALS', REVIEWERS.slice(-1)],
	['/employees/EMPLOYEE/flex/expenses?', ['administrator of one company', 'administrator of all']],
	['/users?', ['platform administrator']],
	['/companies?', ['platform administrator']],
];

const read = async (reader: string, path: string) => {
	const { user, companies } = world.readers[reader] ?? expect.unreachable(reader);
	const last = world.companies.at(-1)?.id ?? '';
	const [employee] = (
		await as(world.readers['platform administrator']?.user ?? user).get(
			`/employees?companyId=${last}&limit=1`,
		)
	).body;
	await as(user).get('/auth/me');
	const located = path
		.replace('LAST', last)
		.replace('EMPLOYEE', employee?.employeeId)
		.replace('EMAIL', employee?.email)
		.replace('SINCE', '2023-03-07T12:00:00.000Z');
	const { counted, bindings } = counting();
	const { status, body } = await as(user, bindings).get(located);
	expect([status, counted.trips], located).toEqual([200, 1]);
	return { body, companies, rowsRead: counted.rowsRead };
};

describe.each(LISTS)('a page of %s', (path, readers) => {
	test.each(readers)('costs a %s at most 10 rows for each answered and 3 a company', async (reader) => {
		const { body, companies, rowsRead } = await read(reader, `${path}&limit=${LIMIT}`);
		// A template answers its companies too. One row more than the page tells whether there is another.
		const answered =
			body.length + body.flatMap(({ companyIds = [] }: { companyIds?: string[] }) => companyIds).length;
		expect(rowsRead).toBeLessThanOrEqual(10 * (answered + 1) + 3 * companies);
	});
});

test.each(REVIEWERS)('the requesting user costs a %s 2 rows for each company', async (reader) => {
	const { body, companies, rowsRead } = await read(reader, '/auth/me');
	expect(body.manageableCompanies).toHaveLength(companies);
	expect(rowsRead).toBeLessThanOrEqual(2 * companies + 3);
});

test('one employee costs the same however many companies one manages', async () => {
	const one = await read('administrator of one company', '/employees/EMPLOYEE');
	const all = await read('administrator of all', '/employees/EMPLOYEE');
	expect([one.rowsRead, all.rowsRead]).toEqual([4, 4]);
});

test.each(['/employees?limit=20', '/employees?group=x&limit=20', '/events?limit=20'])(
	'the first page of %s costs an administrator of all companies less than ten of one company',
	async (path) => {
		const one = await read('administrator of one company', path);
		const all = await read('administrator of all', path);
		expect(all.rowsRead).toBeLessThan(10 * one.rowsRead);
	},
);

test('a balance in the page of a company costs as much as by itself, at most 20 rows', async () => {
	const { body, rowsRead } = await read(
		'administrator of one company',
		`/companies/LAST/flex/balances?month=2023-03&limit=${LIMIT}`,
	);
	expect(body).toHaveLength(LIMIT);
	expect(rowsRead).toBeLessThanOrEqual(20 * (LIMIT + 1));
});

test('a state that few are in costs at most 4 rows for each employee of the company', async () => {
	for (const state of ['PAUSED', 'TERMINATED']) {
		const { body, rowsRead } = await read(
			'administrator of one company',
			`/employees?companyId=LAST&state=${state}&limit=${LIMIT}`,
		);
		expect(body).toEqual([]);
		expect(rowsRead).toBeLessThanOrEqual(4 * 80);
	}
});
