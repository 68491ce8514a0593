import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';

/** A place in the queue: the day of the expense, which orders like the deadline, and its id. */
export interface QueueKey {
	date: Instant;
	id: string;
}

/** The ids of the next expenses that wait for a decision, by the day on which they were made. */
export const queuedIds = (companyId: SQL, after: QueueKey, limit: number): SQL =>
	sql`(SELECT id FROM expenses WHERE company_id = ${companyId} AND state = 'SUBMITTED'
		AND (date, id) > (${after.date}, ${after.id}) ORDER BY date, id LIMIT ${limit})`;
