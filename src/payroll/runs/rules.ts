import { addDays, addMonths, endOfDay, endOfMonth, type Instant, startOfMonth } from '../../core/instant.ts';
import { MODULES, type Module } from '../../core/modules.ts';
import type { Currency } from '../../core/money.ts';
import type { ModuleSum } from '../../core/payroll-runs.ts';

/** When a month's lines are committed: the end of the reference day in the month after it. */
export function cutOff(month: Instant, referenceDay: number): Instant {
	return endOfDay(addDays(startOfMonth(addMonths(startOfMonth(month), 1)), referenceDay - 1));
}

/** The month whose lines refer to this cut-off. */
export const monthOfCutOff = (reference: Instant): Instant => addMonths(startOfMonth(reference), -1);

/** The last cut-off that the month's run takes: should the reference day move, none falls between two runs. */
export const closesUntil = (month: Instant): Instant => endOfMonth(addMonths(startOfMonth(month), 1));

/** Totals by module and currency. */
export type Sums = Map<string, ModuleSum>;

interface SummedLine {
	module: Module;
	amountValue: number;
	amountCurrency: Currency;
}

export function addToSums(sums: Sums, lines: readonly SummedLine[]): void {
	for (const { module, amountValue, amountCurrency } of lines) {
		const key = `${MODULES.indexOf(module)} ${amountCurrency}`;
		const value = (sums.get(key)?.amount.value ?? 0) + amountValue;
		sums.set(key, { module, amount: { value, currency: amountCurrency } });
	}
}

/** The totals in the order of the modules. */
export const sumsOf = (sums: Sums): ModuleSum[] =>
	[...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
