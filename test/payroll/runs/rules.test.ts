import { describe, expect, test } from 'vitest';
import type { Module } from '../../../src/core/modules.ts';
import type { Currency } from '../../../src/core/money.ts';
import {
	addToSums,
	closesUntil,
	cutOff,
	monthOfCutOff,
	type Sums,
	sumsOf,
} from '../../../src/payroll/runs/rules.ts';

const utc = Date.parse;
const iso = (at: number) => new Date(at).toISOString();
const REFERENCE_DAYS = Array.from({ length: 28 }, (_, n) => n + 1);

describe('the cut-off is the end of the reference day in the month after', () => {
	test.each(REFERENCE_DAYS)('of February 2023, with the reference day %d', (day) => {
		const expected = `2023-03-${String(day).padStart(2, '0')}T23:59:59.999Z`;
		expect(iso(cutOff(utc('2023-02-01'), day))).toBe(expected);
	});

	test.each([
		['2023-01-31T23:59:59.999Z', 28, '2023-02-28T23:59:59.999Z'],
		['2024-01-31', 28, '2024-02-28T23:59:59.999Z'],
		['2024-02-29T23:59:59.999Z', 7, '2024-03-07T23:59:59.999Z'],
		['2023-02-28T23:59:59.999Z', 7, '2023-03-07T23:59:59.999Z'],
		['2023-03-01', 7, '2023-04-07T23:59:59.999Z'],
		['2023-03-31', 1, '2023-04-01T23:59:59.999Z'],
		['2023-04-30', 28, '2023-05-28T23:59:59.999Z'],
		['2023-11-30T23:59:59.999Z', 7, '2023-12-07T23:59:59.999Z'],
		['2023-12-01', 1, '2024-01-01T23:59:59.999Z'],
		['2023-12-31T23:59:59.999Z', 7, '2024-01-07T23:59:59.999Z'],
		['2023-12-31T23:59:59.999Z', 28, '2024-01-28T23:59:59.999Z'],
	])('of %s, with the reference day %d, it is %s', (at, day, expected) => {
		expect(iso(cutOff(utc(at), day))).toBe(expected);
	});
});

test('the month of a cut-off leads back, for every month of five years and every reference day', () => {
	for (let n = 0; n < 60; n++) {
		const month = Date.UTC(2023, n);
		for (const day of REFERENCE_DAYS) expect(iso(monthOfCutOff(cutOff(month, day)))).toBe(iso(month));
	}
});

test.each([
	['2023-01-01', '2023-02-28T23:59:59.999Z'],
	['2024-01-01', '2024-02-29T23:59:59.999Z'],
	['2024-01-31', '2024-02-29T23:59:59.999Z'],
	['2023-02-01', '2023-03-31T23:59:59.999Z'],
	['2023-11-01', '2023-12-31T23:59:59.999Z'],
	['2023-12-01', '2024-01-31T23:59:59.999Z'],
])('a run of %s takes every cut-off until %s', (month, expected) => {
	expect(iso(closesUntil(utc(month)))).toBe(expected);
});

test('every cut-off falls into one run, wherever the reference day is moved', () => {
	for (let n = 0; n < 24; n++) {
		const [month, next] = [Date.UTC(2023, n), Date.UTC(2023, n + 1)];
		for (const day of REFERENCE_DAYS) {
			expect(cutOff(month, day)).toBeLessThanOrEqual(closesUntil(month));
			expect(cutOff(next, day)).toBeGreaterThan(closesUntil(month));
		}
	}
});

describe('the sums', () => {
	const line = (module: Module, amountValue: number, amountCurrency: Currency = 'EUR_CENT') => ({
		module,
		amountValue,
		amountCurrency,
	});
	const sum = (module: Module, value: number, currency: Currency = 'EUR_CENT') => ({
		module,
		amount: { value, currency },
	});
	const summed = (...pages: ReturnType<typeof line>[][]) => {
		const sums: Sums = new Map();
		for (const page of pages) addToSums(sums, page);
		return sumsOf(sums);
	};

	test('of no lines are none', () => {
		expect(summed()).toEqual([]);
		expect(summed([])).toEqual([]);
	});

	test('add up each module and each currency on its own', () => {
		const lines = [
			line('MEALS', 100),
			line('MEALS', 23),
			line('MEALS', 5, 'CHF_CENTIMES'),
			line('KITA', 9),
			line('KITA', 1),
		];
		expect(summed(lines)).toEqual([sum('MEALS', 5, 'CHF_CENTIMES'), sum('MEALS', 123), sum('KITA', 10)]);
	});

	test('come in the order of the modules, whatever the order of the lines', () => {
		const lines = [
			line('SPORTS', 1),
			line('MOBILITY', 2),
			line('KITA', 3),
			line('HEALTH', 4),
			line('MEALS', 5),
		];
		const inOrder = ['MEALS', 'HEALTH', 'KITA', 'MOBILITY', 'SPORTS'];
		expect(summed(lines).map(({ module }) => module)).toEqual(inOrder);
		expect(summed(lines.toReversed())).toEqual(summed(lines));
	});

	test.each([
		['subtract corrections', [50, -20], 30],
		['fall below zero', [50, -70], -20],
		['stay when they come to nothing', [50, -50], 0],
		['stay exact at the largest amounts', Array(5000).fill(100_000_000), 500_000_000_000],
	])('%s', (_, values, expected) => {
		expect(summed(values.map((value) => line('MEALS', value)))).toEqual([sum('MEALS', expected)]);
	});

	test('do not depend on how the lines are cut into pages', () => {
		const lines = [line('MEALS', 1), line('KITA', 20), line('MEALS', 300), line('KITA', 4000)];
		expect(summed(...lines.map((one) => [one]))).toEqual(summed(lines));
	});
});
