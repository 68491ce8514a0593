import { authorize } from '../auth/policy.ts';
import { correctedInYear, spendingsOf, takenInYear } from '../balance/store.ts';
import { companyIdInScope, companyInScope } from '../companies/store.ts';
import type { Scope } from '../core/actor.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import type { ExpenseState } from '../core/expenses.ts';
import { newId } from '../core/id.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit, type Refusals, serially } from '../db/commit.ts';
import { advanceRevision, companyOf, employeeInScope, idInScope } from '../employees/store.ts';
import { earliestAccessStart } from '../flex/rules.ts';
import { accessTimeline } from '../flex/store.ts';
import { pendingTransaction } from '../payroll/rules.ts';
import { insertTransaction } from '../payroll/store.ts';
import { cutOff } from '../payroll-runs/rules.ts';
import { latestRun } from '../payroll-runs/store.ts';
import { rulesOfEmployee } from '../tax-rules/store.ts';
import { type ExpenseFacts, requireAllowed } from './rules.ts';
import {
	decideExpense,
	type Expense,
	type ExpenseFilter,
	expenseInScope,
	expensesPage,
	insertExpense,
} from './store.ts';

export interface NewExpense extends ExpenseFacts {
	note: string | null;
}

const alreadyDecided = () => new DomainError('already_decided', 'The expense is not SUBMITTED any more.');
const refusals: Refusals = { decided: alreadyDecided };

/** Submits an expense, if every rule permits it as things stand. */
export async function submitExpense(call: Call, employeeId: string, input: NewExpense): Promise<Expense> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'submitExpense');
	const id = newId(now);
	return serially(async () => {
		const employee = await loadAllowed(call, scope, employeeId, { ...input, id }, false);
		const { amount, ...fields } = input;
		const expense: Expense = {
			id,
			dateCreated: now,
			dateModified: now,
			employeeId,
			companyId: employee.companyId,
			authorId: actor.userId,
			...fields,
			amountValue: amount.value,
			amountCurrency: amount.currency,
			state: 'SUBMITTED',
			dateDecided: null,
			deciderId: null,
			rejectionReason: null,
		};
		await commit(db, [advanceRevision(db, employee), insertExpense(db, expense)]);
		return expense;
	});
}

export async function listExpensesOfEmployee(
	call: Call,
	employeeId: string,
	filter: ExpenseFilter,
	after: string,
	limit: number,
): Promise<Expense[]> {
	const scope = authorize(call.actor, 'listExpensesOfEmployee');
	const [[employee], rows] = await batch(call.db, [
		employeeInScope(call.db, scope, employeeId),
		expensesPage(call.db, { employeeId: idInScope(call.db, scope, employeeId) }, filter, after, limit),
	]);
	if (employee === undefined) throw notFound('employee');
	return rows;
}

export async function listExpensesOfCompany(
	call: Call,
	companyId: string,
	filter: ExpenseFilter,
	after: string,
	limit: number,
): Promise<Expense[]> {
	const scope = authorize(call.actor, 'listExpensesOfCompany');
	const [[company], rows] = await batch(call.db, [
		companyInScope(call.db, scope, companyId),
		expensesPage(call.db, { companyId: companyIdInScope(call.db, scope, companyId) }, filter, after, limit),
	]);
	if (company === undefined) throw notFound('company');
	return rows;
}

export const readExpense = (call: Call, expenseId: string): Promise<Expense> =>
	load(call, authorize(call.actor, 'readExpense'), expenseId);

/** Approves an expense, if every rule still permits it, and makes its payroll transaction. */
export async function approveExpense(call: Call, expenseId: string): Promise<Expense> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'approveExpense');
	return serially(async () => {
		const expense = await loadForDecision(call, scope, expenseId);
		if (isOwnDecision(call, expense, 'APPROVED')) return expense;
		const approved = decided(call, expense, 'APPROVED');
		const facts = { ...expense, amount: { value: expense.amountValue, currency: expense.amountCurrency } };
		const employee = await loadAllowed(call, scope, expense.employeeId, facts, true);
		const reference = cutOff(expense.date, employee.payrollReferenceDay);
		const transaction = pendingTransaction(newId(now), expense, employee, reference, now);
		await commit(
			db,
			[advanceRevision(db, employee), decideExpense(db, approved), insertTransaction(db, transaction)],
			refusals,
		);
		return approved;
	});
}

export async function rejectExpense(call: Call, expenseId: string, reason: string): Promise<Expense> {
	const scope = authorize(call.actor, 'rejectExpense');
	const expense = await loadForDecision(call, scope, expenseId);
	const rejected = { ...decided(call, expense, 'REJECTED'), rejectionReason: reason };
	await commit(call.db, [decideExpense(call.db, rejected)], refusals);
	return rejected;
}

/** Takes an expense back; only who submitted it may. */
export async function withdrawExpense(call: Call, expenseId: string): Promise<Expense> {
	const expense = await load(call, authorize(call.actor, 'withdrawExpense'), expenseId);
	if (expense.authorId !== call.actor.userId) {
		throw new DomainError('forbidden', 'Only who submitted an expense may withdraw it.');
	}
	const withdrawn = decided(call, expense, 'WITHDRAWN');
	await commit(call.db, [decideExpense(call.db, withdrawn)], refusals);
	return withdrawn;
}

/**
 * Holds an expense against every rule, itself left out of what is taken, and answers its employee. On approval only what is
 * approved counts as taken, so that of several pending ones the first approved wins.
 */
async function loadAllowed(
	call: Call,
	scope: Scope,
	employeeId: string,
	expense: ExpenseFacts & { id: string },
	isApproval: boolean,
) {
	const { db, now } = call;
	const { date } = expense;
	const owner = idInScope(db, scope, employeeId);
	const [[employee], timeline, templates, taken, corrected, [latest]] = await batch(db, [
		employeeInScope(db, scope, employeeId),
		accessTimeline(db, scope, employeeId),
		rulesOfEmployee(db, owner),
		takenInYear(db, owner, date, expense.id),
		correctedInYear(db, owner, date),
		latestRun(db, companyOf(employeeId)),
	]);
	if (employee === undefined) throw notFound('employee');
	requireAllowed(expense, {
		now,
		employment: employee,
		timeline,
		templates,
		spendings: spendingsOf(taken, corrected).filter(({ isPending }) => !isPending || !isApproval),
		earliestOpen: earliestAccessStart(now, employee.payrollReferenceDay),
		latestClosed: latest?.month ?? null,
	});
	return employee;
}

async function load(call: Call, scope: Scope, expenseId: string): Promise<Expense> {
	const [[expense]] = await batch(call.db, [expenseInScope(call.db, scope, expenseId)]);
	if (expense === undefined) throw notFound('expense');
	return expense;
}

/** Loads an expense for a decision on it, which nobody takes on one's own. */
async function loadForDecision(call: Call, scope: Scope, expenseId: string): Promise<Expense> {
	const expense = await load(call, scope, expenseId);
	const { userId, employeeId } = call.actor;
	if (expense.authorId === userId || expense.employeeId === employeeId) {
		throw new DomainError('forbidden', 'Nobody decides on an expense of one’s own.');
	}
	return expense;
}

/** A decision that this very call has already stored may be stored again. */
function decided(call: Call, expense: Expense, state: ExpenseState): Expense {
	if (expense.state !== 'SUBMITTED' && !isOwnDecision(call, expense, state)) throw alreadyDecided();
	return { ...expense, state, dateModified: call.now, dateDecided: call.now, deciderId: call.actor.userId };
}

const isOwnDecision = (
	{ actor, now }: Call,
	{ state, dateDecided, deciderId }: Expense,
	wanted: ExpenseState,
): boolean => state === wanted && dateDecided === now && deciderId === actor.userId;
