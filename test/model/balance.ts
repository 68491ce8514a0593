import { monthOf, monthStart } from './calendar.ts';
import { isPausedWhole } from './employees.ts';
import { accessesOf } from './flex.ts';
import type { Employee, Grant, Money, Reference } from './reference.ts';
import { type Piece, touches } from './timeline.ts';

/** What takes from the budget of a month: expenses, and the corrections of their transactions. */
export interface Spending {
	month: string;
	amount: Money;
	days: number;
	isPending: boolean;
}

export function spendingsOf(reference: Reference, employee: Employee): Spending[] {
	const own = reference.expenses.filter((expense) => expense.employee === employee.name);
	const taken = own.filter(({ state }) => state === 'SUBMITTED' || state === 'APPROVED');
	const corrections = reference.lines.filter(
		(line) => line.correction !== null && own.includes(line.expense),
	);
	return [
		...taken.map(({ date, amount, days, state }) => ({
			month: monthOf(date),
			amount,
			days: days ?? 0,
			isPending: state === 'SUBMITTED',
		})),
		...corrections.map(({ expense, amount }) => ({
			month: monthOf(expense.date),
			amount,
			days: 0,
			isPending: false,
		})),
	];
}

/** One month. Amounts are in minor units of its currency. */
export interface Month {
	first: number;
	access: Piece<Grant> | null;
	currency: string | null;
	isPaused: boolean;
	carryOver: string;
	granted: number;
	carriedIn: number;
	spent: number;
	pending: number;
	/** Below zero when overdrawn. */
	left: number;
	overdrawnElsewhere: Money[];
}

/** Every month is worked out from January on, anew. */
export function monthsOfYear(employee: Employee, anyInstant: number, spendings: Spending[]): Month[] {
	const january = Date.UTC(new Date(anyInstant).getUTCFullYear(), 0, 1);
	return Array.from({ length: 12 }, (_, index) => monthAt(employee, january, index, spendings));
}

function monthAt(employee: Employee, january: number, index: number, spendings: Spending[]): Month {
	const first = monthStart(january, index);
	const final = monthStart(first, 1) - 1;
	const ofMonth = spendings.filter(({ month }) => month === monthOf(first));
	const currencies = [...new Set(ofMonth.map(({ amount }) => amount.currency))].sort();

	const access = accessesOf(employee).findLast((piece) => touches(piece, first, final)) ?? null;
	const currency = access?.value.budget.currency ?? currencies[0] ?? null;
	const isPaused = isPausedWhole(employee, first, final);
	const granted = access === null || isPaused ? 0 : access.value.budget.value;
	const before = index === 0 ? null : monthAt(employee, january, index - 1, spendings);
	const carryOver = carryOverOf(before, access);
	const carriedIn = carryOver === 'CARRIED' ? (before?.left ?? 0) : 0;
	const spent = sum(ofMonth.filter((one) => one.amount.currency === currency && !one.isPending));
	const pending = sum(ofMonth.filter((one) => one.amount.currency === currency && one.isPending));
	const elsewhere = currencies
		.filter((other) => other !== currency)
		.map((other) => ({
			value: sum(ofMonth.filter(({ amount }) => amount.currency === other)),
			currency: other,
		}));
	return {
		...{ first, access, currency, isPaused, carryOver, granted, carriedIn, spent, pending },
		left: granted + carriedIn - spent - pending,
		overdrawnElsewhere: elsewhere.filter(({ value }) => value > 0),
	};
}

function carryOverOf(before: Month | null, access: Piece<Grant> | null): string {
	if (before === null) return 'NEW_YEAR';
	if (before.access === null || access === null) return 'NO_ACCESS';
	if (!before.access.value.accumulateBudget || !access.value.accumulateBudget) return 'NOT_ACCUMULATING';
	if (before.access.value.budget.currency !== access.value.budget.currency) return 'CURRENCY_CHANGED';
	return isOverdrawn(before) ? 'OVERDRAWN' : 'CARRIED';
}

const isOverdrawn = ({ left, overdrawnElsewhere }: Month): boolean =>
	left < 0 || overdrawnElsewhere.length > 0;

const sum = (spendings: Spending[]): number =>
	spendings.reduce((total, { amount }) => total + amount.value, 0);

/** How much more the month may take, so that neither it nor a later month of its chain falls below zero. */
export function roomIn(months: Month[], at: number): number {
	const index = months.findIndex(({ first }) => monthOf(first) === monthOf(at));
	const isLinked = (month: Month | undefined) => /CARRIED|OVERDRAWN/.test(month?.carryOver ?? '');
	let [first, last] = [index, index];
	while (isLinked(months[first])) first--;
	while (isLinked(months[last + 1])) last++;
	if (months.slice(first, last + 1).some(isOverdrawn)) return 0;
	return Math.min(...months.slice(index, last + 1).map(({ left }) => left));
}

export const monthWire = (month: Month) => ({
	month: monthOf(month.first),
	currency: month.currency,
	granted: month.granted,
	carriedIn: month.carriedIn,
	spent: month.spent,
	pending: month.pending,
	available: Math.max(0, month.left),
	overdrawn: Math.max(0, -month.left),
	flexAccessId: month.access?.key ?? null,
	accumulateBudget: month.access?.value.accumulateBudget ?? null,
	isPaused: month.isPaused,
	carryOver: month.carryOver,
	overdrawnElsewhere: month.overdrawnElsewhere,
});
