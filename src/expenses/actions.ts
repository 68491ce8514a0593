import { authorize } from '../auth/policy.ts';
import { correctedInYear, spendingsOf, takenInYear } from '../balance/store.ts';
import { companyIdInScope, companyInScope } from '../companies/store.ts';
import type { Scope } from '../core/actor.ts';
import { DomainError, notFound } from '../core/domain-error.ts';
import { creation, ofEmployee } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Call, load } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { fieldsOf } from '../db/history.ts';
import type { Write } from '../db/write.ts';
import { advanceRevision, companyOf, employeeInScope, idInScope } from '../employees/store.ts';
import { earliestAccessStart } from '../flex/rules.ts';
import { accessTimeline } from '../flex/store.ts';
import { pendingTransaction } from '../payroll/rules.ts';
import { insertTransaction } from '../payroll/store.ts';
import { payrollTransactions } from '../payroll/table.ts';
import { cutOff } from '../payroll-runs/rules.ts';
import { latestRun } from '../payroll-runs/store.ts';
import { rulesOfEmployee } from '../tax-rules/store.ts';
import { type ExpenseFacts, requireAllowed } from './rules.ts';
import {
	type Expense,
	type ExpenseFilter,
	expenseInScope,
	expenseRefusals,
	expensesPage,
	insertExpense,
	ofExpense,
	storeDecision,
} from './store.ts';
import { expenses } from './table.ts';

export interface NewExpense extends ExpenseFacts {
	note: string | null;
}

/** Submits an expense, if every rule permits it as things stand. */
export function submitExpense(call: Call, employeeId: string, input: NewExpense): Write<Expense> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'submitExpense');
	const decide = async () => {
		const id = newId(now);
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
			...{ amountValue: amount.value, amountCurrency: amount.currency },
			state: 'SUBMITTED',
			dateDecided: null,
			deciderId: null,
			rejectionReason: null,
		};
		return {
			before: null,
			after: expense,
			statements: [advanceRevision(db, employee), insertExpense(db, expense)],
			events: [creation('expense.submitted', ofExpense(expense), fieldsOf(expenses, expense))],
			refusals: expenseRefusals,
		};
	};
	return { call, decide };
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

export async function readExpense(call: Call, expenseId: string): Promise<Expense> {
	const scope = authorize(call.actor, 'readExpense');
	const [[expense]] = await batch(call.db, [expenseInScope(call.db, scope, expenseId)]);
	if (expense === undefined) throw notFound('expense');
	return expense;
}

/** Approves an expense, if every rule still permits it, and makes its payroll transaction. */
export function approveExpense(call: Call, expenseId: string): Write<Expense> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'approveExpense');
	const decide = async () => {
		const expense = await loadForDecision(call, scope, expenseId);
		const approval = storeDecision(call, expense, { state: 'APPROVED' });
		const facts = { ...expense, amount: { value: expense.amountValue, currency: expense.amountCurrency } };
		const employee = await loadAllowed(call, scope, expense.employeeId, facts, true);
		const reference = cutOff(expense.date, employee.payrollReferenceDay);
		const transaction = pendingTransaction(newId(now), expense, employee, reference, now);
		const line = fieldsOf(payrollTransactions, transaction);
		const about = ofEmployee(employee, transaction.id);
		return {
			...approval,
			statements: [advanceRevision(db, employee), ...approval.statements, insertTransaction(db, transaction)],
			events: [...approval.events, creation('payroll_transaction.created', about, line)],
		};
	};
	return { call, decide };
}

export function rejectExpense(call: Call, expenseId: string, rejectionReason: string): Write<Expense> {
	const scope = authorize(call.actor, 'rejectExpense');
	const decide = async () =>
		storeDecision(call, await loadForDecision(call, scope, expenseId), {
			state: 'REJECTED',
			rejectionReason,
		});
	return { call, decide };
}

/** Takes an expense back; only who submitted it may. */
export function withdrawExpense(call: Call, expenseId: string): Write<Expense> {
	const scope = authorize(call.actor, 'withdrawExpense');
	const decide = async () => {
		const [expense] = (await load(call, [expenseInScope(call.db, scope, expenseId)]))[0];
		if (expense === undefined) throw notFound('expense');
		if (expense.authorId !== call.actor.userId) {
			throw new DomainError('forbidden', 'Only who submitted an expense may withdraw it.');
		}
		return storeDecision(call, expense, { state: 'WITHDRAWN' });
	};
	return { call, decide };
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
	const [[employee], timeline, templates, taken, corrected, [latest]] = await load(call, [
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

/** Loads an expense for a decision on it, which nobody takes on one's own. */
async function loadForDecision(call: Call, scope: Scope, expenseId: string): Promise<Expense> {
	const [[expense]] = await load(call, [expenseInScope(call.db, scope, expenseId)]);
	if (expense === undefined) throw notFound('expense');
	const { userId, employeeId } = call.actor;
	if (expense.authorId === userId || expense.employeeId === employeeId) {
		throw new DomainError('forbidden', 'Nobody decides on an expense of one’s own.');
	}
	return expense;
}
