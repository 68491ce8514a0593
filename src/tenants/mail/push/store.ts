import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { LEASE_MS as MAIL_LEASE_MS, NOTICES } from '../rules.ts';
import { mails } from '../table.ts';
import { LEASE_MS } from './rules.ts';
import { pushSubscriptions } from './table.ts';

const p = pushSubscriptions;

const SHOWN = { id: p.id, dateCreated: p.dateCreated, device: p.device, insteadOfMail: p.insteadOfMail };

export interface Subscription {
	id: string;
	dateCreated: Instant;
	device: string;
	insteadOfMail: boolean;
}

export const subscriptionsPage = (db: Db, userId: string, after: string, limit: number) =>
	db
		.select(SHOWN)
		.from(p)
		.where(and(eq(p.userId, userId), gt(p.id, after)))
		.orderBy(asc(p.id))
		.limit(limit);

export const subscriptionOf = (db: Db, userId: string, id: string) =>
	db
		.select(SHOWN)
		.from(p)
		.where(and(eq(p.id, id), eq(p.userId, userId)));

/** Adds a device. It replaces the browser's earlier subscription, even if that belongs to another user. */
export const insertSubscription = (db: Db, row: typeof p.$inferInsert): Statement[] => [
	db.delete(p).where(and(eq(p.endpointHash, row.endpointHash), sql`${p.id} <> ${row.id}`)),
	insertOnce(db, p, row),
];

export const removeSubscription = (db: Db, id: string): Statement => db.delete(p).where(eq(p.id, id));

export const removeSubscriptionsOf = (db: Db, userId: string): Statement =>
	db.delete(p).where(eq(p.userId, userId));

/** Makes a message due for the devices of people whose notice is in its first attempt. After a failed attempt, a mail has a reason. */
export const makeDue = (db: Db, mailAttempt: string, now: Instant): Statement =>
	db
		.update(p)
		.set({ dateDue: now, attempts: 0, attempt: null })
		.where(
			sql`${p.userId} IN (SELECT m.user_id FROM ${mails} m WHERE m.state = 'waiting' AND m.priority IN (1, 2)
				AND m.date_due = ${now + MAIL_LEASE_MS} AND m.attempt = ${mailAttempt} AND m.reason IS NULL
				AND m.kind IN (SELECT value FROM json_each(${JSON.stringify(Object.values(NOTICES))})))`,
		);

/** SQL of the time at which `sendDueMails` has a device to notify. */
export const pushesDueAt = sql`SELECT min(date_due) FROM push_subscriptions WHERE date_due IS NOT NULL`;

export const anyDuePush = (db: Db, now: Instant) =>
	db.select({ id: p.id }).from(p).where(sql`${p.dateDue} IS NOT NULL AND ${p.dateDue} <= ${now}`).limit(1);

/** Starts an attempt at up to `limit` devices. No other attempt can claim them until the lease ends. */
export const claimDuePushes = (db: Db, attempt: string, now: Instant, limit: number): Statement =>
	db
		.update(p)
		.set({ attempt, attempts: sql`attempts + 1`, dateDue: now + LEASE_MS })
		.where(
			sql`${p.id} IN (SELECT id FROM push_subscriptions INDEXED BY push_subscriptions_due
				WHERE date_due <= ${now} ORDER BY date_due LIMIT ${limit})`,
		);

export const claimedPushes = (db: Db, attempt: string, now: Instant) =>
	db
		.select({ id: p.id, sealed: p.sealed, attempts: p.attempts })
		.from(p)
		.where(and(eq(p.dateDue, now + LEASE_MS), eq(p.attempt, attempt)));

export type ClaimedPush = Awaited<ReturnType<typeof claimedPushes>>[number];

export interface PushEnding {
	id: string;
	isGone: boolean;
	/** The time of the next attempt; null when there is none. */
	dateDue: Instant | null;
	/** True after the last failed attempt. The person then gets notices by mail again. */
	isGivenUp: boolean;
}

/** Stores the results, unless another attempt has begun or another message has become due. */
export const savePushEndings = (db: Db, attempt: string, endings: readonly PushEnding[]): Statement[] => {
	const ended = sql`json_each(${JSON.stringify(endings)}) e`;
	return [
		db
			.delete(p)
			.where(
				sql`${p.attempt} = ${attempt} AND ${p.id} IN (SELECT e.value ->> 'id' FROM ${ended} WHERE e.value ->> 'isGone')`,
			),
		db.run(sql`
			UPDATE push_subscriptions SET date_due = e.value ->> 'dateDue', attempt = NULL,
				instead_of_mail = iif(e.value ->> 'isGivenUp', 0, instead_of_mail)
			FROM ${ended}
			WHERE push_subscriptions.id = e.value ->> 'id' AND push_subscriptions.attempt = ${attempt}`) as unknown as Statement,
	];
};
