import { balancesOfYear, type Year } from '../../core/balance.ts';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import { authorize, type Operation } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { idInScope, loadEmployee } from '../../employees/store.ts';
import { accessesOf } from '../access/store.ts';
import type { FlexAccess } from '../access/table.ts';
import { correctedInYear, spendingsOf, takenInYear } from './store.ts';

/** The balances from January to `month`, which comes last. Each month is derived from those before it. */
export async function readBalance(call: Call, employeeId: string, month: Instant): Promise<Year<FlexAccess>> {
	const [january, ...later] = await balancesAround(call, 'readBalance', employeeId, month);
	return [january, ...later.filter((balance) => balance.month <= toYearMonth(month))];
}

export const readBalancesOfYear = (
	call: Call,
	employeeId: string,
	anyInstant: Instant,
): Promise<Year<FlexAccess>> => balancesAround(call, 'readBalancesOfYear', employeeId, anyInstant);

async function balancesAround(
	call: Call,
	operation: Operation,
	employeeId: string,
	anyInstant: Instant,
): Promise<Year<FlexAccess>> {
	const { db } = call;
	const scope = authorize(call.actor, operation);
	const ownerId = idInScope(db, scope, employeeId);
	const [employee, accesses, taken, corrected] = await loadEmployee(call, scope, employeeId, [
		accessesOf(db, scope, employeeId),
		takenInYear(db, ownerId, anyInstant),
		correctedInYear(db, ownerId, anyInstant),
	]);
	return balancesOfYear(anyInstant, accesses, employee, spendingsOf(taken, corrected));
}
