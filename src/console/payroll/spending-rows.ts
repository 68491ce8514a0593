import type { Instant } from '../../core/instant.ts';
import type { Spending } from '../../payroll/overview/rules.ts';
import { useReader } from '../page.tsx';
import { useNames } from './reader.ts';
import { WORDS } from './words.ts';

/** A row of the picture; `module` is null in the total of a currency. */
export type Row = Omit<Spending, 'module'> & { module: Spending['module'] | null };

/** The total of each currency below its modules, where it has several. */
export const withTotals = (spendings: readonly Spending[]): Row[] =>
	[...Map.groupBy(spendings, ({ currency }) => currency)].flatMap(([currency, alike]) => {
		const values = alike.map((one) => one.values);
		const total = values.reduce((sums, one) => sums.map((sum, index) => sum + (one[index] ?? 0)));
		return alike.length === 1 ? alike : [...alike, { module: null, currency, values: total }];
	});

/** What the picture and the table show. */
export interface Drawn {
	months: readonly { month: Instant; isOpen: boolean }[];
	rows: readonly Row[];
}

/** What a row is called; with its currency where there are several. */
export function useRowName(rows: readonly Row[]) {
	const { c } = useReader();
	const { moduleName } = useNames();
	const isMixed = new Set(rows.map(({ currency }) => currency)).size > 1;
	return ({ module, currency }: Row) =>
		(module === null ? WORDS[c.var.language].total : moduleName(module)) +
		(isMixed ? ` (${currency.slice(0, 3)})` : '');
}
