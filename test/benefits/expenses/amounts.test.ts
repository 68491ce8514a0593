import { describe, expect, test } from 'vitest';
import {
	access,
	allowed,
	cap,
	meals,
	refusal,
	ride,
	rule,
	taken,
	template,
	verdict,
} from './circumstances.ts';

const utc = Date.parse;
const costs = (value: number, day = '2023-03-03') =>
	meals({ amount: { value, currency: 'EUR_CENT' }, date: utc(day) });
const eatsFor = (days: number) => meals({ days });

describe('the budget of the month and what it was left', () => {
	test.each([
		['2023-03-03', 3000, null],
		['2023-03-03', 3001, { code: 'budget_exceeded', month: '2023-03', limit: 3000, used: 0, left: 3000 }],
		['2023-03-15', 1, null],
	])('an expense on %s of %d is answered with %o', (day, value, expected) => {
		expect(refusal(costs(value, day))).toEqual(expected);
	});

	test('a late receipt of February must not overdraw March', () => {
		const spendings = [taken('2023-03-02', 2900)];
		const given = { now: utc('2023-03-07'), spendings };
		expect(refusal(costs(100, '2023-02-28'), given)).toBeNull();
		expect(refusal(costs(101, '2023-02-28'), given)).toEqual({
			code: 'budget_exceeded',
			month: '2023-03',
			limit: 3000,
			used: 2900,
			left: 100,
		});
	});

	test('pending expenses of any module, and corrections, count as used', () => {
		const spendings = [
			taken('2023-03-01', 600, { isPending: true }),
			taken('2023-03-02', 500, { module: 'MOBILITY', days: null }),
			taken('2023-03-02', -200, { module: 'MOBILITY', days: null }),
		];
		expect(refusal(costs(2100), { spendings })).toBeNull();
		expect(refusal(costs(2101), { spendings })).toEqual({
			code: 'budget_exceeded',
			month: '2023-03',
			limit: 3000,
			used: 900,
			left: 2100,
		});
	});

	test('nothing fits into a chain that a smaller access has left overdrawn, until that is covered', () => {
		const timeline = [access({ budgetValue: 10 })];
		const spendings = [taken('2023-01-20', 400)];
		expect(refusal(costs(1), { timeline, spendings })).toMatchObject({
			code: 'budget_exceeded',
			month: '2023-01',
			limit: 10,
			used: 400,
			left: 0,
		});
		const covered = [...spendings, taken('2023-01-20', -390, { days: null })];
		expect(verdict(costs(20), { timeline, spendings: covered })).toBe(allowed);
		expect(verdict(costs(21), { timeline, spendings: covered })).toBe('budget_exceeded');
	});

	test.each([
		['EUR_CENT', allowed],
		['CHF_CENTIMES', 'currency_mismatch'],
	] as const)('in %s, of a budget in euros: %s', (currency, expected) => {
		expect(verdict(meals({ amount: { value: 1, currency } }))).toBe(expected);
	});
});

describe('at most 15 days of meals a month', () => {
	const templates = [template({ maxDaysPerMonth: 15 })];
	const refused = (used: number, left: number) => ({ code: 'max_days_exceeded', limit: 15, used, left });
	const fourteen = [
		taken('2023-03-01', 1, { days: 9 }),
		taken('2023-03-31', 1, { days: 5, isPending: true }),
	];
	test.each([
		['at once', 15, [], null],
		['at once, one too many', 16, [], refused(0, 15)],
		['the last day of several expenses', 1, fourteen, null],
		['one more than that', 2, fourteen, refused(14, 1)],
		['those of other months do not count', 15, [taken('2023-02-28', 1, { days: 15 })], null],
		['what was taken before the rule', 1, [taken('2023-03-01', 1, { days: 20 })], refused(20, 0)],
	])('%s', (_, days, spendings, expected) => {
		expect(refusal(eatsFor(days), { templates, spendings })).toEqual(expected);
	});

	test('is of no concern to other modules', () => {
		const spendings = [taken('2023-03-01', 1, { days: 15 })];
		expect(verdict(ride(true), { templates, spendings })).toBe(allowed);
	});

	test('there is no limit without the rule', () => {
		const spendings = [taken('2023-03-01', 1, { days: 31 })];
		expect(verdict(eatsFor(31), { templates: [template({ maxDaysPerMonth: null })], spendings })).toBe(
			allowed,
		);
	});
});

describe('a cap of 500 a month by the tax rules', () => {
	const templates = [template(cap(500))];
	const spendings = [taken('2023-03-01', 300), taken('2023-03-31', 150, { isPending: true })];
	test.each([
		['up to it', 500, [], null],
		['one cent more', 501, [], { code: 'tax_budget_exceeded', limit: 500, used: 0, left: 500 }],
		['up to the rest of it', 50, spendings, null],
		['beyond the rest', 51, spendings, { code: 'tax_budget_exceeded', limit: 500, used: 450, left: 50 }],
		['after a correction', 60, [...spendings, taken('2023-03-01', -10, { days: null })], null],
		['what other months took does not count', 500, [taken('2023-02-28', 500)], null],
	])('%s', (_, value, before, expected) => {
		expect(refusal(costs(value), { templates, spendings: before })).toEqual(expected);
	});

	test('in another currency is ignored', () => {
		expect(verdict(costs(501), { templates: [template(cap(500, 'CHF_CENTIMES'))] })).toBe(allowed);
	});

	test('does not count what was taken in another currency, which the budget alone minds', () => {
		const inFrancs = taken('2023-03-01', 1, { amount: { value: 400, currency: 'CHF_CENTIMES' } });
		expect(verdict(costs(500), { templates, spendings: [inFrancs] })).toBe('budget_exceeded');
		expect(verdict(costs(501), { templates, spendings: [inFrancs] })).toBe('tax_budget_exceeded');
	});

	test('a limit of 0 permits nothing', () => {
		expect(refusal(costs(1), { templates: [template(cap(0))] })).toMatchObject({
			limit: 0,
			used: 0,
			left: 0,
		});
	});

	test('the lowest of several counts', () => {
		const rules = [rule(cap(500)), rule(cap(200))];
		expect(verdict(costs(200), { templates: [{ id: 'default', rules }] })).toBe(allowed);
		expect(refusal(costs(201), { templates: [{ id: 'default', rules }] })).toMatchObject({ limit: 200 });
	});
});

describe('public transport only', () => {
	const templates = [template({ isOnlyPublicTransportAllowed: true })];
	test.each([
		['by bus', ride(true), allowed],
		['by car', ride(false), 'public_transport_only'],
		['for meals', meals(), allowed],
	])('%s', (_, expense, expected) => {
		expect(verdict(expense, { templates })).toBe(expected);
	});

	test('by car is allowed without the rule', () => {
		expect(verdict(ride(false))).toBe(allowed);
	});
});

describe('which template’s rules hold', () => {
	const noon = utc('2023-03-03T12:00:00.000Z');
	const timeline = [
		access({ id: 'morning', validUntil: noon - 1, taxRuleTemplateId: 'strict' }),
		access({ id: 'afternoon', validFrom: noon, taxRuleTemplateId: 'lax' }),
	];
	const templates = [template(cap(100), 'strict'), template(cap(200), 'lax'), template(cap(1), 'of nobody')];
	test.each([
		['2023-03-02', 100],
		['2023-03-03', 100],
		['2023-03-04', 200],
	])('on %s, with a change at noon of 3 March, at most %d', (day, most) => {
		expect(verdict(costs(most, day), { timeline, templates })).toBe(allowed);
		expect(refusal(costs(most + 1, day), { timeline, templates })).toMatchObject({
			code: 'tax_budget_exceeded',
			limit: most,
		});
	});
});

test.each([
	['public transport before the cap', ride(false), 'public_transport_only'],
	['the days before the cap', eatsFor(2), 'max_days_exceeded'],
	['the cap before the budget', costs(9000), 'tax_budget_exceeded'],
])('%s', (_, expense, expected) => {
	const strict = { ...cap(50), maxDaysPerMonth: 1, isOnlyPublicTransportAllowed: true };
	expect(verdict(expense, { templates: [template(strict)] })).toBe(expected);
});
