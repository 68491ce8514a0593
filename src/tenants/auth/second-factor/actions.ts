import { aboutUser, creation, type EventType } from '../../../foundation/core/history.ts';
import { type Instant, realTime } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { invalidField, Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import type { Vault } from '../../../foundation/core/vault.ts';
import { noteRefusal } from '../../../foundation/db/access-events.ts';
import { type Call, concern, load } from '../../../foundation/db/call.ts';
import { commit, stale } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { isUnanswered } from '../../../foundation/db/idempotency.ts';
import { type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { newMail } from '../../mail/rules.ts';
import { insertMail } from '../../mail/store.ts';
import { requireFew } from '../../users/attempts/rules.ts';
import { countAttempt, forgetAttempts } from '../../users/attempts/store.ts';
import { REST_MS, resetsRest, restOf, restsAfter } from '../../users/identity/rules.ts';
import { requireOwnUser } from '../../users/rules.ts';
import { rest, userById } from '../../users/store.ts';
import { type Gate, openSession, whereverItIs } from '../gate.ts';
import { endResetLinks } from '../one-time/store.ts';
import { verifyPassword } from '../password/rules.ts';
import { endSessionsOf } from '../store.ts';
import {
	type Challenged,
	type Codes,
	codeNotTaken,
	fingerprintOf,
	isTotpCode,
	newRecoveryCodes,
	newSecret,
	recoveryHash,
	requireChallenge,
	resetByOneself,
	type SecondFactorState,
	type SetUp,
	sealedFor,
	staleChallenge,
	stepOf,
	wrongCode,
} from './rules.ts';
import {
	beginSecondFactor,
	confirmSecondFactor,
	type FactorDemand,
	factorDemandOf,
	factorOf,
	removeSecondFactor,
	replaceRecoveryCodes,
	requireSecret,
	type SecondFactor,
	secondFactorOf,
	spendRecoveryCode,
	spendStep,
} from './store.ts';

export const attemptsOf = (userId: string): string => `second_factor ${userId}`;

/** Attempts are counted before the code is checked, so that parallel guesses count too. */
export async function finishLogin(visited: Gate, challenge: string, code: string) {
	const proven = await requireChallenge(visited.tokens, challenge, visited.now);
	const opened = await whereverItIs(visited, challenge, proven.userId, (gate) =>
		finishAt(gate, proven, code),
	);
	if (opened === null) throw staleChallenge();
	return opened;
}

async function finishAt(
	gate: Gate,
	{ userId, fingerprint }: Pick<Challenged, 'userId' | 'fingerprint'>,
	code: string,
) {
	const { db, now } = gate;
	const [[counted], [user]] = await batch(db, [
		countAttempt(db, attemptsOf(userId), now),
		secondFactorOf(db, userId, recoveryHash(userId, code)),
	]);
	requireFew('secondFactors', counted, now);
	const hash = user?.passwordHash ?? null;
	if (user === undefined || hash === null) return null;
	if (fingerprintOf(hash) !== fingerprint) throw staleChallenge();
	const used = await usingCode(gate, user, code);
	if (used === null) {
		const event = { type: 'session.refused' as const, reason: 'wrong_code' as const, userId };
		await commit(db, [noteRefusal(gate, { ...event, key: `${userId} ${gate.client.place} code` })]);
		throw wrongCode();
	}
	const statements = [...used, forgetAttempts(db, attemptsOf(userId))];
	return openSession(gate, { userId, passwordHash: hash, emailKey: user.emailKey }, statements, {
		code_used: wrongCode,
		'second_factors.changed': wrongCode,
	});
}

export async function readSecondFactor(call: Call): Promise<SecondFactorState> {
	authorize(call.actor, 'readSecondFactor');
	const [[user]] = await load(call, [secondFactorOf(call.db, call.actor.userId)]);
	const { dateConfirmed, codesLeft, passwordHash } = requireFound(user, 'user');
	const hasPassword = passwordHash !== null;
	return { isSet: dateConfirmed !== null, dateConfirmed, recoveryCodesLeft: codesLeft, hasPassword };
}

/** Creates a secret for an authenticator app. It takes effect when it is confirmed. */
export async function setUpSecondFactor(call: Call, password: string | null): Promise<Outcome<SetUp>> {
	authorize(call.actor, 'setUpSecondFactor');
	const { db, now, vault } = call;
	const user = await ownFactor(call);
	requireNone(user);
	if (user.passwordHash !== null) await requirePassword(user, password);
	const { secret, uri } = newSecret(user.email);
	const sealed = await vault.seal(secret, sealedFor(user.userId));
	const statements = [
		forgetAttempts(db, attemptsOf(user.userId)),
		...beginSecondFactor(db, user.userId, sealed, now),
	];
	return { before: null, after: { secret, uri }, statements, changes: [], violations: OVERTAKEN };
}

/** Confirms the app. It ends all other sessions, because every sign-in now needs a code. */
export async function confirmOwnSecondFactor(call: Call, code: string): Promise<Outcome<Codes>> {
	authorize(call.actor, 'confirmSecondFactor');
	const user = await ownFactor(call);
	requireNone(user);
	if (user.secret === null) throw new Refusal('second_factor_missing', 'Start the set-up first.');
	const { db, now, actor } = call;
	const used = await requireCode(call, user, code);
	const codes = newRecoveryCodes();
	return changed(call, user, 'second_factor.added', 'added', { recoveryCodes: codes }, [
		...used,
		confirmSecondFactor(db, user.userId, now),
		...replaceRecoveryCodes(db, user.userId, hashesOf(user, codes)),
		...endSessionsOf(call, user.userId, 'second_factor_changed', actor.sessionId),
	]);
}

interface Proof {
	password: string | null;
	code: string;
}

export async function renewRecoveryCodes(call: Call, proof: Proof): Promise<Outcome<Codes>> {
	authorize(call.actor, 'renewRecoveryCodes');
	const { user, used } = await provenFactor(call, proof);
	const codes = newRecoveryCodes();
	return changed(call, user, 'second_factor.codes_renewed', 'codes_renewed', { recoveryCodes: codes }, [
		...used,
		...replaceRecoveryCodes(call.db, user.userId, hashesOf(user, codes)),
	]);
}

export async function removeOwnSecondFactor(call: Call, proof: Proof): Promise<Outcome<null>> {
	authorize(call.actor, 'removeSecondFactor');
	const { user, used } = await provenFactor(call, proof);
	return changed(call, user, 'second_factor.removed', 'removed', null, [
		...used,
		...removeSecondFactor(call.db, user.userId),
		...endSessionsOf(call, user.userId, 'second_factor_changed', call.actor.sessionId),
	]);
}

/** Resets the second factor of another user who has lost both app and codes. After a company has done so, resets by mail rest. */
export async function resetSecondFactor(call: Call, userId: string): Promise<Outcome<null>> {
	const scope = authorize(call.actor, 'resetSecondFactor');
	const { db, actor } = call;
	const wanted = [userById(db, scope, userId), secondFactorOf(db, userId)] as const;
	const [person, user] = await load(call, wanted, ([[found], [factor]]) => [
		requireFound(found, 'user'),
		requireFound(factor, 'user'),
	]);
	concern(call, userId);
	if (!scope.all) requireOwnUser(person);
	if (userId === actor.userId) throw resetByOneself();
	const now = realTime(db, call.now);
	const resting = restOf(user, now);
	if (!scope.all && resting !== null) throw resetsRest(resting);
	if (user.secret === null) return unrecorded();
	const until = restsAfter('secondFactor', scope.all ? 'operator' : 'company') ? now + REST_MS : null;
	const statements = [
		requireSecret(db, user),
		...removeSecondFactor(db, userId),
		endResetLinks(db, userId),
		...(until === null ? [] : [rest(db, userId, until, call.now)]),
		...endSessionsOf(call, userId, 'second_factor_changed'),
	];
	return changed(call, user, 'second_factor.reset', 'reset', null, statements, until);
}

/** Reads the actor's second factor and counts an attempt, because these operations check a secret. */
async function ownFactor(call: Call, code = ''): Promise<SecondFactor> {
	const { db, now, actor } = call;
	const { userId } = actor;
	const [[counted], [user]] = await load(call, [
		countAttempt(db, attemptsOf(userId), now, isUnanswered(call.claim)),
		secondFactorOf(db, userId, recoveryHash(userId, code)),
	]);
	requireFew('secondFactors', counted, now);
	concern(call, userId);
	return requireFound(user, 'user');
}

async function provenFactor(call: Call, { password, code }: Proof) {
	const user = await ownFactor(call, code);
	if (user.dateConfirmed === null) {
		throw new Refusal('second_factor_missing', 'No second factor is set up.');
	}
	if (user.passwordHash !== null) await requirePassword(user, password);
	return { user, used: await requireCode(call, user, code) };
}

function requireNone({ dateConfirmed }: SecondFactor): void {
	if (dateConfirmed === null) return;
	throw new Refusal('second_factor_exists', 'A second factor is already set up. Remove it first.');
}

export async function requirePassword(user: SecondFactor, password: string | null): Promise<void> {
	if (password === null) throw invalidField('password', 'required', 'password is missing.');
	if (await verifyPassword(password, user.passwordHash)) return;
	throw invalidField('password', 'wrong', 'password is wrong.');
}

export async function requireCode(prover: Prover, user: SecondFactor, code: string): Promise<Statement[]> {
	const used = await usingCode(prover, user, code);
	if (used === null) throw codeNotTaken();
	return used;
}

interface Prover {
	db: Db;
	now: Instant;
	vault: Vault;
}

/** Returns the statements that use a code; null for a wrong or used code. */
async function usingCode(
	{ db, now, vault }: Prover,
	user: SecondFactor,
	code: string,
): Promise<Statement[] | null> {
	const { userId, secret, lastStep, isRecovery } = user;
	if (isRecovery) return spendRecoveryCode(db, userId, recoveryHash(userId, code), now);
	if (secret === null || !isTotpCode(code)) return null;
	const step = stepOf(await vault.open(secret, sealedFor(userId)), code, realTime(db, now));
	return step === null || step <= (lastStep ?? -1) ? null : spendStep(db, user, step);
}

const hashesOf = ({ userId }: SecondFactor, codes: readonly string[]): string[] =>
	codes.map((code) => recoveryHash(userId, code));

/** Another request came first, so the attempt is repeated with its result. */
export const OVERTAKEN = { code_used: stale, 'second_factors.changed': stale };

function changed<T>(
	{ db, now }: Call,
	{ userId, companyId }: SecondFactor,
	type: EventType,
	change: 'added' | 'removed' | 'codes_renewed' | 'reset',
	after: T,
	statements: readonly Statement[],
	restUntil: Instant | null = null,
): Outcome<T> {
	const kind = change === 'reset' ? 'second_factor_reset' : 'second_factor_changed';
	const rests = restUntil === null ? {} : { restUntil: String(restUntil) };
	const mail = newMail(kind, userId, companyId, now, { change, ...rests });
	return {
		before: null,
		after,
		statements: [...statements, forgetAttempts(db, attemptsOf(userId)), insertMail(db, mail)],
		changes: [creation(type, aboutUser(userId, companyId), { userId })],
		violations: OVERTAKEN,
		mails: [mail.id],
	};
}

/** Counts a company's administrators and verifiers, and how many of them lack a demanded second factor. */
export async function readFactorDemand(call: Call, companyId: string): Promise<FactorDemand> {
	const scope = authorize(call.actor, 'updateCompany');
	const [[demand]] = await load(call, [factorDemandOf(call.db, scope, [companyId], '')]);
	return requireFound(demand, 'company');
}

export type RoleGrounds = Awaited<ReturnType<typeof readRoleGrounds>>;

/** Reads the data that decides the effects of a role change: the other users of the companies, and the second factor. */
export async function readRoleGrounds(call: Call, userId: string, companyIds: readonly string[]) {
	const { db, actor } = call;
	const scope = authorize(actor, 'updateUser');
	const [companies, [user], [factor]] = await load(call, [
		factorDemandOf(db, scope, companyIds, userId),
		userById(db, scope, userId),
		factorOf(db, userId),
	]);
	requireFound(user, 'user');
	return { companies, isFactorLacking: requireFound(factor, 'user').isLacking };
}
