import { eq, sql } from 'drizzle-orm';
import { moves, places } from '../../cells/table.ts';
import { requireThat } from '../../db/commit.ts';
import type { Db, Statement } from '../../db/database.ts';

type Move = typeof moves.$inferSelect;

export const placeOf = (db: Db, cell: string) =>
	db.select({ dateCreated: places.dateCreated }).from(places).where(eq(places.cell, cell));

/** Fails with `moves.unfinished` if another move of the company came first. */
export const requireBegun = (db: Db, { cell, dateStarted }: Move): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM moves WHERE cell = ${cell} AND date_started = ${dateStarted} AND date_ended IS NULL)`,
		'moves.unfinished',
	);

/** Begins a return to a point in time, in place of the move that has brought the company to its cell. */
export const replaceMove = (db: Db, move: Move): Statement =>
	db.insert(moves).values(move).onConflictDoUpdate({ target: moves.cell, set: move });
