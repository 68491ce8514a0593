import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { companies } from '../../companies/table.ts';
import type { Scope } from '../../core/actor.ts';
import type { Instant } from '../../core/instant.ts';
import type { Refusal } from '../../core/refusals.ts';
import type { Db } from '../../db/database.ts';
import { reachedCompanies } from '../../db/scope.ts';
import type { PersonShown } from '../../employees/table.ts';
import type { Room } from '../circumstances/rules.ts';
import type { Duplicates } from '../duplicates/rules.ts';
import type { StoredReceipt } from '../receipts/table.ts';
import { expenses } from '../table.ts';

/** An expense that waits for its decision, with what whoever decides looks at. */
export interface Queued {
	expense: typeof expenses.$inferSelect & { person: PersonShown };
	/** The cut-off of its month. Decided later, its line goes into the next run. */
	deadline: Instant;
	receipts: StoredReceipt[];
	/** Why this actor could not approve all of it now. */
	refusals: Refusal[];
	duplicates: Duplicates;
	room: Room;
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

/** How many wait for a decision, and how many of them stand in the queue up to a place. */
export const queueCounts = (db: Db, companyId: SQL, { date, id }: QueueKey) =>
	db
		.select({
			waiting: sql<number>`count(*)`,
			passed: sql<number>`count(*) FILTER (WHERE (${expenses.date}, ${expenses.id}) <= (${date}, ${id}))`,
		})
		.from(expenses)
		.where(and(eq(expenses.companyId, companyId), sql`${expenses.state} = 'SUBMITTED'`));

/** The companies of the scope in the order of their ids, after one of them, or only one: how much waits there, and since which day. */
export function queuesPage(db: Db, scope: Scope, after: string, limit: number, companyId?: string) {
	const reached = reachedCompanies(scope, after, companyId);
	const waiting = (what: SQL) =>
		sql`(SELECT ${what} FROM expenses WHERE company_id = ${companies.id} AND state = 'SUBMITTED')`;
	return db
		.select({
			companyId: companies.id,
			name: companies.name,
			referenceDay: companies.payrollReferenceDay,
			waiting: sql<number>`${waiting(sql`count(*)`)}`.as('waiting'),
			oldest: sql<Instant | null>`${waiting(sql`min(date)`)}`.as('oldest'),
		})
		.from(reached.table)
		.crossJoin(companies)
		.where(and(reached.where, ne(companies.id, after), eq(companies.id, reached.id)))
		.orderBy(reached.id)
		.limit(limit);
}
