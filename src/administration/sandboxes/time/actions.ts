import type { Alarmed } from '../../../foundation/cells/alarm.ts';
import type { CellBindings } from '../../../foundation/cells/places.ts';
import { aboutCompany, type EventType, type Fields } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import type { Job } from '../../../foundation/core/jobs.ts';
import type { VaultKeys } from '../../../foundation/core/vault.ts';
import { aheadBy } from '../../../foundation/db/clock.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { interruptible, type MayGoOn } from '../../../foundation/db/steps.ts';
import { dueTimes, nextStep } from '../../overview/due/actions.ts';
import type { Asker } from '../actions.ts';
import { type Advance, requireForward } from '../rules.ts';
import { type Clock, eventsSince, nowOf, saveClock } from '../store.ts';

/** A sandbox in its cell, during a task. */
export interface Sandbox {
	env: CellBindings & VaultKeys & { RECEIPTS: R2Bucket; HISTORY: R2Bucket };
	cell: Alarmed;
	/** Its database for code that uses the real time. */
	own: Db;
	clock: Clock;
	now: Instant;
	asker: Asker;
	mayGoOn: MayGoOn;
	/** Runs the due jobs that use the sandbox's clock. Returns those that have failed. */
	run(db: Db, mayGoOn: MayGoOn): Promise<Job[]>;
}

export async function advance(sandbox: Sandbox, to: Instant): Promise<Advance> {
	const { own, clock, now } = sandbox;
	const from = nowOf(clock, now);
	requireForward(to, from);
	const { reachedUntil, done, failedJobs } = await live(sandbox, to);
	const [events] = await batch(own, [eventsSince(own, clock.position)]);
	await commit(
		own,
		recorded(sandbox, 'sandbox.advanced', { now: toIso(from) }, { now: toIso(reachedUntil) }, reachedUntil),
	);
	return { reachedUntil, done, events, failedJobs };
}

/**
 * Moves the clock to each full hour at which something is due, and runs it then, as the cron would have done. The last step is `to`. Jobs
 * that use the real time are left to the alarm.
 */
export async function live(
	{ own, clock, now, mayGoOn, run }: Sandbox,
	to: Instant,
): Promise<Pick<Advance, 'reachedUntil' | 'done' | 'failedJobs'>> {
	const failed = new Set<Job>();
	let [its, isBehind] = [nowOf(clock, now), clock.isBehind];
	const { mayStep, wasInterrupted } = interruptible(mayGoOn);
	/** Everything due at `its` is done, unless work of an earlier request or of the last step is unfinished. */
	const end = async (done: boolean, behind: boolean) => {
		await moveTo(its, behind);
		return { reachedUntil: its, done, failedJobs: [...failed] };
	};
	const moveTo = async (at: Instant, behind: boolean) => {
		its = at;
		const moved = { ahead: at - now, isBehind: behind };
		await commit(own, [saveClock(own, moved)]);
		Object.assign(clock, moved);
	};
	for (;;) {
		if (!mayStep()) return end(false, isBehind);
		const next = isBehind ? its : nextStep(await dueTimes(aheadBy(own, its - now), its, false), its);
		if (next > to) {
			// Another request may have advanced the clock between two requests that fill the sandbox.
			its = Math.max(its, to);
			return end(true, false);
		}
		await moveTo(next, true);
		const db = aheadBy(own, next - now);
		for (const job of await run(db, mayStep)) failed.add(job);
		if (wasInterrupted()) return end(false, true);
		isBehind = false;
	}
}

export function recorded(
	{ own, clock: { companyId }, asker: { author } }: Sandbox,
	type: EventType,
	before: Fields | null,
	after: Fields,
	at: Instant,
): Statement[] {
	return recordEvents(own, author, at, identified([{ type, ...aboutCompany(companyId), before, after }], at));
}
