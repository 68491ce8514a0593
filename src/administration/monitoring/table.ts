import { sqliteTable } from 'drizzle-orm/sqlite-core';
import { id, json } from '../../foundation/db/columns.ts';
import type { Counts } from './rules.ts';

/**
 * The counts of requests. Each process of the Worker writes a row of its own, and starts a new one from time to time. The row with an empty
 * id is the sum of old rows.
 */
export const requestCounts = sqliteTable('request_counts', {
	id: id(),
	counts: json<Counts>('counts').notNull(),
});
