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
	closingsIn,
	expensesOfYear,
	latestEvents,
	templatesFor,
	vouchersOfYear,
} from './store.ts';

export type EmployeeYear = Awaited<ReturnType<typeof readYear>>;

/** All that is known of an employee in the year of an instant, and the latest changes, in one round trip. */
export async function readYear(call: Call, employeeId: string, anyInstant: Instant) {
	const { db } = call;
	const scope = authorize(call.actor, 'readEmployee');
	const year = startOfYear(anyInstant);
	const id = idInScope(db, scope, employeeId);
	const [
		employee,
		pauses,
		accesses,
		plans,
		defaults,
		taken,
		corrected,
		expenses,
		vouchers,
		templates,
		closings,
		...told
	] = await loadEmployee(call, scope, employeeId, [
		periodsOf(db, pauseTimeline, scope, employeeId),
		periodsOf(db, accessTimeline, scope, employeeId),
		periodsOf(db, planTimeline, scope, employeeId),
		periodsOf(db, defaultAccessTimeline, scope, employeeId),
		takenInYear(db, id, year),
		correctedInYear(db, id, year),
		expensesOfYear(db, id, year),
		vouchersOfYear(db, id, year),
		templatesFor(db, id),
		closingsIn(db, id, year),
		latestEvents(db, employeeId),
		authorsOfEvents(db, employeeId),
		invitationOf(db, id),
	]);
	const [events, authors, [invitation]] = told;
	return {
		year,
		employee,
		pauses,
		accesses,
		plans,
		defaults,
		taken,
		corrected,
		expenses,
		vouchers,
		templates,
		closings,
		events: events.map(toEvent).sort((a, b) => b.position - a.position),
		authors,
		invitation,
	};
}
