import { beforeAll, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, type TestCompany } from '../../harness/service.ts';

let company: TestCompany;
let employeeId: string;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
});

describe('query parameters that are known and broken', () => {
	const dates = [
		'',
		'2023-02-30',
		'2023-02-29',
		'2023-2-3',
		'2023-03-07T00:00:00Z',
		'1999-12-31',
		'10000-01-01',
		'7',
	];

	const months = [
		'',
		'2023-13',
		'2023-00',
		'2023-3',
		'2023',
		'2023-03-01',
		'1999-12',
		'2023-03&month=2023-03',
	];
	const states = ['', 'approved', 'OPEN', 'SUBMITTED,APPROVED', 'SUBMITTED&state=SUBMITTED'];

	test.each([
		['/employees/ID/flex/access', 'date', [...dates, '2023-03-07&date=2023-03-07']],
		[
			'/companies/COMPANY/flex/payroll-transactions',
			'module',
			['', 'meals', 'DRINKS', 'MEALS,SPORTS', 'MEALS&module=MEALS'],
		],
		['/employees/ID/flex/balance', 'month', months],
		['/employees/ID/flex/balances', 'year', ['', '1999', '10000', '23', '2023-01', 'now', '2023&year=2023']],
		['/employees/ID/flex/expenses', 'month', months],
		['/employees/ID/flex/expenses', 'module', ['', 'meals', 'MEALS,SPORTS', 'MEALS&module=MEALS']],
		['/employees/ID/flex/expenses', 'state', states],
		['/companies/COMPANY/flex/expenses', 'month', months],
		['/companies/COMPANY/flex/expenses', 'module', ['', 'DRINKS']],
		['/companies/COMPANY/flex/expenses', 'state', states],
		['/companies/COMPANY/flex/payroll-runs/RUN/export', 'format', ['', 'CSV', 'pdf', 'csv&format=csv']],
		['/employees', 'email', ['']],
		['/employees', 'companyId', ['', '%00', 'x'.repeat(256)]],
		['/employees', 'personnelNumber', ['', '%00', 'x'.repeat(256), 'a&personnelNumber=b']],
		['/employees', 'group', ['', '%00']],
		['/employees', 'costCenter', ['', '%00']],
	])('GET %s?%s is 400', async (path, name, values) => {
		const address = path.replace('ID', employeeId).replace('COMPANY', company.id);
		for (const value of values) {
			const answer = await as(company.admin).get(`${address}?${name}=${value}`);
			expect([value, answer.status]).toEqual([value, 400]);
			expect(answer.body.errors).toMatchObject([{ pointer: `#/query/${name}` }]);
		}
	});
});
