import type { Context } from 'hono';
import type { AppEnv, Bindings } from './env.ts';
import { logInfo } from './log.ts';

/** The longest delay of a message in a queue. */
const MAX_DELAY_MS = 12 * 3_600_000;

/** Starts the sender of mails of D1, or of the cell in the id. It never fails, because the cron sends them within the hour anyway. */
export async function wakeSender(env: Bindings, mailId: string, delayMs: number): Promise<void> {
	const delaySeconds = Math.ceil(Math.min(delayMs, MAX_DELAY_MS) / 1000);
	await env.MAIL_QUEUE?.send(mailId, { delaySeconds }).catch(() => logInfo('mail_not_woken', { mailId }));
}

/** Starts the sender without making the caller wait. For a mail in a cell, the name of the cell comes before the id. */
export function wakeForMails(c: Context<AppEnv>, [mailId]: readonly string[], delayMs = 0): void {
	if (mailId !== undefined) c.executionCtx.waitUntil(wakeSender(c.env, mailId, delayMs));
}
