import { expect, test } from 'vitest';
import { type ExpenseFacts, requireAllowed } from '../../../src/benefits/expenses/circumstances/rules.ts';
import { pause } from '../../harness/grants.ts';
import { access, cap, circumstances, type Given, meals, ride, taken, template } from './circumstances.ts';

const utc = Date.parse;
const employment = circumstances().employment;
const cents = (value: number) => ({ value, currency: 'EUR_CENT' }) as const;

/** Sentences for the person who must correct the request: the days, sums and limits that decided. */
test.each<[detail: string, expense: ExpenseFacts, given: Given]>([
	['date must not be in the future.', meals({ date: utc('2023-03-16') }), {}],
	[
		'The employee left on 2023-03-01T09:30:00.000Z.',
		meals(),
		{ employment: { ...employment, dateTerminated: utc('2023-03-01T09:30:00.000Z') } },
	],
	[
		'The employee is paused on this day.',
		meals(),
		{ employment: { ...employment, pauses: [pause(utc('2023-03-01'))] } },
	],
	['2023-02 is closed; expenses are accepted from 2023-03-01 on.', meals({ date: utc('2023-02-28') }), {}],
	[
		'The payroll run of 2023-02 is closed.',
		meals({ date: utc('2023-02-28') }),
		{ now: utc('2023-03-07'), latestClosed: utc('2023-02-01') },
	],
	['No flex access is in force on this day.', meals(), { timeline: [] }],
	['The flex access of this day does not permit KITA.', meals({ module: 'KITA' }), {}],
	[
		'The tax rules permit MOBILITY by public transport only.',
		ride(false),
		{ templates: [template({ isOnlyPublicTransportAllowed: true })] },
	],
	[
		'At most 15 days of MEALS a month; 9 are used and 6 are left.',
		meals({ days: 7 }),
		{
			templates: [template({ maxDaysPerMonth: 15 })],
			spendings: [taken('2023-03-01', 1, { days: 9 })],
		},
	],
	[
		'At most 500 EUR_CENT a month under the tax rules; 450 are used and 50 are left.',
		meals({ amount: cents(51) }),
		{ templates: [template(cap(500))], spendings: [taken('2023-03-01', 450)] },
	],
	[
		'The budget of the month is in CHF_CENTIMES.',
		meals(),
		{ timeline: [access({ budgetCurrency: 'CHF_CENTIMES' })] },
	],
	[
		'2023-03 has 3000 EUR_CENT, including carry-over; 400 are used, 2600 are left.',
		meals({ amount: cents(2601) }),
		{ spendings: [taken('2023-03-01', 400)] },
	],
	[
		'2023-05 has 5000 EUR_CENT, including carry-over; 4900 are used, 100 are left for it and for 2023-03, which carries over into it.',
		meals({ amount: cents(101) }),
		{ spendings: [taken('2023-05-01', 4900)] },
	],
	[
		'2023-01 is overdrawn. Months linked to it by carry-over have nothing left until this is covered.',
		meals({ amount: cents(1) }),
		{ spendings: [taken('2023-01-20', 1001)] },
	],
])('%s', (detail, expense, given) => {
	expect(() => requireAllowed(expense, circumstances(given))).toThrowError(
		expect.objectContaining({ message: detail }),
	);
});
