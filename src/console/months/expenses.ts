import { listExpensesOfCompany } from '../../expenses/actions.ts';
import { EXPENSE_STATES } from '../../expenses/rules.ts';
import type { Expense } from '../../expenses/store.ts';
import { BASE } from '../env.ts';
import type { Listing } from './listing.ts';

/** The expenses of a month, whatever became of them. */
export const expenses: Listing<Expense> = {
	name: 'expenses',
	operation: 'listExpensesOfCompany',
	load(call, { companyId, month, state }, after, limit) {
		const filter = { month, state: EXPENSE_STATES.find((one) => one === state) };
		return listExpensesOfCompany(call, companyId, filter, { dateModified: 0, id: after }, limit);
	},
	cursorOf: ({ id }) => id,
	currencyOf: ({ amountCurrency }) => amountCurrency,
	columns: [
		{ title: 'day', of: ({ date, id }) => ({ day: date, to: `${BASE}/benefits/receipts/${id}` }) },
		{ title: 'module', of: ({ module }, words) => words.modules[module] },
		{
			title: 'amount',
			of: ({ approvedAmountValue, amountValue }) => ({ amount: approvedAmountValue ?? amountValue }),
			isNumeric: true,
		},
		{ title: 'state', of: ({ state }, words) => words.states[state] },
	],
	states: EXPENSE_STATES,
};
