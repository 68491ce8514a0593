import { eq, sql } from 'drizzle-orm';
import { grants, moves, places } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { oneOf } from '../../../foundation/db/columns.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';

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

/** Begins a return to a point in time. It replaces the row of the move into the same cell. */
export const replaceMove = (db: Db, move: Move): Statement =>
	db.insert(moves).values(move).onConflictDoUpdate({ target: moves.cell, set: move });

/** Marks the grants of users of D1 for the company as unknown to its cell, so that jobs send them again. */
export const doubtGrantsOf = (d1: Db, companyId: string, now: Instant): Statement =>
	d1.update(grants).set({ since: now }).where(sql`company_id = ${companyId}`);

/** Reads users by id, without erased ones. */
export const presentPeople = (own: Db, ids: readonly string[]) =>
	own
		.select({
			userId: sql<string>`p.id`.as('user_id'),
			email: sql<string>`p.email`.as('email'),
			firstName: sql<string | null>`p.first_name`.as('first_name'),
			lastName: sql<string | null>`p.last_name`.as('last_name'),
		})
		.from(
			sql`(SELECT id, email, first_name, last_name FROM users
				WHERE id IN ${oneOf(ids)} AND date_deleted IS NULL ORDER BY last_name, id) p`,
		);

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
