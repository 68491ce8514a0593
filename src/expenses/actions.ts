import { companyIdInScope, companyInScope } from '../companies/store.ts';
import type { Scope } from '../core/actor.ts';
import { notFound } from '../core/domain-error.ts';
import { newId } from '../core/id.ts';
import { authorize } from '../core/policy.ts';
import { type Call, load } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { stale } from '../db/commit.ts';
import type { Outcome, Write } from '../db/write.ts';
import {
	advanceRevision,
	companyOf,
	type EmployeeRow,
	employeeInScope,
	idInScope,
} from '../employees/store.ts';
import { earliestAccessStart } from '../flex/access/rules.ts';
import { accessTimeline } from '../flex/access/store.ts';
import { correctedInYear, spendingsOf, takenInYear } from '../flex/balance/store.ts';
import { rulesOfEmployee } from '../flex/tax-rules/store.ts';
import { cutOff } from '../payroll/runs/rules.ts';
import { latestRun } from '../payroll/runs/store.ts';
import { pendingTransaction } from '../payroll/transactions/rules.ts';
import { storeTransaction } from '../payroll/transactions/store.ts';
import { type ExpenseFacts, type NewExpense, refuseOwn, requireAllowed, requireAuthor } from './rules.ts';
import {
	type Expense,
	type ExpenseFilter,
	employeeOfExpense,
	expenseInScope,
	expensesPage,
	storeDecision,
	storeSubmission,
} from './store.ts';

/** Submits an expense, if every rule permits it as things stand. */
export function submitExpense(call: Call, employeeId: string, input: NewExpense): Write<Expense> {
	const { db, now, actor } = call;
	const scope = authorize(actor, 'submitExpense');
	const decide = async () => {
		const id = newId(now);
		const employee = await loadAllowed(call, scope, employeeId, { ...input, id }, null);
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
		return claiming(call, employee, storeSubmission(db, expense));
	};
	return { call, decide };
}

/** Of an employee or of a company. */
export async function listExpenses(
	call: Call,
	owner: { employeeId: string } | { companyId: string },
	filter: ExpenseFilter,
	after: string,
	limit: number,
): Promise<Expense[]> {
	const { db, actor } = call;
	if ('employeeId' in owner) {
		const scope = authorize(actor, 'listExpensesOfEmployee');
		const employeeId = idInScope(db, scope, owner.employeeId);
		const [[employee], rows] = await batch(db, [
			employeeInScope(db, scope, owner.employeeId),
			expensesPage(db, { employeeId }, filter, after, limit),
		]);
		if (employee === undefined) throw notFound('employee');
		return rows;
	}
	const scope = authorize(actor, 'listExpensesOfCompany');
	const companyId = companyIdInScope(db, scope, owner.companyId);
	const [[company], rows] = await batch(db, [
		companyInScope(db, scope, owner.companyId),
		expensesPage(db, { companyId }, filter, after, limit),
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
		const { expense, employee } = await loadUndecided(call, scope, expenseId);
		refuseOwn(call.actor, expense);
		const approval = storeDecision(call, expense, { state: 'APPROVED' });
		const facts = { ...expense, amount: { value: expense.amountValue, currency: expense.amountCurrency } };
		const payee = await loadAllowed(call, scope, expense.employeeId, facts, employee);
		const reference = cutOff(expense.date, payee.payrollReferenceDay);
		const transaction = pendingTransaction(newId(now), expense, payee, reference, now);
		const { statements, events } = storeTransaction(db, employee, transaction);
		return claiming(call, employee, {
			...approval,
			statements: [...approval.statements, ...statements],
			events: [...approval.events, ...events],
		});
	};
	return { call, decide };
}

export function rejectExpense(call: Call, expenseId: string, rejectionReason: string): Write<Expense> {
	const scope = authorize(call.actor, 'rejectExpense');
	const decide = async () => {
		const { expense, employee } = await loadUndecided(call, scope, expenseId);
		refuseOwn(call.actor, expense);
		return claiming(call, employee, storeDecision(call, expense, { state: 'REJECTED', rejectionReason }));
	};
	return { call, decide };
}

/** Takes an expense back; only who submitted it may. */
export function withdrawExpense(call: Call, expenseId: string): Write<Expense> {
	const scope = authorize(call.actor, 'withdrawExpense');
	const decide = async () => {
		const { expense, employee } = await loadUndecided(call, scope, expenseId);
		requireAuthor(call.actor, expense);
		return claiming(call, employee, storeDecision(call, expense, { state: 'WITHDRAWN' }));
	};
	return { call, decide };
}

/**
 * Holds an expense against every rule, itself left out of what is taken, and answers its employee. On approval, with the
 * employee `readWith` it, only what is approved counts as taken: of several pending ones the first approved wins.
 */
async function loadAllowed(
	call: Call,
	scope: Scope,
	employeeId: string,
	expense: ExpenseFacts & { id: string },
	readWith: EmployeeRow | null,
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
	if (readWith !== null && readWith.revision !== employee.revision) throw stale();
	requireAllowed(expense, {
		now,
		employment: employee,
		timeline,
		templates,
		spendings: spendingsOf(taken, corrected).filter(({ isPending }) => !isPending || readWith === null),
		earliestOpen: earliestAccessStart(now, employee.payrollReferenceDay),
		latestClosed: latest?.month ?? null,
	});
	return employee;
}

/** The expense and its employee, whose revision tells that nobody else decides meanwhile. */
async function loadUndecided(call: Call, scope: Scope, expenseId: string) {
	const [[expense], [employee]] = await load(call, [
		expenseInScope(call.db, scope, expenseId),
		employeeInScope(call.db, scope, employeeOfExpense(expenseId)),
	]);
	if (expense === undefined || employee === undefined) throw notFound('expense');
	return { expense, employee };
}

/** The outcome, unless somebody else changes what is the employee's meanwhile. */
const claiming = ({ db }: Call, employee: EmployeeRow, outcome: Outcome<Expense>): Outcome<Expense> => ({
	...outcome,
	statements: [advanceRevision(db, employee), ...outcome.statements],
});
