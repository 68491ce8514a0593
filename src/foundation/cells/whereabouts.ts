import { and, asc, gt, gte, type SQL, sql } from 'drizzle-orm';
import type { Country } from '../core/countries.ts';
import type { Instant } from '../core/instant.ts';
import { sha256 } from '../core/vault.ts';
import { claimOfKey } from '../db/claims.ts';
import { oneOf } from '../db/columns.ts';
import { batch, type Db } from '../db/database.ts';
import { addresses, forwards, places } from './table.ts';

export interface CellToAsk {
	cell: string;
	/** False for a cell that is asked only so that the response time reveals nothing. */
	isThere: boolean;
}

/** Reads the cell of the person with an address, or else some cell, so that the response time reveals nothing. */
export const cellOfAddress = (db: Db, address: string) => cellsToAsk(db, having(address), address);

/** Like `cellOfAddress`, by the marks of a code. Without marks it finds none, unless the company of the link with this hash has moved. */
export const cellOfCode = (db: Db, marks: readonly string[], hash: string) =>
	cellsToAsk(db, marked(marks, hash), marks[0] ?? null);

/** The most cells whose printed codes begin with the same letters. There is rarely more than one. */
const MAX_ALIKE = 10;

/** Reads the cell of a code like `cellOfCode`. If there is none, it reads the cells that have a printed code with the same first letters. */
export const cellsOfCode = (db: Db, marks: readonly string[], key: string) =>
	cellsToAsk(
		db,
		sql`${marked(marks, key)} UNION ALL SELECT cell, 1 FROM (SELECT cell FROM claims WHERE kind = 'CODE'
			AND value >= ${claimOfKey(key, '')} AND value < ${claimOfKey(key, '~')}
			AND NOT EXISTS (${marked(marks, key)}) LIMIT ${marks.length === 0 ? 0 : MAX_ALIKE})`,
		marks[0] ?? null,
	);

const marked = (marks: readonly string[], hash: string): SQL =>
	sql`SELECT cell, 1 AS there FROM claims WHERE kind = 'CODE' AND value IN ${oneOf(marks)}
		UNION ALL SELECT cell, 1 FROM (${forwardsOf(hash)})`;

const forwardsOf = (hash: string): SQL =>
	sql`SELECT p.cell FROM ${forwards} f CROSS JOIN ${places} p ON p.company_id = f.company_id WHERE f.hash = ${hash}`;

/** Returns the cell of a company that moved after D1 issued a credential with this hash, or of a user with this id; else null. */
export async function cellAfterMove(d1: Db, hash: string): Promise<string | null> {
	const query = d1
		.select({ cell: sql<string>`f.cell`.as('forward_cell') })
		.from(sql`(${forwardsOf(hash)}) f`);
	const [[found]] = await batch(d1, [query]);
	return found?.cell ?? null;
}

export const cellOfDomain = (db: Db, domain: string) => cellsToAsk(db, having(domain), null);

const having = (address: string): SQL =>
	sql`SELECT cell, 1 AS there FROM addresses WHERE address = ${address}`;

function cellsToAsk(db: Db, there: SQL, asked: string | null) {
	const from = asked === null ? null : sha256(asked).toLowerCase();
	const found = sql`(${there}
		UNION ALL SELECT cell, 0 FROM (SELECT cell FROM places WHERE cell >= ${from} ORDER BY cell LIMIT 1)
		UNION ALL SELECT cell, 0 FROM (SELECT cell FROM places WHERE cell > '' AND ${from} IS NOT NULL ORDER BY cell LIMIT 1)) p`;
	return db
		.select({
			cell: sql<string>`p.cell`.as('cell'),
			isThere: sql`p.there`.mapWith(Boolean).as('is_there'),
		})
		.from(found);
}

/** The tables whose records a request names by id alone, each with the SQL of the record's company. */
const ROOTS = {
	companies: 'r.id',
	employees: 'r.company_id',
	expenses: 'r.company_id',
	standing_expenses: 'r.company_id',
	planned_vouchers: '(SELECT company_id FROM employees WHERE id = r.employee_id)',
	tax_rule_templates: `coalesce((SELECT company_id FROM tax_rule_template_companies c WHERE template_id = r.id
		AND NOT EXISTS (SELECT 1 FROM places WHERE company_id = c.company_id) LIMIT 1),
		(SELECT company_id FROM tax_rule_template_companies WHERE template_id = r.id LIMIT 1))`,
};

/** True for a record of this database. After a company has moved, D1 may still have old rows, which do not count. */
const isHere = (id: string): SQL =>
	sql.join(
		[
			...Object.entries(ROOTS).map(
				([table, company]) =>
					sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} r WHERE r.id = ${id}
						AND NOT EXISTS (SELECT 1 FROM places WHERE company_id = ${sql.raw(company)}))`,
			),
			sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND home IS NULL)`,
		],
		sql` OR `,
	);

export const recordHere = (db: Db, id: string) =>
	db.select({ found: sql`1`.as('found') }).from(sql`(SELECT 1) WHERE ${isHere(id)}`);

/**
 * Reads from the directory which databases may have a record. The cell is null for D1. Equal last letters of the ids make a company's cell
 * only likely, because older ids end at random. A user is found in the database of the address, not where the user is a guest.
 */
export const placesOfRecord = (d1: Db, id: string) =>
	d1
		.select({
			cell: sql<string | null>`p.cell`.as('cell'),
			isCertain: sql`p.certain`.mapWith(Boolean).as('is_certain'),
		})
		.from(
			sql`(SELECT cell, 1 AS certain FROM addresses WHERE user_id = ${id}
				UNION ALL SELECT NULL, 1 WHERE ${isHere(id)}
				UNION ALL SELECT cell, 1 FROM places WHERE company_id = ${id}
				UNION ALL SELECT cell, 0 FROM places WHERE substr(company_id, -6) = substr(${id}, -6)) p`,
		);

export interface PlaceOfCompany {
	companyId: string;
	cell: string;
}

/**
 * The companies that a caller reaches. `userId` is null for a caller who reaches all. Others reach the cell of their home and the companies
 * in `granted`. For users of D1, `granted` is missing, because the directory has their grants.
 */
export interface Reach {
	userId: string | null;
	home: string;
	granted?: readonly string[];
}

/** Returns the condition that the caller reaches a place's company; undefined for a caller who reaches all. */
export const isPlaceReached = ({ userId, home, granted }: Reach): SQL | undefined =>
	userId === null
		? undefined
		: sql`(${places.cell} = ${home} OR ${
				granted === undefined
					? sql`EXISTS (SELECT 1 FROM grants g WHERE g.user_id = ${userId} AND g.company_id = places.company_id AND g.is_wanted)`
					: sql`${places.companyId} IN ${oneOf(granted)}`
			})`;

/** Excludes sandboxes, because their figures are not real. Only users who sign in to a sandbox see it in their lists. */
export const isRealPlace = ({ home }: Reach): SQL =>
	sql`(${places.company} ->> 'sandbox' IS NOT 1 OR ${places.cell} = ${home})`;

/** Reads the cells that a caller reaches, ordered by company, from one on. With an address, it reads only the cell of that person. */
export const placesInOrder = (
	d1: Db,
	reach: Reach,
	first: string,
	address: string | undefined,
	limit: number,
) =>
	d1
		.select({ companyId: places.companyId, cell: places.cell })
		.from(places)
		.where(
			and(
				gte(places.companyId, first),
				isPlaceReached(reach),
				address === undefined
					? undefined
					: sql`${places.cell} IN (SELECT cell FROM addresses WHERE address = ${address})`,
			),
		)
		.orderBy(asc(places.companyId))
		.limit(limit);

/** Reads the cells of these companies. Companies of D1 are not in the result. */
export const cellsOf = (db: Db, companyIds: readonly string[]) =>
	db
		.select({
			companyId: places.companyId,
			cell: places.cell,
			isSandbox: sql`${places.company} ->> 'sandbox' IS 1`.mapWith(Boolean).as('of_sandbox'),
		})
		.from(places)
		.where(sql`${places.companyId} IN ${oneOf(companyIds)}`);

/** Reads companies of D1, and those in cells as they were when the cell last reported. */
export const companiesAnywhere = (d1: Db, companyIds: readonly string[]) =>
	d1
		.select({
			id: sql<string>`c.id`.as('known_id'),
			name: sql<string>`c.name`.as('known_name'),
			color: sql<string | null>`c.color`.as('known_color'),
			logo: sql<string | null>`c.logo`.as('known_logo'),
			taxAffiliation: sql<Country>`c.tax_affiliation`.as('known_affiliation'),
			dateModified: sql<Instant>`c.date_modified`.as('known_modified'),
		})
		.from(
			sql`(SELECT company_id AS id, company ->> 'name' AS name, company ->> 'color' AS color, company ->> 'logo' AS logo,
					company ->> 'taxAffiliation' AS tax_affiliation, company ->> 'dateModified' AS date_modified
					FROM places WHERE company_id IN ${oneOf(companyIds)}
				UNION ALL SELECT id, name, color, logo, tax_affiliation, date_modified FROM companies WHERE id IN ${oneOf(companyIds)}
					AND NOT EXISTS (SELECT 1 FROM places WHERE company_id = companies.id)) c`,
		)
		.orderBy(sql`c.id`);

export const cellsAfter = (d1: Db, after: string, limit: number) =>
	d1
		.select({ cell: places.cell })
		.from(places)
		.where(gt(places.cell, after))
		.orderBy(asc(places.cell))
		.limit(limit);

type UserOrder = 'user_id' | 'address';

/** Reads users of cells by id or address, from one on, with their cells. A user without an address has the id in its place. */
export const usersInOrder = (
	d1: Db,
	order: UserOrder,
	[after, beginning = '']: readonly [after: string, beginning?: string],
	limit: number,
) => {
	const key = addresses[order === 'address' ? 'address' : 'userId'];
	return d1
		.select({ key: sql<string>`${key}`.as('ordered_key'), userId: addresses.userId, cell: addresses.cell })
		.from(addresses)
		.where(
			and(
				gt(key, after),
				sql`${key} BETWEEN ${beginning} AND ${`${beginning}\u{10ffff}`}`,
				sql`(instr(${addresses.address}, '@') OR ${addresses.address} = ${addresses.userId})`,
			),
		)
		.orderBy(asc(key))
		.limit(limit);
};
