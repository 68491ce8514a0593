import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EventType } from '../../foundation/core/history.ts';
import { bytes, created, id, instant, json, reference, softDeleted } from '../../foundation/db/columns.ts';
import { teller } from '../../foundation/db/teller.ts';
import { companies } from '../../tenants/companies/table.ts';
import { DELIVERY_STATES, ENDPOINT_REASONS, ENDPOINT_STATES, FAILURES } from './rules.ts';

/** Addresses of other systems that get the events of a company. */
export const webhookEndpoints = sqliteTable(
	'webhook_endpoints',
	{
		id: id(),
		...created(),
		companyId: reference('company_id', () => companies.id),
		/** The number that stands for the company in the history. A trigger finds the endpoints of an event by it. */
		party: integer('party').notNull(),
		url: text('url').notNull(),
		description: text('description'),
		/** Null for all types. */
		eventTypes: json<EventType[]>('event_types'),
		state: text('state', { enum: ENDPOINT_STATES }).notNull().default('ACTIVE'),
		/** Why the service disabled or paused it; null when a user did so. */
		reason: text('reason', { enum: ENDPOINT_REASONS }),
		/** The first failure since the last success; null when there is none. */
		dateFailing: instant('date_failing'),
		/** The encrypted secret; null after the endpoint is deleted. */
		secret: text('secret'),
		/** The encrypted secret before the last rotation. */
		previousSecret: text('previous_secret'),
		dateRotated: instant('date_rotated'),
		/** The attempt that holds the endpoint until the lease ends. */
		lease: text('lease'),
		leaseUntil: instant('lease_until').notNull().default(0),
		/** When the sender is started next. */
		dateWoken: instant('date_woken').notNull().default(0),
		...softDeleted(),
	},
	(t) => [
		index('webhook_endpoints_company').on(t.companyId, t.id),
		index('webhook_endpoints_party').on(t.party).where(sql`state <> 'DISABLED' AND date_deleted IS NULL`),
		// A sealed text begins with the id of its key, so that these indexes find all texts of one key.
		index('webhook_endpoints_sealed_by').on(t.secret).where(sql`secret IS NOT NULL`),
		index('webhook_endpoints_previous_by').on(t.previousSecret).where(sql`previous_secret IS NOT NULL`),
		index('webhook_endpoints_deleted').on(t.dateDeleted).where(sql`date_deleted IS NOT NULL`),
	],
);

/** An event for an endpoint, waiting or sent. A trigger inserts it together with the event. */
export const webhookDeliveries = sqliteTable(
	'webhook_deliveries',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		companyId: reference('company_id', () => companies.id),
		endpointId: reference('endpoint_id', () => webhookEndpoints.id),
		/** Null for a ping. */
		eventId: bytes('event_id'),
		state: text('state', { enum: DELIVERY_STATES }).notNull().default('WAITING'),
		dateDue: instant('date_due').notNull(),
		attempts: integer('attempts').notNull().default(0),
		dateAttempted: instant('date_attempted'),
		dateDelivered: instant('date_delivered'),
		failure: text('failure', { enum: FAILURES }),
		/** The status and the beginning of the body of the last response; null when there was none. */
		responseStatus: integer('response_status'),
		responseBody: text('response_body'),
	},
	(t) => [
		index('webhook_deliveries_due').on(t.endpointId, t.dateDue).where(sql`state = 'WAITING'`),
		index('webhook_deliveries_endpoint').on(t.endpointId, t.id),
		index('webhook_deliveries_unsent').on(t.endpointId, t.state, t.id).where(sql`state <> 'DELIVERED'`),
		index('webhook_deliveries_company').on(t.companyId, t.id),
		index('webhook_deliveries_event').on(t.eventId).where(sql`event_id IS NOT NULL`),
	],
);

export const tellEndpoint = teller(webhookEndpoints, [
	'id',
	'url',
	'description',
	'eventTypes',
	'state',
	'reason',
]);
