import { z } from '@hono/zod-openapi';
import { toIsoOrNull } from '../../../foundation/core/instant.ts';
import { JOBS } from '../../../foundation/core/jobs.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { GROWING, wireBy, wireInstant } from '../../../foundation/http/wire.ts';
import type { JobState } from './store.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER).nullable();
const date = wireInstant('2026-03-07T09:00:00.000Z').nullable();

const jobSchema = z
	.strictObject({
		job: z.enum(JOBS).openapi({ ...GROWING, example: 'sendDueMails' }),
		dateRun: date.openapi({
			description:
				'The scheduled time of the last run, or null if there was none. With several databases, the oldest of their last runs. A database with nothing to do runs once a day. If the job failed in some of them, the oldest of their runs',
		}),
		dateSucceeded: date.openapi({
			description:
				'The last run without an error. It is earlier than `dateRun` if the last one failed, and null if there was none',
		}),
		handled: count.openapi({
			description:
				'The number of records that the last runs handled, in all databases and all companies for which the job did not fail',
			example: 3,
		}),
		waiting: count.openapi({
			description:
				'The number of records that wait for the job, counted up to 10,000; null for a job without a queue',
			example: 0,
		}),
		waitingSince: date.openapi({ description: 'The time when the first of them is or was due' }),
	})
	.openapi('Job');

const jobsSchema = z.strictObject({ jobs: z.array(jobSchema).max(JOBS.length) }).openapi('Jobs');

export const jobToWire = wireBy(jobSchema, {
	waitingSince: ({ waitingSince }: JobState) => toIsoOrNull(waitingSince),
});

export const listJobsRoute = operations(['History', 'Extension']).list('listJobs', '/jobs', {
	summary: 'List the jobs of the cron',
	description: `The last run and last success of each job, and the records that wait for it, in the order in which the
jobs run. Companies with a database of their own run the jobs there, and the figures add up all databases as they last
reported. If many records are due, companies are handled one by one. Their figures add up as they finish, and a job that failed for one
of them has failed. A run that Cloudflare ended early is missing. If a job has no recent \`dateRun\`, check the
log.`,
	responses: { 200: { description: 'The jobs', content: { 'application/json': { schema: jobsSchema } } } },
});
