import { saveSummary } from '../../../foundation/cells/announcements.ts';
import { saveReport, takeOverdue } from '../../../foundation/cells/runs.ts';
import type { CellJob } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { JOBS, type Job } from '../../../foundation/core/jobs.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { latestIn, latestOf, troubleIn, troubleOf } from '../companies/actions.ts';
import {
	type JobOfCells,
	type JobState,
	jobsOfCells,
	lastRuns,
	oldestRunOfCells,
	ownCompany,
	saveRuns,
	waitingFor,
} from './store.ts';
import type { JobRun } from './table.ts';

export async function listJobs(call: Call): Promise<JobState[]> {
	const { db, now } = call;
	authorizeForAll(call.actor, 'listJobs');
	const [[last], queues, ofCells, [oldest]] = await load(call, [
		lastRuns(db),
		waitingFor(db, now),
		jobsOfCells(db),
		oldestRunOfCells(db),
	]);
	return JOBS.map((job) =>
		stateOf(job, {
			run: last?.jobs?.[job],
			queue: queues.find((one) => one.job === job),
			inCells: ofCells.find((one) => one.job === job),
			oldestRun: oldest?.dateRun ?? null,
		}),
	);
}

interface JobRecords {
	run: JobRun | undefined;
	queue: { count: number; since: Instant | null } | undefined;
	inCells: JobOfCells | undefined;
	oldestRun: Instant | null;
}

/** Combines the results of D1 and all cells. If a job failed anywhere, the dates are those of the databases in which it failed. */
function stateOf(job: Job, { run, queue, inCells, oldestRun }: JobRecords): JobState {
	const inD1 = run && { ...run, hasFailed: run.dateSucceeded !== run.dateRun };
	const failures = [
		...(inD1?.hasFailed ? [[inD1.dateRun, inD1.dateSucceeded ?? 0]] : []),
		...(inCells?.dateFailed == null ? [] : [[inCells.dateFailed, inCells.dateSucceeded ?? 0]]),
	] as [Instant, Instant][];
	const runs = [inD1?.dateRun, oldestRun].filter((date) => date != null) as Instant[];
	const dates = failures.length > 0 ? failures : runs.map((date): [Instant, Instant] => [date, date]);
	const earliest = (part: 0 | 1) =>
		dates.length === 0 ? null : Math.min(...dates.map((pair) => pair[part]));
	const handled = (inD1?.handled ?? 0) + (inCells?.handled ?? 0);
	const since = [queue?.since, inCells?.waitingSince].filter((date) => date != null) as Instant[];
	return {
		job,
		dateRun: earliest(0),
		dateSucceeded: earliest(1) || null,
		handled: inD1?.handled === undefined && oldestRun === null ? null : handled,
		waiting: queue === undefined ? null : queue.count + (inCells?.waiting ?? 0),
		waitingSince: since.length === 0 ? null : Math.min(...since),
	};
}

/**
 * Stores the result of a run: for each job the number of handled records, or null if it failed. Returns the overdue cells; a cell
 * has none. Also returns the time of the previous run, or 0, and the size of D1. Further statements run in the same batch.
 */
export async function noteRuns(
	db: Db,
	now: Instant,
	ended: Partial<Record<Job, number | null>>,
	further: readonly Statement[] = [],
): Promise<{ overdue: string[]; lastRun: Instant; bytes: number }> {
	const [[last], saved, overdue] = await batch(db, [
		lastRuns(db),
		saveRuns(db, now, ended, true),
		takeOverdue(db, now),
		...further,
	]);
	const { meta } = saved as Pick<D1Result, 'meta'>;
	return {
		overdue: overdue.map(({ cell }) => cell),
		lastRun: last?.dateRun ?? 0,
		bytes: meta.size_after ?? 0,
	};
}

export const addRuns = (db: Db, now: Instant, ended: Partial<Record<Job, number | null>>) =>
	batch(db, [saveRuns(db, now, ended, false)]);

/** Returns the time of the last run in a database; 0 before the first. */
export async function lastRunOf(db: Db): Promise<Instant> {
	const [[last]] = await batch(db, [lastRuns(db)]);
	return last?.dateRun ?? 0;
}

/** Reports the result of a cell's run to the directory. Returns false if the directory does not know the cell. */
export async function reportRun(
	db: Db,
	directory: Db,
	{ name, nextDue, ...place }: { name: string; schema: string; bytes: number; nextDue: Instant },
	now: Instant,
): Promise<boolean> {
	const [[last], queues, [company], [troubled], [former], ...latest] = await batch(db, [
		lastRuns(db),
		waitingFor(db, now),
		ownCompany(db),
		...troubleIn(db),
		...latestIn(db),
	]);
	if (company === undefined) return true;
	const { people, ...record } = company;
	const jobs = figuresOf(last?.jobs ?? {}, queues);
	const trouble = troubleOf(troubled, former);
	const report = { ...place, nextDue, company: record, people, lastRun: now, jobs, trouble };
	const [, known] = await batch(directory, [
		...saveReport(directory, name, report),
		...saveSummary(directory, name, latestOf(...latest)),
	]);
	return known.length > 0;
}

/** Returns only jobs with something to report, so that idle cells cost nothing when the figures are added up. */
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
