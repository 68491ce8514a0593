import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { inTurns } from '../../harness/sampling.ts';
import {
	type Answer,
	as,
	at,
	newCompany,
	newEmployee,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';
import { MONEY, PERIOD } from './faults.ts';

const NOW = '2023-03-07T12:00:00.000Z';
const ENDING = { endDate: '2023-06-30T23:59:59.999Z' };
const ACCESS = { budget: MONEY, accumulateBudget: true, ...PERIOD };
const PLAN = { budget: MONEY, ...PERIOD };
const EXPENSE = { module: 'INTERNET', amount: MONEY, date: '2023-03-07' };
const CORRECTION = { amount: MONEY, reason: 'Counted twice' };

let company: TestCompany;
let employeeId: string;
let planId: string;

beforeAll(async () => {
	at(NOW);
	company = await newCompany();
	employeeId = await newEmployee(company);
	const { put } = as(company.admin);
	await put(`/employees/${employeeId}/flex/access`, ACCESS);
	await put(`/employees/${employeeId}/goodies/default-access`, PERIOD);
	planId = (await put(`/employees/${employeeId}/goodies/budget`, PLAN)).body[0].id;
});
beforeEach(() => at(NOW));

/** Sends requests that must all be refused, and holds the database against what it was. */
async function refusedWithoutTrace(requests: () => Promise<Answer>[]): Promise<Answer[]> {
	const before = await readState();
	const answers = await Promise.all(requests());
	for (const answer of answers) {
		expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
		expect(answer.body.instance).toContain(answer.headers.get('X-Request-Id'));
	}
	expect(await readState()).toEqual(before);
	return answers;
}

const OF_EMPLOYEE = [
	['GET', '/employees/ID'],
	['PUT', '/employees/ID', { costCenter: 'x' }],
	['GET', '/employees/ID/date-windows'],
	['GET', '/employees/ID/flex/access'],
	['PUT', '/employees/ID/flex/access', ACCESS],
	['DELETE', '/employees/ID/flex/access', ENDING],
	['PUT', '/employees/ID/goodies/budget', PLAN],
	['GET', '/employees/ID/goodies/default-access'],
	['PUT', '/employees/ID/goodies/default-access', PERIOD],
	['GET', '/employees/ID/goodies/planned-vouchers'],
	['DELETE', '/employees/ID/goodies/planned-vouchers', ENDING],
	['GET', '/employees/ID/goodies/vouchers'],
	['GET', '/employees/ID/flex/balance'],
	['GET', '/employees/ID/flex/balances'],
	['GET', '/employees/ID/flex/expenses'],
	['POST', '/employees/ID/flex/expenses', EXPENSE],
] as const;

const OF_OTHERS = [
	['DELETE', '/goodies/planned-vouchers/ID', ENDING],
	['GET', '/companies/ID/flex/payroll-transactions'],
	['GET', '/flex/tax-rule-templates/ID'],
	['GET', '/flex/expenses/ID'],
	['POST', '/flex/expenses/ID/withdrawal'],
	['GET', '/flex/expenses/ID/receipts'],
	['POST', '/flex/expenses/ID/receipts', '%PDF-1.7'],
	['GET', '/companies/ID/flex/expenses'],
	['GET', '/companies/ID/flex/payroll-runs'],
	['POST', '/companies/ID/flex/payroll-runs', { month: '2023-02' }],
	['GET', '/companies/COMPANY/flex/payroll-runs/ID'],
	['GET', '/companies/COMPANY/flex/payroll-runs/ID/export?format=csv'],
	['GET', '/companies/ID/flex/payroll-corrections'],
	['GET', '/companies/COMPANY/flex/payroll-corrections/ID'],
	['POST', '/companies/COMPANY/flex/payroll-transactions/ID/corrections', CORRECTION],
	['GET', '/companies/ID/payroll-settings'],
	['PUT', '/companies/ID/payroll-settings', { wageTypes: {} }],
] as const;

const NO_IDS = [
	...[
		'x',
		'0',
		'1',
		'-1',
		'null',
		'undefined',
		'%00',
		'%',
		'%ED%A0%80',
		'%F0%9F%98%80',
		'..%2f..',
		`'%20OR%201=1--`,
	],
	...['x'.repeat(2000), '00000000-0000-0000-0000-000000000000', '{id}', '*', '%25', '[object%20Object]'],
];

describe('an id that is unknown or no UUID is 404, and nothing is written', () => {
	const all = [...OF_EMPLOYEE, ...OF_OTHERS];
	test.each(all)('%s %s', async (method, path, body?: object | string) => {
		const row = all.findIndex((one) => one[0] === method && one[1] === path);
		const ids = [newId(Date.parse(NOW)), company.id.replace(/^0/, 'f'), ...inTurns(NO_IDS, row, 3)];
		const answers = await refusedWithoutTrace(() =>
			ids.map((id) =>
				as(company.admin).send(method, path.replace('COMPANY', company.id).replace('ID', id), body),
			),
		);
		expect(answers.map(({ status }, n) => [ids[n], status])).toEqual(ids.map((id) => [id, 404]));
	});
});

describe('a record of a foreign company is answered like an unknown one', () => {
	const withoutInstance = ({ status, body }: Answer) => ({ status, body: { ...body, instance: '' } });

	async function compared(stranger: TestUser, method: string, path: string, id: string, body?: object) {
		const [foreign, unknown] = await refusedWithoutTrace(() =>
			[id, newId(Date.parse(NOW))].map((one) => as(stranger).send(method, path.replace('ID', one), body)),
		);
		expect(foreign?.status).toBe(404);
		expect(foreign && withoutInstance(foreign)).toEqual(unknown && withoutInstance(unknown));
	}

	test.each(OF_EMPLOYEE)('%s %s', async (method, path, body?: object) => {
		await compared((await newCompany()).admin, method, path, employeeId, body);
	});

	test('DELETE /goodies/planned-vouchers/ID', async () => {
		const { admin } = await newCompany();
		await compared(admin, 'DELETE', '/goodies/planned-vouchers/ID', planId, ENDING);
	});

	test('GET /companies/ID/flex/payroll-transactions', async () => {
		const { admin } = await newCompany();
		await compared(admin, 'GET', '/companies/ID/flex/payroll-transactions', company.id);
	});

	test('GET /flex/tax-rule-templates/ID', async () => {
		const template = { name: 'Meals', companyIds: [company.id] };
		const { id } = (await as(company.admin).post('/flex/tax-rule-templates', template)).body;
		await compared((await newCompany()).admin, 'GET', '/flex/tax-rule-templates/ID', id);
	});

	test.each([
		['/employees', (companyId: string) => ({ email: 'new@test.example', companyId })],
		['/flex/tax-rule-templates', (id: string) => ({ name: 'Meals', companyIds: [id] })],
		['/flex/tax-rule-templates', (id: string) => ({ name: 'Meals', companyIds: [company.id, id] })],
	])('a foreign company in the body of POST %s, like one that is unknown', async (path, body) => {
		const ids = [(await newCompany()).id, newId(Date.parse(NOW)), 'x', `${company.id} `];
		const answers = await refusedWithoutTrace(() => ids.map((id) => as(company.admin).post(path, body(id))));
		for (const answer of answers) {
			expect(answer).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
			expect(answer.body.detail).toBe(answers[0]?.body.detail);
		}
	});
});
