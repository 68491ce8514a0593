import { type SQL, sql } from 'drizzle-orm';

/** SQL of the active endpoints with waiting deliveries, each with the time of the first. One step in an index finds each endpoint. */
export const WAITING = sql`(WITH RECURSIVE waiting(id) AS (
		SELECT min(endpoint_id) FROM webhook_deliveries INDEXED BY webhook_deliveries_due WHERE state = 'WAITING'
		UNION ALL
		SELECT (SELECT min(endpoint_id) FROM webhook_deliveries INDEXED BY webhook_deliveries_due
			WHERE state = 'WAITING' AND endpoint_id > waiting.id)
		FROM waiting WHERE id IS NOT NULL)
	SELECT e.id, e.lease_until, (SELECT min(date_due) FROM webhook_deliveries INDEXED BY webhook_deliveries_due
		WHERE state = 'WAITING' AND endpoint_id = e.id) AS due
	FROM waiting w CROSS JOIN webhook_endpoints e ON e.id = w.id AND e.state = 'ACTIVE' AND e.date_deleted IS NULL)`;

/** A subquery of when the first waiting delivery to an active endpoint is due. */
export const firstDue: SQL = sql`(SELECT min(due) FROM ${WAITING})`;
