import { authorize } from '../core/policy.ts';
import type { Call } from '../db/call.ts';
import { withShownPause } from './pauses/rules.ts';
import { loadEmployee, type ShownEmployee } from './store.ts';

export async function readEmployee(call: Call, employeeId: string): Promise<ShownEmployee> {
	const scope = authorize(call.actor, 'readEmployee');
	const [employee] = await loadEmployee(call, scope, employeeId, []);
	return withShownPause(employee, call.now);
}
