import { forbiddingAt, monthsOfYear, type Spending, spendingsOf } from './balance.ts';
import { DAY, dayOf, monthOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { accessesOn, earliestOpen } from './flex.ts';
import { requireLawfulMeals } from './meals.ts';
import { isPausedWhole } from './pauses.ts';
import { purchaseWire } from './receipts.ts';
import {
	type Employee,
	type Expense,
	employeeNamed,
	type Grant,
	type Money,
	type Purchase,
	type Reference,
	Refused,
	type TaxRule,
} from './reference.ts';
import { requireUnrestricted, restrictionOf } from './restriction.ts';
import { differs } from './rules.ts';
import type { Piece } from './timeline.ts';

export type ExpenseInput = Pick<
	Expense,
	'module' | 'amount' | 'date' | 'days' | 'mealPrice' | 'isPublicTransport'
> & {
	upTo?: boolean;
	/** The code of the receipt. A correction without one keeps the earlier code. */
	purchase?: Purchase | null;
	/** Whether another day or amount than that of the receipt is meant. */
	factsDiffer?: boolean;
};

export function submit(reference: Reference, author: string, name: string, input: ExpenseInput) {
	if (author === 'verifier') throw new Refused('forbidden');
	if (author !== 'admin' && author !== `user of ${name}`) throw new Refused('not_found');
	const employee = employeeNamed(reference, name);
	requireMeant(input.purchase ?? null, input);
	const { now } = reference;
	const expense = submitFor(reference, employee, input, { author, dateSubmitted: now, inTimeAt: now });
	return expenseWire(reference, expense);
}

interface Submission {
	author: string;
	dateSubmitted: number;
	/** When it has to be in time; null for a month of a standing expense, which always is. */
	inTimeAt?: number | null;
	standing?: string;
}

export function submitFor(
	reference: Reference,
	employee: Employee,
	input: ExpenseInput,
	{ author, dateSubmitted, inTimeAt = null, standing }: Submission,
): Expense {
	const facts = factsOf(reference, employee, input, spendingsOf(reference, employee), inTimeAt);
	const expense: Expense = {
		name: `expense-${reference.expenses.length}`,
		employee: employee.name,
		author,
		standing: standing ?? null,
		purchase: null,
		purchaseReceipt: null,
		receipts: [],
		ruled: false,
		rule: null,
		sampled: null,
		...facts,
		state: 'SUBMITTED',
		approved: null,
		approvedDays: null,
		absencesRecorded: false,
		reasons: [],
		dateReturned: null,
		returner: null,
		dateSubmitted,
		dateDecided: null,
		decider: null,
		reason: null,
	};
	reference.expenses.push(expense);
	return expense;
}

/** A pending expense does not count against its own approval. */
export function requireApprovable(
	reference: Reference,
	expense: Expense,
	amount: Money,
	days: number | null,
	absencesRecorded: boolean,
): Employee {
	const employee = employeeNamed(reference, expense.employee);
	const approved = spendingsOf(reference, employee).filter(({ isPending }) => !isPending);
	requireAllowed(reference, employee, { ...expense, amount, days }, approved, null, { absencesRecorded });
	return employee;
}

/** Withdraws, or rejects for a reason. */
export function decline(reference: Reference, by: string, name: string, reason: string | null) {
	const isWithdrawal = reason === null;
	if (isWithdrawal ? by === 'verifier' : by !== 'verifier') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	if (isWithdrawal) requireAuthor(expense, by);
	if (!isOpen(expense)) throw new Refused('already_decided');
	decide(reference, expense, isWithdrawal ? 'WITHDRAWN' : 'REJECTED', by);
	if (!isWithdrawal) Object.assign(expense, { reason, reasons: ['other'] });
	return expenseWire(reference, expense);
}

export function sendBack(reference: Reference, by: string, name: string, reasons: readonly string[]) {
	if (by !== 'verifier') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	requireSubmitted(expense);
	const { now: dateReturned } = reference;
	Object.assign(expense, {
		state: 'NEEDS_CORRECTION',
		reasons,
		reason: null,
		dateReturned,
		returner: by,
		ruled: true,
	});
	return expenseWire(reference, expense);
}

/** Corrects an expense. Its deadline depends on the date of its submission, and it does not count against itself. */
export function mend(reference: Reference, by: string, name: string, input: ExpenseInput) {
	if (by === 'verifier') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	requireAuthor(expense, by);
	if (expense.state === 'SUBMITTED') throw new Refused('not_returned');
	if (!isOpen(expense)) throw new Refused('already_decided');
	const employee = employeeNamed(reference, expense.employee);
	const others = { ...reference, expenses: reference.expenses.filter((one) => one !== expense) };
	const spendings = spendingsOf(others, employee);
	// An expense that was in time can be corrected for its month, even if the days have changed.
	const isOfItsMonth = monthOf(input.date) === monthOf(expense.date);
	if (expense.standing !== null && !isOfItsMonth) throw new Refused('validation_failed');
	requireMeant(input.purchase ?? expense.purchase, input);
	const inTimeAt = isOfItsMonth ? null : expense.dateSubmitted;
	const facts = factsOf(reference, employee, input, spendings, inTimeAt, { before: expense });
	Object.assign(expense, facts, { state: 'SUBMITTED' });
	return expenseWire(reference, expense);
}

const MENDABLE = 30 * DAY;

/** The cron rejects expenses that nobody has corrected by then. */
export function rejectUnmended(reference: Reference, at: number): void {
	for (const expense of reference.expenses) {
		const isOverdue = expense.state === 'NEEDS_CORRECTION' && (expense.dateReturned ?? 0) + MENDABLE <= at;
		if (isOverdue) Object.assign(expense, { state: 'REJECTED', decider: null, dateDecided: at });
	}
}

const isOpen = ({ state }: Expense): boolean => state === 'SUBMITTED' || state === 'NEEDS_CORRECTION';

export function requireSubmitted(expense: Expense): void {
	if (expense.state === 'NEEDS_CORRECTION') throw new Refused('needs_correction');
	if (!isOpen(expense)) throw new Refused('already_decided');
}

function requireAuthor(expense: Expense, by: string): void {
	if (by !== 'admin' && by !== `user of ${expense.employee}`) throw new Refused('not_found');
	if (by !== expense.author) throw new Refused('forbidden');
}

/** Another day or amount than that of the receipt is refused, unless it is meant. */
function requireMeant(purchase: Purchase | null, input: ExpenseInput): void {
	if (purchase !== null && input.factsDiffer !== true && differs(purchase, input)) {
		throw new Refused('facts_differ');
	}
}

/** With `upTo`, the most that is permitted is taken: found by trying. */
function factsOf(
	reference: Reference,
	employee: Employee,
	{ upTo = false, factsDiffer: _, ...input }: ExpenseInput,
	spendings: Spending[],
	inTimeAt: number | null,
	more: { before?: Expense } = {},
) {
	const allow = (value: number) =>
		requireAllowed(
			reference,
			employee,
			{ ...input, amount: { ...input.amount, value } },
			spendings,
			inTimeAt,
			{ ...more, absencesRecorded: reference.recordsAbsences },
		);
	const { value } = input.amount;
	if (!upTo) allow(value);
	const most = upTo ? mostOf(value, allow) : value;
	return {
		...input,
		amount: { ...input.amount, value: most },
		requested: most < value ? input.amount : null,
	};
}

function mostOf(value: number, allow: (value: number) => void): number {
	const isAllowed = (wish: number) => {
		try {
			allow(wish);
			return true;
		} catch {
			return false;
		}
	};
	allow(1);
	let [least, beyond] = [1, value + 1];
	while (beyond - least > 1) {
		const middle = Math.floor((least + beyond) / 2);
		if (isAllowed(middle)) least = middle;
		else beyond = middle;
	}
	return least;
}

export function decide({ now }: Reference, expense: Expense, state: Expense['state'], decider: string): void {
	Object.assign(expense, { state, decider, dateDecided: now });
}

export function expenseNamed(reference: Reference, name: string): Expense {
	const expense = reference.expenses.find((one) => one.name === name);
	if (expense === undefined) throw new Refused('not_found');
	return expense;
}

function requireAllowed(
	reference: Reference,
	employee: Employee,
	input: ExpenseInput,
	spendings: Spending[],
	inTimeAt: number | null,
	{ before, absencesRecorded }: { before?: Expense; absencesRecorded: boolean },
) {
	const { date, module } = input;
	if (date > reference.now) throw new Refused('validation_failed');
	if (employee.dateTerminated !== null && date >= employee.dateTerminated) {
		throw new Refused('employee_terminated');
	}
	if (isPausedWhole(employee, date, date + DAY - 1)) throw new Refused('employee_paused');
	// An expense submitted in time waits for no cut-off: neither for the decision nor for the correction.
	const closed = reference.runs.filter((run) => run.month >= monthStart(date));
	const isClosed = inTimeAt !== null && closed.some(({ closedAt }) => closedAt <= inTimeAt);
	const referenceDay = reference.submissionDay ?? reference.referenceDay;
	const isLate = inTimeAt !== null && date < earliestOpen({ ...reference, referenceDay, now: inTimeAt });
	if (isLate || isClosed) throw new Refused('period_closed');

	const accesses = accessesOn(employee, date);
	if (accesses.length === 0) throw new Refused('no_flex_access');
	const permitting = accesses.filter(({ value }) => value.allowedModules.includes(module));
	if (permitting.length === 0) throw new Refused('module_not_allowed');
	const ofMonth = spendings.filter(({ month }) => month === monthOf(date));
	for (const rule of rulesOf(reference, permitting)) requireTaxRule(rule, input, ofMonth);
	requireLawfulMeals(reference, input, ofMonth, absencesRecorded);
	const isMoreThanBefore = before === undefined || !isLowered(before, input);
	if (isMoreThanBefore) requireUnrestricted(input, restrictionOf(reference, employee, date, spendings));
	requireRoom(employee, input, spendings, isMoreThanBefore);
}

/** True when only the amount has changed, and is not higher. */
const isLowered = (before: Expense, { module, date, amount }: ExpenseInput): boolean =>
	before.module === module &&
	before.date === date &&
	before.amount.currency === amount.currency &&
	amount.value <= before.amount.value;

/** In the order in which the templates were made. */
const rulesOf = ({ templates }: Reference, accesses: Piece<Grant>[]): TaxRule[] =>
	Object.entries(templates)
		.filter(([name]) => accesses.some(({ value }) => value.flexTaxRuleTemplateId === name))
		.flatMap(([, rules]) => rules);

function requireTaxRule(rule: TaxRule, { amount, days, isPublicTransport }: ExpenseInput, taken: Spending[]) {
	if (rule.isOnlyPublicTransportAllowed && isPublicTransport === false) {
		throw new Refused('public_transport_only');
	}
	if (rule.maxDaysPerMonth !== null && days !== null) {
		const used = taken.reduce((total, one) => total + one.days, 0);
		requireWithin('max_days_exceeded', rule.maxDaysPerMonth, used, days);
	}
	for (const { budget } of rule.budgets.filter((one) => one.budget.currency === amount.currency)) {
		const inCurrency = taken.filter((one) => one.amount.currency === amount.currency);
		const used = inCurrency.reduce((total, one) => total + one.amount.value, 0);
		requireWithin('tax_budget_exceeded', budget.value, used, amount.value);
	}
}

function requireWithin(code: string, limit: number, used: number, wanted: number): void {
	const left = Math.max(0, limit - used);
	if (wanted > left) throw new Refused(code, { limit, used, left });
}

function requireRoom(
	employee: Employee,
	{ amount, date }: ExpenseInput,
	spendings: Spending[],
	isMoreThanBefore: boolean,
): void {
	const month = monthsOfYear(employee, date, spendings).find(({ first }) => first === monthStart(date));
	if (month?.currency !== amount.currency) throw new Refused('currency_mismatch');
	const forbidding = forbiddingAt(employee, date, spendings);
	if (isMoreThanBefore && amount.value > forbidding.left) throw new Refused('budget_exceeded', forbidding);
}

export const expenseWire = (reference: Reference, expense: Expense) => ({
	id: expense.name,
	employeeId: expense.employee,
	companyId: 'company',
	authorId: expense.author,
	module: expense.module,
	amount: expense.amount,
	date: dayOf(expense.date),
	days: expense.days,
	approvedDays: expense.approvedDays,
	absencesRecorded: expense.absencesRecorded,
	mealPrice: expense.mealPrice,
	recreationFor: null,
	machineFacts: purchaseWire(reference, expense),
	isPublicTransport: expense.isPublicTransport,
	note: null,
	state: expense.state,
	dateDecided: isoOrNull(expense.dateDecided),
	deciderId: expense.decider,
	approvalRuleId: expense.rule,
	dateSampled: isoOrNull(expense.sampled),
	standingExpenseId: expense.standing,
	rejectionReason: expense.reason,
	requestedAmount: expense.requested,
	approvedAmount: expense.approved,
	reasons: expense.reasons.map((code) => ({ code, text: TEXTS[code] ?? expense.reason })),
	dateReturned: isoOrNull(expense.dateReturned),
	mendUntil: isoOrNull(
		expense.state === 'NEEDS_CORRECTION' && expense.dateReturned !== null
			? expense.dateReturned + MENDABLE
			: null,
	),
});

const TEXTS: Record<string, string> = {
	no_date: 'The receipt shows no date.',
	no_items: 'The receipt does not show what was bought.',
};
