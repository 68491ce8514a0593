import { type Announcement, announcementsFrom } from '../cells/announcements.ts';
import type { StoredEvent } from '../core/history.ts';
import { authorize } from '../core/policy.ts';
import { type Call, load } from '../db/call.ts';
import { oneOf } from '../db/columns.ts';
import { batch } from '../db/database.ts';
import { toEvent } from '../db/events.ts';
import { MAX_OPENED, withArchived } from './archive/remote.ts';
import { archivesBehind } from './archive/store.ts';
import type { EventFilter } from './rules.ts';
import { eventsPage, namesOf, namesOnPage } from './store.ts';

/** Lists the events of one database after a position, in the order of their commits. */
export const listEvents = async (...asked: Parameters<typeof readEvents>): Promise<StoredEvent[]> =>
	(await readEvents(...asked)).events;

/** Reads what `listEvents` lists. With the number of an announcement, also reads the announcements from there on. */
export async function readEvents(
	{ db, actor }: Call,
	bucket: R2Bucket,
	filter: EventFilter,
	after: number,
	limit: number,
	announcement?: number,
): Promise<{ events: StoredEvent[]; announced: Announcement[] }> {
	const scope = authorize(actor, 'listEvents');
	const place = { after };
	const [archives, rows, announced = []] = await batch(db, [
		archivesBehind(db, scope, filter, place, MAX_OPENED + 1),
		eventsPage(db, scope, filter, place, limit),
		...(announcement === undefined ? [] : [announcementsFrom(db, announcement)]),
	]);
	return { events: await withArchived(bucket, archives, rows.map(toEvent), filter, place, limit), announced };
}

export type NamedEvents = Awaited<ReturnType<typeof readHistory>>;

/**
 * Reads the newest events before a position, with the names that the reader may know. Names in archived
 * events need another round trip.
 */
export async function readHistory(
	call: Call,
	bucket: R2Bucket,
	filter: EventFilter,
	before: number,
	limit: number,
) {
	const { db } = call;
	const scope = authorize(call.actor, 'listEvents');
	const place = { before };
	const [archives, rows, known] = await batch(db, [
		archivesBehind(db, scope, filter, place, MAX_OPENED + 1),
		eventsPage(db, scope, filter, place, limit),
		namesOnPage(db, scope, filter, place, limit),
	]);
	const stored = rows.map(toEvent);
	const events = await withArchived(bucket, archives, stored, filter, place, limit);
	const inFiles = events.filter((event) => !stored.includes(event));
	const ids = inFiles.flatMap(({ subjectId, author }) => [subjectId, author.userId ?? '']);
	const [more] = ids.length === 0 ? [[]] : await batch(db, [namesOf(db, scope, oneOf(ids))]);
	return { events, names: new Map([...known, ...more].map((one) => [one.id, one])) };
}

/** Reads the newest events of a company that are not archived, with the names that the reader may know. */
export async function readLatest(call: Call, companyId: string, limit: number) {
	const { db } = call;
	const scope = authorize(call.actor, 'listEvents');
	const [filter, place] = [{ companyId }, { before: Number.MAX_SAFE_INTEGER }];
	const [rows, known] = await load(call, [
		eventsPage(db, scope, filter, place, limit),
		namesOnPage(db, scope, filter, place, limit),
	]);
	return { events: rows.map(toEvent), names: new Map(known.map((one) => [one.id, one])) };
}
