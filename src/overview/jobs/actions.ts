import type { Instant } from '../../core/instant.ts';
import { JOBS, type Job } from '../../core/jobs.ts';
import { authorizeForAll } from '../../core/policy.ts';
import { type Call, load } from '../../db/call.ts';
import { commit } from '../../db/commit.ts';
import type { Db } from '../../db/database.ts';
import type { JobState } from './store.ts';
import { lastRuns, saveRuns, waitingFor } from './store.ts';

export async function listJobs(call: Call): Promise<JobState[]> {
	const { db, now } = call;
	authorizeForAll(call.actor, 'listJobs');
	const [[last], queues] = await load(call, [lastRuns(db), waitingFor(db, now)]);
	return JOBS.map((job) => {
		const run = last?.jobs?.[job];
		const queue = queues.find((one) => one.job === job);
		return {
			job,
			dateRun: run?.dateRun ?? null,
			dateSucceeded: run?.dateSucceeded ?? null,
			handled: run?.handled ?? null,
			waiting: queue?.count ?? null,
			waitingSince: queue?.since ?? null,
		};
	});
}

/** Notes how a run of the cron ended: how many records each job handled, null for one that failed. */
export async function noteRuns(
	db: Db,
	now: Instant,
	ended: Partial<Record<Job, number | null>>,
): Promise<void> {
	await commit(db, [saveRuns(db, now, ended)]);
}
