import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Refusal } from '../../core/refusals.ts';
import type { PersonShown } from '../../employees/table.ts';
import type { Duplicates } from '../duplicates/rules.ts';
import type { receipts } from '../receipts/table.ts';
import type { expenses } from '../table.ts';

/** An expense that waits for its decision, with what whoever decides looks at. */
export interface Queued {
	expense: typeof expenses.$inferSelect & { person: PersonShown };
	/** The cut-off of its month. Decided later, its line goes into the next run. */
	deadline: Instant;
	receipts: (typeof receipts.$inferSelect)[];
	/** Why this actor could not approve all of it now. */
	refusals: Refusal[];
	duplicates: Duplicates;
}

/** A place in the queue: the day of the expense, which orders like the deadline, and its id. */
export interface QueueKey {
	date: Instant;
	id: string;
}

/** The ids of the next expenses that wait for a decision, by the day on which they were made. */
export const queuedIds = (companyId: SQL, after: QueueKey, limit: number): SQL =>
	sql`(SELECT id FROM expenses WHERE company_id = ${companyId} AND state = 'SUBMITTED'
		AND (date, id) > (${after.date}, ${after.id}) ORDER BY date, id LIMIT ${limit})`;
