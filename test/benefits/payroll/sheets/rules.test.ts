import { expect, test } from 'vitest';
import { monthsOf, spendingOf } from '../../../../src/benefits/payroll/sheets/rules.ts';
import { cutOff } from '../../../../src/foundation/core/months.ts';

const month = (name: string) => Date.parse(`${name}-01`);
const statesUntil = (last: string, runs: Parameters<typeof monthsOf>[1], firstCutOff: number | null = null) =>
	monthsOf(month(last), runs, { open: month('2023-02'), firstCutOff }).map(({ state }) => state);

test('twelve months are shown up to the last one, each with its run', () => {
	const runs = [
		{ month: month('2023-01'), state: 'CLOSING' as const },
		{ month: month('2022-12'), state: 'CLOSED' as const },
	];
	const months = monthsOf(month('2023-03'), runs, { open: month('2023-02'), firstCutOff: null });
	expect(months.map((one) => one.month)).toEqual(
		[
			...['2022-04', '2022-05', '2022-06', '2022-07', '2022-08', '2022-09', '2022-10', '2022-11'],
			...['2022-12', '2023-01', '2023-02', '2023-03'],
		].map(month),
	);
	expect(months.slice(8).map(({ state }) => state)).toEqual(['CLOSED', 'CLOSING', 'OPEN', 'LATER']);
	expect(months[8]?.run).toBe(runs[1]);
});

test('a month that is over has nothing to pay, or waits for the cron from the earliest cut-off of a line on', () => {
	expect(statesUntil('2023-01', [])).toEqual(Array(12).fill('EMPTY'));
	const waiting = statesUntil('2023-01', [], cutOff(month('2022-12'), 7));
	expect(waiting).toEqual([...Array(10).fill('EMPTY'), 'DUE', 'DUE']);
	expect(statesUntil('2023-01', [], cutOff(month('2023-02'), 7))).toEqual(Array(12).fill('EMPTY'));
});

test('payments are added up by module and currency, month by month, in the order of the modules', () => {
	const sum = (
		module: 'SPORTS' | 'MEALS',
		value: number,
		currency: 'EUR_CENT' | 'CHF_CENTIMES' = 'EUR_CENT',
	) => ({
		module,
		amount: { value, currency },
	});
	const months = [
		[sum('SPORTS', 5)],
		[],
		[sum('MEALS', 3), sum('MEALS', 4), sum('MEALS', 9, 'CHF_CENTIMES')],
	];
	expect(spendingOf(months)).toEqual([
		{ module: 'MEALS', currency: 'CHF_CENTIMES', values: [0, 0, 9] },
		{ module: 'MEALS', currency: 'EUR_CENT', values: [0, 0, 7] },
		{ module: 'SPORTS', currency: 'EUR_CENT', values: [5, 0, 0] },
	]);
	expect(spendingOf([])).toEqual([]);
});
