import { addMonths, type Instant } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import { monthOfCutOff } from '../../../foundation/core/months.ts';
import { type ModuleSum, PAYROLL_MODULES, type PayrollModule } from '../../ledger/rules.ts';

/** How many months are shown side by side. */
export const MONTHS_SHOWN = 12;

/** The status of a month in payroll. EMPTY had nothing to pay. DUE has lines that wait for the cron. OPEN closes next. */
export type MonthState = 'CLOSED' | 'CLOSING' | 'EMPTY' | 'DUE' | 'OPEN' | 'LATER';

interface Present {
	/** The month that closes next. */
	open: Instant;
	/** The earliest cut-off of the waiting lines; null when there are none. */
	firstCutOff: Instant | null;
}

/** Returns the months up to the last one with their runs, the earliest first. */
export function monthsOf<R extends { month: Instant; state: 'CLOSING' | 'CLOSED' }>(
	last: Instant,
	runs: readonly R[],
	present: Present,
): { month: Instant; state: MonthState; run: R | null }[] {
	const runOf = new Map(runs.map((run) => [run.month, run]));
	return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
		const month = addMonths(last, index + 1 - MONTHS_SHOWN);
		const run = runOf.get(month) ?? null;
		return { month, state: run?.state ?? stateWithout(month, present), run };
	});
}

/** The cost of a module in each month, in minor units. */
export interface Spending {
	module: PayrollModule;
	currency: Currency;
	values: number[];
}

/** Returns the paid amounts by module and currency, in the order of the modules. */
export function spendingOf(months: readonly (readonly ModuleSum[])[]): Spending[] {
	const found = new Map<string, Spending>();
	months.forEach((sums, index) => {
		for (const { module, amount } of sums) {
			const { value, currency } = amount;
			const key = `${PAYROLL_MODULES.indexOf(module)} ${currency}`;
			const spending = found.get(key) ?? { module, currency, values: months.map(() => 0) };
			spending.values[index] = (spending.values[index] ?? 0) + value;
			found.set(key, spending);
		}
	});
	return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spending]) => spending);
}

function stateWithout(month: Instant, { open, firstCutOff }: Present): MonthState {
	if (month >= open) return month === open ? 'OPEN' : 'LATER';
	return firstCutOff !== null && monthOfCutOff(firstCutOff) <= month ? 'DUE' : 'EMPTY';
}
