import { authorize } from '../auth/policy.ts';
import { refuseBefore } from '../core/date-window.ts';
import { notFound } from '../core/domain-error.ts';
import { refuseAfterTermination, whileEmployed } from '../core/employment.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { lay } from '../core/timeline.ts';
import type { Call } from '../db/call.ts';
import { batch } from '../db/client.ts';
import { commit, serially } from '../db/commit.ts';
import { asNewRecord, holds, saveChange, stamped } from '../db/timeline.ts';
import { advanceRevision, employeeInScope } from '../employees/store.ts';
import { earliestDefaultAccessStart } from './rules.ts';
import { type DefaultAccess, defaultAccessTimeline } from './store.ts';
import { defaultAccesses } from './table.ts';

/** Lays a period on the employee's timeline and answers all of it, as it is shown. */
export async function setDefaultAccess(
	call: Call,
	employeeId: string,
	{ startDate, endDate = null }: { startDate: Instant; endDate?: Instant | null | undefined },
): Promise<DefaultAccess[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setDefaultAccess');
	const dates = { dateCreated: now, dateModified: now, dateDeleted: null };
	const access = { id: newId(now), ...dates, employeeId, validFrom: startDate, validUntil: endDate };
	return serially(async () => {
		const [[employee], timeline] = await batch(db, [
			employeeInScope(db, scope, employeeId),
			defaultAccessTimeline(db, scope, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		if (holds(timeline, access.id)) return whileEmployed(timeline, employee);
		refuseBefore('startDate', startDate, earliestDefaultAccessStart(now));
		refuseAfterTermination(employee, startDate);

		const change = stamped(lay(timeline, access, asNewRecord(now)), now);
		await commit(db, [advanceRevision(db, employee), ...saveChange(db, defaultAccesses, change, now)]);
		return whileEmployed(change.timeline, employee);
	});
}

export async function listDefaultAccess(call: Call, employeeId: string): Promise<DefaultAccess[]> {
	const scope = authorize(call.actor, 'listDefaultAccess');
	const [[employee], timeline] = await batch(call.db, [
		employeeInScope(call.db, scope, employeeId),
		defaultAccessTimeline(call.db, scope, employeeId),
	]);
	if (employee === undefined) throw notFound('employee');
	return whileEmployed(timeline, employee);
}
