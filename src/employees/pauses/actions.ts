import type { Instant } from '../../core/instant.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch, type Db } from '../../db/client.ts';
import { commit } from '../../db/commit.ts';
import { inSteps, type MayGoOn } from '../../db/steps.ts';
import { loadEmployee } from '../store.ts';
import { type PauseMoment, pausesOf, recordMoment, unrecordedPauses } from './store.ts';
import type { StoredPause } from './table.ts';

/** Pauses per step, which takes two round trips. */
const STEP_SIZE = 1000;

export async function listPauses(call: Call, employeeId: string): Promise<StoredPause[]> {
	const scope = authorize(call.actor, 'listPauses');
	const [, pauses] = await loadEmployee(call, scope, employeeId, [pausesOf(call.db, scope, employeeId)]);
	return pauses;
}

/** Records in the history which pauses have begun and which have ended, and returns how many. */
export async function recordPauses(db: Db, now: Instant, mayGoOn: MayGoOn): Promise<number> {
	const began = await recordAll(db, 'employee.pause_began', now, mayGoOn);
	return began + (await recordAll(db, 'employee.pause_ended', now, mayGoOn));
}

const recordAll = (db: Db, moment: PauseMoment, now: Instant, mayGoOn: MayGoOn): Promise<number> =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [due] = await batch(db, [unrecordedPauses(db, moment, now, size)]);
		if (due.length > 0) await commit(db, recordMoment(db, moment, due, now));
		return due.length;
	});
