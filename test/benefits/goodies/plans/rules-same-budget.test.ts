import { describe, expect, test } from 'vitest';
import { isSameBudget } from '../../../../src/benefits/goodies/plans/rules.ts';
import { utc } from '../../../harness/grants.ts';

describe('two monthly budgets are the same', () => {
	const budget = (day: string, fields: object = {}) => ({
		amountValue: 100,
		amountCurrency: 'EUR_CENT' as const,
		anchor: utc(day),
		...fields,
	});
	test.each([
		['on the same day of other months', budget('2023-01-07'), budget('2023-05-07'), true],
		['whichever is first', budget('2023-05-07'), budget('2023-01-07'), true],
		['not on other days', budget('2023-01-07'), budget('2023-05-08'), false],
		['not at another time', budget('2023-01-07'), budget('2023-05-07T00:00:00.001Z'), false],
		['not with another amount', budget('2023-01-07'), budget('2023-01-07', { amountValue: 101 }), false],
		[
			'not in another currency',
			budget('2023-01-07'),
			budget('2023-01-07', { amountCurrency: 'CHF_CENTIMES' }),
			false,
		],
		['not where only the short months agree', budget('2023-01-31'), budget('2023-02-28'), false],
		['nor where they first differ in a year’s last month', budget('2023-01-30'), budget('2023-02-28'), false],
		['on the last day of every month', budget('2023-01-31'), budget('2023-03-31'), true],
	])('%s', (_, one, other, expected) => {
		expect(isSameBudget(one, other)).toBe(expected);
	});
});
