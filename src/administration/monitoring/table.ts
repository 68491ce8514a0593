import { sqliteTable } from 'drizzle-orm/sqlite-core';
import { id, json } from '../../foundation/db/columns.ts';
import type { Counts } from './rules.ts';

/**
 * How often operations were requested. Each process of the Worker counts into a row of its own, and begins a new one now and then. The
 * row with an empty id holds the sum of old rows.
 */
export const requestCounts = sqliteTable('request_counts', {
	id: id(),
	counts: json<Counts>('counts').notNull(),
});
