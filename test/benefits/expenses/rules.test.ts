import { describe, expect, test } from 'vitest';
import { requireAllowed } from '../../../src/benefits/expenses/circumstances/rules.ts';
import { Refusal } from '../../../src/foundation/core/refusals.ts';
import { pause } from '../../harness/grants.ts';
import { access, allowed, circumstances, meals, verdict } from './circumstances.ts';

const utc = Date.parse;
const on = (day: string) => meals({ date: utc(day) });

test('an expense that no rule forbids is allowed, and nothing is changed', () => {
	const given = circumstances();
	const before = structuredClone(given);
	expect(requireAllowed(meals(), given)).toBeUndefined();
	expect(given).toEqual(before);
});

test('a refusal is an error that the caller may see', () => {
	const given = circumstances({ timeline: [] });
	expect(() => requireAllowed(meals(), given)).toThrow(Refusal);
});

describe('the day', () => {
	test.each([
		['2023-03-15', '2023-03-15T00:00:00.000Z', allowed],
		['2023-03-16', '2023-03-15T23:59:59.999Z', 'validation_failed'],
		['2023-03-16', '2023-03-16T00:00:00.000Z', allowed],
		['2023-04-01', '2023-03-31T23:59:59.999Z', 'validation_failed'],
	])('%s, at %s: %s; a future one is none', (day, now, expected) => {
		expect(verdict(on(day), { now: utc(now) })).toBe(expected);
	});

	test('in the future is pointed at', () => {
		expect(() => requireAllowed(on('2023-03-16'), circumstances())).toThrowError(
			expect.objectContaining({
				extras: { errors: [expect.objectContaining({ pointer: '#/date', code: 'in_future' })] },
			}),
		);
	});
});

describe('the window of the month', () => {
	test.each([
		['2023-02-01', '2023-03-07T23:59:59.999Z', allowed],
		['2023-01-31', '2023-03-07T23:59:59.999Z', 'period_closed'],
		['2023-02-28', '2023-03-08T00:00:00.000Z', 'period_closed'],
		['2023-03-01', '2023-03-08T00:00:00.000Z', allowed],
	])('%s at %s, with the reference day 7: %s', (day, now, expected) => {
		expect(verdict(on(day), { now: utc(now) })).toBe(expected);
	});

	test.each([
		['2023-02-28', '2023-01', allowed],
		['2023-02-01', '2023-02', 'period_closed'],
		['2023-02-28', '2023-02', 'period_closed'],
		['2023-03-01', '2023-02', allowed],
		['2023-02-28', '2023-03', 'period_closed'],
	])('%s, when the latest closed run is that of %s: %s', (day, latest, expected) => {
		const latestClosed = utc(`${latest}-01`);
		expect(verdict(on(day), { now: utc('2023-03-07'), latestClosed })).toBe(expected);
	});

	test.each([
		['2024-01-01', allowed],
		['2023-12-31', 'period_closed'],
	])('a run of December closes %s: %s', (day, expected) => {
		expect(verdict(on(day), { now: utc('2024-01-05'), latestClosed: utc('2023-12-01') })).toBe(expected);
	});
});

describe('the termination', () => {
	test.each([
		['on the day before', '2023-03-02', '2023-03-03T00:00:00.000Z', allowed],
		['at its first instant', '2023-03-03', '2023-03-03T00:00:00.000Z', 'employee_terminated'],
		['a millisecond into it', '2023-03-03', '2023-03-03T00:00:00.001Z', allowed],
		['at its last instant', '2023-03-03', '2023-03-03T23:59:59.999Z', allowed],
		['on the day after', '2023-03-04', '2023-03-03T23:59:59.999Z', 'employee_terminated'],
	])('%s: %s with the end %s is %s', (_, day, dateTerminated, expected) => {
		const { employment } = circumstances();
		const leaving = { ...employment, dateTerminated: utc(dateTerminated) };
		expect(verdict(on(day), { employment: leaving })).toBe(expected);
	});
});

describe('the pause, on 3 March', () => {
	test.each<[rule: string, start: string, back: string | null, expected: string]>([
		['covers the day', '2023-03-03T00:00:00.000Z', '2023-03-04T00:00:00.000Z', 'employee_paused'],
		[
			'covers it to its last millisecond',
			'2023-03-03T00:00:00.000Z',
			'2023-03-03T23:59:59.999Z',
			'employee_paused',
		],
		['ends a millisecond before that', '2023-03-03T00:00:00.000Z', '2023-03-03T23:59:59.998Z', allowed],
		['starts a millisecond late', '2023-03-03T00:00:00.001Z', '2023-03-04T00:00:00.000Z', allowed],
		['is open', '2023-03-01T00:00:00.000Z', null, 'employee_paused'],
		['is over', '2023-03-01T00:00:00.000Z', '2023-03-03T00:00:00.000Z', allowed],
		['is yet to come', '2023-03-04T00:00:00.000Z', null, allowed],
	])('%s: from %s to %s it is %s', (_, start, back, expected) => {
		const pauses = [pause(utc(start), back === null ? null : utc(back))];
		const employment = { pauses, dateTerminated: null };
		expect(verdict(on('2023-03-03'), { employment })).toBe(expected);
	});
});

describe('the access', () => {
	const until = (instant: string) => [access({ validUntil: utc(instant) })];
	const from = (instant: string) => [access({ validFrom: utc(instant) })];
	test.each([
		['there is none', [], 'no_flex_access'],
		['ended the day before', until('2023-03-02T23:59:59.999Z'), 'no_flex_access'],
		['ended with the first millisecond of the day', until('2023-03-03T00:00:00.000Z'), allowed],
		['starts the day after', from('2023-03-04T00:00:00.000Z'), 'no_flex_access'],
		['starts with the last millisecond of the day', from('2023-03-03T23:59:59.999Z'), allowed],
		['permits other modules', [access({ allowedModules: ['KITA'] })], 'module_not_allowed'],
	])('%s: %s', (_, timeline, expected) => {
		expect(verdict(on('2023-03-03'), { timeline })).toBe(expected);
	});

	const noon = utc('2023-03-03T12:00:00.000Z');
	const changedAtNoon = [
		access({ id: 'morning', validUntil: noon - 1, allowedModules: ['MEALS'] }),
		access({ id: 'afternoon', validFrom: noon, allowedModules: ['MOBILITY'] }),
	];
	test.each([
		['2023-03-02', 'MEALS', allowed],
		['2023-03-02', 'MOBILITY', 'module_not_allowed'],
		['2023-03-03', 'MEALS', allowed],
		['2023-03-03', 'MOBILITY', allowed],
		['2023-03-03', 'KITA', 'module_not_allowed'],
		['2023-03-04', 'MEALS', 'module_not_allowed'],
		['2023-03-04', 'MOBILITY', allowed],
	] as const)('on %s, with a change at noon of 3 March, %s is %s', (day, module, expected) => {
		const expense = meals({ date: utc(day), module, days: null });
		expect(verdict(expense, { timeline: changedAtNoon })).toBe(expected);
	});
});

test('refusals come in one order: the day, the month, the access, the module, the money', () => {
	const expense = meals({
		date: utc('2023-02-03'),
		module: 'KITA',
		amount: { value: 9999, currency: 'EUR_CENT' },
	});
	const paused = { pauses: [pause(0)], dateTerminated: null };
	const open = { now: utc('2023-03-07') };
	const kita = [access({ allowedModules: ['KITA'] })];
	expect(verdict(expense, { now: 0, employment: paused })).toBe('validation_failed');
	expect(verdict(expense, { employment: paused, timeline: [] })).toBe('employee_paused');
	expect(verdict(expense, { timeline: [] })).toBe('period_closed');
	expect(verdict(expense, { ...open, timeline: [] })).toBe('no_flex_access');
	expect(verdict(expense, open)).toBe('module_not_allowed');
	expect(verdict(expense, { ...open, timeline: kita })).toBe('budget_exceeded');
});
