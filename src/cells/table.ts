import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, json } from '../db/columns.ts';

/** Cells hold these besides addresses: printed codes, verified domains, and the ids of sent mails. */
export const CLAIM_KINDS = ['CODE', 'DOMAIN', 'MAIL'] as const;

/**
 * The directory, which the D1 database holds: where companies with a database of their own are. Every cell has these tables
 * too, because the schema is the same; only `fences` is used there.
 */
export const places = sqliteTable(
	'places',
	{
		companyId: text('company_id').primaryKey(),
		cell: text('cell').notNull().unique('places_cell'),
		/** The last migration that the cell has applied. */
		schema: text('schema').notNull(),
		/** The company's row, for lists of companies. */
		company: json<Record<string, unknown>>('company').notNull(),
		people: integer('people').notNull().default(0),
		bytes: integer('bytes').notNull().default(0),
		/** When the next run of its jobs is due. */
		nextDue: instant('next_due').notNull(),
		/** The last run of its jobs; null before the first. */
		lastRun: instant('last_run'),
		dateCreated: instant('date_created').notNull(),
	},
	(t) => [index('places_next_due').on(t.nextDue)],
);

/** The e-mail addresses of people in cells. A trigger keeps them apart from those of `users` here. */
export const addresses = sqliteTable(
	'addresses',
	{
		/** As `emailKey` returns it. */
		address: text('address').primaryKey(),
		cell: text('cell').notNull(),
		userId: text('user_id').notNull(),
		/** The attempt that reserved it; null once the cell is known to hold it. */
		claim: text('claim'),
		since: instant('since').notNull(),
	},
	(t) => [index('addresses_user').on(t.userId)],
);

/** Other values that are unique across all databases, and held by a cell. */
export const claims = sqliteTable(
	'claims',
	{
		kind: text('kind', { enum: CLAIM_KINDS }).notNull(),
		value: text('value').notNull(),
		cell: text('cell').notNull(),
		since: instant('since').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.kind, t.value] }),
		index('claims_since').on(t.kind, t.since),
		check('claims_kind', sql`${t.kind} IN ('CODE', 'DOMAIN', 'MAIL')`),
	],
);

/** Used in cells: attempts to take an address that may not take effect any more. */
export const fences = sqliteTable('fences', {
	claim: text('claim').primaryKey(),
	since: instant('since').notNull(),
});
