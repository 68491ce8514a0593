import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Db } from '../../../foundation/db/database.ts';

type Columns<Values> = {
	[Name in keyof Values]: SQL.Aliased<
		Values[Name] extends SQL<infer Value> ? (unknown extends Value ? Instant | null : Value) : never
	>;
};

/** Reads these values in one row. Those without a type are times. */
export const inOneRow = <Values extends Record<string, SQL>>(db: Db, values: Values) =>
	db
		.select(
			Object.fromEntries(
				Object.entries(values).map(([name, value]) => [name, sql`(${value})`.as(name)]),
			) as Columns<Values>,
		)
		.from(sql`(SELECT 1)`);

export const countByCompany = (db: Db, due: SQLWrapper) =>
	db
		.select({
			companyId: sql<string>`company_id`.as('company'),
			count: sql<number>`count(*)`.as('due'),
		})
		.from(sql`${due} records`)
		.groupBy(sql`1`);
