import { correctedInYear, takenInYear } from '../../../benefits/balances/store.ts';
import { pauseTimeline } from '../../../benefits/employees/pauses/table.ts';
import { idInScope, loadEmployee } from '../../../benefits/employees/store.ts';
import { periodsOf } from '../../../benefits/employees/timelines/store.ts';
import { accessTimeline } from '../../../benefits/flex/access/table.ts';
import { defaultAccessTimeline } from '../../../benefits/goodies/default-access/table.ts';
import { planTimeline } from '../../../benefits/goodies/plans/table.ts';
import { type Instant, startOfYear } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { toEvent } from '../../../foundation/db/events.ts';
import {
	authorsOfEvents,
	byName,
	closingsIn,
	expensesOfYear,
	invitationOf,
	latestEvents,
	templatesFor,
	vouchersOfYear,
} from './store.ts';

export type EmployeeYear = Awaited<ReturnType<typeof readYear>>;

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
