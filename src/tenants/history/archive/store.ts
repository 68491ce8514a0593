import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { StoredEvent } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { bytesOf, jsonColumn, oneOf, textOrNull } from '../../../foundation/db/columns.ts';
import type { Db, Statement } from '../../../foundation/db/database.ts';
import { ifAny } from '../../../foundation/db/due.ts';
import { companiesOf, endOf, eventsAt, firstSince, partiesOf } from '../../../foundation/db/events.ts';
import { insertSelect } from '../../../foundation/db/records.ts';
import { eventAuthors, events } from '../../../foundation/db/table.ts';
import type { Archive, EventCursor, EventFilter } from '../rules.ts';
import { eventArchiveSubjects, eventArchives, eventFiles } from './table.ts';

/** The newest event stays in the database, because its position must not be used again. */
const LATEST = sql`(SELECT max(position) FROM events)`;

export const firstBefore = (db: Db, until: Instant) =>
	db
		.select({
			position: events.position,
			company: events.company,
			companyId: textOrNull(
				sql`(SELECT p.uuid FROM event_parties p WHERE p.id = events.company)`,
				'company_uuid',
			),
			hour: sql<number>`(SELECT h.hour FROM event_hours h WHERE h.position <= events.position
				ORDER BY h.position DESC LIMIT 1)`.as('reached_hour'),
		})
		.from(events)
		.where(sql`${events.position} < min(coalesce(${firstSince(until)}, ${LATEST}), ${LATEST})`)
		.orderBy(events.position)
		.limit(1);

export const sliceOf = (db: Db, company: number | null, from: number, until: Instant, limit: number) =>
	eventsAt(
		db,
		sql`SELECT e.position FROM events e WHERE e.company IS ${company} AND e.position >= ${from}
			AND e.position < min(coalesce(${firstSince(until)}, ${LATEST}), ${LATEST}) ORDER BY e.position LIMIT ${limit}`,
	);

/** Records an object before it is stored, so that the cron deletes it if no archive refers to it. */
export const beginFile = (db: Db, key: string, now: Instant): Statement =>
	db.insert(eventFiles).values({ key, dateCreated: now }).onConflictDoNothing();

export interface ArchiveFile {
	key: string;
	sha256: string;
}

/** Replaces events by the archive that covers them, in one batch. The first archive of the same events wins; others are not used. */
export function saveArchive(
	db: Db,
	company: number | null,
	month: string,
	slice: readonly StoredEvent[],
	{ key, sha256 }: ArchiveFile,
): Statement[] {
	const [first, last] = [slice.at(0), slice.at(-1)];
	const archive = sql`(SELECT id FROM event_archives WHERE key = ${key})`;
	const subjects = [...new Set(slice.map(({ subjectId }) => subjectId))];
	return [
		insertSelect(
			db,
			eventArchives,
			{
				company,
				month,
				firstPosition: sql`${first?.position}`,
				lastPosition: sql`${last?.position}`,
				firstId: bytesOf(sql`${first?.id}`),
				lastId: bytesOf(sql`${last?.id}`),
				count: slice.length,
				key,
				sha256,
			},
			sql`FROM event_files WHERE key = ${key} AND date_discarded IS NULL`,
		),
		insertSelect(
			db,
			eventArchiveSubjects,
			{
				subject: sql`p.id`,
				archive,
				isDue: sql`EXISTS (SELECT 1 FROM employees x
						WHERE x.date_erased IS NOT NULL AND (x.id = s.value OR x.user_id = s.value))
					OR EXISTS (SELECT 1 FROM users u WHERE u.id = s.value AND u.date_deleted IS NOT NULL)`,
			},
			sql`FROM json_each(${JSON.stringify(subjects)}) s CROSS JOIN event_parties p ON p.uuid = ${bytesOf(sql`s.value`)}
				WHERE ${archive} IS NOT NULL`,
		).onConflictDoNothing(),
		db.delete(events).where(
			sql`${events.company} IS ${company} AND ${events.position} BETWEEN ${first?.position} AND ${last?.position}
					AND ${archive} IS NOT NULL`,
		),
		forgetAuthors(db, slice),
		forgetFile(db, key),
	];
}

/** Deletes the authors that no event refers to any more. */
function forgetAuthors(db: Db, slice: readonly StoredEvent[]): Statement {
	const sessions = slice.flatMap(({ author }) => author.sessionId ?? []);
	return db.delete(eventAuthors).where(
		sql`${eventAuthors.sessionId} IN (SELECT ${bytesOf(sql`value`)} FROM json_each(${JSON.stringify([...new Set(sessions)])}))
			AND NOT EXISTS (SELECT 1 FROM events WHERE events.author = ${eventAuthors.id})`,
	);
}

/** Deletes the record of an object that an archive now refers to. */
const forgetFile = (db: Db, key: string): Statement =>
	db
		.delete(eventFiles)
		.where(sql`${eventFiles.key} = ${key} AND EXISTS (SELECT 1 FROM event_archives WHERE key = ${key})`);

/** Marks archives for the cron, which rewrites them. Until then, readers see the values as blank. */
export const eraseArchived = (db: Db, subjectIds: readonly string[]): Statement =>
	db
		.update(eventArchiveSubjects)
		.set({ isDue: true })
		.where(sql`${eventArchiveSubjects.subject} IN ${partiesOf(subjectIds)}`);

const columns = {
	id: eventArchives.id,
	month: eventArchives.month,
	firstPosition: eventArchives.firstPosition,
	lastPosition: eventArchives.lastPosition,
	key: eventArchives.key,
	sha256: eventArchives.sha256,
	due: jsonColumn<string[]>(
		sql`(SELECT json_group_array(lower(hex(p.uuid))) FROM event_archive_subjects s JOIN event_parties p ON p.id = s.subject
			WHERE s.archive = event_archives.id AND s.is_due)`,
		'due_subjects',
	),
};

/** Reads the archives with events after or before a place, beginning with the nearest. */
export function archivesBehind(db: Db, scope: Scope, filter: EventFilter, place: EventCursor, limit: number) {
	const { companyId, subject, since, until } = filter;
	const isForward = 'after' in place;
	const start = sql`max(${isForward ? place.after : -1} + 1, ${since === undefined ? 0 : firstSince(since)})`;
	// Without this check, a client that follows new events would search the archives of every company.
	const isAny = sql`(SELECT max(last_position) FROM event_archives) >= ${start}`;
	const isOfSubject = sql`${eventArchives.id} IN (SELECT archive FROM event_archive_subjects
		WHERE subject = ${partiesOf(subject === undefined ? [] : [subject])})`;
	return db
		.select(columns)
		.from(eventArchives)
		.where(
			and(
				sql`${eventArchives.lastPosition} >= ${start}`,
				isForward ? undefined : sql`${eventArchives.firstPosition} < ${place.before}`,
				until === undefined
					? undefined
					: sql`coalesce(${eventArchives.firstPosition} < ${endOf(until)}, TRUE)`,
				scope.all && companyId === undefined
					? undefined
					: sql`${eventArchives.company} IN (${companiesOf(scope, companyId, isAny)})`,
				subject === undefined ? undefined : isOfSubject,
			),
		)
		.orderBy(isForward ? eventArchives.firstPosition : desc(eventArchives.lastPosition))
		.limit(limit);
}

/**
 * SQL of the time at which `archiveHistory` is due. It archives events of closed years, blanks archives of erased people, and deletes files
 * without an archive.
 */
export const archiveDueAt = (closedUntil: Instant): SQL[] => [
	sql`SELECT ${closedUntil} WHERE (SELECT min(position) FROM events)
			< min(coalesce(${firstSince(closedUntil)}, (SELECT max(position) FROM events)), (SELECT max(position) FROM events))`,
	ifAny(sql`FROM event_archive_subjects WHERE is_due`),
	sql`SELECT min(date_created) + ${AN_HOUR_MS + 1} FROM event_files`,
];

const AN_HOUR_MS = 3_600_000;

export const archivesDue = (db: Db, limit: number) =>
	db
		.select(columns)
		.from(eventArchives)
		.where(
			sql`${eventArchives.id} IN (SELECT archive FROM event_archive_subjects WHERE is_due LIMIT ${limit})`,
		)
		.limit(limit);

/** Replaces the file of an archive, unless another run has done so. The cron deletes the old file later. */
export function replaceFile(
	db: Db,
	archive: Archive,
	{ key, sha256 }: ArchiveFile,
	now: Instant,
): Statement[] {
	const isReplaced = sql`EXISTS (SELECT 1 FROM event_archives WHERE key = ${key})`;
	return [
		db
			.update(eventArchives)
			.set({ key, sha256 })
			.where(
				sql`${eventArchives.id} = ${archive.id} AND ${eventArchives.key} = ${archive.key}
					AND EXISTS (SELECT 1 FROM event_files WHERE key = ${key} AND date_discarded IS NULL)`,
			),
		insertSelect(
			db,
			eventFiles,
			{ key: archive.key, dateCreated: now },
			sql`WHERE ${isReplaced}`,
		).onConflictDoNothing(),
		db
			.update(eventArchiveSubjects)
			.set({ isDue: false })
			.where(
				sql`${eventArchiveSubjects.archive} = ${archive.id} AND ${isReplaced}
					AND ${eventArchiveSubjects.subject} IN ${partiesOf(archive.due)}`,
			),
		forgetFile(db, key),
	];
}

/** Marks unused objects as discarded. Returns the keys of all discarded ones. */
export function discardFiles(db: Db, createdBefore: Instant, now: Instant, limit: number) {
	const unused = sql`SELECT f.key FROM event_files f WHERE f.date_created < ${createdBefore}
		AND NOT EXISTS (SELECT 1 FROM event_archives a WHERE a.key = f.key) ORDER BY f.date_created LIMIT ${limit}`;
	return db
		.update(eventFiles)
		.set({ dateDiscarded: now })
		.where(sql`${eventFiles.key} IN (${unused})`)
		.returning({ key: eventFiles.key });
}

export const removeFiles = (db: Db, keys: readonly string[]): Statement =>
	db.delete(eventFiles).where(sql`${eventFiles.key} IN ${oneOf(keys)}`);
