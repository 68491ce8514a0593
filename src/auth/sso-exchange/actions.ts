import { aboutUser, alteration } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import { toIso } from '../../core/instant.ts';
import { newSecret, sha256 } from '../../core/secret.ts';
import { batch, type Statement } from '../../db/client.ts';
import { identified, recordEvents } from '../../db/history.ts';
import { type Gate, openSession } from '../gate.ts';
import { CODE_MS, refusedCode } from '../sso/rules.ts';
import { type FoundSignIn, isUnregistered, noteRegistration, signInOfCode, spendCode } from '../sso/store.ts';

/** Exchanges the code of a finished sign-in for a session, once, for the client that began it. */
export async function exchangeCode(
	gate: Gate,
	{ code, transaction }: { code: string; transaction: string },
): ReturnType<typeof openSession> {
	const { db, now } = gate;
	const codeHash = sha256(code);
	const [[found]] = await batch(db, [signInOfCode(db, codeHash)]);
	const isRight = found?.transactionHash === sha256(transaction) && now < found.dateCreated + CODE_MS;
	if (found === undefined || !isRight) throw refusedCode();
	return openSession(
		gate,
		{ userId: found.userId, emailKey: found.emailKey, isBySso: true },
		[...spendCode(db, codeHash, found, newSecret()), ...registration(gate, found)],
		{ 'sso_sign_ins.exchange': refusedCode },
	);
}

/** The first sign-in of somebody who has not registered does so. Its author has no session yet: the sign-in stands in its place. */
function registration(
	{ db, now, requestId }: Gate,
	{ userId, roles, employerId, dateRegistered }: FoundSignIn,
): Statement[] {
	if (dateRegistered !== null) return [];
	const about = aboutUser(userId, employerId);
	const change = alteration('user.updated', about, { dateRegistered: null }, { dateRegistered: toIso(now) });
	const author = { type: 'USER' as const, userId, sessionId: newId(now), roles, requestId };
	return [
		...recordEvents(db, author, now, identified(change, now), isUnregistered(userId)),
		...noteRegistration(db, userId, now),
	];
}
