import { listBalancesOfCompany } from '../../balances/actions.ts';
import type { EmployeeMonth } from '../../balances/rules.ts';
import { sayIn } from '../format.ts';
import type { Cell, Listing } from './listing.ts';

/** An amount of whoever has flex access in the month. */
const amount = (value: number, { currency }: EmployeeMonth): Cell =>
	currency === null ? null : { amount: value };

/** What every employee has in a month. */
export const balances: Listing<EmployeeMonth> = {
	name: 'balances',
	operation: 'listBalancesOfCompany',
	load: (call, { companyId, month }, after, limit) =>
		listBalancesOfCompany(call, companyId, month, after, limit),
	cursorOf: ({ id }) => id,
	currencyOf: ({ currency }) => currency,
	columns: [
		{ title: 'available', of: (row) => amount(row.available, row), isNumeric: true },
		{ title: 'granted', of: (row) => amount(row.granted, row), isNumeric: true },
		{ title: 'carriedIn', of: (row) => amount(row.carriedIn, row), isNumeric: true },
		{ title: 'spent', of: (row) => amount(row.spent, row), isNumeric: true },
		{ title: 'pending', of: (row) => amount(row.pending, row), isNumeric: true },
		{
			title: 'remark',
			of({ currency, isPaused, overdrawn, overdrawnElsewhere }, words) {
				const say = sayIn(words.language);
				const beyond = [
					...(currency === null || overdrawn === 0 ? [] : [{ value: overdrawn, currency }]),
					...overdrawnElsewhere,
				];
				const remarks = [
					...(currency === null ? [words.noAccess] : []),
					...(isPaused ? [words.paused] : []),
					...beyond.map((one) => words.overdrawn(say.amount(one.value, one.currency))),
				];
				return remarks.join(', ');
			},
		},
	],
};
