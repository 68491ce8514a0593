import { eq, type SQL, sql } from 'drizzle-orm';
import type { AccessEventType, AccessReason } from '../core/access-events.ts';
import type { Client } from '../core/client.ts';
import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';
import { batch, type Db, type Statement } from './client.ts';
import { soleCompanyOf } from './scope.ts';
import { accessEvents } from './table.ts';

const AN_HOUR_MS = 3_600_000;
/** Refusals of one type that are told apart in an hour. What comes on top is counted in one event. */
const MAX_REFUSALS_PER_HOUR = 500;

const KEPT_MS = 365 * 86_400_000;
const CLEAR_LIMIT = 5000;

/** In which request something happens. The cron has neither a request nor a client. */
export interface Circumstances {
	db: Db;
	now: Instant;
	requestId: string | null;
	client: Client | null;
}

interface AccessEvent {
	type: AccessEventType;
	/** What is to be stored once. */
	key: string;
	userId: string | null;
	/** Unless given, the only company to which the user belongs. */
	companyId?: string;
	sessionId?: string;
	request?: string;
	reason?: AccessReason;
}

/** Stores what happened, once for its key. */
export const noteAccess = (circumstances: Circumstances, event: AccessEvent): Statement =>
	circumstances.db
		.insert(accessEvents)
		.select(sql`SELECT ${columnsOf(circumstances, event)} WHERE TRUE`)
		.onConflictDoNothing({ target: accessEvents.key });

/** Stores a refusal, or counts it when there was the same in this hour or there were too many. */
export function noteRefusal(circumstances: Circumstances, event: AccessEvent): Statement {
	const { db, now } = circumstances;
	const hour = Math.floor(now / AN_HOUR_MS);
	const own = { ...event, key: `${event.type} ${event.key} ${hour}` };
	const rest = { type: event.type, key: `${event.type} ${hour}`, userId: null };
	const fits = sql`(EXISTS (SELECT 1 FROM access_events WHERE key = ${own.key}) OR
		(SELECT count(*) FROM access_events WHERE type = ${event.type} AND date >= ${hour * AN_HOUR_MS}) < ${MAX_REFUSALS_PER_HOUR})`;
	return db
		.insert(accessEvents)
		.select(
			sql`SELECT ${columnsOf(circumstances, own)} WHERE ${fits} UNION ALL
				SELECT ${columnsOf({ ...circumstances, requestId: null, client: null }, rest)} WHERE NOT ${fits}`,
		)
		.onConflictDoUpdate({ target: accessEvents.key, set: { count: sql`${accessEvents.count} + 1` } });
}

/** Stores that sessions end, before they do. `ending` is a condition on `sessions`. */
export const noteEndings = (circumstances: Circumstances, ending: SQL, reason: AccessReason): Statement =>
	circumstances.db
		.insert(accessEvents)
		.select(
			sql`SELECT NULL, ${RANDOM_ID}, ${circumstances.now}, 'session.ended', 'session.ended ' || sessions.id, 1,
				sessions.user_id, ${soleCompanyOf(sql`sessions.user_id`)}, sessions.id, ${originOf(circumstances)}, NULL, ${reason}
				FROM sessions WHERE ${ending}`,
		)
		.onConflictDoNothing({ target: accessEvents.key });

/** Blanks from where and with what a user came. What happened, and when, stays. */
export const blankAccessEventsOf = (db: Db, userId: string): Statement =>
	db
		.update(accessEvents)
		.set({ key: sql`id`, place: null, country: null, city: null, device: null })
		.where(eq(accessEvents.userId, userId));

/** Removes what is older than a year, and returns its number. */
export async function clearAccessEvents(db: Db, now: Instant): Promise<number> {
	for (let cleared = 0; ; ) {
		const old = sql`SELECT position FROM access_events WHERE date <= ${now - KEPT_MS} ORDER BY date LIMIT ${CLEAR_LIMIT}`;
		const [removed] = await batch(db, [
			db.delete(accessEvents).where(sql`position IN (${old})`).returning({ position: accessEvents.position }),
		]);
		cleared += removed.length;
		if (removed.length < CLEAR_LIMIT) return cleared;
	}
}

/** The columns of an event, in their order. */
function columnsOf(circumstances: Circumstances, event: AccessEvent): SQL {
	const { type, key, userId, companyId, sessionId, request, reason } = event;
	const company = companyId === undefined ? soleCompanyOf(sql`${userId}`) : sql`${companyId}`;
	return sql`NULL, ${newId(circumstances.now)}, ${circumstances.now}, ${type}, ${key}, 1, ${userId}, ${company},
		${sessionId ?? null}, ${originOf(circumstances)}, ${request ?? null}, ${reason ?? null}`;
}

const originOf = ({ requestId, client }: Circumstances): SQL =>
	sql`${requestId}, ${client?.place ?? null}, ${client?.country ?? null}, ${client?.city ?? null}, ${client?.device ?? null}`;

/** A UUID of version 4. The order of events is that of their positions. */
const RANDOM_ID = sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
	|| '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
