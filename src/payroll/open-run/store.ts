import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import type { Db } from '../../db/client.ts';
import { expenses } from '../../expenses/table.ts';

/** The days of a company's expenses that nobody has decided yet, with how many there are of each. */
export const undecided = (db: Db, companyId: SQL) =>
	db
		.select({ date: sql<Instant>`${expenses.date}`.as('day'), count: sql<number>`count(*)`.as('undecided') })
		.from(expenses)
		.where(
			sql`${expenses.companyId} = ${companyId} AND ${expenses.state} <> 'APPROVED' AND ${expenses.state} = 'SUBMITTED'`,
		)
		.groupBy(sql`1`);
