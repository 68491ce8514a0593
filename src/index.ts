import { createApp } from './app.ts';
import { consoleRoutes } from './console/routes.tsx';
import { announce, runJobsOfCell } from './entrances/jobs/cells.ts';
import { takeCompany } from './entrances/jobs/companies.ts';
import { takeMessages } from './entrances/jobs/mail.ts';
import { takeReceipts } from './entrances/jobs/receipts.ts';
import { workInSandbox } from './entrances/jobs/sandboxes.ts';
import { runDueJobs } from './entrances/jobs/schedule.ts';
import { isWebhookMessage, takeWebhooks } from './entrances/jobs/webhooks.ts';
import { cellClass } from './foundation/cells/object.ts';
import { requireSchema } from './foundation/cells/schema.ts';
import type { Bindings } from './foundation/http/env.ts';
import { logError, logInfo } from './foundation/http/log.ts';

/** Cloudflare ends a run after 15 minutes. D1 permits 1,000 statements in a run, and a step takes 4 or 5. */
const MAX_RUN_MS = 12 * 60_000;
const MAX_STEPS = 210;
/** After this time, a company with much work lets others come first. */
const MAX_RUN_OF_COMPANY_MS = 60_000;
/** The limit for jobs in a cell, which serves its company in the same thread. */
const MAX_RUN_OF_CELL_MS = 20_000;
/** A task in a sandbox must return before its caller stops waiting. */
const MAX_WORK_MS = 15_000;
/** The limit for a backup in a cell. It serves requests between its pages, and another run cannot continue it. */
const MAX_BACKUP_OF_CELL_MS = 10 * 60_000;

/** How often the jobs of D1 check whether a company has left it. */
const A_MOVE_MS = 15_000;

const REAL_TIME = { clock: () => Date.now(), expiry: (ms: number) => AbortSignal.timeout(ms) };

const app = createApp(() => Date.now(), consoleRoutes);

/** The Durable Objects of companies with their own database. */
export const Cell = cellClass<Bindings>(
	() => Date.now(),
	(cell, env, now) =>
		runJobsOfCell(
			cell,
			env,
			now,
			withinLimits(MAX_RUN_OF_CELL_MS, Number.POSITIVE_INFINITY),
			withinLimits(MAX_BACKUP_OF_CELL_MS, Number.POSITIVE_INFINITY),
		),
	announce,
	(cell, env, now, task) =>
		workInSandbox(cell, env, now, task, withinLimits(MAX_WORK_MS, Number.POSITIVE_INFINITY)),
);

export default {
	fetch: app.fetch,

	/** The jobs get the scheduled time of the run, and not the time at which it really began. */
	async scheduled({ scheduledTime }, env) {
		await requireSchema(env);
		const { handled, failed } = await runDueJobs(env, scheduledTime, withinLimits(), () =>
			scheduler.wait(A_MOVE_MS),
		);
		logInfo('jobs_done', { scheduledTime, handled });
		for (const [job, error] of Object.entries(failed)) logError('job_failed', error, { scheduledTime, job });
		if (Object.keys(failed).length > 0) throw new Error(`Failed jobs: ${Object.keys(failed).join(', ')}`);
	},

	/** Receives mails to the addresses for receipts. */
	async email(message, env) {
		await requireSchema(env);
		await takeReceipts(message, env, Date.now());
	},

	async queue({ messages }, env) {
		await requireSchema(env);
		const bodies: unknown[] = [];
		for (const message of messages) {
			const isTaken = await takeCompany(message, env, withinLimits(MAX_RUN_OF_COMPANY_MS), withinLimits());
			if (!isTaken) bodies.push(message.body);
		}
		const [webhooks, mails] = [
			bodies.filter(isWebhookMessage),
			bodies.filter((body) => !isWebhookMessage(body)),
		];
		if (webhooks.length > 0) {
			const sent = await takeWebhooks(webhooks, env, REAL_TIME, withinLimits());
			logInfo('webhooks_sent', { sent });
		}
		if (mails.length === 0) return;
		const sent = await takeMessages(mails, env, Date.now(), withinLimits());
		logInfo('mails_sent', { sent });
	},
} satisfies ExportedHandler<Bindings>;

function withinLimits(duration = MAX_RUN_MS, maxSteps = MAX_STEPS): () => boolean {
	const deadline = Date.now() + duration;
	let steps = 0;
	return () => ++steps < maxSteps && Date.now() < deadline;
}
