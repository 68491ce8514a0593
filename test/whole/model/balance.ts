import { dayStart, monthOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { accessesOf } from './flex.ts';
import { takesBack } from './lines.ts';
import { isPausedWhole } from './pauses.ts';
import type { Employee, Grant, Money, Reference } from './reference.ts';
import { restrictionOf } from './restriction.ts';
import { type Piece, touches } from './timeline.ts';

/** Amounts that count against the budget of a month: expenses, and corrections of their transactions. */
export interface Spending {
	date: number;
	month: string;
	module: string;
	amount: Money;
	days: number;
	isPending: boolean;
}

export function spendingsOf(reference: Reference, employee: Employee): Spending[] {
	const own = reference.expenses.filter((expense) => expense.employee === employee.name);
	const taken = own.filter(({ state }) => state !== 'REJECTED' && state !== 'WITHDRAWN');
	const corrections = own.flatMap((expense) =>
		reference.lines
			.filter((line) => line.correction !== null && line.paid === expense && !takesBack(reference, line))
			.map(({ amount }) => ({ expense, amount })),
	);
	return [
		...taken.map(({ date, module, amount, approved, days, approvedDays, state }) => ({
			date,
			month: monthOf(date),
			module,
			amount: approved ?? amount,
			days: approvedDays ?? days ?? 0,
			isPending: state !== 'APPROVED',
		})),
		...corrections.map(({ expense, amount }) => ({
			date: expense.date,
			month: monthOf(expense.date),
			module: expense.module,
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
	/** The instant from which the rest of the carried-over budget is lost. */
	carryEnds: number | null;
	/** The part that is lost then. */
	lost: number;
	/** The rest after that, below zero when overdrawn. */
	left: number;
	overdrawnElsewhere: Money[];
}

/** Every month is computed again from January on. */
export function monthsOfYear(employee: Employee, anyInstant: number, spendings: Spending[]): Month[] {
	const january = Date.UTC(new Date(anyInstant).getUTCFullYear(), 0, 1);
	return Array.from({ length: 12 }, (_, index) => monthAt(employee, january, index, spendings));
}

function monthAt(employee: Employee, january: number, index: number, spendings: Spending[]): Month {
	const first = monthStart(january, index);
	const final = monthStart(first, 1) - 1;
	const ofMonth = spendings.filter(({ month }) => month === monthOf(first));
	const currencies = [...new Set(ofMonth.map(({ amount }) => amount.currency))].sort();

	// An access that reaches only the first instant of a month does not grant it.
	const pieces = accessesOf(employee).filter(
		(piece) => touches(piece, first, final) && piece.until !== first,
	);
	const access = pieces.at(-1) ?? null;
	const currency = access?.value.budget.currency ?? currencies[0] ?? null;
	const isPaused = isPausedWhole(employee, first, final);
	const granted = access === null || isPaused ? 0 : access.value.budget.value;
	const before = index === 0 ? null : monthAt(employee, january, index - 1, spendings);
	// The whole day on which the breaking entry begins lies behind the break.
	const breaking = pieces.find(({ from, value }) => from >= first && !value.accumulateBudget);
	const broken = breaking === undefined ? null : dayStart(breaking.from);
	const carryOver = carryOverOf(before, access, broken === first);
	const carriedIn = carryOver === 'CARRIED' ? (before?.left ?? 0) : 0;
	const carryEnds = carriedIn > 0 ? broken : null;
	const own = ofMonth.filter((one) => one.amount.currency === currency);
	const early = sum(own.filter(({ date }) => carryEnds !== null && date < carryEnds));
	const lost = carryEnds === null ? 0 : Math.max(0, carriedIn - early);
	const spent = sum(own.filter((one) => !one.isPending));
	const pending = sum(own.filter((one) => one.isPending));
	const elsewhere = currencies
		.filter((other) => other !== currency)
		.map((other) => ({
			value: sum(ofMonth.filter(({ amount }) => amount.currency === other)),
			currency: other,
		}));
	return {
		first,
		access,
		currency,
		isPaused,
		carryOver,
		granted,
		carriedIn,
		spent,
		pending,
		carryEnds,
		lost,
		left: granted + carriedIn - lost - spent - pending,
		overdrawnElsewhere: elsewhere.filter(({ value }) => value > 0),
	};
}

function carryOverOf(before: Month | null, access: Piece<Grant> | null, isBroken: boolean): string {
	if (before === null) return 'NEW_YEAR';
	if (before.access === null || access === null) return 'NO_ACCESS';
	if (!before.access.value.accumulateBudget || isBroken) return 'NOT_ACCUMULATING';
	if (before.access.value.budget.currency !== access.value.budget.currency) return 'CURRENCY_CHANGED';
	return isOverdrawn(before) ? 'OVERDRAWN' : 'CARRIED';
}

const isOverdrawn = ({ left, overdrawnElsewhere }: Month): boolean =>
	left < 0 || overdrawnElsewhere.length > 0;

const sum = (spendings: Spending[]): number =>
	spendings.reduce((total, { amount }) => total + amount.value, 0);

/** The months that budget is carried through, with the one of `at`. */
function chainOf(months: Month[], at: number): Month[] {
	const index = months.findIndex(({ first }) => monthOf(first) === monthOf(at));
	const isLinked = (month: Month | undefined) => /CARRIED|OVERDRAWN/.test(month?.carryOver ?? '');
	let [first, last] = [index, index];
	while (isLinked(months[first])) first--;
	while (isLinked(months[last + 1])) last++;
	return months.slice(first, last + 1);
}

/** How much more may be spent then, so that no month of the chain is overdrawn: found by trying. */
function roomAt(employee: Employee, at: number, spendings: Spending[]): number {
	const fits = (value: number) => overdrawnBy(value, employee, at, spendings) === undefined;
	if (!fits(0)) return 0;
	let [least, most] = [0, 2 ** 31];
	while (most - least > 1) {
		const middle = Math.floor((least + most) / 2);
		if (fits(middle)) least = middle;
		else most = middle;
	}
	return least;
}

/** The first month of the chain that is overdrawn when so much more is spent then. */
function overdrawnBy(value: number, employee: Employee, at: number, spendings: Spending[]) {
	const currency = monthsOfYear(employee, at, spendings)[new Date(at).getUTCMonth()]?.currency ?? '';
	const wish = { date: at, month: monthOf(at), module: '', days: 0, isPending: true };
	const more = [...spendings, { ...wish, amount: { value, currency } }];
	return chainOf(monthsOfYear(employee, at, more), at).find(isOverdrawn);
}

/** The amount left for spending then, and the month that prevents a cent more, with its numbers. */
export function forbiddingAt(employee: Employee, at: number, spendings: Spending[]) {
	const left = roomAt(employee, at, spendings);
	const { first } = overdrawnBy(left + 1, employee, at, spendings) ?? { first: at };
	const month = monthsOfYear(employee, at, spendings).find((one) => one.first === monthStart(first));
	if (month === undefined) throw new Error('The year has no such month');
	const used = month.spent + month.pending;
	const isBlocked = overdrawnBy(0, employee, at, spendings) !== undefined;
	const granted = month.granted + month.carriedIn - (month.left < 0 ? month.lost : 0);
	const limit = isBlocked ? granted : used + left;
	return { month: monthOf(first), limit, used, left };
}

export const monthWire = (reference: Reference, employee: Employee, month: Month, spendings: Spending[]) => ({
	month: monthOf(month.first),
	currency: month.currency,
	granted: month.granted,
	carriedIn: month.carriedIn,
	spent: month.spent,
	pending: month.pending,
	carryEnds: isoOrNull(month.carryEnds),
	available: month.left < 0 ? 0 : month.left + month.lost,
	availableAfterwards: Math.max(0, month.left),
	overdrawn: Math.max(0, -month.left),
	flexAccessId: month.access?.key ?? null,
	accumulateBudget: month.access?.value.accumulateBudget ?? null,
	isPaused: month.isPaused,
	carryOver: month.carryOver,
	overdrawnElsewhere: month.overdrawnElsewhere,
	corrections: reference.lines
		.filter(
			(line) =>
				line.employee === employee.name &&
				'date' in line.paid &&
				monthStart(line.paid.date) === month.first &&
				!takesBack(reference, line),
		)
		.flatMap(({ amount, correction }) =>
			correction === null ? [] : [{ amount, reason: correction.reason }],
		),
	restriction: restrictionOf(reference, employee, month.first, spendings),
});
