import { describe, expect, test } from 'vitest';
import { permittedPart, roomFor } from '../../../src/benefits/expenses/circumstances/rules.ts';
import { access, circumstances, type Given, meals, taken } from './circumstances.ts';

const utc = Date.parse;
const cents = (value: number) => ({ value, currency: 'EUR_CENT' }) as const;
const room = (fields: Given = {}, expense = meals()) => roomFor(expense, circumstances(fields));

/** From March on, 1000 a month for each of the four modules. */
const since = (day: string, fields = {}): Given => ({
	timeline: [
		access({ validFrom: utc(day), allowedModules: ['MEALS', 'MOBILITY', 'SPORTS', 'HEALTH'], ...fields }),
	],
});

describe('the amount that a month has left for an expense', () => {
	test.each<[string, Given, number]>([
		['a month of budget', since('2023-03-01'), 1000],
		['with what January and February carry on', since('2023-01-01'), 3000],
		['less what is approved', { ...since('2023-03-01'), spendings: [taken('2023-03-02', 400)] }, 600],
		['nothing when more is approved', { ...since('2023-03-01'), spendings: [taken('2023-03-02', 1400)] }, 0],
	])('%s', (_, fields, left) => {
		expect(room(fields).left).toEqual(cents(left));
		if (left > 0)
			expect(permittedPart(meals({ amount: cents(99_999) }), circumstances(fields))).toEqual(cents(left));
	});

	test('has the currency of the budget, and is null without access', () => {
		expect(room(since('2023-03-01', { budgetCurrency: 'CHF_CENTIMES' })).left).toEqual({
			value: 1000,
			currency: 'CHF_CENTIMES',
		});
		expect(room(since('2023-04-01')).left).toBeNull();
	});

	test('is no more than a monthly budget leaves, which SPORTS do not share', () => {
		const restricted: Given = {
			...since('2023-03-01'),
			monthlyBudgets: [
				{
					validFrom: utc('2023-03-01'),
					validUntil: null,
					id: 'plan',
					amountValue: 300,
					amountCurrency: 'EUR_CENT',
				},
			] as Given['monthlyBudgets'] & object,
			spendings: [taken('2023-03-02', 100)],
		};
		expect(room(restricted).left).toEqual(cents(200));
		expect(room(restricted, meals({ module: 'SPORTS', days: null })).left).toEqual(cents(900));
	});
});

describe('the days of meals that the month has taken', () => {
	const german = (now: string): Given => ({
		...since('2023-03-01'),
		mealsLaw: { country: 'DE', areAbsencesRecorded: false },
		now: utc(now),
		spendings: [taken('2023-03-02', 1, { days: 6 }), taken('2023-02-27', 1, { days: 5 })],
	});

	test.each([
		['2023-03-14T23:59:59.999Z', 14],
		['2023-03-15T00:00:00.000Z', 15],
		['2023-04-02T12:00:00.000Z', 15],
	])('stand beside as many as it may have on %s', (now, limit) => {
		expect(room(german(now)).mealDays).toEqual({ used: 6, limit });
	});

	test('are counted for meals only, and only where a law counts them', () => {
		const now = '2023-03-15T12:00:00.000Z';
		expect(room(german(now), meals({ module: 'HEALTH', days: null })).mealDays).toBeNull();
		expect(
			room({ ...german(now), mealsLaw: { country: null, areAbsencesRecorded: false } }).mealDays,
		).toBeNull();
	});
});
