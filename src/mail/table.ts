import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { companies } from '../companies/table.ts';
import { id, instant, json } from '../db/columns.ts';
import { users } from '../users/table.ts';
import { MAIL_KINDS, MAIL_STATES } from './rules.ts';

/** Mails to be sent, and those that were. Address, name and language of the recipient are those at the time of sending. */
export const mails = sqliteTable(
	'mails',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		kind: text('kind', { enum: MAIL_KINDS }).notNull(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		/** Whose managers may see that it exists; null is the platform. */
		companyId: text('company_id').references(() => companies.id),
		/** What its text tells. */
		data: json<Record<string, string>>('data').notNull(),
		/** The token in its link, encrypted; null without one, and once it is sent or given up. */
		sealed: text('sealed'),
		state: text('state', { enum: MAIL_STATES }).notNull().default('waiting'),
		priority: integer('priority').notNull(),
		/** When it may be sent; while somebody sends it, when somebody else may. */
		dateDue: instant('date_due').notNull(),
		attempts: integer('attempts').notNull().default(0),
		dateAttempted: instant('date_attempted'),
		/** Identifies the attempt; whoever began it tells how it ended. */
		attempt: text('attempt'),
		dateSent: instant('date_sent'),
		/** The carrier's name for it, under which a bounce is told. */
		carrierId: text('carrier_id'),
		/** Why it was not sent so far, or came back. */
		reason: text('reason'),
	},
	(t) => [
		index('mails_due').on(t.priority, t.dateDue).where(sql`state = 'waiting'`),
		index('mails_company').on(t.companyId, t.id),
		index('mails_unsent').on(t.companyId, t.state, t.id).where(sql`state <> 'sent'`),
		index('mails_user').on(t.userId),
		// A sealed text begins with the id of its key.
		index('mails_sealed_by').on(t.sealed).where(sql`sealed IS NOT NULL`),
		check('mails_sealed', sql`state = 'waiting' OR sealed IS NULL`),
		index('mails_carrier').on(t.carrierId).where(sql`carrier_id IS NOT NULL`),
	],
);

/** How many attempts at sending began on each day (UTC), counted by a trigger. */
export const mailDays = sqliteTable('mail_days', {
	/** Days since 1970. */
	day: integer('day').primaryKey(),
	attempts: integer('attempts').notNull(),
});

/** The notices that people have turned off. Who has chosen nothing gets all of them. */
export const mutedNotices = sqliteTable(
	'muted_notices',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		kind: text('kind', { enum: MAIL_KINDS }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** Until which turn all have been reminded. */
export const reminderTurns = sqliteTable('reminder_turns', {
	kind: text('kind', { enum: MAIL_KINDS }).primaryKey(),
	doneUntil: instant('done_until').notNull(),
});
