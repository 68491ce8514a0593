import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Job } from '../../../foundation/core/jobs.ts';
import { instant, json } from '../../../foundation/db/columns.ts';

/** How the last run of a job ended. Without `dateSucceeded` it has never succeeded. */
export interface JobRun {
	dateRun: Instant;
	/** The last run without an error. */
	dateSucceeded?: Instant;
	/** How many records the last run handled, in all companies for which the job did not fail. */
	handled?: number;
	/** The last success before the last run. */
	dateBefore?: Instant;
}

/** The key of the only row. */
export const ALL = 'ALL';

/** One row says when all jobs last ran, and how that ended. A run without work therefore writes little. */
export const jobRuns = sqliteTable('job_runs', {
	job: text('job').$type<typeof ALL>().primaryKey(),
	/** For when the last run was scheduled that came to its end. */
	dateRun: instant('date_run').notNull(),
	/** No code uses these two any more. They stay, because migrations only add while older code runs. */
	dateSucceeded: instant('date_succeeded'),
	handled: integer('handled')
		.notNull()
		.$default(() => 0),
	jobs: json<Partial<Record<Job, JobRun>>>('jobs'),
});
