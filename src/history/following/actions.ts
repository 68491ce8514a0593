import { type Announcement, announcementsFrom } from '../../cells/announcements.ts';
import { type CellBindings, databaseOf } from '../../cells/places.ts';
import type { StoredEvent } from '../../core/history.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { batch } from '../../db/database.ts';
import { listEvents, readEvents } from '../actions.ts';
import type { EventFilter } from '../rules.ts';

/**
 * The place of a follower of several databases: the position in D1, the number of an announcement, and the position in that cell. A
 * number alone is a position in the only database that the follower reads.
 */
export type FollowedAt = number | [inD1: number, announcement: number, inCell: number];

export interface Followed extends StoredEvent {
	at: FollowedAt;
}

const ASKED_AT_ONCE = 6;

interface Asked {
	env: CellBindings;
	call: Call;
	bucket: R2Bucket;
	filter: EventFilter;
}

interface Page {
	rows: Followed[];
	/** The place behind everything that was read for the page; undefined if that is its last event. */
	reached?: FollowedAt;
}

/**
 * Reads the events that the caller may read, in the order in which the service learned of them. For readers of all companies, the events
 * of D1 come first, then those of cells. Each company's events come in the order of their commits.
 */
export const followEvents = (asked: Asked, after: FollowedAt, limit: number): Promise<Page> =>
	followsCells(asked.call, asked.filter) ? pageOfAll(asked, after, limit) : pageOfOne(asked, after, limit);

const followsCells = ({ db, actor }: Call, { companyId }: EventFilter): boolean =>
	db.cell === undefined && companyId === undefined && authorize(actor, 'listEvents').all;

async function pageOfOne({ call, bucket, filter }: Asked, at: FollowedAt, limit: number): Promise<Page> {
	const events = await listEvents(call, bucket, filter, typeof at === 'number' ? at : at[0], limit);
	return { rows: events.map((event) => ({ ...event, at: event.position })) };
}

async function pageOfAll(asked: Asked, at: FollowedAt, limit: number): Promise<Page> {
	const { call, bucket, filter } = asked;
	let [inD1, announcement, inCell] = typeof at === 'number' ? [at, 0, 0] : at;
	const own = await readEvents(call, bucket, filter, inD1, limit, announcement);
	const found: Followed[] = own.events.map((event) => ({
		...event,
		at: placeOf(event.position, announcement, inCell),
	}));
	inD1 = own.events.at(-1)?.position ?? inD1;
	let { announced } = own;
	for (;;) {
		const ranges = announced.flatMap((range) => restOf(range, announcement, inCell));
		if (found.length >= limit || ranges.length === 0) break;
		const events = await eventsOfRanges(asked, ranges, limit - found.length);
		for (const { id, cell, first, last } of ranges) {
			const theirs = events.get(cell) ?? [];
			const wanted = theirs.filter(({ position }) => first <= position && position <= last);
			found.push(...wanted.map((event): Followed => ({ ...event, at: placeOf(inD1, id, event.position) })));
			[announcement, inCell] = [id, last];
			if (found.length >= limit) break;
		}
		if (found.length < limit) [announced] = await batch(call.db, [announcementsFrom(call.db, announcement)]);
	}
	return { rows: found.slice(0, limit), reached: placeOf(inD1, announcement, inCell) };
}

/** A follower who has met no cell yet has a place in D1 only. */
const placeOf = (inD1: number, announcement: number, inCell: number): FollowedAt =>
	announcement === 0 ? inD1 : [inD1, announcement, inCell];

/** Returns the part of a range that a follower has not read yet. */
function restOf(range: Announcement, announcement: number, inCell: number): Announcement[] {
	if (range.id !== announcement) return [range];
	return range.last <= inCell ? [] : [{ ...range, first: inCell + 1 }];
}

/** Reads the first events of ranges from their cells, a few cells at a time. */
async function eventsOfRanges(
	{ env, call, bucket, filter }: Asked,
	ranges: readonly Announcement[],
	limit: number,
): Promise<Map<string, StoredEvent[]>> {
	const cells = [...Map.groupBy(ranges, ({ cell }) => cell)];
	const found = new Map<string, StoredEvent[]>();
	for (let asked = 0; asked < cells.length; asked += ASKED_AT_ONCE) {
		await Promise.all(
			cells.slice(asked, asked + ASKED_AT_ONCE).map(async ([cell, theirs]) => {
				const after = Math.min(...theirs.map(({ first }) => first)) - 1;
				const inCell = { ...call, db: databaseOf(env, cell) };
				found.set(cell, await listEvents(inCell, bucket, filter, after, limit));
			}),
		);
	}
	return found;
}
