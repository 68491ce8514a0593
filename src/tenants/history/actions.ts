import { announcementsFrom, departed } from '../../foundation/cells/announcements.ts';
import type { StoredEvent } from '../../foundation/core/history.ts';
import { authorize } from '../../foundation/core/policy.ts';
import { type Call, load } from '../../foundation/db/call.ts';
import { oneOf } from '../../foundation/db/columns.ts';
import { batch } from '../../foundation/db/database.ts';
import { toEvent } from '../../foundation/db/events.ts';
import { MAX_OPENED, withArchived } from './archive/remote.ts';
import { archivesBehind } from './archive/store.ts';
import type { EventCursor, EventFilter } from './rules.ts';
import { eventsPage, namesOf, namesOnPage } from './store.ts';

const pageAt = ({ db, actor }: Call, filter: EventFilter, place: EventCursor, limit: number) => {
	const scope = authorize(actor, 'listEvents');
	return [
		archivesBehind(db, scope, filter, place, MAX_OPENED + 1),
		eventsPage(db, scope, filter, place, limit),
	] as const;
};

/** Lists the events of one database after a position, in the order of the commits. */
export async function listEvents(
	call: Call,
	bucket: R2Bucket,
	filter: EventFilter,
	after: number,
	limit: number,
): Promise<StoredEvent[]> {
	const place = { after };
	const [archives, rows] = await batch(call.db, pageAt(call, filter, place, limit));
	return withArchived(bucket, archives, rows.map(toEvent), filter, place, limit);
}

/** Lists events of D1 like `listEvents`. Also reads announcements of cells from one on, and ids of companies and people who left D1. */
export async function listEventsWithNews(
	{ call, bucket, filter }: { call: Call; bucket: R2Bucket; filter: EventFilter },
	{ after, announcement, cells }: { after: number; announcement: number; cells: readonly string[] | null },
	limit: number,
) {
	const { db } = call;
	const place = { after };
	const [archives, rows, announced, left] = await batch(db, [
		...pageAt(call, filter, place, limit),
		announcementsFrom(db, announcement, cells),
		departed(db),
	]);
	const events = await withArchived(bucket, archives, rows.map(toEvent), filter, place, limit);
	return { events, announced, left: new Set(left.map(({ id }) => id)) };
}

export type NamedEvents = Awaited<ReturnType<typeof readHistory>>;

/** Reads the newest events before a position, with the names that the reader may know. Names in archived events need another round trip. */
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
		...pageAt(call, filter, place, limit),
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
