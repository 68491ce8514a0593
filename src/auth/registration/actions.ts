import { batch } from '../../db/client.ts';
import { commit } from '../../db/commit.ts';
import { insertMailIf } from '../../mail/store.ts';
import { type Gate, openSession } from '../gate.ts';
import { redeem } from '../one-time/gate.ts';
import { linkNotValid, newMailedLink, presented } from '../one-time/rules.ts';
import { isUnspent, replaceToken, tokenOf } from '../one-time/store.ts';

/** Sets the password of somebody who was invited, and opens a session. */
export async function register(
	gate: Gate,
	invited: { token: string; password: string },
): ReturnType<typeof openSession> {
	const { user, passwordHash, statements } = await redeem(gate, 'REGISTRATION', invited);
	const proven = { userId: user.userId, emailKey: user.emailKey, passwordHash };
	return openSession(gate, proven, statements, { 'one_time_tokens.spent': linkNotValid });
}

/**
 * Sends a new invitation to whom the link was for, if it was genuine; the older link dies, so that each link does so once.
 * Returns the ids of the mails.
 */
export async function renewInvitation({ db, now, vault }: Gate, token: string): Promise<string[]> {
	const given = presented(token);
	if (given.code !== null) return [];
	const [[found]] = await batch(db, [tokenOf(db, 'REGISTRATION', given)]);
	if (found === undefined) return [];
	const recipient = { userId: found.userId, companyId: found.companyId };
	const { stored, mail } = await newMailedLink(vault, 'REGISTRATION', recipient, now);
	const [told] = await commit(db, [
		insertMailIf(db, mail, isUnspent(found.key)),
		replaceToken(db, found.key, stored),
	]);
	return (told as { id: string }[]).map(({ id }) => id);
}
