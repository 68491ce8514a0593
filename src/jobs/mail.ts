import type { Instant } from '../core/instant.ts';
import { vaultOf } from '../core/vault.ts';
import { connect, type Db } from '../db/database.ts';
import type { MayGoOn } from '../db/steps.ts';
import type { Bindings } from '../http/env.ts';
import { wakeSender } from '../http/mail.ts';
import { noteBounces, type Office, sendDueMails } from '../mail/actions.ts';

export const officeOf = (env: Bindings, db: Db): Office => ({
	db,
	vault: vaultOf(env),
	settings: env,
	wake: (mailId, delayMs) => wakeSender(env, mailId, delayMs),
});

/**
 * Takes messages of the queue. Ids of mails say that something is due; other messages report undelivered mails. Returns
 * the number of mails sent.
 */
export async function takeMessages(
	messages: readonly unknown[],
	env: Bindings,
	now: Instant,
	mayGoOn: MayGoOn,
): Promise<number> {
	await noteBounces(connect(env.DB), messages);
	return messages.some((message) => typeof message === 'string')
		? sendDueMails(officeOf(env, connect(env.DB)), now, mayGoOn)
		: 0;
}
