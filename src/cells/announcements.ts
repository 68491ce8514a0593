import { asc, desc, eq, gte, max, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { batch, type Db } from '../db/database.ts';
import { insertSelect } from '../db/records.ts';
import { events } from '../db/table.ts';
import type { Alarmed } from './alarm.ts';
import type { Send } from './interface.ts';
import { type CellBindings, databaseOf, openedOver } from './places.ts';
import { announcements, movers, moves } from './table.ts';

/** A range of events of a cell. */
export type Announcement = Pick<
	typeof announcements.$inferSelect,
	'id' | 'cell' | 'first' | 'last' | 'isFromD1'
>;

/**
 * Tells the directory of the events of a cell after a position, if there are any. Returns the position of the last one that it knows then.
 * The directory adds only what it does not know yet, so that a lost or repeated announcement harms nothing.
 */
export async function announceEvents(
	{ name, send }: Pick<Alarmed, 'name'> & { send?: Send | undefined },
	env: CellBindings,
	after: number,
	now: Instant,
): Promise<number> {
	const [db, directory] = [openedOver(env, name, send), databaseOf(env, null)];
	const [[newest]] = await batch(db, [db.select({ position: max(events.position) }).from(events)]);
	const last = newest?.position ?? 0;
	if (last <= after) return after;
	const [, [known]] = await batch(directory, [
		insertRange(directory, name, last, now),
		newestOf(directory, name),
	]);
	return known?.last ?? after;
}

const newestOf = (db: Db, cell: string) =>
	db
		.select({ last: announcements.last })
		.from(announcements)
		.where(eq(announcements.cell, cell))
		.orderBy(desc(announcements.id))
		.limit(1);

/** Adds the range from the last announced event to this one. A cell to which a company is still moving has no place, and nothing to add. */
const insertRange = (db: Db, cell: string, last: number, now: Instant) =>
	insertSelect(
		db,
		announcements,
		{ cell, first: sql`known.last + 1`, last, date: now },
		sql`FROM (SELECT coalesce(${newestOf(db, cell)}, 0) AS last FROM places WHERE cell = ${cell}) known WHERE known.last < ${last}`,
	);

const MAX_READ = 200;

/** Reads announcements in the order of their arrival, from one on. */
export const announcementsFrom = (db: Db, id: number) =>
	db
		.select({
			id: announcements.id,
			cell: announcements.cell,
			first: announcements.first,
			last: announcements.last,
			isFromD1: announcements.isFromD1,
		})
		.from(announcements)
		.where(gte(announcements.id, id))
		.orderBy(asc(announcements.id))
		.limit(MAX_READ);

/** Reads the ids of companies that have left D1, and of their people, as long as their old rows are there. Their cells have their events. */
export const departed = (db: Db) =>
	db
		.select({ id: movers.id })
		.from(moves)
		.crossJoin(movers)
		.where(
			sql`${moves.dateEnded} IS NULL AND ${moves.dateOpened} > 0 AND ${moves.source} IS NULL
				AND ${movers.companyId} = ${moves.companyId} AND ${movers.kind} <> 'GUEST'`,
		);
