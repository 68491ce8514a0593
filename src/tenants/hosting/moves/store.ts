import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { peopleOfOthers } from '../../../foundation/cells/move/people.ts';
import { movers, moves, places } from '../../../foundation/cells/table.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { requireThat } from '../../../foundation/db/commit.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { companies } from '../../companies/table.ts';

export type Move = typeof moves.$inferSelect;

/** A move with the number of parts of a pass, and the rights in other companies that a restore did not give back. */
export type Progress = Move & { parts: number; releasedGrants: { userId: string; companyId: string }[] };

/** Inserts a move, unless the company has an unfinished one. */
export const insertMove = (db: Db, row: typeof moves.$inferInsert) =>
	db.insert(moves).values(row).onConflictDoNothing();

export const latestMove = (db: Db, companyId: string) =>
	db.select().from(moves).where(eq(moves.companyId, companyId)).orderBy(desc(moves.dateStarted)).limit(1);

export const moveTo = (db: Db, cell: string) => db.select().from(moves).where(eq(moves.cell, cell));

/** Marks a cell as the target of a company's move. The statement also works with a backup's older schema. */
export const insertMark = (own: Db, { cell, companyId, step, dateStarted }: Move) =>
	own.run(sql`INSERT INTO moves (cell, company_id, step, date_started) VALUES (${cell}, ${companyId}, ${step}, ${dateStarted})
		ON CONFLICT DO NOTHING`);

export const ownMark = (db: Db) =>
	db.select({ companyId: moves.companyId, key: moves.key }).from(moves).limit(1);

export const removeMarks = (db: Db) => db.delete(moves);

export const saveMove = (db: Db, cell: string, values: Partial<Move>) =>
	db
		.update(moves)
		.set(values)
		.where(and(eq(moves.cell, cell), isNull(moves.dateEnded)));

/** Reads the cell of a company; null for D1. */
export const whereIs = (db: Db, companyId: string) =>
	db
		.select({ cell: sql<string | null>`place.cell`.as('cell') })
		.from(
			sql`(SELECT cell FROM places WHERE company_id = ${companyId}
				UNION ALL SELECT NULL FROM companies WHERE id = ${companyId}) place`,
		)
		.limit(1);

/** Reads whether a user of the company also belongs to another one, or administers the platform. */
export function anyOfOthers(db: Db, companyId: string) {
	const [text] = peopleOfOthers(companyId);
	const given = text.split('?1').map((part) => sql.raw(part));
	return db.select({ found: sql`1`.as('found') }).from(sql`(${sql.join(given, sql`${companyId}`)})`);
}

const isUnfinished = sql`date_ended IS NULL AND (date_opened IS NULL OR source IS NULL)`;

/** Fails with `moves.unfinished` if a restore of the company came first. */
export const requireMoving = (db: Db, companyId: string): Statement =>
	requireThat(
		db,
		sql`EXISTS (SELECT 1 FROM moves WHERE company_id = ${companyId} AND ${isUnfinished}
			AND backup IS NULL AND restored_to IS NULL)`,
		'moves.unfinished',
	);

export const unfinishedMoves = (db: Db) => db.select().from(moves).where(isUnfinished);

/** Reads moves of companies that left a cell before this time and still have old rows there. */
export const leftCells = (db: Db, openedUntil: Instant) =>
	db
		.select({ cell: moves.cell, source: moves.source })
		.from(moves)
		.where(
			sql`${moves.dateEnded} IS NULL AND ${moves.source} IS NOT NULL AND ${moves.dateOpened} <= ${openedUntil}`,
		)
		.limit(MAX_LEFT);

const MAX_LEFT = 100;

/** Reads whether this database has old rows of a moving company. Jobs must not change them. */
export const isAnyClosed = (db: Db) =>
	db
		.select({ isAny: sql`EXISTS (SELECT 1 FROM ${movers} WHERE is_closed)`.mapWith(Boolean).as('is_any') })
		.from(sql`(SELECT 1)`);

/** Reads whether jobs of this database may handle a company. It must be here, and not be closed for a move. */
export const isStaying = (db: Db, companyId: string) =>
	db
		.select({ isStaying: sql`count(*)`.mapWith(Boolean).as('is_staying') })
		.from(companies)
		.where(
			sql`${companies.id} = ${companyId} AND NOT EXISTS (SELECT 1 FROM ${places} WHERE company_id = ${companyId})
				AND NOT EXISTS (SELECT 1 FROM ${movers} WHERE is_closed AND id = ${companyId})`,
		);

/** Reads when the jobs of this database last ran; 0 before the first run. */
export const lastRun = (db: Db) =>
	db
		.select({ date: sql<Instant>`coalesce((SELECT max(date_run) FROM job_runs), 0)`.as('last_run') })
		.from(sql`(SELECT 1)`);

export const companyIn = (db: Db) => db.select().from(companies).limit(1);

/** Directs all requests about a company to another cell. The cell then reports the figures for lists. */
export const setPlace = (db: Db, companyId: string, cell: string, schema: string, now: Instant) =>
	db
		.update(places)
		.set({ cell, schema, summary: null, tillsSince: now })
		.where(eq(places.companyId, companyId));
