import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../foundation/core/actor.ts';
import { domainOf } from '../../../foundation/core/addresses.ts';
import { type Instant, realTime } from '../../../foundation/core/instant.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { jsonColumn } from '../../../foundation/db/columns.ts';
import { commit, type Violations } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { prepared } from '../../../foundation/db/prepared.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { emailKey, emailTaken } from '../rules.ts';
import { knownPlaces, loginAttempts } from '../table.ts';
import { ATTEMPT_WINDOW_MS, KNOWN_PLACE_MS, MAX_FROM_PLACE, takenKey } from './rules.ts';

/** The keys under which attempts for an e-mail address are counted: from one place, and from anywhere. */
export interface AttemptKeys {
	fromPlace: string;
	fromAnywhere: string;
}

/**
 * Counts a sign-in attempt, and reads whether its place is known. An attempt that the place's own limit refuses does not count for all
 * places, so that one place cannot use up all attempts.
 */
export const countLogin = (db: Db, { fromPlace, fromAnywhere }: AttemptKeys, now: Instant) =>
	[
		countAttempt(db, fromPlace, now),
		countAttempt(
			db,
			fromAnywhere,
			now,
			sql`(SELECT attempts FROM login_attempts WHERE key = ${fromPlace}) <= ${MAX_FROM_PLACE}`,
		),
		db
			.select({ key: knownPlaces.key })
			.from(knownPlaces)
			.where(and(eq(knownPlaces.key, fromPlace), gt(knownPlaces.dateUsed, now - KNOWN_PLACE_MS))),
	] as const;

/**
 * Counts a request for a password link. Each known place has its own count, and all other places share one. Strangers who ask repeatedly
 * therefore do not block the user. Only one of the two statements returns a row.
 */
export function countReset(
	db: Db,
	{ place, fromPlace, fromOthers }: { place: string; fromPlace: string; fromOthers: string },
	now: Instant,
) {
	const isKnown = sql`EXISTS (SELECT 1 FROM known_places WHERE key = ${place} AND date_used > ${now - KNOWN_PLACE_MS})`;
	return [
		countAttempt(db, fromPlace, now, isKnown),
		countAttempt(db, fromOthers, now, sql`NOT ${isKnown}`),
	] as const;
}

/** For a successful sign-in. Makes the place known, resets its count, and takes the attempt back from the count of all places. */
export const acquit = (db: Db, { fromPlace, fromAnywhere }: AttemptKeys, now: Instant): Statement[] => [
	forgetAttempts(db, fromPlace),
	db
		.update(loginAttempts)
		.set({ attempts: sql`${loginAttempts.attempts} - 1` })
		.where(and(eq(loginAttempts.key, fromAnywhere), gt(loginAttempts.attempts, 0))),
	db
		.insert(knownPlaces)
		.values({ key: fromPlace, dateUsed: now })
		.onConflictDoUpdate({ target: knownPlaces.key, set: { dateUsed: now } }),
];

export const forgetAttempts = (db: Db, key: string) =>
	db.delete(loginAttempts).where(eq(loginAttempts.key, key));

/** Writes the present value again. A request about an unknown address then takes as long as one that writes. */
export const touchAttempts = (db: Db, key: string) =>
	db
		.update(loginAttempts)
		.set({ attempts: sql`${loginAttempts.attempts}` })
		.where(eq(loginAttempts.key, key));

/** Reads how many used e-mail addresses the actor has found out in this window, and the verified domains of the actor's companies. */
export const takenSoFar = (db: Db, actor: Actor, now: Instant) =>
	takenSince(db, {
		key: takenKey(actor),
		since: realTime(db, now) - ATTEMPT_WINDOW_MS,
		userId: actor.userId,
	});

/** SQL of the domains that the companies of a user have verified. Their own addresses tell a company nothing. */
const domainsOfUser = (userId: unknown) =>
	sql`SELECT domain FROM user_companies CROSS JOIN company_domains USING (company_id) WHERE user_id = ${userId} AND date_verified IS NOT NULL`;

const takenSince = prepared((db) =>
	db
		.select({
			attempts: loginAttempts.attempts,
			windowStart: loginAttempts.windowStart,
			ownDomains: jsonColumn<string[]>(
				sql`(SELECT json_group_array(domain) FROM (${domainsOfUser(sql.placeholder('userId'))}))`,
				'own_domains',
			),
		})
		.from(loginAttempts)
		.where(
			and(
				eq(loginAttempts.key, sql.placeholder('key')),
				gt(loginAttempts.windowStart, sql.placeholder('since')),
			),
		),
);

/** The refusal of a used e-mail address. It counts each such refusal, but not for an address in a verified domain of the actor's companies. */
export const emailTakenCounted = (call: Call, email: string): Violations => ({
	'users.email_key': async () => {
		await commit(call.db, [countTaken(call, [email])]);
		return emailTaken();
	},
});

/** Counts used addresses, except those in verified domains of the actor's companies. */
export function countTaken({ db, actor, now }: Call, emails: readonly string[]) {
	const domains = JSON.stringify(emails.map((email) => domainOf(emailKey(email))));
	const foreign = sql`(SELECT count(*) FROM json_each(${domains}) WHERE value NOT IN (${domainsOfUser(actor.userId)}))`;
	return countAttempt(db, takenKey(actor), now, sql`${foreign} > 0`, foreign);
}

export const countCode = (db: Db, key: string, isCode: boolean, now: Instant) =>
	countAttempt(db, key, now, isCode);

/** Counts an attempt, and returns the number since the window began. If `onlyIf` is false, it does nothing and returns no row. */
export function countAttempt(
	db: Db,
	key: string,
	at: Instant,
	onlyIf: SQL | boolean = true,
	count: SQL | number = 1,
) {
	const now = realTime(db, at);
	const isOver = sql`${loginAttempts.windowStart} <= ${now - ATTEMPT_WINDOW_MS}`;
	const condition = typeof onlyIf === 'boolean' ? sql.raw(String(onlyIf)) : onlyIf;
	return insertSelect(db, loginAttempts, { key, windowStart: now, attempts: count }, sql`WHERE ${condition}`)
		.onConflictDoUpdate({
			target: loginAttempts.key,
			set: {
				attempts: sql`CASE WHEN ${isOver} THEN ${count} ELSE ${loginAttempts.attempts} + ${count} END`,
				windowStart: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${loginAttempts.windowStart} END`,
			},
		})
		.returning({
			attempts: loginAttempts.attempts,
			// The value is in the caller's time, which is that of a sandbox here.
			windowStart: at === now ? loginAttempts.windowStart : sql<Instant>`window_start + ${at - now}`,
		});
}

/** SQL of the time at which `clearExpiredSessions` has attempts or places to forget. */
export const attemptsDueAt: readonly SQL[] = [
	sql`SELECT min(window_start) + ${ATTEMPT_WINDOW_MS} FROM login_attempts`,
	sql`SELECT min(date_used) + ${KNOWN_PLACE_MS} FROM known_places`,
];

export const clearAttempts = (db: Db, now: Instant): Statement[] => [
	db.delete(loginAttempts).where(lte(loginAttempts.windowStart, now - ATTEMPT_WINDOW_MS)),
	db.delete(knownPlaces).where(lte(knownPlaces.dateUsed, now - KNOWN_PLACE_MS)),
];
