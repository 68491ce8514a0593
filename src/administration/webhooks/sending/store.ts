import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import { textOrNull } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { eventsAt } from '../../../foundation/db/events.ts';
import { companies } from '../../../tenants/companies/table.ts';
import type { DeliveryState, EndpointReason, Failure } from '../rules.ts';
import { webhookDeliveries as d, webhookEndpoints as e } from '../table.ts';
import { firstDue, WAITING } from './queries.ts';
import { LEASE_MS, SWEEP_AHEAD_MS } from './rules.ts';

/** SQL of the time at which `sendDueMails` has the sender of webhooks woken. */
export const sweepDueAt = sql`SELECT ${firstDue} - ${sql.raw(String(SWEEP_AHEAD_MS))}`;

export const dueEndpoints = (db: Db, now: Instant, limit: number) =>
	db
		.select({
			id: sql<string>`w.id`.as('endpoint'),
			leaseUntil: sql<Instant>`w.lease_until`.as('lease_end'),
		})
		.from(sql`${WAITING} w`)
		.where(sql`w.due <= ${now}`)
		.orderBy(sql`w.due`)
		.limit(limit);

export const earliestDue = (db: Db) =>
	db.select({ due: sql<Instant | null>`${firstDue}`.as('first_due') }).from(sql`(SELECT 1)`);

const dueOf = (endpointId: string, attempt: string, now: Instant, limit: number) =>
	sql`SELECT d.id FROM webhook_endpoints e CROSS JOIN webhook_deliveries d INDEXED BY webhook_deliveries_due
		ON d.endpoint_id = e.id AND d.state = 'WAITING' AND d.date_due <= ${now}
		WHERE e.id = ${endpointId} AND e.lease = ${attempt} ORDER BY d.date_due LIMIT ${limit}`;

/** Starts an attempt at up to `limit` due deliveries of an endpoint without a lease. Reads the endpoint, the deliveries, their events. */
export const claim = (db: Db, endpointId: string, attempt: string, now: Instant, limit: number) => {
	const due = dueOf(endpointId, attempt, now, limit);
	return [
		db
			.update(e)
			.set({ lease: attempt, leaseUntil: now + LEASE_MS })
			.where(
				sql`id = ${endpointId} AND state = 'ACTIVE' AND date_deleted IS NULL AND lease_until <= ${now} AND EXISTS (
					SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_due
					WHERE endpoint_id = ${endpointId} AND state = 'WAITING' AND date_due <= ${now})`,
			),
		db
			.select({
				id: d.id,
				companyId: d.companyId,
				endpointId: d.endpointId,
				dateCreated: d.dateCreated,
				eventId: textOrNull(d.eventId, 'event_uuid'),
				attempts: d.attempts,
				url: e.url,
				secret: e.secret,
				previousSecret: e.previousSecret,
				dateRotated: e.dateRotated,
				dateFailing: e.dateFailing,
				isSandbox: companies.sandbox,
			})
			.from(d)
			.innerJoin(e, sql`${e.id} = ${d.endpointId}`)
			.innerJoin(companies, sql`${companies.id} = ${d.companyId}`)
			.where(sql`${d.id} IN (${due})`)
			.orderBy(d.dateDue),
		eventsAt(
			db,
			sql`SELECT position FROM events WHERE id IN (SELECT event_id FROM webhook_deliveries WHERE id IN (${due}))`,
		),
	] as const;
};

export interface Ending {
	id: string;
	state: DeliveryState;
	/** The number of attempts, including this one. */
	attempts: number;
	dateDue: Instant;
	dateAttempted: Instant;
	/** The end of the attempt if it was successful; null otherwise. */
	dateDelivered: Instant | null;
	failure: Failure | null;
	status: number | null;
	response: string | null;
}

/** Stores results once, unless another attempt has begun. A delivered delivery stays delivered. */
export const saveEndings = (db: Db, endpointId: string, attempt: string, endings: readonly Ending[]) =>
	db.run(sql`
		UPDATE webhook_deliveries SET state = r.value ->> 'state', date_due = r.value ->> 'dateDue', attempts = r.value ->> 'attempts',
			date_attempted = r.value ->> 'dateAttempted', date_delivered = coalesce(r.value ->> 'dateDelivered', date_delivered),
			failure = r.value ->> 'failure', response_status = r.value ->> 'status', response_body = r.value ->> 'response'
		FROM json_each(${JSON.stringify(endings)}) r
		WHERE webhook_deliveries.id = r.value ->> 'id' AND webhook_deliveries.state = 'WAITING'
			AND webhook_deliveries.attempts = r.value ->> 'attempts' - 1
			AND (r.value ->> 'state' = 'DELIVERED' OR ${holds(endpointId, attempt)})`) as unknown as Statement;

/** SQL that is true while an attempt holds the lease of an active endpoint. */
export const holds = (endpointId: string, attempt: string): SQL =>
	sql`EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = ${endpointId} AND e.lease = ${attempt}
		AND e.state = 'ACTIVE' AND e.date_deleted IS NULL)`;

/** Ends the lease, and stores since when the endpoint has failed. */
export const release = (db: Db, endpointId: string, attempt: string, dateFailing: Instant | null) =>
	db.update(e).set({ leaseUntil: 0, dateFailing }).where(sql`id = ${endpointId} AND lease = ${attempt}`);

export const disable = (db: Db, endpointId: string, attempt: string, reason: EndpointReason, now: Instant) =>
	db
		.update(e)
		.set({ state: 'DISABLED', reason, dateModified: now })
		.where(sql`id = ${endpointId} AND lease = ${attempt} AND state = 'ACTIVE'`);

/**
 * Stores when the sender is scheduled next, and returns that time. Returns nothing if it is scheduled earlier anyway, or if no delivery is
 * waiting.
 */
export const noteNext = (db: Db, endpointId: string, now: Instant) => {
	const next = sql`(SELECT min(date_due) FROM webhook_deliveries INDEXED BY webhook_deliveries_due
		WHERE endpoint_id = ${endpointId} AND state = 'WAITING' AND date_due > ${now})`;
	return db
		.update(e)
		.set({ dateWoken: next })
		.where(
			sql`id = ${endpointId} AND ${next} IS NOT NULL AND NOT (date_woken > ${now} AND date_woken <= ${next})`,
		)
		.returning({ due: e.dateWoken });
};

export type Claimed = Awaited<ReturnType<typeof claim>[1]>[number];
