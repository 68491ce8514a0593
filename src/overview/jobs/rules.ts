import type { Instant } from '../../core/instant.ts';
import type { Job } from '../../core/jobs.ts';

/** A job of the cron: when it last ran and last succeeded, and what waits for it, if it has a queue. */
export interface JobState {
	job: Job;
	dateRun: Instant | null;
	dateSucceeded: Instant | null;
	/** By the last run that succeeded. */
	handled: number | null;
	waiting: number | null;
	waitingSince: Instant | null;
}
