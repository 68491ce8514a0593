import { createRoute, z } from '@hono/zod-openapi';
import { toIsoOrNull } from '../../core/instant.ts';
import { JOBS } from '../../core/jobs.ts';
import { integer } from '../../http/fields.ts';
import { guarded } from '../../http/problem.ts';
import { wireInstant } from '../../http/wire.ts';
import type { JobState } from './store.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER).nullable();
const date = wireInstant('2026-03-07T09:00:00.000Z').nullable();

const jobSchema = z
	.strictObject({
		job: z.enum(JOBS).openapi({ example: 'sendDueMails' }),
		dateRun: date.openapi({
			description: 'For when the last run was scheduled; null when there was none yet',
		}),
		dateSucceeded: date.openapi({
			description: 'The last run without an error; earlier than `dateRun` when the last one failed',
		}),
		handled: count.openapi({
			description: 'How many records the run of `dateSucceeded` handled',
			example: 3,
		}),
		waiting: count.openapi({
			description: 'How many records wait for the job, counted up to 10,000; null for a job without a queue',
			example: 0,
		}),
		waitingSince: date.openapi({ description: 'Since when the first of them is due, or from when on' }),
	})
	.openapi('Job');

const jobsSchema = z.strictObject({ jobs: z.array(jobSchema).max(JOBS.length) }).openapi('Jobs');

export const jobToWire = (state: JobState): z.infer<typeof jobSchema> => ({
	job: state.job,
	dateRun: toIsoOrNull(state.dateRun),
	dateSucceeded: toIsoOrNull(state.dateSucceeded),
	handled: state.handled,
	waiting: state.waiting,
	waitingSince: toIsoOrNull(state.waitingSince),
});

export const listJobsRoute = createRoute({
	method: 'get',
	path: '/jobs',
	operationId: 'listJobs',
	tags: ['History', 'Extension'],
	summary: 'List the jobs of the cron',
	description: `When each job of the cron last ran and last succeeded, and what waits for it, in the order in which they run. A run
that Cloudflare has ended before its time is not told, so a job without a recent \`dateRun\` needs a look at the log.`,
	responses: {
		200: { description: 'The jobs', content: { 'application/json': { schema: jobsSchema } } },
		...guarded('validation_failed'),
	},
});
