import type { Context } from 'hono';
import type { Instant } from '../core/instant.ts';
import type { AppEnv, Bindings } from './env.ts';
import { logError } from './log.ts';

/** A message that webhook deliveries are due in D1, or in a cell, at this time. */
export interface WebhookMessage {
	/** The name of the cell; null for D1. */
	webhooksOf: string | null;
	due: Instant;
}

/** The longest delay of a message in a queue. Longer waits take several messages. */
const MAX_DELAY_MS = 12 * 3_600_000;

/** Starts the sender of webhooks at a given time. It never fails, because the cron looks for due deliveries every hour. */
export async function wakeWebhooks(
	env: Pick<Bindings, 'WEBHOOK_QUEUE'>,
	message: WebhookMessage,
	now: Instant,
): Promise<void> {
	const delaySeconds = Math.ceil(Math.min(Math.max(message.due - now, 0), MAX_DELAY_MS) / 1000);
	await env.WEBHOOK_QUEUE?.send(message, { delaySeconds }).catch((error) =>
		logError('webhooks_not_woken', error, { ...message }),
	);
}

/** Returns the part of a request's database that starts the sender without making the caller wait. */
export const sendingBy = (c: Context<AppEnv>, cell: string | null) => ({
	sendWebhooks: () =>
		c.executionCtx.waitUntil(wakeWebhooks(c.env, { webhooksOf: cell, due: c.var.now }, c.var.now)),
});
