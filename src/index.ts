import { createApp } from './app.ts';
import { connect } from './db/client.ts';
import type { Bindings } from './http/env.ts';
import { logError, logInfo } from './http/log.ts';
import { runDueJobs } from './jobs/schedule.ts';

const app = createApp(() => Date.now());

export default {
	fetch: app.fetch,

	/** The clock of the jobs is the time the run was scheduled for, not the time it began. */
	async scheduled({ scheduledTime }, env) {
		try {
			const storage = { db: connect(env.DB), receipts: env.RECEIPTS };
			logInfo('jobs_done', { scheduledTime, handled: await runDueJobs(storage, scheduledTime) });
		} catch (error) {
			logError('jobs_failed', error, { scheduledTime });
			throw error;
		}
	},
} satisfies ExportedHandler<Bindings>;
