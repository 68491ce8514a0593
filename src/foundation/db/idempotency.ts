import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { notFound, Refusal } from '../core/refusals.ts';
import { oneOf } from './columns.ts';
import { batch, type Db, type Statement } from './database.ts';
import { clearInSteps } from './steps.ts';
import { idempotencyKeys } from './table.ts';

/** After this time, a repetition of the request may replace an attempt that has not finished. */
const LEASE_MS = 30_000;
const KEYS_KEPT_MS = 24 * 3_600_000;
const CLEAR_LIMIT = 5000;

export type StoredKey = typeof idempotencyKeys.$inferSelect;

export interface Answer {
	status: 200 | 201;
	headers: Record<string, string>;
	body: string;
	/** The body for repetitions, when the first response shows a secret once. */
	repeatedBody?: string;
}

export interface Claim {
	callerId: string;
	key: string;
	/** Fingerprints of the request. The first one is stored, and each of them identifies the request. */
	fingerprints: readonly [string, ...string[]];
	attempt: string;
	/** The id for the record that the request creates; null until the attempt holds the key. */
	recordId: string | null;
	/** The employee or user that the request concerns, once that is known. */
	subjectId: string | null;
}

export const newClaim = (
	callerId: string,
	key: string,
	fingerprints: Claim['fingerprints'],
	now: Instant,
): Claim => ({ callerId, key, fingerprints, attempt: newId(now), recordId: null, subjectId: null });

/** Thrown when the request was answered before. It is not a failure. */
export class Replay extends Error {
	readonly answer: Answer;

	constructor(answer: Answer) {
		super('The request was already answered.');
		this.name = 'Replay';
		this.answer = answer;
	}
}

/** Takes the key if it is free, or if the last attempt of the same request has expired. Then reads the current attempt. */
export function claimStatements(
	db: Db,
	claim: Claim,
	now: Instant,
	isSame = sql`${idempotencyKeys.fingerprint} IN ${oneOf(claim.fingerprints)}`,
) {
	const { callerId, key, fingerprints, attempt } = claim;
	const [fingerprint] = fingerprints;
	const leaseUntil = now + LEASE_MS;
	return [
		db
			.insert(idempotencyKeys)
			.values({
				callerId,
				key,
				fingerprint,
				attempt,
				recordId: newId(now),
				dateCreated: now,
				leaseUntil,
			})
			.onConflictDoUpdate({
				target: [idempotencyKeys.callerId, idempotencyKeys.key],
				set: { fingerprint, attempt, leaseUntil, dateCreated: now },
				setWhere: sql`${idempotencyKeys.status} IS NULL AND ${idempotencyKeys.leaseUntil} <= ${now} AND ${isSame}`,
			}),
		storedKey(db, claim),
	] as const;
}

/** SQL that is true if no request was answered under this key before. */
export const isUnanswered = (claim: Claim | undefined): SQL =>
	claim === undefined
		? sql`TRUE`
		: sql`NOT EXISTS (SELECT 1 FROM idempotency_keys
			WHERE caller_id = ${claim.callerId} AND key = ${claim.key} AND status IS NOT NULL)`;

const storedKey = (db: Db, { callerId, key }: Claim) =>
	db
		.select()
		.from(idempotencyKeys)
		.where(and(eq(idempotencyKeys.callerId, callerId), eq(idempotencyKeys.key, key)));

/** Returns null if this attempt holds the key, or an earlier attempt's answer. Else refuses. Answers about erased people are gone. */
export function hold(claim: Claim, [stored]: readonly StoredKey[], now: Instant): Answer | null {
	if (stored === undefined) throw inProgress(1);
	if (!claim.fingerprints.includes(stored.fingerprint)) {
		throw usedForAnother();
	}
	const { status, headers, body } = stored;
	if (status !== null) {
		if (body === null) throw notFound('record');
		return { status, headers: headers ?? {}, body };
	}
	if (stored.attempt !== claim.attempt) {
		throw inProgress(Math.max(1, Math.ceil((stored.leaseUntil - now) / 1000)));
	}
	claim.recordId = stored.recordId;
	return null;
}

export const usedForAnother = (): Refusal =>
	new Refusal('idempotency_conflict', 'This Idempotency-Key was used for another request.');

/** Stores the answer and its subject. Fails with `attempt_expired` if another attempt has taken the key. */
export function saveAnswer(
	db: Db,
	claim: Claim,
	answer: Answer & { subjectId: string | null },
	now: Instant,
): Statement {
	const { callerId, key, fingerprints, attempt, recordId } = claim;
	const [fingerprint] = fingerprints;
	const held = { callerId, key, fingerprint, recordId: recordId ?? '', dateCreated: now, leaseUntil: now };
	return db
		.insert(idempotencyKeys)
		.values({ ...held, attempt, ...answer })
		.onConflictDoUpdate({
			target: [idempotencyKeys.callerId, idempotencyKeys.key],
			set: { attempt, ...answer },
		});
}

/** Blanks the answers about these subjects. Their keys stay used, so that no request runs again. */
export const blankAnswersAbout = (db: Db, subjectIds: readonly string[]): Statement =>
	db
		.update(idempotencyKeys)
		.set({ headers: null, body: null })
		.where(sql`${idempotencyKeys.subjectId} IN ${oneOf(subjectIds)}`);

/**
 * Frees the key of an attempt that wrote nothing. With `isSame`, only the same request can take it again. Returns whether another attempt
 * has already taken it, because its effects may be the reason why this one failed.
 */
export async function release(db: Db, claim: Claim, isSame: boolean): Promise<boolean> {
	if (claim.recordId === null) return false;
	const own = and(
		eq(idempotencyKeys.callerId, claim.callerId),
		eq(idempotencyKeys.key, claim.key),
		eq(idempotencyKeys.attempt, claim.attempt),
		isNull(idempotencyKeys.status),
	);
	const [, [stored]] = await batch(db, [
		isSame
			? db.update(idempotencyKeys).set({ leaseUntil: 0 }).where(own)
			: db.delete(idempotencyKeys).where(own),
		storedKey(db, claim),
	]);
	if (stored === undefined || stored.attempt === claim.attempt) return false;
	return claim.fingerprints.includes(stored.fingerprint);
}

/**
 * Uses the key of another request, so that the request has no effect if it arrives later. Returns the id of its record if the request was
 * performed before. An attempt that expired without an answer was not performed.
 */
export async function useUp(db: Db, claim: Claim, now: Instant): Promise<string | null> {
	const [, [stored]] = await batch(db, claimStatements(db, claim, now, sql`TRUE`));
	if (stored !== undefined && stored.status !== null) return stored.recordId;
	if (stored?.attempt !== claim.attempt) throw inProgress(1);
	const held = { ...claim, recordId: stored.recordId };
	await batch(db, [saveAnswer(db, held, { status: 200, headers: {}, body: '', subjectId: null }, now)]);
	return null;
}

/** SQL of the time at which `clearOldKeys` has a key to delete. */
export const keysDueAt = sql`SELECT min(date_created) + ${KEYS_KEPT_MS} FROM idempotency_keys`;

export const clearOldKeys = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, CLEAR_LIMIT, (limit) => {
		const isOld = lte(idempotencyKeys.dateCreated, now - KEYS_KEPT_MS);
		const old = db.select({ rowid: sql`rowid` }).from(idempotencyKeys).where(isOld).limit(limit);
		return [db.delete(idempotencyKeys).where(sql`rowid IN ${old}`).returning({ key: idempotencyKeys.key })];
	});

export const inProgress = (retryAfter: number): Refusal =>
	new Refusal(
		'request_in_progress',
		`A request with this Idempotency-Key is still in progress. Try again in ${retryAfter} seconds.`,
		{ retryAfter },
	);
