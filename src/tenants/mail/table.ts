import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, instant, json, reference } from '../../foundation/db/columns.ts';
import { companies } from '../companies/table.ts';
import { users } from '../users/table.ts';
import { MAIL_KINDS, STORED_STATES } from './rules.ts';

/** Waiting and sent mails. The recipient's name, language and usually address are read only when the mail is sent. */
export const mails = sqliteTable(
	'mails',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		kind: text('kind', { enum: MAIL_KINDS }).notNull(),
		userId: reference('user_id', () => users.id),
		/** The company whose managers may see the mail; null for the platform. */
		companyId: text('company_id').references(() => companies.id),
		/** The recipient's address; null for the address that the user has when the mail is sent. */
		recipient: text('recipient'),
		data: json<Record<string, string>>('data').notNull(),
		/** The encrypted token of its link. Null without a link, and after the mail was sent or has failed. */
		sealed: text('sealed'),
		/** The encrypted token of a mail that stays in its sandbox, where people can read it. */
		kept: text('kept'),
		state: text('state', { enum: STORED_STATES }).notNull().default('waiting'),
		priority: integer('priority').notNull(),
		/** The time of the next attempt. During an attempt, it is the end of the lease. */
		dateDue: instant('date_due').notNull(),
		attempts: integer('attempts').notNull().default(0),
		dateAttempted: instant('date_attempted'),
		/** Only the attempt with this id may store the result. */
		attempt: text('attempt'),
		/** The number of the last attempt among all attempts of its day; null for mails about security. */
		turn: integer('turn'),
		dateSent: instant('date_sent'),
		/** The carrier's id of the mail, by which bounces name it. */
		carrierId: text('carrier_id'),
		reason: text('reason'),
	},
	(t) => [
		index('mails_due').on(t.priority, t.dateDue).where(sql`state = 'waiting'`),
		index('mails_turn').on(t.companyId, t.priority, t.dateDue, t.id).where(sql`state = 'waiting'`),
		index('mails_company').on(t.companyId, t.id),
		index('mails_unsent').on(t.companyId, t.state, t.id).where(sql`state <> 'sent'`),
		index('mails_user').on(t.userId),
		// A sealed text begins with the id of its key, so that this index finds all texts of one key.
		index('mails_sealed_by').on(t.sealed).where(sql`sealed IS NOT NULL`),
		index('mails_kept_by').on(t.kept).where(sql`kept IS NOT NULL`),
		check('mails_sealed', sql`state = 'waiting' OR sealed IS NULL`),
		index('mails_carrier').on(t.carrierId).where(sql`carrier_id IS NOT NULL`),
	],
);

/** The attempts at limited mails on each UTC day. A trigger counts them, and refuses more than the limit. */
export const mailDays = sqliteTable('mail_days', {
	/** Days since 1970. */
	day: integer('day').primaryKey(),
	attempts: integer('attempts').notNull(),
	/** `MAIL_PER_DAY` at the last attempt of the day. */
	perDay: integer('per_day'),
});

/** The last turn of each company that had a limited mail. A trigger maintains it. */
export const mailTurns = sqliteTable('mail_turns', {
	/** The id of the company; empty for mails of no company. */
	party: text('party').primaryKey(),
	day: integer('day').notNull(),
	/** The number of its attempts on that day. */
	attempts: integer('attempts').notNull(),
	/** The number of its last attempt among all attempts of that day. It keeps companies in their order. */
	ordinal: integer('ordinal').notNull(),
});

/** The invitations to an address on each UTC day. Triggers count them, and the cron deletes past days. */
export const invitationDays = sqliteTable(
	'invitation_days',
	{
		emailKey: text('email_key').notNull(),
		/** Days since 1970. */
		day: integer('day').notNull(),
		invitations: integer('invitations').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.emailKey, t.day] }),
		index('invitation_days_most').on(t.day, t.invitations),
	],
);

export const mutedNotices = sqliteTable(
	'muted_notices',
	{
		userId: reference('user_id', () => users.id),
		kind: text('kind', { enum: MAIL_KINDS }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** The turns of reminders that are finished. */
export const reminderTurns = sqliteTable('reminder_turns', {
	kind: text('kind', { enum: MAIL_KINDS }).primaryKey(),
	doneUntil: instant('done_until').notNull(),
});
