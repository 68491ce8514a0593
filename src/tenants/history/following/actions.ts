import {
	type Announcement,
	announcementOf,
	newestPlace,
	positionIn,
} from '../../../foundation/cells/announcements.ts';
import { MAX_ASKED } from '../../../foundation/cells/guests.ts';
import { placesInOrder } from '../../../foundation/cells/whereabouts.ts';
import { isOfSeveral } from '../../../foundation/core/actor.ts';
import type { StoredEvent } from '../../../foundation/core/history.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch } from '../../../foundation/db/database.ts';
import { askAll, callIn } from '../../hosting/across/actions.ts';
import { type Databases, reachOf } from '../../hosting/cells/actions.ts';
import { listEvents, listEventsWithNews } from '../actions.ts';
import type { EventFilter } from '../rules.ts';

/**
 * The place of a follower of several databases: the position in D1, the number of an announcement, and the position in the announced cell. A
 * number alone is a position in the follower's only database.
 */
export type FollowedAt = number | [inD1: number, announcement: number, inCell: number];

export interface Followed extends StoredEvent {
	at: FollowedAt;
}

interface FollowRequest {
	databases: Databases;
	call: Call;
	bucket: R2Bucket;
	filter: EventFilter;
}

interface Page {
	rows: Followed[];
	/** The place after everything that was read for the page; undefined if that is the page's last event. */
	rest?: FollowedAt;
}

/**
 * Reads the events that the caller may read, in the order in which the service learned of them. For several databases, a page has the new
 * events of cells first, then those of D1. Events of one company stay in the order of the commits. When a company is granted later, the
 * caller gets its events from the caller's place on.
 */
export const followEvents = (asked: FollowRequest, after: FollowedAt, limit: number): Promise<Page> =>
	isOfSeveral(asked.call.actor) && asked.filter.companyId === undefined
		? pageOfSeveral(asked, after, limit)
		: pageOfOne(asked, after, limit);

async function pageOfOne(asked: FollowRequest, at: FollowedAt, limit: number): Promise<Page> {
	const { call, bucket, filter } = asked;
	const events = await listEvents(call, bucket, filter, await ownPosition(asked, at), limit);
	return { rows: events.map((event) => ({ ...event, at: event.position })) };
}

/** Returns the position in a follower's only database. The follower may have read several databases before. */
async function ownPosition(
	{ databases, call: { db }, filter }: FollowRequest,
	at: FollowedAt,
): Promise<number> {
	if (typeof at === 'number') return at;
	const [inD1, announcement, inCell] = at;
	if (db.cell === undefined || filter.companyId !== undefined) return inD1;
	return positionIn(databases.d1, db.cell, { announcement, inCell });
}

/**
 * Returns the place of a follower of several databases. A follower who had only one database has read it up to a position. Later granted
 * databases count as read up to the present.
 */
async function placeIn(
	{ databases, call }: FollowRequest,
	at: FollowedAt,
): Promise<[number, number, number]> {
	if (typeof at !== 'number') return at;
	if (at === 0 || call.actor.databases !== 'GRANTED') return [at, 0, 0];
	const { d1 } = databases;
	const { cell } = call.db;
	const { inD1, announcement, inCell } = await newestPlace(d1);
	return cell === undefined
		? [at, announcement, inCell]
		: [inD1, await announcementOf(d1, cell, at, call.now), at];
}

/** Returns the cells that the caller may read; null for all. */
async function cellsToFollow({ databases, call }: FollowRequest): Promise<string[] | null> {
	const reach = await reachOf(databases, call);
	if (reach.userId === null) return null;
	const [places] = await batch(databases.d1, [placesInOrder(databases.d1, reach, '', undefined, MAX_ASKED)]);
	return places.map(({ cell }) => cell);
}

/**
 * Reads the cells first, and then D1. A company that moves to a cell takes its events with it. The follower has read those before the place
 * in D1, and reads the others in the cell.
 */
async function pageOfSeveral(asked: FollowRequest, at: FollowedAt, limit: number): Promise<Page> {
	const cells = await cellsToFollow(asked);
	const there = { ...asked, call: await callIn(asked.databases, asked.call, null) };
	let [inD1, announcement, inCell] = await placeIn(asked, at);
	const here = (): FollowedAt => placeOf(inD1, announcement, inCell, cells === null);
	const rows: Followed[] = [];
	for (;;) {
		const wanted = limit - rows.length;
		const place = { after: inD1, announcement, cells };
		const { events, announced, left } = await listEventsWithNews(there, place, wanted);
		const ranges = announced.flatMap((range) => restOf(range, announcement, inCell, inD1));
		if (ranges.length === 0) {
			const own = events.filter(({ companyId, subjectId }) => !left.has(companyId ?? subjectId));
			rows.push(
				...own.map((event) => ({
					...event,
					at: placeOf(event.position, announcement, inCell, cells === null),
				})),
			);
			inD1 = events.at(-1)?.position ?? inD1;
			if (events.length < wanted || rows.length >= limit) break;
			continue;
		}
		const found = await eventsOfRanges(asked, ranges, wanted);
		for (const { id, cell, first, last } of ranges) {
			const own = (found.get(cell) ?? []).filter(({ position }) => first <= position && position <= last);
			rows.push(...own.map((event): Followed => ({ ...event, at: [inD1, id, event.position] })));
			[announcement, inCell] = [id, last];
			if (rows.length >= limit) return { rows: rows.slice(0, limit) };
		}
	}
	return { rows, rest: here() };
}

/** Returns a place. A follower of all companies who has met no cell yet has only a position in D1. */
const placeOf = (inD1: number, announcement: number, inCell: number, isOfAll: boolean): FollowedAt =>
	isOfAll && announcement === 0 ? inD1 : [inD1, announcement, inCell];

/** Returns the part of a range that a follower has not read yet. It may be empty. */
function restOf(range: Announcement, announcement: number, inCell: number, inD1: number): Announcement[] {
	if (range.id === announcement && range.last <= inCell) return [];
	const known = Math.max(range.id === announcement ? inCell : 0, range.isFromD1 ? inD1 : 0);
	return [{ ...range, first: Math.max(range.first, known + 1) }];
}

/** Reads the first events of ranges from their cells, a few cells at a time. */
async function eventsOfRanges(
	{ databases, call, bucket, filter }: FollowRequest,
	ranges: readonly Announcement[],
	limit: number,
): Promise<Map<string, StoredEvent[]>> {
	const unread = ranges.filter(({ first, last }) => first <= last);
	const cells = [...Map.groupBy(unread, ({ cell }) => cell)];
	const found = await askAll(cells, async ([cell, theirs]) => {
		const after = Math.min(...theirs.map(({ first }) => first)) - 1;
		return listEvents(await callIn(databases, call, cell), bucket, filter, after, limit);
	});
	return new Map(cells.map(([cell], place) => [cell, found[place] ?? []]));
}
