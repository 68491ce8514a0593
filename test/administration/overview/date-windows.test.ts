import { expect, test } from 'vitest';
import { as, at, newCompany, newEmployee } from '../../harness/service.ts';

const budget = { value: 5000, currency: 'EUR_CENT' };
const before = (date: string) => new Date(Date.parse(date) - 1).toISOString();

/** A window that differed from the rule would offer dates that a request then refuses, or hide dates that it takes. */
test.each([
	['setAccess', 'flex/access', { budget, accumulateBudget: false }],
	['setMonthlyBudget', 'goodies/budget', { budget }],
	['setDefaultAccess', 'goodies/default-access', {}],
])(
	'%s takes the earliest date that the window names, and not a millisecond less',
	async (name, path, body) => {
		at('2023-03-07T12:00:00.000Z');
		const { admin, ...company } = await newCompany();
		const employee = `/employees/${await newEmployee({ admin, ...company })}`;
		const { [name]: window } = (await as(admin).get(`${employee}/date-windows`)).body;
		const set = (startDate: string) => as(admin).put(`${employee}/${path}`, { ...body, startDate });

		expect(await set(before(window.earliestStartDate))).toMatchObject({ status: 400 });
		expect(await set(window.earliestStartDate)).toMatchObject({ status: 200 });
	},
);
