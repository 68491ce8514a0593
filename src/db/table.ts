import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type Author, EVENT_TYPES, type Fields, SUBJECT_TYPES } from '../core/history.ts';
import { instant, json } from './columns.ts';

/**
 * What every change leaves behind. Triggers refuse to remove or alter an event, but for blanking values (see migrations).
 * It has no foreign keys: a record of the past depends on nothing that may still change.
 */
export const events = sqliteTable(
	'events',
	{
		/** The order of the commits. A reader who has seen one position has seen all before it. */
		position: integer('position').primaryKey({ autoIncrement: true }),
		id: text('id').notNull().unique('events_id'),
		date: instant('date').notNull(),
		/** The latest date of the company's events so far. It never falls along the positions, so it finds where a date begins. */
		dateReached: instant('date_reached').notNull(),
		author: json<Author>('author').notNull(),
		companyId: text('company_id'),
		subjectType: text('subject_type', { enum: SUBJECT_TYPES }).notNull(),
		subjectId: text('subject_id').notNull(),
		recordId: text('record_id').notNull(),
		type: text('type', { enum: EVENT_TYPES }).notNull(),
		before: json<Fields>('before'),
		after: json<Fields>('after').notNull(),
	},
	(t) => [
		index('events_company').on(t.companyId, t.position),
		index('events_company_type').on(t.companyId, t.type, t.position),
		index('events_company_reached').on(t.companyId, t.dateReached, t.position),
		index('events_subject').on(t.subjectId, t.position),
	],
);

/** The keys under which callers may repeat their writes, with the answers once they are known. */
export const idempotencyKeys = sqliteTable(
	'idempotency_keys',
	{
		callerId: text('caller_id').notNull(),
		key: text('key').notNull(),
		/** Tells the request under the key from any other one. */
		fingerprint: text('fingerprint').notNull(),
		/** Of the attempt that is at work, until `leaseUntil`; a trigger refuses the answer of any other attempt. */
		attempt: text('attempt').notNull(),
		/** The id for what the request creates, the same in every attempt. */
		recordId: text('record_id').notNull(),
		/** Of the attempt: what it answers is kept from then on. */
		dateCreated: instant('date_created').notNull(),
		leaseUntil: instant('lease_until').notNull(),
		status: integer('status').$type<200 | 201>(),
		headers: json<Record<string, string>>('headers'),
		body: text('body'),
	},
	(t) => [primaryKey({ columns: [t.callerId, t.key] }), index('idempotency_keys_created').on(t.dateCreated)],
);
