import { takeMail } from '../../benefits/expenses/incoming-mail/actions.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError, logInfo } from '../../foundation/http/log.ts';
import { wakeSender } from '../../foundation/http/mail.ts';
import { wakeWebhooks } from '../../foundation/http/webhooks.ts';

/** Takes a mail with receipts. If it fails, the mail server of the sender tries again later. No address gets into the log. */
export async function takeReceipts(
	message: ForwardableEmailMessage,
	env: Bindings,
	now: Instant,
): Promise<void> {
	const taken = await takeMail(message, env, now).catch((error: unknown) => {
		logError('mail_not_taken', error, {});
		throw new Error('The mail cannot be taken at present.');
	});
	if (taken.result === 'rejected') message.setReject(taken.reason);
	if ('db' in taken) {
		const { db, mailId, drafts } = taken;
		if (mailId !== null) await wakeSender(env, mailId, 0);
		if (drafts > 0) await wakeWebhooks(env, { webhooksOf: db.cell ?? null, due: now }, now);
	}
	logInfo('mail_taken', { result: taken.result, drafts: 'drafts' in taken ? taken.drafts : 0 });
}
