import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch, type Db } from '../../db/client.ts';
import { commit } from '../../db/commit.ts';
import { loadEmployee } from '../store.ts';
import { type PauseMoment, pausesOf, recordMoment, unrecordedPauses } from './store.ts';
import type { StoredPause } from './table.ts';

/** Pauses of one step, which takes two round trips, and steps of one run: the rest waits for the next run. */
const STEP_SIZE = 1000;
const MAX_STEPS = 50;

export async function listPauses(call: Call, employeeId: string): Promise<StoredPause[]> {
	const scope = authorize(call.actor, 'listPauses');
	const [, pauses] = await loadEmployee(call, scope, employeeId, [pausesOf(call.db, scope, employeeId)]);
	return pauses;
}

/** Records in the history which pauses have begun and which have ended, and returns how many. */
export async function recordPauses(db: Db, now: Instant): Promise<number> {
	const began = await recordAll(db, 'employee.pause_began', now);
	return began + (await recordAll(db, 'employee.pause_ended', now));
}

async function recordAll(db: Db, moment: PauseMoment, now: Instant): Promise<number> {
	let count = 0;
	for (let step = 0; step < MAX_STEPS; step++) {
		const [due] = await batch(db, [unrecordedPauses(db, moment, now, STEP_SIZE)]);
		if (due.length === 0) break;
		const identified = due.map(({ id }) => ({ id, eventId: newId(now) }));
		await commit(db, recordMoment(db, moment, identified, now));
		count += due.length;
		if (due.length < STEP_SIZE) break;
	}
	return count;
}
