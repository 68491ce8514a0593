import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Author } from '../core/history.ts';
import type { TaxRule } from '../core/modules.ts';
import { MOVE_REASONS, MOVE_STEPS } from '../core/moves.ts';
import { instant, json } from '../db/columns.ts';

/** The kinds of `claims`: codes, and ids of sent mails. Entries for domains are no longer used, because `addresses` has them. */
export const CLAIM_KINDS = ['CODE', 'DOMAIN', 'MAIL'] as const;

/** The figures of a job in a cell. A date is missing if it equals the date of the cell's last run. */
export interface CellJob {
	handled?: number;
	/** Set when the last run failed: the time of the last successful run, or null. */
	dateSucceeded?: number | null;
	waiting?: number;
	waitingSince?: number | null;
}

/** The reasons why somebody must act on a company in a cell. */
export interface Trouble {
	lacksAdministrator: boolean;
	failing: number;
	/** The only administrator, if that is a former employee. The directory does not store the name. */
	formerId: string | null;
}

/** The figures that lists of companies show for a company in a cell. The cell reports them with its events. */
export interface Summary {
	administrators: number;
	/** The administrators who have registered. */
	registered: number;
	/** True if an administrator is a former employee. */
	hasLeft: boolean;
	waiting: number;
	/** The day of the oldest waiting expense. */
	oldest: number | null;
	/** When the month of that day was closed; null while it is open. */
	dateClosed: number | null;
	referenceDay: number;
	secondFactorRequired: boolean;
}

/**
 * The directory, which only D1 uses: the cell of each company that has a database of its own. Every cell has these tables too, because the
 * schema is the same. A cell uses only `fences`, and `claims` for the mails that D1 does not know yet.
 */
export const places = sqliteTable(
	'places',
	{
		companyId: text('company_id').primaryKey(),
		cell: text('cell').notNull().unique('places_cell'),
		schema: text('schema').notNull(),
		/** A copy of the company's row, for lists of companies. */
		company: json<Record<string, unknown>>('company').notNull(),
		people: integer('people').notNull().default(0),
		bytes: integer('bytes').notNull().default(0),
		nextDue: instant('next_due').notNull(),
		lastRun: instant('last_run'),
		/** The results of jobs that handled something, failed, or have records waiting; null when there are none. */
		jobs: json<Record<string, CellJob>>('jobs'),
		trouble: json<Trouble>('trouble'),
		/** Null before the first report, and after a move until the new cell reports. */
		summary: json<Summary>('summary'),
		/** The time since which the cell may have another list of known tills than D1; null when both are the same. */
		tillsSince: instant('tills_since'),
		/** The number of limited mails that wait in the cell until D1 grants them. */
		waitingMails: integer('waiting_mails').notNull().default(0),
		/** The number of limited mails that the cell may start on this day, in days since 1970. Triggers count them with those of D1. */
		mailDay: integer('mail_day'),
		granted: integer('granted').notNull().default(0),
		dateCreated: instant('date_created').notNull(),
	},
	(t) => [
		index('places_hint').on(sql`substr(company_id, -6)`),
		index('places_next_due').on(t.nextDue),
		index('places_last_run').on(t.lastRun),
		index('places_jobs').on(t.cell).where(sql`jobs IS NOT NULL`),
		index('places_trouble').on(t.companyId).where(sql`trouble IS NOT NULL`),
		index('places_waiting').on(t.companyId).where(sql`waiting_mails > 0`),
		index('places_tills').on(t.tillsSince).where(sql`tills_since IS NOT NULL`),
	],
);

/** The addresses of people in cells, and the verified domains of their companies. A trigger keeps those of users of D1 out. */
export const addresses = sqliteTable(
	'addresses',
	{
		/** As `emailKey` returns it, or a domain, which has no @. */
		address: text('address').primaryKey(),
		cell: text('cell').notNull(),
		/** The id of the user, or of the domain's record. */
		userId: text('user_id').notNull(),
		/** The attempt that takes or frees the address; null while there is none. Meanwhile, only the cell knows whose the address is. */
		claim: text('claim'),
		since: instant('since').notNull(),
	},
	(t) => [
		index('addresses_user').on(t.userId),
		index('addresses_cell').on(t.cell),
		index('addresses_in_doubt').on(t.since).where(sql`claim IS NOT NULL`),
	],
);

/** Companies in other databases that users of this database manage as guests. */
export const grants = sqliteTable(
	'grants',
	{
		userId: text('user_id').notNull(),
		companyId: text('company_id').notNull(),
		/** The database in which the user signed in at the time of the grant: the name of a cell, or `D1`. */
		home: text('home').notNull(),
		/** False for a removed company, until its database knows. */
		isWanted: integer('is_wanted', { mode: 'boolean' }).notNull().default(true),
		/** The time since which the other database may not know the grant; null when it does. */
		since: instant('since'),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.companyId] }),
		index('grants_in_doubt').on(t.since).where(sql`since IS NOT NULL`),
	],
);

/** Copies of templates that companies in cells do not have yet. */
export const templateCopies = sqliteTable(
	'template_copies',
	{
		templateId: text('template_id').notNull(),
		companyId: text('company_id').notNull(),
		name: text('name').notNull(),
		rules: json<TaxRule[]>('rules').notNull(),
		since: instant('since').notNull(),
	},
	(t) => [primaryKey({ columns: [t.templateId, t.companyId] }), index('template_copies_since').on(t.since)],
);

/** Other values that are unique across all databases and belong to a cell. */
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

/** Stopped attempts to take an address, which may no longer take effect. Only cells use this table. */
export const fences = sqliteTable(
	'fences',
	{
		claim: text('claim').primaryKey(),
		since: instant('since').notNull(),
	},
	(t) => [index('fences_since').on(t.since)],
);

/**
 * New events of cells, in the order in which the directory learned of them. A range begins after the previous range of its cell. A follower
 * of several companies reads these ranges, and then the events from the cells.
 */
export const announcements = sqliteTable(
	'announcements',
	{
		id: integer('id').primaryKey({ autoIncrement: true }),
		cell: text('cell').notNull(),
		/** The positions of the first and the last event in the cell. */
		first: integer('first').notNull(),
		last: integer('last').notNull(),
		/** True for events that a company brought from D1, where they had the same positions. */
		isFromD1: integer('is_from_d1', { mode: 'boolean' }).notNull().default(false),
		date: instant('date').notNull(),
	},
	(t) => [index('announcements_cell').on(t.cell)],
);

/** Moves of companies to new cells. The key is the name of the new cell. */
export const moves = sqliteTable(
	'moves',
	{
		cell: text('cell').primaryKey(),
		companyId: text('company_id').notNull(),
		/** The cell that the company leaves; null for D1. */
		source: text('source'),
		step: text('step', { enum: MOVE_STEPS }).notNull(),
		/** How far the current step has come: a part of the copy, and its last copied key. */
		part: integer('part').notNull().default(0),
		key: text('key').notNull().default(''),
		/** The rows that the last pass has compared, their bytes, and how many of them it had to copy. */
		rows: integer('rows').notNull().default(0),
		bytes: integer('bytes').notNull().default(0),
		copied: integer('copied').notNull().default(0),
		dateStarted: instant('date_started').notNull(),
		dateClosed: instant('date_closed'),
		dateOpened: instant('date_opened'),
		/** When the last old row was deleted, or the move was cancelled; null until then. */
		dateEnded: instant('date_ended'),
		reason: text('reason', { enum: MOVE_REASONS }),
		/** The date of the backup that the new cell loads; null when the company itself is copied. */
		backup: text('backup'),
		/** Addresses of the backup that others have taken since, and rights in other companies that were revoked since. */
		released: json<string[]>('released'),
		/** Employees and users who were erased after the backup and are now back. */
		erased: json<string[]>('erased'),
		/** The instant to which a cell is turned back; null for all other moves. */
		restoredTo: instant('restored_to'),
		/** The person who restores the company, for the history; null for a move. */
		author: json<Author>('author'),
	},
	(t) => [
		// The old cell keeps its rows until they are deleted, even if the company moves again meanwhile.
		uniqueIndex('moves_unfinished')
			.on(t.companyId)
			.where(sql`date_ended IS NULL AND (date_opened IS NULL OR source IS NULL)`),
		index('moves_left').on(t.dateOpened).where(sql`date_ended IS NULL`),
		index('moves_company').on(t.companyId, t.dateStarted),
	],
);

/** The company of an unfinished move, its people, and other users that its records name, in the database that the company leaves. */
export const movers = sqliteTable(
	'movers',
	{
		companyId: text('company_id').notNull(),
		id: text('id').notNull(),
		/** A guest is named by the company's records, but does not belong to the company. */
		kind: text('kind', { enum: ['COMPANY', 'USER', 'GUEST'] }).notNull(),
		/** The number that stands for this id in the history. */
		party: integer('party'),
		isClosed: integer('is_closed', { mode: 'boolean' }).notNull().default(false),
	},
	(t) => [
		primaryKey({ columns: [t.companyId, t.id] }),
		index('movers_closed').on(t.id).where(sql`is_closed`),
		index('movers_closed_party').on(t.party).where(sql`is_closed`),
	],
);

/** Credentials that do not contain the name of a cell, after their company has moved. They are hashes of secrets, and ids of sessions. */
export const forwards = sqliteTable('forwards', {
	hash: text('hash').primaryKey(),
	companyId: text('company_id').notNull(),
});

export const backups = sqliteTable(
	'backups',
	{
		companyId: text('company_id').primaryKey(),
		/** The date of the last backup, or of the last night without changes since then; 0 before the first. */
		date: instant('date').notNull().default(0),
		/** The position of the last event in this database on that date. */
		position: integer('position').notNull().default(0),
		/** The date of the backup that was begun last. Two backups never have the same date. */
		begun: instant('begun').notNull().default(0),
		/** When the oldest backup will be deleted; null while there is only one. */
		outdated: instant('outdated'),
	},
	(t) => [
		index('backups_date').on(t.date),
		index('backups_outdated').on(t.outdated).where(sql`outdated IS NOT NULL`),
	],
);
