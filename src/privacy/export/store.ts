import { type Column, getTableColumns, is, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteCustomColumn } from 'drizzle-orm/sqlite-core';
import { toIso } from '../../core/instant.ts';
import type { Db } from '../../db/database.ts';
import { soleCompanyOf } from '../../db/scope.ts';
import type { OwnedPart, Part } from './table.ts';

/** Whom an export is about. */
export type Subject =
	| { employeeId: string; userId: string; companyId: string }
	| { employeeId: null; companyId: string };

export type ExportedRow = Record<string, unknown>;

/** A place in a part: behind this row of this employee or company. */
export interface PartKey {
	owner: string;
	place: number;
}

export const FIRST: PartKey = { owner: '', place: 0 };

/**
 * A page of a part: employee by employee, each row once, however much is written meanwhile. Without `isWhole`, the sign-in of who
 * belongs to another company too is left out.
 */
export function partPage(
	db: Db,
	[{ table, through = sql``, belongs, without = [], isOfUser }, owners]: OwnedPart,
	subject: Subject,
	isWhole: boolean,
	after: PartKey,
	limit: number,
) {
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
	const isSubject =
		subject.employeeId !== null
			? sql`e.id = ${subject.employeeId}`
			: owners === 'companies'
				? sql`e.id = ${subject.companyId}`
				: sql`e.company_id = ${subject.companyId}`;
	const isShown = isOfUser && !isWhole ? sql`${soleCompanyOf(sql`e.user_id`)} = e.company_id` : sql`TRUE`;
	return db
		.select({
			...(Object.fromEntries(columns) as Record<string, SQLiteColumn>),
			owner_: sql<string>`e.id`.as('owner_'),
			place_: sql<number>`${table}.rowid`.as('place_'),
		})
		.from(sql`${sql.raw(owners)} e ${through}`)
		.crossJoin(table)
		.where(
			sql`${isSubject} AND e.id >= ${after.owner} AND ${table}.rowid > iif(e.id = ${after.owner}, ${after.place}, 0)
				AND ${isShown} AND ${belongs}`,
		)
		.orderBy(sql`e.id`, sql`${table}.rowid`)
		.limit(limit);
}

/** The row as it is exported, its instants in ISO 8601. */
export function exported({ table }: Part, { owner_: _, place_: __, ...row }: ExportedRow): ExportedRow {
	const columns: Record<string, Column> = getTableColumns(table);
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			typeof value === 'number' && is(columns[name], SQLiteCustomColumn) ? toIso(value) : value,
		]),
	);
}
