import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Job } from '../../core/jobs.ts';
import { instant } from '../../db/columns.ts';

/** When each job of the cron last ran, and how that ended. */
export const jobRuns = sqliteTable('job_runs', {
	job: text('job').$type<Job>().primaryKey(),
	/** For when the last run was scheduled that came to the job's end, or to its error. */
	dateRun: instant('date_run').notNull(),
	/** The last run without an error; null when there was none yet. */
	dateSucceeded: instant('date_succeeded'),
	/** How many records that run handled. */
	handled: integer('handled').notNull(),
});
