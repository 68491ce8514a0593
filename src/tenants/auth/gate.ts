import { cellOf } from '../../foundation/cells/places.ts';
import { type CellToAsk, cellAfterMove } from '../../foundation/cells/whereabouts.ts';
import { afterwards } from '../../foundation/cells/write.ts';
import type { Client } from '../../foundation/core/client.ts';
import { newId } from '../../foundation/core/id.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { Refusal } from '../../foundation/core/refusals.ts';
import { inCell, newSecret, sha256, type Vault } from '../../foundation/core/vault.ts';
import { noteAccess } from '../../foundation/db/access-events.ts';
import { commit, type Violations } from '../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../foundation/db/database.ts';
import { newMail } from '../mail/rules.ts';
import { insertMailIf } from '../mail/store.ts';
import { KNOWN_PLACE_MS } from '../users/attempts/rules.ts';
import { type AttemptKeys, acquit } from '../users/attempts/store.ts';
import { endOfSession, type SessionKind } from './rules.ts';
import { isNewDevice, rememberDevice, sessionOf } from './sessions/store.ts';
import { endSessionsOf, insertRefreshToken, insertSession, openUser, type Proven } from './store.ts';
import { lifetimeOf, type Subject, type TokenPair, type Tokens } from './tokens/rules.ts';

/** The context of a sign-in, before there is an actor. */
export interface Gate {
	/** The database that the credential names. */
	db: Db;
	/** D1, which has the directory and counts all attempts. */
	home: Db;
	/** Returns the database of a cell, or D1 for null. */
	databaseOf(cell: string | null): Db;
	now: Instant;
	tokens: Tokens;
	vault: Vault;
	client: Client;
	requestId: string;
	kind: SessionKind;
}

export const gateFor = (gate: Gate, credential: string): Gate => ({
	...gate,
	db: gate.databaseOf(cellOf(credential)),
});

/**
 * Uses a credential in the database that it names. `use` returns null for an unknown credential. If its company has moved since D1 issued it
 * under this hash, the company's cell is asked.
 */
export async function whereverItIs<T>(
	gate: Gate,
	credential: string,
	hash: string,
	use: (gate: Gate) => Promise<T | null>,
): Promise<T | null> {
	const named = gateFor(gate, credential);
	const found = await use(named);
	if (found !== null || named.db.cell !== undefined) return found;
	const cell = await cellAfterMove(gate.home, hash);
	return cell === null ? null : use({ ...gate, db: gate.databaseOf(cell) });
}

interface Located<T> {
	gate: Gate;
	found: T;
	/** An unrelated cell. It is asked so that the response time does not reveal where a person is. */
	decoy: Db | null;
}

/**
 * Finds a person or a code. If the directory names the cell, `look` reads there. Otherwise the result is `inD1`, which D1 returned in the
 * same round trip. In that case, an unrelated cell may be asked.
 */
export async function locate<T>(
	gate: Gate,
	inD1: T,
	[toAsk]: readonly CellToAsk[],
	look: (db: Db) => Promise<T>,
): Promise<Located<T>> {
	if (toAsk === undefined) return { gate, found: inD1, decoy: null };
	const db = gate.databaseOf(toAsk.cell);
	if (toAsk.isThere) return { gate: { ...gate, db }, found: await look(db), decoy: null };
	await look(db).catch(() => undefined);
	return { gate, found: inD1, decoy: db };
}

/**
 * Commits a change that a credential allows. `forgiven` are D1 statements about counted attempts. For a person in D1 they are part of the
 * batch. For a person in a cell they follow after the response.
 */
export async function commitAt(
	{ db, home }: Gate,
	statements: readonly Statement[],
	forgiven: readonly Statement[],
	violations: Violations = {},
): Promise<unknown[]> {
	if (db.cell === undefined) return commit(db, [...statements, ...forgiven], violations);
	const results = await commit(db, statements, violations);
	await afterwards(home, db, forgiven);
	return results;
}

export interface Opened extends Subject {
	/** The refresh token of the API, or the cookie of the console. */
	secret: string;
	/** The ids of mails, each with its cell. */
	mails: readonly string[];
}

/**
 * Opens a session in one batch with `statements`, which come first, and stores the place. With `endsOthers`, all other sessions end, but not
 * this one when the batch is sent again. Refused when the user is closed.
 */
export async function openSession(
	gate: Gate,
	proven: Proven & { emailKey: string; endsOthers?: boolean },
	statements: readonly Statement[] = [],
	violations: Violations = {},
	forgiven: readonly Statement[] = [],
): Promise<Opened> {
	const { db, home, now, client, kind } = gate;
	const { userId } = proven;
	const sessionId = newId(now);
	const secret = newSecret(db);
	const { device, country, city } = client;
	const isBySso = proven.isBySso === true;
	const dates = { dateCreated: now, dateExpires: endOfSession(kind, now, isBySso) };
	const hash = sha256(secret);
	const session = { id: sessionId, userId: openUser(proven), ...dates, device, country, city, kind, isBySso };
	const mail = newDeviceMail(userId, client, now);
	const ofMail = statements.length;
	const attempts = await attemptKeys(gate, proven.emailKey);
	const opening = commitAt(
		gate,
		[
			...statements,
			insertMailIf(db, mail, isNewDevice(userId, client, now - KNOWN_PLACE_MS)),
			...(proven.endsOthers ? endSessionsOf(gate, userId, 'password_changed', sessionId) : []),
			...(kind === 'API'
				? [insertSession(db, session), insertRefreshToken(db, { hash, sessionId, dateCreated: now })]
				: [insertSession(db, { ...session, cookieHash: hash })]),
			noteAccess(gate, { type: 'session.opened', key: `session.opened ${sessionId}`, userId, sessionId }),
			rememberDevice(db, userId, client, now),
		],
		[...forgiven, ...acquit(home, attempts, now)],
		{ 'sessions.user_id': invalidCredentials, ...violations },
	);
	// If the response is lost, the batch is sent again. It is then refused, because its own first run has used the code.
	const results = await opening.catch(async (error) => {
		if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
		const [opened] = await batch(db, [sessionOf(db, userId, sessionId)]);
		if (opened.length === 0) throw error;
	});
	const isTold = results === undefined || (results[ofMail] as unknown[]).length > 0;
	return { userId, sessionId, cell: db.cell, secret, mails: isTold ? [inCell(db, mail.id)] : [] };
}

const newDeviceMail = (userId: string, { device, country, city }: Client, now: Instant) =>
	newMail('new_device', userId, null, now, {
		device,
		...(country !== null && { place: city === null ? country : `${city}, ${country}` }),
	});

/** Returns a token that ends at `until` at the latest, when the session ends. */
export async function tokenPair(
	{ tokens, now }: Pick<Gate, 'tokens' | 'now'>,
	subject: Subject,
	refreshToken: string,
	until?: Instant,
): Promise<TokenPair> {
	const idToken = await tokens.issue(subject, now, until);
	return { idToken, refreshToken, lifetimeSeconds: lifetimeOf(now, until) };
}

export async function attemptKeys({ tokens, client }: Gate, email: string): Promise<AttemptKeys> {
	const [[fromPlace], [fromAnywhere]] = await Promise.all([
		tokens.seal(`login ${email} from ${client.place}`),
		tokens.seal(`login ${email}`),
	]);
	return { fromPlace, fromAnywhere };
}

export const invalidCredentials = (): Refusal =>
	new Refusal('invalid_credentials', 'The e-mail address or the password is wrong.');
