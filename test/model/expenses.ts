import { forbiddingAt, monthsOfYear, type Spending, spendingsOf } from './balance.ts';
import { DAY, dayOf, monthOf, monthStart } from './calendar.ts';
import { isoOrNull } from './employees.ts';
import { accessesOn, earliestOpen } from './flex.ts';
import { isPausedWhole } from './pauses.ts';
import {
	type Employee,
	type Expense,
	employeeNamed,
	type Grant,
	type Reference,
	Refused,
	type TaxRule,
} from './reference.ts';
import { requireUnrestricted, restrictionOf } from './restriction.ts';
import type { Piece } from './timeline.ts';

export type ExpenseInput = Pick<Expense, 'module' | 'amount' | 'date' | 'days' | 'isPublicTransport'>;

export function submit(reference: Reference, author: string, name: string, input: ExpenseInput) {
	if (author === 'verifier') throw new Refused('forbidden');
	if (author !== 'admin' && author !== `user of ${name}`) throw new Refused('not_found');
	const employee = employeeNamed(reference, name);
	requireAllowed(reference, employee, input, spendingsOf(reference, employee));
	const expense: Expense = {
		name: `expense-${reference.expenses.length}`,
		employee: name,
		author,
		...input,
		state: 'SUBMITTED',
		dateSubmitted: reference.now,
		dateDecided: null,
		decider: null,
		reason: null,
	};
	reference.expenses.push(expense);
	return expenseWire(expense);
}

/** What is pending does not count against what is to be approved. */
export function requireApprovable(reference: Reference, expense: Expense): Employee {
	const employee = employeeNamed(reference, expense.employee);
	const approved = spendingsOf(reference, employee).filter(({ isPending }) => !isPending);
	requireAllowed(reference, employee, expense, approved);
	return employee;
}

/** Withdraws, or rejects for a reason. */
export function decline(reference: Reference, by: string, name: string, reason: string | null) {
	const isWithdrawal = reason === null;
	if (isWithdrawal ? by === 'verifier' : by !== 'verifier') throw new Refused('forbidden');
	const expense = expenseNamed(reference, name);
	if (isWithdrawal && by !== 'admin' && by !== `user of ${expense.employee}`) throw new Refused('not_found');
	if (isWithdrawal && by !== expense.author) throw new Refused('forbidden');
	if (expense.state !== 'SUBMITTED') throw new Refused('already_decided');
	decide(reference, expense, isWithdrawal ? 'WITHDRAWN' : 'REJECTED', by, reason);
	return expenseWire(expense);
}

export function decide(
	{ now }: Reference,
	expense: Expense,
	state: Expense['state'],
	decider: string,
	reason: string | null = null,
): void {
	Object.assign(expense, { state, decider, reason, dateDecided: now });
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
) {
	const { date, module } = input;
	if (date > reference.now) throw new Refused('validation_failed');
	if (employee.dateTerminated !== null && date >= employee.dateTerminated) {
		throw new Refused('employee_terminated');
	}
	if (isPausedWhole(employee, date, date + DAY - 1)) throw new Refused('employee_paused');
	const isClosed = reference.runs.some((run) => run.month >= monthStart(date));
	if (date < earliestOpen(reference) || isClosed) throw new Refused('period_closed');

	const accesses = accessesOn(employee, date);
	if (accesses.length === 0) throw new Refused('no_flex_access');
	const permitting = accesses.filter(({ value }) => value.allowedModules.includes(module));
	if (permitting.length === 0) throw new Refused('module_not_allowed');
	const ofMonth = spendings.filter(({ month }) => month === monthOf(date));
	for (const rule of rulesOf(reference, permitting)) requireTaxRule(rule, input, ofMonth);
	requireUnrestricted(input, restrictionOf(reference, employee, date, spendings));
	requireRoom(employee, input, spendings);
}

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

function requireRoom(employee: Employee, { amount, date }: ExpenseInput, spendings: Spending[]): void {
	const month = monthsOfYear(employee, date, spendings).find(({ first }) => first === monthStart(date));
	if (month?.currency !== amount.currency) throw new Refused('currency_mismatch');
	const forbidding = forbiddingAt(employee, date, spendings);
	if (amount.value > forbidding.left) throw new Refused('budget_exceeded', forbidding);
}

export const expenseWire = (expense: Expense) => ({
	id: expense.name,
	employeeId: expense.employee,
	companyId: 'company',
	authorId: expense.author,
	module: expense.module,
	amount: expense.amount,
	date: dayOf(expense.date),
	days: expense.days,
	isPublicTransport: expense.isPublicTransport,
	note: null,
	state: expense.state,
	dateDecided: isoOrNull(expense.dateDecided),
	deciderId: expense.decider,
	rejectionReason: expense.reason,
});
