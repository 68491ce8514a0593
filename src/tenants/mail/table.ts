import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, instant, json, reference } from '../../foundation/db/columns.ts';
import { companies } from '../companies/table.ts';
import { users } from '../users/table.ts';
import { MAIL_KINDS, STORED_STATES } from './rules.ts';

/** Waiting and sent mails. Name, language and usually the address are read when the mail is sent. */
export const mails = sqliteTable(
	'mails',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		kind: text('kind', { enum: MAIL_KINDS }).notNull(),
		userId: reference('user_id', () => users.id),
		/** Managers of this company may see the mail; null is the platform. */
		companyId: text('company_id').references(() => companies.id),
		/** The address to which it goes; null for the address that the user has when it is sent. */
		recipient: text('recipient'),
		/** The facts in its text. */
		data: json<Record<string, string>>('data').notNull(),
		/** The encrypted token of its link; null without one, and after the mail is sent or given up. */
		sealed: text('sealed'),
		/** The encrypted token of a mail that stays in its sandbox, where people can read it. */
		kept: text('kept'),
		state: text('state', { enum: STORED_STATES }).notNull().default('waiting'),
		priority: integer('priority').notNull(),
		/** The time of the next attempt. During an attempt, the end of its lease. */
		dateDue: instant('date_due').notNull(),
		attempts: integer('attempts').notNull().default(0),
		dateAttempted: instant('date_attempted'),
		/** Only the attempt with this id may store the result. */
		attempt: text('attempt'),
		/** The number of the last attempt among all attempts of its day; null for mails about security. */
		turn: integer('turn'),
		dateSent: instant('date_sent'),
		/** The carrier's id of the mail, which bounces refer to. */
		carrierId: text('carrier_id'),
		/** The reason why it was not sent or was returned. */
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

/** A trigger counts the attempts at limited mails per UTC day, and keeps them from exceeding the limit. */
export const mailDays = sqliteTable('mail_days', {
	/** Days since 1970. */
	day: integer('day').primaryKey(),
	attempts: integer('attempts').notNull(),
	/** `MAIL_PER_DAY` at the last attempt of the day. */
	perDay: integer('per_day'),
});

/** The last turn of each company that had a limited mail. A trigger keeps it. */
export const mailTurns = sqliteTable('mail_turns', {
	/** The id of the company; empty for mails of no company. */
	party: text('party').primaryKey(),
	day: integer('day').notNull(),
	/** Its attempts on that day. */
	attempts: integer('attempts').notNull(),
	/** The number of its last attempt among all attempts of that day, so that companies keep their order. */
	ordinal: integer('ordinal').notNull(),
});

/** Triggers count the invitations to an address per UTC day. The cron deletes the counts of past days. */
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

/** Notices that people have turned off. All others are sent. */
export const mutedNotices = sqliteTable(
	'muted_notices',
	{
		userId: reference('user_id', () => users.id),
		kind: text('kind', { enum: MAIL_KINDS }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** Everybody has been reminded up to this turn. */
export const reminderTurns = sqliteTable('reminder_turns', {
	kind: text('kind', { enum: MAIL_KINDS }).primaryKey(),
	doneUntil: instant('done_until').notNull(),
});
