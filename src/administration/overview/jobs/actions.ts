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

interface Found {
	run: JobRun | undefined;
	queue: { count: number; since: Instant | null } | undefined;
	inCells: JobOfCells | undefined;
	oldestRun: Instant | null;
}

/** Adds up D1 and all cells. A failure anywhere shows: the dates are then those of the databases in which the job failed. */
function stateOf(job: Job, { run, queue, inCells, oldestRun }: Found): JobState {
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
 * Notes how a run ended: how many records each job handled, null for one that failed. Returns the cells that are overdue; a cell
 * knows of none. Also returns the time of the run before, 0 if there was none, and the size of D1. Runs further statements with it.
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

/** Notes how the jobs ended in one company. */
export const addRuns = (db: Db, now: Instant, ended: Partial<Record<Job, number | null>>) =>
	batch(db, [saveRuns(db, now, ended, false)]);

/** Returns the time of the last run in a database; 0 before the first. */
export async function lastRunOf(db: Db): Promise<Instant> {
	const [[last]] = await batch(db, [lastRuns(db)]);
	return last?.dateRun ?? 0;
}

/** Tells the directory how a run in a cell ended. Returns false if the directory does not know the cell. */
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
