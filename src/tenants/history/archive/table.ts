import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { bytes, instant } from '../../../foundation/db/columns.ts';

/**
 * An R2 object with the events of one company and month between two positions. Triggers ensure that it covers exactly the events that are
 * deleted from the database.
 */
export const eventArchives = sqliteTable(
	'event_archives',
	{
		id: integer('id').primaryKey(),
		/** The number that stands for the company, as in `events`. */
		company: integer('company'),
		month: text('month').notNull(),
		firstPosition: integer('first_position').notNull(),
		lastPosition: integer('last_position').notNull(),
		firstId: bytes('first_id').notNull(),
		lastId: bytes('last_id').notNull(),
		count: integer('count').notNull(),
		/** The key and SHA-256 of the file. Both change when values are erased. */
		key: text('key').notNull().unique('event_archives_key'),
		sha256: text('sha256').notNull(),
	},
	(t) => [
		index('event_archives_company').on(t.company, t.lastPosition),
		index('event_archives_last').on(t.lastPosition),
	],
);

/** The people in an archive, so that an erasure finds it. */
export const eventArchiveSubjects = sqliteTable(
	'event_archive_subjects',
	{
		subject: integer('subject').notNull(),
		archive: integer('archive').notNull(),
		/** True when the file may still contain erased values. Readers see them as blank already. */
		isDue: integer('is_due', { mode: 'boolean' }).notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.subject, t.archive] }),
		index('event_archive_subjects_due').on(t.archive).where(sql`is_due`),
	],
);

/** R2 objects that no archive refers to. The cron deletes them after an hour. */
export const eventFiles = sqliteTable(
	'event_files',
	{
		key: text('key').primaryKey(),
		dateCreated: instant('date_created').notNull(),
		/** From then on, no archive may refer to the object. */
		dateDiscarded: instant('date_discarded'),
	},
	(t) => [index('event_files_created').on(t.dateCreated)],
);
