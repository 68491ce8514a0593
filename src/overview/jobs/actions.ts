import { saveReport, takeOverdue } from '../../cells/runs.ts';
import type { CellJob } from '../../cells/table.ts';
import type { Instant } from '../../core/instant.ts';
import { JOBS, type Job } from '../../core/jobs.ts';
import { authorizeForAll } from '../../core/policy.ts';
import { type Call, load } from '../../db/call.ts';
import { batch, type Db } from '../../db/database.ts';
import { type JobState, lastRuns, ownCompany, saveRuns, waitingFor } from './store.ts';
import type { JobRun } from './table.ts';

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

/**
 * Notes how a run ended: how many records each job handled, null for one that failed. Returns the cells that are overdue; a cell
 * knows of none.
 */
export async function noteRuns(
	db: Db,
	now: Instant,
	ended: Partial<Record<Job, number | null>>,
): Promise<string[]> {
	const [, overdue] = await batch(db, [saveRuns(db, now, ended), takeOverdue(db, now)]);
	return overdue.map(({ cell }) => cell);
}

/** Returns the time of the last run in a database; 0 before the first. */
export async function lastRunOf(db: Db): Promise<Instant> {
	const [[last]] = await batch(db, [lastRuns(db)]);
	return last?.dateRun ?? 0;
}

/** Tells the directory how a run in a cell ended. */
export async function reportRun(
	db: Db,
	directory: Db,
	{ name, nextDue, ...place }: { name: string; schema: string; bytes: number; nextDue: Instant },
	now: Instant,
): Promise<void> {
	const [[last], queues, [company]] = await batch(db, [lastRuns(db), waitingFor(db, now), ownCompany(db)]);
	if (company === undefined) return;
	const { people, ...record } = company;
	const jobs = figuresOf(last?.jobs ?? {}, queues);
	const report = { ...place, nextDue, company: record, people, lastRun: now, jobs };
	await batch(directory, [saveReport(directory, name, report)]);
}

/** Only jobs with something to tell are reported, so that adding up idle cells costs nothing. */
function figuresOf(
	jobs: Partial<Record<Job, JobRun>>,
	queues: readonly { job: Job; count: number; since: Instant | null }[],
): Record<string, CellJob> | null {
	const told = JOBS.flatMap((job): [string, CellJob][] => {
		const { dateRun, dateSucceeded, handled = 0 } = jobs[job] ?? {};
		const queue = queues.find((one) => one.job === job);
		const figures = {
			...(handled > 0 && { handled }),
			...(dateSucceeded !== dateRun && { dateSucceeded: dateSucceeded ?? null }),
			...(queue && queue.count > 0 && { waiting: queue.count, waitingSince: queue.since }),
		};
		return Object.keys(figures).length === 0 ? [] : [[job, figures]];
	});
	return told.length === 0 ? null : Object.fromEntries(told);
}
