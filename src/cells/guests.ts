import { sql } from 'drizzle-orm';
import type { Actor } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';
import { batch, type Db } from '../db/database.ts';
import { cellsAfter, placesOfRecord, recordHere } from './whereabouts.ts';

/** How many databases are asked at once. */
const ASKED_AT_ONCE = 6;
/** A Worker may call 1,000 others in one request. */
const MAX_ASKED = 900;

type CellOf = (cell: string) => Db;

/** The name of a database in the rows of guests. */
const nameOf = ({ cell }: Pick<Db, 'cell'>): string => cell ?? 'D1';

/**
 * Returns a database for a caller who signs in elsewhere. Records name their authors, so each write first gives the caller a row. Nobody can sign in with it.
 */
export const asGuest = (
	db: Db,
	{ userId, roles }: Pick<Actor, 'userId' | 'roles'>,
	home: Db,
	now: Instant,
): Db =>
	Object.assign(Object.create(db) as Db, {
		guest: (one: Db) =>
			one.run(sql`INSERT INTO users (id, date_created, date_modified, email, email_key, home, roles)
				VALUES (${userId}, ${now}, ${now}, ${`${userId}@guest.invalid`}, ${userId}, ${nameOf(home)}, ${JSON.stringify(roles)})
				ON CONFLICT (id) DO NOTHING`),
	});

/** Returns the cell that has a record, null for D1, or undefined if no database has it. `others` are asked when the id does not say it. */
export async function cellOfRecord(
	d1: Db,
	cellOf: CellOf,
	id: string,
	others: () => Promise<readonly string[]>,
): Promise<string | null | undefined> {
	const [found] = await batch(d1, [placesOfRecord(d1, id)]);
	const certain = found.find(({ isCertain }) => isCertain);
	if (certain !== undefined) return certain.cell;
	const likely = found.flatMap(({ cell }) => cell ?? []);
	return (await firstWith(cellOf, likely, id)) ?? firstWith(cellOf, await others(), id);
}

/** Returns the first of the databases that has a record. */
async function firstWith(cellOf: CellOf, cells: readonly string[], id: string) {
	for (let from = 0; from < cells.length; from += ASKED_AT_ONCE) {
		const asked = cells.slice(from, from + ASKED_AT_ONCE);
		const answers = await Promise.all(asked.map(cellOf).map((db) => batch(db, [recordHere(db, id)])));
		const place = answers.findIndex(([rows]) => rows.length > 0);
		if (place >= 0) return asked[place];
	}
	return undefined;
}

/** Returns the cells to ask for a record if nothing else is known. */
export async function allCells(d1: Db): Promise<string[]> {
	const [found] = await batch(d1, [cellsAfter(d1, '', MAX_ASKED)]);
	return found.map(({ cell }) => cell);
}
