import { createApp } from '../../../src/app.ts';
import { takeMessages } from '../../../src/entrances/jobs/mail.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';

/** The product without its web console, with which its start-up is compared. */
export default {
	fetch: createApp(() => Date.now()).fetch,
	scheduled: async ({ scheduledTime }, env) => {
		await runDueJobs(env, scheduledTime);
	},
	queue: async ({ messages }, env) => {
		const bodies = messages.map(({ body }) => body);
		await takeMessages(bodies, env, Date.now(), () => true);
	},
} satisfies ExportedHandler<Bindings>;

export { Cell } from './no-cell.ts';
