import { authorize } from '../../../foundation/core/policy.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { withShownPause } from '../pauses/rules.ts';
import type { EmployeeState } from '../rules.ts';
import { type ListedEmployee, loadEmployee, type ShownEmployee } from '../store.ts';
import { type EmployeeFilter, type EmployeePlace, employeesPage, isInState } from './store.ts';

export async function listEmployees(
	call: Call,
	{ state, ...filter }: EmployeeFilter & { state?: EmployeeState | undefined },
	after: EmployeePlace,
	limit: number,
): Promise<ListedEmployee[]> {
	const scope = authorize(call.actor, 'listEmployees');
	const also = state && isInState(state, call.now);
	const [rows] = await load(call, [employeesPage(call.db, scope, filter, after, limit, also)]);
	return rows.map((row) => withShownPause(row, call.now));
}

export async function readEmployee(call: Call, employeeId: string): Promise<ShownEmployee> {
	const scope = authorize(call.actor, 'readEmployee');
	const [employee] = await loadEmployee(call, scope, employeeId, []);
	return withShownPause(employee, call.now);
}
