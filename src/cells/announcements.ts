import { and, asc, desc, eq, gte, lte, max, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { batch, type Db } from '../db/database.ts';
import { insertSelect } from '../db/records.ts';
import { events } from '../db/table.ts';
import type { Alarmed } from './alarm.ts';
import type { Send } from './interface.ts';
import { type CellBindings, databaseOf, openedOver } from './places.ts';
import { announcements, movers, moves, places, type Summary } from './table.ts';

/** A range of events of a cell. */
export type Announcement = Pick<
	typeof announcements.$inferSelect,
	'id' | 'cell' | 'first' | 'last' | 'isFromD1'
>;

/** The position of the last event of a database, and its company at that time. */
export interface Latest {
	position: number;
	summary: Summary | null;
}

/**
 * Tells the directory of the events of a cell after a position, if there are any, and of its company. Returns the position of the last
 * one that it knows then. The directory adds only what it does not know yet, so that a lost or repeated announcement harms nothing.
 */
export async function announceEvents(
	{ name, send }: Pick<Alarmed, 'name'> & { send?: Send | undefined },
	env: CellBindings,
	after: number,
	now: Instant,
	read: (db: Db) => Promise<Latest> = readPosition,
): Promise<number> {
	const directory = databaseOf(env, null);
	const { position, summary } = await read(openedOver(env, name, send));
	if (position <= after) return after;
	const [, , [known]] = await batch(directory, [
		...addRange(directory, name, position, now),
		newestOf(directory, name),
		...saveSummary(directory, name, { position, summary }),
	]);
	return known?.last ?? after;
}

async function readPosition(db: Db): Promise<Latest> {
	const [[newest]] = await batch(db, [newestEvent(db)]);
	return { position: newest?.position ?? 0, summary: null };
}

export const newestEvent = (db: Db) => db.select({ position: max(events.position) }).from(events);

/** Stores a summary, unless the directory knows later events of the cell. An unchanged one costs no write. */
export const saveSummary = (db: Db, cell: string, { position, summary }: Latest) =>
	summary === null
		? []
		: [
				db
					.update(places)
					.set({ summary })
					.where(
						sql`cell = ${cell} AND summary IS NOT ${JSON.stringify(summary)}
							AND coalesce(${newestOf(db, cell)}, 0) <= ${position}`,
					),
			];

const newestOf = (db: Db, cell: string) =>
	db
		.select({ last: announcements.last })
		.from(announcements)
		.where(eq(announcements.cell, cell))
		.orderBy(desc(announcements.id))
		.limit(1);

/**
 * Adds the range from the last announced event to this one. A cell to which a company is still moving has no place, and nothing to add.
 * If the newest announcement of all is of the same cell, it becomes longer: no follower is behind it yet. After D1 was restored, one may
 * be: then the sequence is ahead.
 */
const addRange = (db: Db, cell: string, last: number, now: Instant) =>
	[
		db
			.update(announcements)
			.set({ last })
			.where(
				sql`id = (SELECT max(id) FROM announcements) AND id = (SELECT seq FROM sqlite_sequence WHERE name = 'announcements')
					AND cell = ${cell} AND last < ${last} AND NOT is_from_d1`,
			),
		insertSelect(
			db,
			announcements,
			{ cell, first: sql`known.last + 1`, last, date: now },
			sql`FROM (SELECT coalesce(${newestOf(db, cell)}, 0) AS last FROM places WHERE cell = ${cell}) known WHERE known.last < ${last}`,
		),
	] as const;

const MAX_READ = 200;

const RANGE = {
	id: announcements.id,
	cell: announcements.cell,
	first: announcements.first,
	last: announcements.last,
	isFromD1: announcements.isFromD1,
};

/** Reads announcements in the order of their arrival, from one on: those of all cells, or of some. */
export const announcementsFrom = (db: Db, id: number, cells: readonly string[] | null) =>
	db
		.select(RANGE)
		.from(announcements)
		.where(
			cells === null
				? gte(announcements.id, id)
				: sql`${announcements.id} IN (SELECT a.id FROM json_each(${JSON.stringify(cells)}) c CROSS JOIN announcements a ON a.id IN (
						SELECT id FROM announcements WHERE cell = c.value AND id >= ${id} ORDER BY id LIMIT ${sql.raw(String(MAX_READ))}))`,
		)
		.orderBy(asc(announcements.id))
		.limit(MAX_READ);

/** The place behind everything that the directory knows: the last event of D1, and the last announcement. */
interface Newest {
	inD1: number;
	announcement: number;
	inCell: number;
}

export async function newestPlace(d1: Db): Promise<Newest> {
	const newest = d1.select(RANGE).from(announcements).orderBy(desc(announcements.id)).limit(1);
	const [[event], [last]] = await batch(d1, [newestEvent(d1), newest]);
	return { inD1: event?.position ?? 0, announcement: last?.id ?? 0, inCell: last?.last ?? 0 };
}

/** Returns the announcement of the event with a position in a cell. If the directory does not know the event yet, it learns of it now. */
export async function announcementOf(d1: Db, cell: string, position: number, now: Instant): Promise<number> {
	const [, , [found]] = await batch(d1, [
		...addRange(d1, cell, position, now),
		d1
			.select(RANGE)
			.from(announcements)
			.where(and(eq(announcements.cell, cell), gte(announcements.last, position)))
			.orderBy(asc(announcements.id))
			.limit(1),
	]);
	return found?.id ?? 0;
}

/** Returns the position in a cell up to which a follower has read who is at a place in an announcement. */
export async function positionIn(
	d1: Db,
	cell: string,
	{ announcement, inCell }: Pick<Newest, 'announcement' | 'inCell'>,
): Promise<number> {
	const [[found]] = await batch(d1, [
		d1
			.select(RANGE)
			.from(announcements)
			.where(and(eq(announcements.cell, cell), lte(announcements.id, announcement)))
			.orderBy(desc(announcements.id))
			.limit(1),
	]);
	return found?.id === announcement ? inCell : (found?.last ?? 0);
}

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
