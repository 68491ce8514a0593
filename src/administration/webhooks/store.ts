import { and, asc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import { bytesOf } from '../../foundation/db/columns.ts';
import type { Violations } from '../../foundation/db/commit.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { insertSelect } from '../../foundation/db/records.ts';
import { MAX_COUNTED, tooManyEndpoints } from './rules.ts';
import { webhookDeliveries, webhookEndpoints } from './table.ts';

const {
	party: _,
	secret: _secret,
	previousSecret: _previous,
	lease: _lease,
	leaseUntil: _until,
	dateWoken: _woken,
	dateDeleted: _deleted,
	...shown
} = getTableColumns(webhookEndpoints);

export type StoredEndpoint = Awaited<ReturnType<typeof endpointById>>[number];

/** Counts waiting deliveries in an index that contains all needed columns. */
const waitingCount =
	sql<number>`(SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries d INDEXED BY webhook_deliveries_unsent
		WHERE d.endpoint_id = webhook_endpoints.id AND d.state = 'WAITING' AND d.state <> 'DELIVERED' LIMIT ${MAX_COUNTED}))`.as(
		'waiting_count',
	);

export const endpointsPage = (db: Db, companyId: string, after: string, limit: number) =>
	db
		.select({ ...shown, waitingCount })
		.from(webhookEndpoints)
		.where(
			and(
				eq(webhookEndpoints.companyId, companyId),
				gt(webhookEndpoints.id, after),
				isNull(webhookEndpoints.dateDeleted),
			),
		)
		.orderBy(asc(webhookEndpoints.id))
		.limit(limit);

export const endpointById = (db: Db, companyId: string, id: string) =>
	db
		.select(shown)
		.from(webhookEndpoints)
		.where(
			and(
				eq(webhookEndpoints.id, id),
				eq(webhookEndpoints.companyId, companyId),
				isNull(webhookEndpoints.dateDeleted),
			),
		);

export const insertEndpoint = (db: Db, endpoint: StoredEndpoint & { secret: string }): Statement =>
	insertSelect(
		db,
		webhookEndpoints,
		{ ...endpoint, party: sql`p.id` },
		sql`FROM event_parties p WHERE p.uuid = ${bytesOf(sql`${endpoint.companyId}`)}`,
	).onConflictDoNothing({ target: webhookEndpoints.id });

export const saveEndpoint = (
	db: Db,
	id: string,
	values: Partial<typeof webhookEndpoints.$inferInsert>,
): Statement => db.update(webhookEndpoints).set(values).where(eq(webhookEndpoints.id, id));

export const rotateSecret = (
	db: Db,
	id: string,
	rotated: { secret: string; dateRotated: Instant; dateModified: Instant },
): Statement =>
	db
		.update(webhookEndpoints)
		.set({ ...rotated, previousSecret: sql`secret` })
		.where(eq(webhookEndpoints.id, id));

/** Ends all waiting deliveries of an endpoint that is disabled or deleted. Users can send them again. */
export const failWaiting = (db: Db, endpointId: string, onlyIf: SQL = sql`TRUE`): Statement =>
	db
		.update(webhookDeliveries)
		.set({ state: 'FAILED', failure: 'ENDPOINT_DISABLED' })
		.where(
			and(eq(webhookDeliveries.endpointId, endpointId), sql`${webhookDeliveries.state} = 'WAITING'`, onlyIf),
		);

export const endpointViolations: Violations = { too_many_webhook_endpoints: tooManyEndpoints };
