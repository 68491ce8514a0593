import { aboutUser, alteration } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import { toIso } from '../../core/instant.ts';
import { batch, type Statement } from '../../db/database.ts';
import { identified, recordEvents } from '../../db/record-events.ts';
import { requireFewCodes } from '../../users/attempts/rules.ts';
import { countCode, forgetAttempts } from '../../users/attempts/store.ts';
import type { Gate } from '../gate.ts';
import { requireGoodPassword } from '../password/rules.ts';
import { hashPassword } from '../passwords.ts';
import { type Purpose, presented, requireValid } from './rules.ts';
import { countTry, type FoundToken, spendToken, tokenOf } from './store.ts';

/** Whoever has proven by a link or a code to be this user. */
interface Redeemed {
	user: FoundToken;
	passwordHash: string;
	/** Set the password and end the link; they fail with `one_time_tokens.spent` when it was used meanwhile. */
	statements: Statement[];
}

/** Takes a link or a code for a new password. Tries at codes are counted before they are checked, so parallel guesses count too. */
export async function redeem(
	gate: Gate,
	purpose: Purpose,
	{ token, password }: { token: string; password: string },
): Promise<Redeemed> {
	const { db, now, tokens, client } = gate;
	const given = presented(token);
	const [place] = await tokens.seal(`code from ${client.place}`);
	const [[counted], , [found]] = await batch(db, [
		countCode(db, place, given.code !== null, now),
		countTry(db, given),
		tokenOf(db, purpose, given),
	]);
	requireFewCodes(counted, now);
	const user = await requireValid(given, found, now);
	requireGoodPassword(password, user);
	const passwordHash = await hashPassword(password);
	const statements = [
		...spendToken(db, user, passwordHash, now),
		forgetAttempts(db, place),
		...eventsOf(gate, user),
	];
	return { user, passwordHash, statements };
}

/** The author has no session yet: the use of the link stands in its place. */
function eventsOf({ db, now, requestId }: Gate, user: FoundToken): Statement[] {
	const { userId, roles, companyId, dateRegistered } = user;
	const change = alteration(
		'user.updated',
		aboutUser(userId, companyId),
		{ dateRegistered: dateRegistered && toIso(dateRegistered) },
		{ dateRegistered: toIso(dateRegistered ?? now), password: 'changed' },
	);
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	return recordEvents(db, author, now, identified(change, now));
}
