import { balancesOfYear, type Year } from '../../core/balance.ts';
import { notFound } from '../../core/domain-error.ts';
import { type Instant, toYearMonth } from '../../core/instant.ts';
import { authorize, type Operation } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { employeeInScope, idInScope } from '../../employees/store.ts';
import { accessTimeline, type FlexAccess } from '../access/store.ts';
import { correctedInYear, spendingsOf, takenInYear } from './store.ts';

/** The balances from January to the month, which comes last: what it is derived from. */
export async function readBalance(call: Call, employeeId: string, month: Instant): Promise<Year<FlexAccess>> {
	const [january, ...later] = await load(call, 'readBalance', employeeId, month);
	return [january, ...later.filter((balance) => balance.month <= toYearMonth(month))];
}

/** The twelve balances of the year that holds the instant. */
export async function readBalancesOfYear(
	call: Call,
	employeeId: string,
	year: Instant,
): Promise<Year<FlexAccess>> {
	return load(call, 'readBalancesOfYear', employeeId, year);
}

async function load(
	call: Call,
	operation: Operation,
	employeeId: string,
	anyInstant: Instant,
): Promise<Year<FlexAccess>> {
	const { db, actor } = call;
	const scope = authorize(actor, operation);
	const owner = idInScope(db, scope, employeeId);
	const [[employee], timeline, taken, corrected] = await batch(db, [
		employeeInScope(db, scope, employeeId),
		accessTimeline(db, scope, employeeId),
		takenInYear(db, owner, anyInstant),
		correctedInYear(db, owner, anyInstant),
	]);
	if (employee === undefined) throw notFound('employee');
	return balancesOfYear(anyInstant, timeline, employee, spendingsOf(taken, corrected));
}
