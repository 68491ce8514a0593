import { readLatest } from '../../administration/overview/companies/actions.ts';
import { dueTimes, nextHour, nextRun } from '../../administration/overview/due/actions.ts';
import { lastRunOf, reportRun } from '../../administration/overview/jobs/actions.ts';
import { eraseAgain } from '../../administration/privacy/repeated-erasure/actions.ts';
import type { Alarmed } from '../../foundation/cells/alarm.ts';
import { announceEvents } from '../../foundation/cells/announcements.ts';
import { openedOver } from '../../foundation/cells/places.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { withClock } from '../../foundation/db/clock.ts';
import { connect } from '../../foundation/db/database.ts';
import { interruptible, type MayGoOn } from '../../foundation/db/steps.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError, logInfo } from '../../foundation/http/log.ts';
import { carryOn } from '../../tenants/hosting/moves/steps.ts';
import { repairCell } from '../../tenants/hosting/repair/actions.ts';
import { runJobs } from './schedule.ts';
import { noteSize } from './size.ts';

/** A run that had to end early continues after this time. Requests of the company come first until then. */
const CONTINUE_AFTER_MS = 10_000;

/** Reports the events of a cell after a position to the directory, and the data of its company that lists of companies show. */
export const announce = (
	cell: Parameters<typeof announceEvents>[0],
	env: Bindings,
	after: number,
	now: Instant,
): Promise<number> =>
	// A cell that was cleared within the last second has no name any more, and nothing to announce.
	cell.name === '' ? Promise.resolve(after) : announceEvents(cell, env, after, now, readLatest);

/**
 * Runs the jobs inside a cell, reports to the directory, and returns when the next run is due. If the clock was set back, the
 * run uses the time of the last run.
 */
export async function runJobsOfCell(
	cell: Alarmed,
	env: Bindings,
	scheduled: Instant,
	mayGoOn: MayGoOn,
	mayBackUp = mayGoOn,
): Promise<Instant> {
	const { name, schema, bytes, send } = cell;
	const own = openedOver(env, name, send);
	const log = (error: unknown) => logError('move_interrupted', error, { cell: name });
	const move = await carryOn(env, own, cell, scheduled, mayGoOn, { log, eraseAgain });
	if (!move.isServing) return move.next ?? nextHour(scheduled);
	if (move.hasMoved) await announce(cell, env, 0, scheduled).catch(log);
	const db = await withClock(own);
	const lastRun = await lastRunOf(db);
	const now = Math.max(scheduled, lastRun);
	noteSize({ bytes, lastRun, cell: name }, now);
	const { mayStep, wasInterrupted } = interruptible(mayGoOn);
	const { handled, failed } = await runJobs(env, db, now, mayStep, { mayBackUp });
	logInfo('jobs_done', { cell: name, scheduledTime: now, handled });
	for (const [job, error] of Object.entries(failed)) logError('job_failed', error, { cell: name, job });
	const hasFailed = Object.keys(failed).length > 0;
	const { ahead = 0 } = db;
	const times = await dueTimes(db, now + ahead, env.BACKUPS !== undefined);
	const nextDue = wasInterrupted()
		? now + CONTINUE_AFTER_MS
		: hasFailed
			? nextHour(now)
			: nextRun(times, now, ahead);
	try {
		const isKnown = await reportRun(own, connect(env.DB), { name, schema, bytes, nextDue }, now);
		if (!isKnown) {
			const { result } = await repairCell(env, name, now, send);
			if (result !== 'REPAIRED')
				logError('cell_unknown', new Error('The directory has no row for this cell'), { cell: name, result });
		}
	} catch (error) {
		// The next run reports instead.
		logError('cell_not_reported', error, { cell: name });
	}
	return move.next === null ? nextDue : Math.min(nextDue, move.next);
}
