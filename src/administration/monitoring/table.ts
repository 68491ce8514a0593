import { sqliteTable } from 'drizzle-orm/sqlite-core';
import { id, json } from '../../foundation/db/columns.ts';
import type { Counts } from './rules.ts';

/** The counts of requests. Each process writes a row, and starts a new one at times. The row with an empty id sums old rows up. */
export const requestCounts = sqliteTable('request_counts', {
	id: id(),
	counts: json<Counts>('counts').notNull(),
});
