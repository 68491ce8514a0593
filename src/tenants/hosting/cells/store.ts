import { asc, gt, sql } from 'drizzle-orm';
import { places } from '../../../foundation/cells/table.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { companies } from '../../companies/table.ts';

export const insertPlace = (
	db: Db,
	row: Omit<typeof places.$inferInsert, 'company' | 'nextDue'> & { company: typeof companies.$inferSelect },
) => {
	const { company, ...values } = row;
	const [nextDue, tillsSince] = [row.dateCreated, row.dateCreated];
	const stored = { ...values, company: { ...company }, nextDue, tillsSince };
	return db.insert(places).values(stored).onConflictDoNothing({ target: places.companyId });
};

/** Reads which of these companies are in the database. Old rows of a company that has moved do not count. */
export const companiesHere = (db: Db, companyIds: readonly string[]) =>
	db
		.select({ id: companies.id })
		.from(companies)
		.where(
			sql`${companies.id} IN ${oneOf(companyIds)} AND NOT EXISTS (SELECT 1 FROM places WHERE company_id = companies.id)`,
		);

export const managedHere = (db: Db, userId: string) =>
	db
		.select({ companyId: sql<string>`company_id`.as('managed_company') })
		.from(sql`user_companies`)
		.where(
			sql`user_id = ${userId} AND NOT EXISTS (SELECT 1 FROM places WHERE company_id = user_companies.company_id)`,
		);

/** Returns a row if a company that the user manages in this database demands a second factor. */
export const demandOn = (db: Db, userId: string) =>
	db
		.select({ id: companies.id })
		.from(sql`user_companies m`)
		.innerJoin(companies, sql`${companies.id} = m.company_id AND ${companies.secondFactorRequired}`)
		.where(sql`m.user_id = ${userId}`)
		.limit(1);

/** Reads a page of the cells, as they reported themselves after their last runs. */
export const cellsPage = (db: Db, after: string, limit: number) =>
	db
		.select({
			companyId: places.companyId,
			companyName: sql<string>`${places.company} ->> 'name'`.as('company_name'),
			cell: places.cell,
			bytes: places.bytes,
			people: places.people,
			schema: places.schema,
			dateRun: places.lastRun,
			nextDue: places.nextDue,
			dateCreated: places.dateCreated,
		})
		.from(places)
		.where(gt(places.companyId, after))
		.orderBy(asc(places.companyId))
		.limit(limit);

export interface CellState extends Omit<CellRow, 'nextDue' | 'dateCreated'> {
	/** The id of the company, which orders the list. */
	id: string;
	lagSeconds: number;
}

type CellRow = Awaited<ReturnType<typeof cellsPage>>[number];
