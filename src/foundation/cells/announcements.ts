import { and, asc, desc, eq, gte, lte, max, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { batch, type Db } from '../db/database.ts';
import { insertSelect } from '../db/records.ts';
import { events } from '../db/table.ts';
import type { Alarmed } from './alarm.ts';
import type { Send } from './interface.ts';
import { type CellBindings, databaseOf, openedOver } from './places.ts';
import { announcements, movers, moves, places, type Summary } from './table.ts';

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
 * Announces the events of a cell after a position to the directory, with changes of its company. Returns the position of the last announced
 * event. The directory adds only what it does not know yet, so a lost or repeated announcement does no harm.
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
 * Adds the range from the last announced event to this one. While a company is still moving to a cell, the cell has no place, and nothing
 * is added. If the newest announcement of all is of the same cell, it is lengthened, because no follower can have passed it. After a
 * restore of D1, a follower may have passed it. The sequence is then greater than its id, and a new announcement is added.
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

/** The positions after which the directory knows nothing yet: the last event of D1, and the last announcement. */
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

/** Returns the id of the announcement that contains an event of a cell. Adds one if the directory does not know the event yet. */
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

/** Returns the position in a cell up to which a follower has read, from the announcement that the follower has reached. */
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

/** Reads the ids of companies that have left D1, and of their people, while their old rows are still there. Cells have their events. */
export const departed = (db: Db) =>
	db
		.select({ id: movers.id })
		.from(moves)
		.crossJoin(movers)
		.where(
			sql`${moves.dateEnded} IS NULL AND ${moves.dateOpened} > 0 AND ${moves.source} IS NULL
				AND ${movers.companyId} = ${moves.companyId} AND ${movers.kind} <> 'GUEST'`,
		);
