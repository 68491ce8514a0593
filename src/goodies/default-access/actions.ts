import { refuseBefore } from '../../core/date-window.ts';
import { notFound } from '../../core/domain-error.ts';
import { refuseAfterTermination, whileEmployed } from '../../core/employment.ts';
import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import { lay } from '../../core/timeline.ts';
import { type Call, load } from '../../db/call.ts';
import { batch } from '../../db/client.ts';
import { asNewRecord, stamped } from '../../db/timeline.ts';
import type { Write } from '../../db/write.ts';
import { employeeInScope, storeTimeline } from '../../employees/store.ts';
import { earliestDefaultAccessStart } from './rules.ts';
import { type DefaultAccess, defaultAccessTimeline, defaultTimeline } from './store.ts';

/** Lays a period on the employee's timeline, all of which it answers as it is shown. */
export function setDefaultAccess(
	call: Call,
	employeeId: string,
	{ startDate, endDate = null }: { startDate: Instant; endDate?: Instant | null | undefined },
): Write<DefaultAccess[]> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'setDefaultAccess');
	const decide = async () => {
		const [[employee], timeline] = await load(call, [
			employeeInScope(db, scope, employeeId),
			defaultAccessTimeline(db, scope, employeeId),
		]);
		if (employee === undefined) throw notFound('employee');
		refuseBefore('startDate', startDate, earliestDefaultAccessStart(now));
		refuseAfterTermination(employee, startDate);
		const dates = { dateCreated: now, dateModified: now, dateDeleted: null };
		const access = { id: newId(now), ...dates, employeeId, validFrom: startDate, validUntil: endDate };
		const change = stamped(lay(timeline, access, asNewRecord(now)), now);
		return storeTimeline(db, defaultTimeline, employee, timeline, change, whileEmployed);
	};
	return { call, decide };
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
