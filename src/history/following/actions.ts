import type { Announcement } from '../../cells/announcements.ts';
import { askInTurns } from '../../cells/guests.ts';
import { type CellBindings, databaseOf } from '../../cells/places.ts';
import { missing } from '../../companies/across/actions.ts';
import type { StoredEvent } from '../../core/history.ts';
import { authorize } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import { listEvents, listEventsWithNews } from '../actions.ts';
import type { EventFilter } from '../rules.ts';

/**
 * The place of a follower of several databases: the position in D1, the number of an announcement, and the position in that cell. A
 * number alone is a position in the only database that the follower reads.
 */
export type FollowedAt = number | [inD1: number, announcement: number, inCell: number];

export interface Followed extends StoredEvent {
	at: FollowedAt;
}

interface Asked {
	env: CellBindings;
	call: Call;
	bucket: R2Bucket;
	filter: EventFilter;
}

interface Page {
	rows: Followed[];
	/** The place behind everything that was read for the page; undefined if that is its last event. */
	rest?: FollowedAt;
}

/**
 * Reads the events that the caller may read, in the order in which the service learned of them. For readers of all companies, the new
 * events of cells come first on a page, then those of D1. Each company's events come in the order of their commits.
 */
export const followEvents = (asked: Asked, after: FollowedAt, limit: number): Promise<Page> =>
	followsCells(asked.call, asked.filter) ? pageOfAll(asked, after, limit) : pageOfOne(asked, after, limit);

const followsCells = ({ db, actor }: Call, { companyId }: EventFilter): boolean =>
	db.cell === undefined && companyId === undefined && authorize(actor, 'listEvents').all;

async function pageOfOne({ call, bucket, filter }: Asked, at: FollowedAt, limit: number): Promise<Page> {
	const events = await listEvents(call, bucket, filter, typeof at === 'number' ? at : at[0], limit);
	return { rows: events.map((event) => ({ ...event, at: event.position })) };
}

/**
 * Reads the cells first, and then D1. A company that moves from D1 to a cell takes its events with it. The follower has read those before
 * the place in D1, and reads the others in the cell.
 */
async function pageOfAll(asked: Asked, at: FollowedAt, limit: number): Promise<Page> {
	let [inD1, announcement, inCell] = typeof at === 'number' ? [at, 0, 0] : at;
	const rows: Followed[] = [];
	for (;;) {
		const wanted = limit - rows.length;
		const place = { after: inD1, announcement };
		const { events, announced, left } = await listEventsWithNews(asked, place, wanted);
		const ranges = announced.flatMap((range) => restOf(range, announcement, inCell, inD1));
		if (ranges.length === 0) {
			const own = events.filter(({ companyId, subjectId }) => !left.has(companyId ?? subjectId));
			rows.push(...own.map((event) => ({ ...event, at: placeOf(event.position, announcement, inCell) })));
			inD1 = events.at(-1)?.position ?? inD1;
			if (events.length < wanted || rows.length >= limit) break;
			continue;
		}
		const found = await eventsOfRanges(asked, ranges, wanted);
		for (const { id, cell, first, last } of ranges) {
			const own = (found.get(cell) ?? []).filter(({ position }) => first <= position && position <= last);
			rows.push(...own.map((event): Followed => ({ ...event, at: placeOf(inD1, id, event.position) })));
			[announcement, inCell] = [id, last];
			if (rows.length >= limit) return { rows: rows.slice(0, limit) };
		}
	}
	return { rows, rest: placeOf(inD1, announcement, inCell) };
}

/** A follower who has met no cell yet has a place in D1 only. */
const placeOf = (inD1: number, announcement: number, inCell: number): FollowedAt =>
	announcement === 0 ? inD1 : [inD1, announcement, inCell];

/** Returns the part of a range that a follower has not read yet. It may be empty. */
function restOf(range: Announcement, announcement: number, inCell: number, inD1: number): Announcement[] {
	if (range.id === announcement && range.last <= inCell) return [];
	const known = Math.max(range.id === announcement ? inCell : 0, range.isFromD1 ? inD1 : 0);
	return [{ ...range, first: Math.max(range.first, known + 1) }];
}

/** Reads the first events of ranges from their cells, a few cells at a time. */
async function eventsOfRanges(
	{ env, call, bucket, filter }: Asked,
	ranges: readonly Announcement[],
	limit: number,
): Promise<Map<string, StoredEvent[]>> {
	const unread = ranges.filter(({ first, last }) => first <= last);
	const cells = Map.groupBy(unread, ({ cell }) => cell);
	const found = new Map<string, StoredEvent[]>();
	const read = ([cell, theirs]: [string, Announcement[]]) => {
		const after = Math.min(...theirs.map(({ first }) => first)) - 1;
		return listEvents({ ...call, db: databaseOf(env, cell) }, bucket, filter, after, limit);
	};
	for await (const { item, answer, failed, asked } of askInTurns([...cells], [], read)) {
		if (answer === undefined) throw missing(failed, asked);
		found.set(item[0], answer);
	}
	return found;
}
