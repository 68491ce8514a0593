import type { Context } from 'hono';
import type { AppEnv, Bindings } from './env.ts';
import { logInfo } from './log.ts';

/** The longest that a queue holds a message back. */
const MAX_DELAY_MS = 12 * 3_600_000;

/** Asks the sender to look what is due. Never fails: the cron looks within the hour anyway. */
export async function wakeSender(env: Bindings, mailId: string, delayMs: number): Promise<void> {
	const delaySeconds = Math.ceil(Math.min(delayMs, MAX_DELAY_MS) / 1000);
	await env.MAIL_QUEUE?.send(mailId, { delaySeconds }).catch(() => logInfo('mail_not_woken', { mailId }));
}

/** Has mails sent that are stored by now, without letting the caller wait. */
export function wakeForMails(c: Context<AppEnv>, [mailId]: readonly string[]): void {
	if (mailId !== undefined) c.executionCtx.waitUntil(wakeSender(c.env, mailId, 0));
}
