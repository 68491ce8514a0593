import { eq, getTableColumns, sql } from 'drizzle-orm';
import { plannedVouchers } from '../../../benefits/goodies/plans/table.ts';
import { payrollRuns } from '../../../benefits/ledger/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Job } from '../../../foundation/core/jobs.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { mails } from '../../../tenants/mail/table.ts';
import { ALL, type JobRun, jobRuns } from './table.ts';

/**
 * Stores the results of jobs: the number of handled records, or null for a failed job. Figures of the same scheduled time are added up. A
 * failed job keeps its last success. After a failure for one company, it keeps that until it has succeeded for all (`isForAll`) or the next
 * run begins. A late result of an earlier run overwrites nothing.
 */
export function saveRuns(
	db: Db,
	now: Instant,
	ended: Partial<Record<Job, number | null>>,
	isForAll: boolean,
): Statement {
	const jobs = Object.fromEntries(
		Object.entries(ended).map(([job, handled]): [string, JobRun] => [
			job,
			{ dateRun: now, ...(handled === null ? { handled: 0 } : { dateSucceeded: now, handled }) },
		]),
	);
	return db
		.insert(jobRuns)
		.values({ job: ALL, dateRun: isForAll ? now : 0, jobs })
		.onConflictDoUpdate({
			target: jobRuns.job,
			set: {
				dateRun: sql`max(${jobRuns.dateRun}, excluded.date_run)`,
				// This is one statement, because jobs of several companies end at the same time.
				jobs: sql`json_patch(${jobRuns.jobs}, (SELECT json_group_object(job, json_object(
					'dateRun', max(run, ${now}), 'handled', iif(run < ${now}, 0, handled) + added,
					'dateBefore', iif(run < ${now}, succeeded, before),
					'dateSucceeded', CASE WHEN run > ${now} THEN succeeded
						WHEN has_failed THEN iif(coalesce(succeeded, 0) < ${now}, succeeded, before)
						WHEN run < ${now} OR ${isForAll} THEN ${now} ELSE succeeded END))
					FROM (SELECT key AS job, value ->> 'handled' AS added, value ->> 'dateSucceeded' IS NULL AS has_failed,
						coalesce(${jobRuns.jobs} -> key ->> 'dateRun', 0) AS run,
						coalesce(${jobRuns.jobs} -> key ->> 'handled', 0) AS handled,
						${jobRuns.jobs} -> key ->> 'dateSucceeded' AS succeeded, ${jobRuns.jobs} -> key ->> 'dateBefore' AS before
						FROM json_each(excluded.jobs))))`,
			},
		});
}

export const lastRuns = (db: Db) =>
	db.select({ dateRun: jobRuns.dateRun, jobs: jobRuns.jobs }).from(jobRuns).where(eq(jobRuns.job, ALL));

/** Adds up the reports of cells. Cells that reported nothing are not read. */
export const jobsOfCells = (db: Db) =>
	db
		.select({
			job: sql<Job>`j.key`.as('cell_job'),
			handled: sql<number>`sum(coalesce(j.value ->> 'handled', 0))`.as('handled_in_cells'),
			waiting: sql<number>`sum(coalesce(j.value ->> 'waiting', 0))`.as('waiting_in_cells'),
			waitingSince: sql<Instant | null>`min(j.value ->> 'waitingSince')`.as('waiting_since_in_cells'),
			/** The oldest last run of the cells in which the job failed; null when it failed in none. */
			dateFailed: sql<Instant | null>`min(iif(${HAS_FAILED}, p.last_run, NULL))`.as('failed_in_cells'),
			/** 0 when the job has never succeeded in one of these cells. */
			dateSucceeded:
				sql<Instant | null>`min(iif(${HAS_FAILED}, coalesce(j.value ->> 'dateSucceeded', 0), NULL))`.as(
					'succeeded_in_cells',
				),
		})
		.from(sql`places p INDEXED BY places_jobs CROSS JOIN json_each(p.jobs) j`)
		.where(sql`p.jobs IS NOT NULL`)
		.groupBy(sql`j.key`);

const HAS_FAILED = sql`json_type(j.value, '$.dateSucceeded') IS NOT NULL`;

/** Reads the last run of the cell that has not run for the longest time. */
export const oldestRunOfCells = (db: Db) =>
	db
		.select({
			dateRun: sql<Instant | null>`(SELECT min(last_run) FROM places WHERE last_run IS NOT NULL)`.as(
				'oldest_run',
			),
		})
		.from(sql`(SELECT 1)`);

export type JobOfCells = Awaited<ReturnType<typeof jobsOfCells>>[number];

export const ownCompany = (db: Db) =>
	db
		.select({
			...getTableColumns(companies),
			people: sql<number>`coalesce((SELECT used FROM quota_usage
				WHERE month = '' AND owner_id = companies.id AND quota = 'employees'), 0)`.as('people'),
		})
		.from(companies)
		.limit(1);

const MOST_COUNTED = 10_000;

export const waitingFor = (db: Db, now: Instant) =>
	db.select({ job: queue.job, count: queue.count, since: queue.since }).from(
		sql`(SELECT 'issueDueVouchers' AS job, count(*) AS count, min(due) AS since FROM (
				SELECT ${plannedVouchers.nextOccurrence} AS due FROM ${plannedVouchers}
				WHERE ${plannedVouchers.dateDeleted} IS NULL AND ${plannedVouchers.nextOccurrence} <= ${now} ORDER BY 1 LIMIT ${MOST_COUNTED})
			UNION ALL SELECT 'closeDueRuns', count(*), NULL FROM (
				SELECT 1 FROM ${payrollRuns} WHERE ${payrollRuns.state} = 'CLOSING' LIMIT ${MOST_COUNTED})
			UNION ALL SELECT 'sendDueMails', count(*), min(due) FROM (
				SELECT ${mails.dateDue} AS due FROM ${mails} WHERE ${mails.state} = 'waiting' LIMIT ${MOST_COUNTED})) queue`,
	);

const queue = {
	job: sql<Job>`queue.job`.as('queue_job'),
	count: sql<number>`queue.count`.as('queue_count'),
	since: sql<Instant | null>`queue.since`.as('queue_since'),
};

export interface JobState {
	job: Job;
	/** The oldest last run of all databases. If the job failed in some of them, only these count. */
	dateRun: Instant | null;
	dateSucceeded: Instant | null;
	/** The number of records that the last runs handled, without databases and companies in which the job failed. */
	handled: number | null;
	waiting: number | null;
	waitingSince: Instant | null;
}
