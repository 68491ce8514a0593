import { eq, type SQL, sql } from 'drizzle-orm';
import type { Client } from '../core/client.ts';
import type { AccessEventType, AccessReason } from '../core/history.ts';
import { newId } from '../core/id.ts';
import { type Instant, realTime } from '../core/instant.ts';
import type { Db, Statement } from './database.ts';
import { insertSelect, selection } from './records.ts';
import { soleCompanyOf } from './scope.ts';
import { clearInSteps } from './steps.ts';
import { accessEvents } from './table.ts';

const AN_HOUR_MS = 3_600_000;
/** The number of refusals of one type in an hour that are stored separately. One more event counts all further ones. */
const MAX_REFUSALS_PER_HOUR = 500;

const ACCESS_EVENTS_KEPT_MS = 365 * 86_400_000;
const CLEAR_LIMIT = 5000;

/** The request in which an event happens. The cron has neither a request nor a client. */
export interface Circumstances {
	db: Db;
	now: Instant;
	requestId: string | null;
	client: Client | null;
}

interface AccessEvent {
	type: AccessEventType;
	/** Only one event is stored for each key. */
	key: string;
	userId: string | null;
	/** Without this, the event gets the only company to which the user belongs. */
	companyId?: string;
	sessionId?: string;
	request?: string;
	reason?: AccessReason;
}

export const noteAccess = (circumstances: Circumstances, event: AccessEvent): Statement =>
	insertSelect(
		circumstances.db,
		accessEvents,
		valuesOf(circumstances, event),
		sql`WHERE TRUE`,
	).onConflictDoNothing({ target: accessEvents.key });

/** Stores a refusal. If the hour already has an equal one or too many, it only raises a count. */
export function noteRefusal(circumstances: Circumstances, event: AccessEvent): Statement {
	const { db, now } = circumstances;
	const hour = Math.floor(realTime(db, now) / AN_HOUR_MS);
	const own = { ...event, key: `${event.type} ${event.key} ${hour}` };
	const rest = { type: event.type, key: `${event.type} ${hour}`, userId: null };
	const fits = sql`(EXISTS (SELECT 1 FROM access_events WHERE key = ${own.key}) OR
		(SELECT count(*) FROM access_events WHERE type = ${event.type} AND date >= ${hour * AN_HOUR_MS}) < ${MAX_REFUSALS_PER_HOUR})`;
	const counted = valuesOf({ ...circumstances, requestId: null, client: null }, rest);
	return insertSelect(
		db,
		accessEvents,
		valuesOf(circumstances, own),
		sql`WHERE ${fits} UNION ALL ${selection(accessEvents, counted, sql`WHERE NOT ${fits}`)}`,
	).onConflictDoUpdate({ target: accessEvents.key, set: { count: sql`${accessEvents.count} + 1` } });
}

/** Stores the end of sessions. It must run before they end. `ending` is a condition on `sessions`. */
export const noteEndings = (circumstances: Circumstances, ending: SQL, reason: AccessReason): Statement =>
	insertSelect(
		circumstances.db,
		accessEvents,
		{
			id: RANDOM_ID,
			date: realTime(circumstances.db, circumstances.now),
			type: 'session.ended',
			key: sql`'session.ended ' || sessions.id`,
			count: 1,
			userId: sql`sessions.user_id`,
			companyId: soleCompanyOf(sql`sessions.user_id`),
			sessionId: sql`sessions.id`,
			reason,
			...originOf(circumstances),
		},
		sql`FROM sessions WHERE ${ending}`,
	).onConflictDoNothing({ target: accessEvents.key });

/** Blanks the location and device of a user's events. Their types and dates stay. */
export const blankAccessEventsOf = (db: Db, userId: string): Statement =>
	db
		.update(accessEvents)
		.set({ key: sql`id`, place: null, country: null, city: null, device: null })
		.where(eq(accessEvents.userId, userId));

/** SQL of the time at which `clearAccessEvents` is due. */
export const accessEventsDueAt = sql`SELECT min(date) + ${ACCESS_EVENTS_KEPT_MS} FROM access_events`;

export const clearAccessEvents = (db: Db, now: Instant): Promise<number> =>
	clearInSteps(db, CLEAR_LIMIT, (limit) => {
		const old = sql`SELECT position FROM access_events WHERE date <= ${now - ACCESS_EVENTS_KEPT_MS} ORDER BY date LIMIT ${limit}`;
		return [
			db.delete(accessEvents).where(sql`position IN (${old})`).returning({ position: accessEvents.position }),
		];
	});

const valuesOf = (circumstances: Circumstances, event: AccessEvent) => ({
	...event,
	...originOf(circumstances),
	id: newId(realTime(circumstances.db, circumstances.now)),
	date: realTime(circumstances.db, circumstances.now),
	count: 1,
	companyId: event.companyId ?? soleCompanyOf(sql`${event.userId}`),
});

const originOf = ({ requestId, client }: Circumstances) => ({
	requestId,
	place: client?.place ?? null,
	country: client?.country ?? null,
	city: client?.city ?? null,
	device: client?.device ?? null,
});

/** SQL of a random UUID (version 4). It needs no order of time, because positions give the order of events. */
const RANDOM_ID = sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
	|| '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
