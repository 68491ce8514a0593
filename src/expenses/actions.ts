import { quotaViolations } from '../companies/quotas/store.ts';
import { companyIdInScope, loadCompany } from '../companies/store.ts';
import type { Scope } from '../core/actor.ts';
import { newId } from '../core/id.ts';
import { authorize } from '../core/policy.ts';
import { notFound } from '../core/refusals.ts';
import { type Call, load } from '../db/call.ts';
import { stale } from '../db/commit.ts';
import type { Outcome } from '../db/write.ts';
import { advanceRevision, companyOf, type EmployeeRow, idInScope, loadEmployee } from '../employees/store.ts';
import { accessesOf } from '../flex/access/store.ts';
import { correctedInYear, spendingsOf, takenInYear } from '../flex/balance/store.ts';
import { rulesOfEmployee } from '../flex/tax-rules/store.ts';
import { isMonthlyBudget } from '../goodies/plans/rules.ts';
import { plansOf } from '../goodies/plans/store.ts';
import { cutOff, earliestOpen } from '../payroll/calendar.ts';
import { latestRun } from '../payroll/runs/store.ts';
import { pendingTransaction } from '../payroll/transactions/rules.ts';
import { additionOf } from '../payroll/transactions/store.ts';
import {
	type Circumstances,
	type ExpenseFacts,
	type NewExpense,
	refuseOwn,
	requireAllowed,
	requireAuthor,
} from './rules.ts';
import {
	decisionOn,
	type Expense,
	type ExpenseFilter,
	employeeOfExpense,
	expenseInScope,
	expensesPage,
	submissionOf,
} from './store.ts';

/** Submits an expense if every rule permits it now. Pending expenses count as taken. */
export async function submitExpense(
	call: Call,
	employeeId: string,
	input: NewExpense,
): Promise<Outcome<Expense>> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'submitExpense');
	const id = newId(now);
	const { employee, circumstances } = await loadCircumstances(call, scope, employeeId, { ...input, id });
	requireAllowed(input, circumstances);
	const { amount, ...fields } = input;
	const expense: Expense = {
		id,
		dateCreated: now,
		dateModified: now,
		employeeId,
		companyId: employee.companyId,
		firstName: employee.firstName,
		lastName: employee.lastName,
		personnelNumber: employee.personnelNumber,
		authorId: actor.userId,
		...fields,
		amountValue: amount.value,
		amountCurrency: amount.currency,
		state: 'SUBMITTED',
		dateDecided: null,
		deciderId: null,
		rejectionReason: null,
	};
	const submission = submissionOf(db, expense);
	const owner = { companyIds: [employee.companyId], employeeId };
	const violations = { ...submission.violations, ...quotaViolations(db, owner, now, ['expenses']) };
	return withRevision(call, employee, { ...submission, violations });
}

export async function listExpensesOfEmployee(
	call: Call,
	employeeId: string,
	filter: ExpenseFilter,
	after: string,
	limit: number,
): Promise<Expense[]> {
	const scope = authorize(call.actor, 'listExpensesOfEmployee');
	const owner = { employeeId: idInScope(call.db, scope, employeeId) };
	const [, expenses] = await loadEmployee(call, scope, employeeId, [
		expensesPage(call.db, owner, filter, after, limit),
	]);
	return expenses;
}

export async function listExpensesOfCompany(
	call: Call,
	companyId: string,
	filter: ExpenseFilter,
	after: string,
	limit: number,
): Promise<Expense[]> {
	const scope = authorize(call.actor, 'listExpensesOfCompany');
	const owner = { companyId: companyIdInScope(call.db, scope, companyId) };
	const [, expenses] = await loadCompany(call, scope, companyId, [
		expensesPage(call.db, owner, filter, after, limit),
	]);
	return expenses;
}

export async function readExpense(call: Call, expenseId: string): Promise<Expense> {
	const scope = authorize(call.actor, 'readExpense');
	const [[expense]] = await load(call, [expenseInScope(call.db, scope, expenseId)]);
	if (expense === undefined) throw notFound('expense');
	return expense;
}

/**
 * Approves an expense if every rule still permits it, and creates its payroll transaction. Only approved
 * expenses count as taken here, so that of several pending ones the first approved wins.
 */
export async function approveExpense(call: Call, expenseId: string): Promise<Outcome<Expense>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'approveExpense');
	const { expense, employee: before } = await loadExpense(call, scope, expenseId);
	refuseOwn(call.actor, expense);
	const approval = decisionOn(call, expense, { state: 'APPROVED' });
	const facts = { ...expense, amount: { value: expense.amountValue, currency: expense.amountCurrency } };
	const { employee, circumstances } = await loadCircumstances(call, scope, expense.employeeId, facts);
	if (employee.revision !== before.revision) throw stale();
	const spendings = circumstances.spendings.filter(({ isPending }) => !isPending);
	requireAllowed(facts, { ...circumstances, spendings });
	const reference = cutOff(expense.date, employee.payrollReferenceDay);
	const transaction = pendingTransaction(newId(now), expense, employee, reference, now);
	const { statements, changes } = additionOf(db, employee, transaction);
	return withRevision(call, employee, {
		...approval,
		statements: [...approval.statements, ...statements],
		changes: [...approval.changes, ...changes],
	});
}

export async function rejectExpense(
	call: Call,
	expenseId: string,
	rejectionReason: string,
): Promise<Outcome<Expense>> {
	const scope = authorize(call.actor, 'rejectExpense');
	const { expense, employee } = await loadExpense(call, scope, expenseId);
	refuseOwn(call.actor, expense);
	return withRevision(call, employee, decisionOn(call, expense, { state: 'REJECTED', rejectionReason }));
}

/** Withdraws an expense. Only the user who submitted it may do so. */
export async function withdrawExpense(call: Call, expenseId: string): Promise<Outcome<Expense>> {
	const scope = authorize(call.actor, 'withdrawExpense');
	const { expense, employee } = await loadExpense(call, scope, expenseId);
	requireAuthor(call.actor, expense);
	return withRevision(call, employee, decisionOn(call, expense, { state: 'WITHDRAWN' }));
}

/** Reads the employee and all that an expense is checked against, without the expense itself. */
async function loadCircumstances(
	call: Call,
	scope: Scope,
	employeeId: string,
	{ id, date }: Pick<ExpenseFacts, 'date'> & { id: string },
) {
	const { db, now } = call;
	const ownerId = idInScope(db, scope, employeeId);
	const [employee, timeline, plans, templates, taken, corrected, [latest]] = await loadEmployee(
		call,
		scope,
		employeeId,
		[
			accessesOf(db, scope, employeeId),
			plansOf(db, scope, employeeId),
			rulesOfEmployee(db, ownerId),
			takenInYear(db, ownerId, date, id),
			correctedInYear(db, ownerId, date),
			latestRun(db, companyOf(employeeId)),
		],
	);
	const circumstances: Circumstances = {
		now,
		employment: employee,
		timeline,
		templates,
		spendings: spendingsOf(taken, corrected),
		monthlyBudgets: employee.monthlyBudgetRestrictsFlex ? plans.filter(isMonthlyBudget) : [],
		earliestOpen: earliestOpen(now, employee.payrollReferenceDay),
		latestClosed: latest?.month ?? null,
	};
	return { employee, circumstances };
}

/** Reads the expense and its employee, whose revision reveals a concurrent decision. */
async function loadExpense(call: Call, scope: Scope, expenseId: string) {
	const [employee, [expense]] = await loadEmployee(
		call,
		scope,
		employeeOfExpense(expenseId),
		[expenseInScope(call.db, scope, expenseId)],
		'expense',
	);
	if (expense === undefined) throw notFound('expense');
	return { expense, employee };
}

/** Makes the outcome fail when something that belongs to the employee changes meanwhile. */
const withRevision = ({ db }: Call, employee: EmployeeRow, outcome: Outcome<Expense>): Outcome<Expense> => ({
	...outcome,
	statements: [advanceRevision(db, employee), ...outcome.statements],
});
