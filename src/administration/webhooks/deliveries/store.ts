import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { EventType } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { firstIdAt, oneOf, textOrNull } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { DELIVERIES_KEPT_MS, type DeliveryState } from '../rules.ts';
import { webhookDeliveries as d, webhookEndpoints } from '../table.ts';

const columns = {
	id: d.id,
	endpointId: d.endpointId,
	dateCreated: d.dateCreated,
	eventId: textOrNull(d.eventId, 'event_uuid'),
	/** Null for a ping. */
	type: sql<EventType | null>`(SELECT t.text FROM events e JOIN event_texts t ON t.id = e.type WHERE e.id = ${d.eventId})`.as(
		'event_type',
	),
	state: d.state,
	attempts: d.attempts,
	dateDue: d.dateDue,
	dateAttempted: d.dateAttempted,
	dateDelivered: d.dateDelivered,
	failure: d.failure,
	responseStatus: d.responseStatus,
	responseBody: d.responseBody,
};

const deliveriesWhere = (db: Db, ...conditions: (SQL | undefined)[]) =>
	db
		.select(columns)
		.from(d)
		.where(and(...conditions))
		.$dynamic();

export type Delivery = Awaited<ReturnType<typeof deliveriesWhere>>[number];

/** A page after a delivery in the order of creation, or before one with the latest first. An empty text begins the list. */
export type DeliveriesPage = { limit: number } & ({ after: string } | { before: string });

export function deliveriesPage(
	db: Db,
	endpointId: string,
	state: DeliveryState | undefined,
	page: DeliveriesPage,
) {
	const [within, order] =
		'after' in page
			? [gt(d.id, page.after), asc(d.id)]
			: [page.before === '' ? undefined : lt(d.id, page.before), desc(d.id)];
	return deliveriesWhere(
		db,
		eq(d.endpointId, endpointId),
		state === undefined ? undefined : eq(d.state, state),
		state === undefined || state === 'DELIVERED' ? undefined : sql`${d.state} <> 'DELIVERED'`,
		within,
	)
		.orderBy(order)
		.limit(page.limit);
}

export const deliveryById = (db: Db, endpointId: string, id: string) =>
	deliveriesWhere(db, eq(d.id, id), eq(d.endpointId, endpointId));

export const deliveriesOfEvents = (db: Db, positions: SQL, limit: number) =>
	deliveriesWhere(db, sql`${d.eventId} IN (SELECT id FROM events WHERE position IN (${positions}))`)
		.orderBy(asc(d.id))
		.limit(limit);

export interface RedeliveryFilter {
	state?: 'FAILED' | undefined;
	since?: Instant | undefined;
	until?: Instant | undefined;
}

export const endedDeliveries = (
	db: Db,
	endpointId: string,
	{ state, since, until }: RedeliveryFilter,
	limit: number,
) =>
	db
		.select({ id: d.id, dateCreated: d.dateCreated })
		.from(d)
		.where(
			and(
				eq(d.endpointId, endpointId),
				state === undefined
					? sql`+${d.state} <> 'WAITING'`
					: sql`${d.state} = 'FAILED' AND ${d.state} <> 'DELIVERED'`,
				since === undefined ? undefined : gte(d.id, firstIdAt(since)),
				until === undefined ? undefined : lt(d.id, firstIdAt(until)),
			),
		)
		.orderBy(asc(d.id))
		.limit(limit);

export const insertPing = (db: Db, row: typeof d.$inferInsert): Statement => insertOnce(db, d, row);

/** Makes deliveries start again. The time of waiting ones does not change. */
export const restartDeliveries = (db: Db, ids: readonly string[], now: Instant): Statement =>
	db
		.update(d)
		.set({ state: 'WAITING', attempts: 0, dateDue: now })
		.where(sql`${d.id} IN ${oneOf(ids)} AND ${d.state} <> 'WAITING'`);

/** SQL of the delivery that `clearOldMails` deletes next. */
export const oldestDelivery = sql<string | null>`SELECT min(id) FROM webhook_deliveries`;

export const removeOldDeliveries = (db: Db, now: Instant, limit: number) => {
	const old = db
		.select({ id: d.id })
		.from(d)
		.where(lt(d.id, firstIdAt(now - DELIVERIES_KEPT_MS)))
		.orderBy(asc(d.id))
		.limit(limit);
	return db.delete(d).where(sql`${d.id} IN ${old}`).returning({ id: d.id });
};

/** Deletes endpoints that are marked as deleted, after their last deliveries are deleted. */
export const removeDeletedEndpoints = (db: Db, now: Instant): Statement =>
	db
		.delete(webhookEndpoints)
		.where(
			and(
				lt(webhookEndpoints.dateDeleted, now - DELIVERIES_KEPT_MS),
				sql`NOT EXISTS (SELECT 1 FROM ${d} WHERE endpoint_id = ${webhookEndpoints.id})`,
			),
		);
