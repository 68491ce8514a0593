import { correctedInYear, takenInYear } from '../../balances/store.ts';
import { type Instant, startOfYear } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { toEvent } from '../../db/events.ts';
import { pauseTimeline } from '../../employees/pauses/table.ts';
import { invitationOf } from '../../employees/people/store.ts';
import { idInScope, loadEmployee } from '../../employees/store.ts';
import { periodsOf } from '../../employees/timelines/store.ts';
import { accessTimeline } from '../../flex/access/table.ts';
import { defaultAccessTimeline } from '../../goodies/default-access/table.ts';
import { planTimeline } from '../../goodies/plans/table.ts';
import {
	authorsOfEvents,
	byName,
	closingsIn,
	expensesOfYear,
	latestEvents,
	templatesFor,
	vouchersOfYear,
} from './store.ts';

export type EmployeeYear = Awaited<ReturnType<typeof readYear>>;

/** All that is known of an employee in the year of an instant, and the latest changes, in one round trip. */
export async function readYear(call: Call, employeeId: string, anyInstant: Instant) {
	const { db, now } = call;
	const scope = authorize(call.actor, 'readEmployee');
	const year = startOfYear(anyInstant);
	const id = idInScope(db, scope, employeeId);
	const queries = {
		pauses: periodsOf(db, pauseTimeline, scope, employeeId),
		accesses: periodsOf(db, accessTimeline, scope, employeeId),
		plans: periodsOf(db, planTimeline, scope, employeeId),
		defaults: periodsOf(db, defaultAccessTimeline, scope, employeeId),
		taken: takenInYear(db, id, year),
		corrected: correctedInYear(db, id, year),
		expenses: expensesOfYear(db, id, year),
		vouchers: vouchersOfYear(db, id, year),
		templates: templatesFor(db, id),
		closings: closingsIn(db, id, year),
		events: latestEvents(db, employeeId),
		authors: authorsOfEvents(db, employeeId),
		invitation: invitationOf(db, id, now),
	};
	const [employee, ...results] = await loadEmployee(call, scope, employeeId, Object.values(queries));
	const found = byName(queries, results);
	const events = found.events.map(toEvent).sort((a, b) => b.position - a.position);
	return { ...found, year, employee, events, invitation: found.invitation[0] };
}
