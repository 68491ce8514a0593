import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Job } from '../../../foundation/core/jobs.ts';
import { instant, json } from '../../../foundation/db/columns.ts';

/** The result of a job's last run. Without `dateSucceeded`, the job has never succeeded. */
export interface JobRun {
	dateRun: Instant;
	dateSucceeded?: Instant;
	/** The number of records that the last run handled, without companies for which the job failed. */
	handled?: number;
	/** The last success before the last run. */
	dateBefore?: Instant;
}

export const ALL = 'ALL';

/** The results of the last run of all jobs, in a single row, so that a run without work writes little. */
export const jobRuns = sqliteTable('job_runs', {
	job: text('job').$type<typeof ALL>().primaryKey(),
	/** The scheduled time of the last finished run. */
	dateRun: instant('date_run').notNull(),
	/** These two columns are no longer used. They stay, because migrations only add columns while older code may run. */
	dateSucceeded: instant('date_succeeded'),
	handled: integer('handled')
		.notNull()
		.$default(() => 0),
	jobs: json<Partial<Record<Job, JobRun>>>('jobs'),
});
