import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, type TestCompany } from '../harness.ts';

let company: TestCompany;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	path = `/employees/${await newEmployee(company)}/flex/access`;
});

const setting = (fields: object = {}) => ({
	budget: { value: 5000, currency: 'EUR_CENT' },
	accumulateBudget: true,
	startDate: '2023-03-01T00:00:00.000Z',
	...fields,
});

describe('date windows of section 4.3, with the reference day 7', () => {
	test.each([
		['2023-03-07T23:59:59.999Z', '2023-02-01T00:00:00.000Z'],
		['2023-03-08T00:00:00.000Z', '2023-03-01T00:00:00.000Z'],
		['2024-01-07T00:00:00.000Z', '2023-12-01T00:00:00.000Z'],
	])('at %s the earliest start is %s', async (moment, earliest) => {
		at(moment);
		const tooEarly = new Date(Date.parse(earliest) - 1).toISOString();

		expect((await as(company.admin).put(path, setting({ startDate: earliest }))).status).toBe(200);
		const refused = await as(company.admin).put(path, setting({ startDate: tooEarly }));
		expect(refused).toMatchObject({
			status: 400,
			body: { code: 'date_out_of_window', field: 'startDate', earliestAllowed: earliest },
		});
	});
});
