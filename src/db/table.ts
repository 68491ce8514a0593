import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type Author, type Fields, STORED_EVENT_TYPES, SUBJECT_TYPES } from '../core/history.ts';
import { instant, json } from './columns.ts';

/**
 * Every change leaves an event. Triggers refuse to remove or alter it, except to blank values (see
 * migrations). No foreign keys: the past must not depend on records that may still change.
 */
export const events = sqliteTable(
	'events',
	{
		/** The order of the commits. Whoever has read one position has seen every event before it. */
		position: integer('position').primaryKey({ autoIncrement: true }),
		id: text('id').notNull().unique('events_id'),
		date: instant('date').notNull(),
		/** The company's latest event date so far. It never falls, so the position of a date can be looked up. */
		dateReached: instant('date_reached').notNull(),
		author: json<Author>('author').notNull(),
		companyId: text('company_id'),
		subjectType: text('subject_type', { enum: SUBJECT_TYPES }).notNull(),
		subjectId: text('subject_id').notNull(),
		recordId: text('record_id').notNull(),
		type: text('type', { enum: STORED_EVENT_TYPES }).notNull(),
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

/** The idempotency keys of callers' writes, with the answers once they are known. */
export const idempotencyKeys = sqliteTable(
	'idempotency_keys',
	{
		callerId: text('caller_id').notNull(),
		key: text('key').notNull(),
		/** Identifies the request to which the key belongs. */
		fingerprint: text('fingerprint').notNull(),
		/** The attempt that holds the key until `leaseUntil`; a trigger refuses the answer of any other. */
		attempt: text('attempt').notNull(),
		/** The id for the record that the request creates, the same in every attempt. */
		recordId: text('record_id').notNull(),
		/** When the current attempt began. The answer is kept for a day from then on. */
		dateCreated: instant('date_created').notNull(),
		leaseUntil: instant('lease_until').notNull(),
		status: integer('status').$type<200 | 201>(),
		/** The employee or the user whom the answer is about; an erasure blanks the answer. */
		subjectId: text('subject_id'),
		headers: json<Record<string, string>>('headers'),
		body: text('body'),
	},
	(t) => [
		primaryKey({ columns: [t.callerId, t.key] }),
		index('idempotency_keys_created').on(t.dateCreated),
		index('idempotency_keys_subject').on(t.subjectId).where(sql`subject_id IS NOT NULL`),
	],
);
