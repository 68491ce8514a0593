import { authorize } from '../../core/policy.ts';
import { type Call, load } from '../../db/call.ts';
import { withShownPause } from '../pauses/rules.ts';
import type { EmployeeState } from '../rules.ts';
import type { ListedEmployee } from '../store.ts';
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
