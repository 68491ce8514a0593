import { eq, sql } from 'drizzle-orm';
import { grants, moves, places } from '../../cells/table.ts';
import type { Instant } from '../../core/instant.ts';
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

/** Has a cell learn again which users of D1 manage its company. */
export const doubtGrantsOf = (d1: Db, companyId: string, now: Instant): Statement =>
	d1.update(grants).set({ since: now }).where(sql`company_id = ${companyId}`);

/** Reads the users with these addresses who have registered. */
export const registeredUsers = (own: Db, addresses: readonly string[]) =>
	own
		.select({
			id: sql<string>`u.id`.as('user_id'),
			dateRegistered: sql<Instant>`u.date_registered`.as('registered'),
		})
		.from(
			sql`(SELECT id, date_registered FROM users WHERE date_registered IS NOT NULL
				AND email_key IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))) u`,
		);
