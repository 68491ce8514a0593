import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Author } from '../core/history.ts';
import type { TaxRule } from '../core/modules.ts';
import { MOVE_REASONS, MOVE_STEPS } from '../core/moves.ts';
import { instant, json } from '../db/columns.ts';

/** Cells hold these besides addresses: codes, and the ids of sent mails. Entries for domains were copied into `addresses`. */
export const CLAIM_KINDS = ['CODE', 'DOMAIN', 'MAIL'] as const;

/** The figures of a job in a cell. Dates are missing where they are those of the cell's last run. */
export interface CellJob {
	handled?: number;
	/** Set when the last run failed: the last run without an error, or null. */
	dateSucceeded?: number | null;
	waiting?: number;
	waitingSince?: number | null;
}

/** The reasons why a company in a cell needs somebody to act. */
export interface Trouble {
	lacksAdministrator: boolean;
	/** The mails that did not arrive. */
	failing: number;
	/** The former employee who is the only administrator. The directory does not learn the name. */
	formerId: string | null;
}

/** Lists of companies show this of a company in a cell. The cell reports it with its events. */
export interface Summary {
	administrators: number;
	/** Those of them who have registered. */
	registered: number;
	/** True if an administrator is a former employee. */
	hasLeft: boolean;
	/** The expenses that wait for a decision. */
	waiting: number;
	/** The day of the oldest of them. */
	oldest: number | null;
	/** When the month of that day was closed; null while it is open. */
	dateClosed: number | null;
	referenceDay: number;
	secondFactorRequired: boolean;
}

/**
 * The directory, which the D1 database holds: where companies with a database of their own are. Every cell has these tables
 * too, because the schema is the same. Only `fences` is used there, and `claims` for the mails that D1 does not know yet.
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
		/** How the jobs of the last run ended that handled something, failed, or have records waiting; null when there are none. */
		jobs: json<Record<string, CellJob>>('jobs'),
		/** Null for a company without trouble at the last run. */
		trouble: json<Trouble>('trouble'),
		/** Null before the first report, and after a move until the new cell reports. */
		summary: json<Summary>('summary'),
		/** The time since which the cell may have another list of known tills than D1; null when both are the same. */
		tillsSince: instant('tills_since'),
		/** Limited mails that wait in the cell for a grant. */
		waitingMails: integer('waiting_mails').notNull().default(0),
		/** How many limited mails the cell may begin on this day, in days since 1970. Triggers count them with those of D1. */
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

/**
 * The e-mail addresses of people in cells, and the domains that companies in cells have verified. A trigger keeps the addresses
 * apart from those of `users` here.
 */
export const addresses = sqliteTable(
	'addresses',
	{
		/** As `emailKey` returns it, or a domain, which has no @. */
		address: text('address').primaryKey(),
		cell: text('cell').notNull(),
		/** The user, or the record of the domain. */
		userId: text('user_id').notNull(),
		/** The attempt that takes or frees it. Until that is over, only the cell knows who has the address. Null otherwise. */
		claim: text('claim'),
		since: instant('since').notNull(),
	},
	(t) => [
		index('addresses_user').on(t.userId),
		index('addresses_cell').on(t.cell),
		index('addresses_in_doubt').on(t.since).where(sql`claim IS NOT NULL`),
	],
);

/** Companies in other databases, which users of this one manage as guests. */
export const grants = sqliteTable(
	'grants',
	{
		userId: text('user_id').notNull(),
		companyId: text('company_id').notNull(),
		/** The database in which the user signed in when it was granted: the name of a cell, or `D1`. */
		home: text('home').notNull(),
		/** False for a company that was taken away, until its database knows. */
		isWanted: integer('is_wanted', { mode: 'boolean' }).notNull().default(true),
		/** The time since which the other database may not know it; null when it does. */
		since: instant('since'),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.companyId] }),
		index('grants_in_doubt').on(t.since).where(sql`since IS NOT NULL`),
	],
);

/** Templates that companies in cells have yet to get a copy of. */
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
export const fences = sqliteTable(
	'fences',
	{
		claim: text('claim').primaryKey(),
		since: instant('since').notNull(),
	},
	(t) => [index('fences_since').on(t.since)],
);

/**
 * New events of cells, in the order in which the directory learned of them. Each range begins where the last one of its cell ended. A
 * follower of several companies reads these ranges, and their events from the cells.
 */
export const announcements = sqliteTable(
	'announcements',
	{
		id: integer('id').primaryKey({ autoIncrement: true }),
		cell: text('cell').notNull(),
		/** The positions of the first and the last event in the cell. */
		first: integer('first').notNull(),
		last: integer('last').notNull(),
		/** True for the events that a company has brought with it from D1, where they had the same positions. */
		isFromD1: integer('is_from_d1', { mode: 'boolean' }).notNull().default(false),
		date: instant('date').notNull(),
	},
	(t) => [index('announcements_cell').on(t.cell)],
);

/** Moves of companies to new cells: one row each, under the name of the new cell. */
export const moves = sqliteTable(
	'moves',
	{
		cell: text('cell').primaryKey(),
		companyId: text('company_id').notNull(),
		/** The cell that the company leaves; null for D1. */
		source: text('source'),
		step: text('step', { enum: MOVE_STEPS }).notNull(),
		/** How far the step has come: a part of the copy, and the last key that it has copied there. */
		part: integer('part').notNull().default(0),
		key: text('key').notNull().default(''),
		/** The rows that the last pass has compared, their bytes, and those of them that it had to copy. */
		rows: integer('rows').notNull().default(0),
		bytes: integer('bytes').notNull().default(0),
		copied: integer('copied').notNull().default(0),
		dateStarted: instant('date_started').notNull(),
		dateClosed: instant('date_closed'),
		dateOpened: instant('date_opened'),
		/** When the last old row was deleted, or the move was given up; null until then. */
		dateEnded: instant('date_ended'),
		/** Why the move was given up. */
		reason: text('reason', { enum: MOVE_REASONS }),
		/** The date of the backup that the new cell loads; null for a copy of the company itself. */
		backup: text('backup'),
		/** The addresses that the backup holds and others have taken since, and rights elsewhere that it holds and that were taken away since. */
		released: json<string[]>('released'),
		/** Employees and users who were erased after the backup and are back. */
		erased: json<string[]>('erased'),
		/** The time to which the cell itself goes back; null for anything else. */
		restoredTo: instant('restored_to'),
		/** The person who restores the company, for its history; null for a move. */
		author: json<Author>('author'),
	},
	(t) => [
		// Whatever a company has left in a cell waits there, also while the company moves again.
		uniqueIndex('moves_unfinished')
			.on(t.companyId)
			.where(sql`date_ended IS NULL AND (date_opened IS NULL OR source IS NULL)`),
		index('moves_left').on(t.dateOpened).where(sql`date_ended IS NULL`),
		index('moves_company').on(t.companyId, t.dateStarted),
	],
);

/** The company of an unfinished move with its people, and others that its records name, in the database that it leaves. */
export const movers = sqliteTable(
	'movers',
	{
		companyId: text('company_id').notNull(),
		id: text('id').notNull(),
		/** A guest is named by records of the company, but does not belong to it. */
		kind: text('kind', { enum: ['COMPANY', 'USER', 'GUEST'] }).notNull(),
		/** The number in the history. */
		party: integer('party'),
		/** True while triggers refuse writes about them. */
		isClosed: integer('is_closed', { mode: 'boolean' }).notNull().default(false),
	},
	(t) => [
		primaryKey({ columns: [t.companyId, t.id] }),
		index('movers_closed').on(t.id).where(sql`is_closed`),
		index('movers_closed_party').on(t.party).where(sql`is_closed`),
	],
);

/** Credentials without the name of a cell, whose company has moved since: hashes of secrets, and ids of sessions. */
export const forwards = sqliteTable('forwards', {
	hash: text('hash').primaryKey(),
	companyId: text('company_id').notNull(),
});

/** The backups of the companies in this database. */
export const backups = sqliteTable(
	'backups',
	{
		companyId: text('company_id').primaryKey(),
		/** The last backup, or the last night since which nothing has happened; 0 before the first. */
		date: instant('date').notNull().default(0),
		/** The position of the last event in this database at that time. */
		position: integer('position').notNull().default(0),
		/** The date of the backup that was begun last. No two have the same. */
		begun: instant('begun').notNull().default(0),
		/** When the oldest backup is deleted; null while there is only one. */
		outdated: instant('outdated'),
	},
	(t) => [
		index('backups_date').on(t.date),
		index('backups_outdated').on(t.outdated).where(sql`outdated IS NOT NULL`),
	],
);
