import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../../harness/console.ts';
import { as, at, newCompany, newEmployee, type TestCompany } from '../../harness/service.ts';

const START = '2023-03-01T00:00:00.000Z';

const budget = { value: 5000, currency: 'EUR_CENT' };

let company: TestCompany;

let employeeId: string;

let visit: Visit;

beforeEach(async () => {
	at('2023-03-10T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company, { firstName: 'Erika', lastName: 'Muster' });
	await as(company.admin).put(`/employees/${employeeId}/flex/access`, {
		budget,
		accumulateBudget: true,
		startDate: START,
	});
	visit = await visitOf(company.admin);
});

const english = { 'Accept-Language': 'en' };

const open = async (path = '') =>
	(await browse(visit).get(`/people/${employeeId}${path}`, english)).body as string;

test('the year tells the cut-off of a month, unless the month was closed before it', async () => {
	const months = async () =>
		[...(await open()).matchAll(/until the evening; (\w+) 20\d\d closes/g)]
			.map(([, month]) => month)
			.slice(0, 4);
	expect(await months()).toEqual(['December', 'January', 'February', 'March']);
	await as(company.admin).post(`/companies/${company.id}/flex/payroll-runs`, {
		month: '2023-03',
		early: true,
	});
	expect(await months()).toEqual(['December', 'January', 'February', 'April']);
});
