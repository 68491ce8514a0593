import {
	type Dispatch,
	type RealTime,
	sendDueWebhooks,
} from '../../administration/webhooks/sending/actions.ts';
import { databaseOf } from '../../foundation/cells/places.ts';
import { newId } from '../../foundation/core/id.ts';
import { inCell, vaultOf } from '../../foundation/core/vault.ts';
import type { Db } from '../../foundation/db/database.ts';
import type { MayGoOn } from '../../foundation/db/steps.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { wakeSender } from '../../foundation/http/mail.ts';
import { type WebhookMessage, wakeWebhooks } from '../../foundation/http/webhooks.ts';
import { attemptsAt } from './attempts.ts';

const dispatchOf = (env: Bindings, db: Db, time: RealTime): Dispatch => ({
	db,
	vault: vaultOf(env),
	settings: env,
	time,
	wake: (due) => wakeWebhooks(env, { webhooksOf: db.cell ?? null, due }, time.clock()),
	// `wakeSender` takes any id of a database, and checks all mails there.
	wakeForMails: () => wakeSender(env, inCell(db, newId(time.clock())), 0),
	count: attemptsAt(env, 'webhook'),
});

export const isWebhookMessage = (body: unknown): body is WebhookMessage =>
	typeof body === 'object' && body !== null && 'webhooksOf' in body && 'due' in body;

/** Sends the due deliveries of the databases that messages name, and returns their number. One database does not wait for another. */
export async function takeWebhooks(
	messages: readonly WebhookMessage[],
	env: Bindings,
	time: RealTime,
	mayGoOn: MayGoOn,
): Promise<number> {
	const now = time.clock();
	// The queue cannot delay a message as long as the last attempts need, so the message is sent again.
	const early = messages.filter(({ due }) => due > now);
	await Promise.all(early.map((message) => wakeWebhooks(env, message, now)));
	const databases = new Set(messages.filter(({ due }) => due <= now).map(({ webhooksOf }) => webhooksOf));
	const sent = await Promise.allSettled(
		[...databases].map((cell) => sendDueWebhooks(dispatchOf(env, databaseOf(env, cell), time), mayGoOn)),
	);
	// After an error, the queue delivers the messages again.
	for (const one of sent) if (one.status === 'rejected') throw one.reason;
	return sent.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
}
