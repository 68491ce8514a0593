import { authorize } from '../../foundation/core/policy.ts';
import { requireFound } from '../../foundation/core/refusals.ts';
import { type Call, load } from '../../foundation/db/call.ts';
import type { ModifiedKey } from '../../foundation/db/scope.ts';
import { companyIdInScope, loadInCompany } from '../../tenants/companies/store.ts';
import { idInScope, loadEmployee } from '../employees/store.ts';
import { type Expense, type ExpenseFilter, expenseInScope, expensesPage } from './store.ts';

export async function listExpensesOfEmployee(
	call: Call,
	employeeId: string,
	filter: ExpenseFilter,
	after: ModifiedKey,
	limit: number,
): Promise<Expense[]> {
	const scope = authorize(call.actor, 'listExpensesOfEmployee');
	const owner = { employeeId: idInScope(call.db, scope, employeeId) };
	const [, expenses] = await loadEmployee(call, scope, employeeId, [
		expensesPage(call.db, owner, filter, after, limit, call.statusAt),
	]);
	return expenses;
}

export async function listExpensesOfCompany(
	call: Call,
	companyId: string,
	filter: ExpenseFilter,
	after: ModifiedKey,
	limit: number,
): Promise<Expense[]> {
	const scope = authorize(call.actor, 'listExpensesOfCompany');
	const owner = { companyId: companyIdInScope(call.db, scope, companyId) };
	const [expenses] = await loadInCompany(call, scope, companyId, [
		expensesPage(call.db, owner, filter, after, limit, call.statusAt),
	]);
	return expenses;
}

export async function readExpense(call: Call, expenseId: string): Promise<Expense> {
	const scope = authorize(call.actor, 'readExpense');
	const [[expense]] = await load(call, [expenseInScope(call.db, scope, expenseId, call.statusAt)]);
	return requireFound(expense, 'expense');
}
