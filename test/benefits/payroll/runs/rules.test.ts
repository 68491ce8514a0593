import { describe, expect, test } from 'vitest';
import { addToSums, type Sums, sumsOf } from '../../../../src/benefits/payroll/runs/rules.ts';
import type { Module } from '../../../../src/foundation/core/modules.ts';
import type { Currency } from '../../../../src/foundation/core/money.ts';

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

	test('sums of no lines are empty', () => {
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
