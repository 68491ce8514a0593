import { cellOf, databaseOf } from '../../foundation/cells/places.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { inCell, vaultOf } from '../../foundation/core/vault.ts';
import type { Db } from '../../foundation/db/database.ts';
import type { MayGoOn } from '../../foundation/db/steps.ts';
import type { Bindings } from '../../foundation/http/env.ts';
import { logError } from '../../foundation/http/log.ts';
import { wakeSender } from '../../foundation/http/mail.ts';
import { noteBounces } from '../../tenants/mail/bounces/actions.ts';
import { type Office, sendDueMails } from '../../tenants/mail/sending/actions.ts';
import { attemptsAt } from './attempts.ts';

export const officeOf = (env: Bindings, db: Db): Office => ({
	db,
	directory: databaseOf(env, null),
	vault: vaultOf(env),
	settings: env,
	wake: (mailId, delayMs) => wakeSender(env, inCell(db, mailId), delayMs),
	count: attemptsAt(env, 'mail'),
});

/**
 * Handles messages of the queue. The id of a mail means that mails are due in D1, or in the cell that the id names. Other messages
 * report undelivered mails. Returns the number of mails sent.
 */
export async function takeMessages(
	messages: readonly unknown[],
	env: Bindings,
	now: Instant,
	mayGoOn: MayGoOn,
): Promise<number> {
	// A failing cell does not hold up the mails of other messages. Its bounces are lost, so the log names them.
	for (const { error, ...lost } of await noteBounces(env, messages))
		logError('bounces_not_recorded', error, lost);
	const cells = new Set(messages.filter((message) => typeof message === 'string').map(cellOf));
	let sent = 0;
	for (const cell of cells) {
		const sending = sendDueMails(officeOf(env, databaseOf(env, cell)), now, mayGoOn);
		// If a cell fails, its alarm sends its mails within the hour. Mails of other databases do not wait for that.
		sent += await (cell === null ? sending : sending.catch((error) => failed(cell, error)));
	}
	return sent;
}

function failed(cell: string, error: unknown): number {
	logError('mails_not_sent', error, { cell });
	return 0;
}
