import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { bytes, instant } from '../../db/columns.ts';

/**
 * Events of one company and month that have left the database: all those between two positions. Their file is
 * an R2 object. Triggers let a row be written only with the events that it covers in place, and let only those
 * be removed (see migrations).
 */
export const eventArchives = sqliteTable(
	'event_archives',
	{
		id: integer('id').primaryKey(),
		/** As in `events`. */
		company: integer('company'),
		/** As `yyyy-MM`. */
		month: text('month').notNull(),
		firstPosition: integer('first_position').notNull(),
		lastPosition: integer('last_position').notNull(),
		firstId: bytes('first_id').notNull(),
		lastId: bytes('last_id').notNull(),
		count: integer('count').notNull(),
		/** Changes when values are blanked, and so does the SHA-256 of the file. */
		key: text('key').notNull().unique('event_archives_key'),
		sha256: text('sha256').notNull(),
	},
	(t) => [
		index('event_archives_company').on(t.company, t.lastPosition),
		index('event_archives_last').on(t.lastPosition),
	],
);

/** Whom the events of an archive are about, so that it is found when somebody is erased. */
export const eventArchiveSubjects = sqliteTable(
	'event_archive_subjects',
	{
		subject: integer('subject').notNull(),
		archive: integer('archive').notNull(),
		/** Whether the file may still hold personal values that were erased. Readers see them blanked already. */
		isDue: integer('is_due', { mode: 'boolean' }).notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.subject, t.archive] }),
		index('event_archive_subjects_due').on(t.archive).where(sql`is_due`),
	],
);

/** R2 objects that no archive refers to: begun, replaced or given up. The cron removes them an hour later. */
export const eventFiles = sqliteTable(
	'event_files',
	{
		key: text('key').primaryKey(),
		dateCreated: instant('date_created').notNull(),
		/** When it was given up: from then on no archive may refer to it. */
		dateDiscarded: instant('date_discarded'),
	},
	(t) => [index('event_files_created').on(t.dateCreated)],
);
