import { MODULES, type Module } from '../../core/modules.ts';
import type { Currency, Money } from '../../core/money.ts';

export const RUN_STATES = ['CLOSING', 'CLOSED'] as const;

export interface ModuleSum {
	module: Module;
	amount: Money;
}

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

/** The sums in the order of the modules. */
export const sumsOf = (sums: Sums): ModuleSum[] =>
	[...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
