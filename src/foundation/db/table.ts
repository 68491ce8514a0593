import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Role } from '../core/actor.ts';
import { ACCESS_EVENT_TYPES, ACCESS_REASONS, SUBJECT_TYPES } from '../core/history.ts';
import { bytes, instant, json } from './columns.ts';

/**
 * Every change leaves an event. Triggers refuse to delete or change events, except to blank values. Repeated values are stored once and
 * referred to by a number. There are no foreign keys, because the past must not depend on records that may change.
 */
export const events = sqliteTable(
	'events',
	{
		/** Positions follow the order of the commits. A reader who is at a position has seen every event before it. */
		position: integer('position').primaryKey(),
		id: bytes('id').notNull().unique('events_id'),
		date: instant('date').notNull(),
		/** The 16 bytes of a UUID, else the text that the caller chose; null when no request made the change. */
		requestId: bytes('request_id'),
		author: integer('author').notNull(),
		/** The company whose administrators may read the event; null for the platform. */
		company: integer('company'),
		subject: integer('subject').notNull(),
		/** Null when the subject itself was changed. */
		recordId: bytes('record_id'),
		type: integer('type').notNull(),
		/** The row of `event_texts` with the names of the changed fields, a JSON array (see `compacted`). */
		fields: integer('fields').notNull(),
		/** The values before, a JSON array in the order of the names; null for a new record. */
		before: text('before'),
		/** The values after, in the same form, or the 16 bytes of the id in `event_values`. */
		after: text('after').notNull(),
	},
	(t) => [
		index('events_company').on(t.company),
		index('events_company_type').on(t.company, t.type),
		index('events_subject').on(t.subject),
		index('events_author').on(t.author),
		index('events_request').on(t.requestId).where(sql`request_id IS NOT NULL`),
	],
);

/** The companies, users and employees that events are about. Triggers add them when they are created. */
export const eventParties = sqliteTable('event_parties', {
	id: integer('id').primaryKey(),
	uuid: bytes('uuid').notNull().unique('event_parties_uuid'),
	type: text('type', { enum: SUBJECT_TYPES }).notNull(),
});

/** Authors of changes: a user or key in one session with the roles at that time, the cron, or a command-line tool. */
export const eventAuthors = sqliteTable(
	'event_authors',
	{
		id: integer('id').primaryKey(),
		type: text('type', { enum: ['USER', 'API_KEY', 'CRON', 'COMMAND_LINE'] }).notNull(),
		userId: bytes('user_id'),
		sessionId: bytes('session_id'),
		roles: json<Role[]>('roles').notNull(),
	},
	(t) => [index('event_authors_session').on(t.sessionId), index('event_authors_user').on(t.userId)],
);

export const eventTexts = sqliteTable('event_texts', {
	id: integer('id').primaryKey(),
	text: text('text').notNull().unique('event_texts_text'),
});

/** Values that several events of one write share, such as the rules of a template with many companies. */
export const eventValues = sqliteTable('event_values', {
	id: bytes('id').primaryKey(),
	after: text('after').notNull(),
});

/**
 * The first event of each hour that is later than all earlier hours here. Both columns only increase, so all events since an instant are at
 * or after one position.
 */
export const eventHours = sqliteTable('event_hours', {
	hour: integer('hour').primaryKey(),
	position: integer('position').notNull().unique('event_hours_position'),
});

/** Sign-ins, refused requests and bulk reads. Unlike events, they are deleted after a year. */
export const accessEvents = sqliteTable(
	'access_events',
	{
		/** Positions follow the order of the commits, and are never used again. */
		position: integer('position').primaryKey({ autoIncrement: true }),
		id: text('id').notNull(),
		date: instant('date').notNull(),
		type: text('type', { enum: ACCESS_EVENT_TYPES }).notNull(),
		/** A second event with the same key only raises `count`. */
		key: text('key').notNull().unique('access_events_key'),
		count: integer('count').notNull(),
		/** Null when the entered name belongs to no user. */
		userId: text('user_id'),
		/** The company whose administrators may read the event; null for the platform. */
		companyId: text('company_id'),
		sessionId: text('session_id'),
		requestId: text('request_id'),
		place: text('place'),
		country: text('country'),
		city: text('city'),
		device: text('device'),
		/** The method and path of the refused or recorded request. */
		request: text('request'),
		reason: text('reason', { enum: ACCESS_REASONS }),
	},
	(t) => [
		index('access_events_date').on(t.date),
		index('access_events_type').on(t.type, t.date),
		index('access_events_user').on(t.userId),
		index('access_events_company').on(t.companyId),
	],
);

/** The idempotency keys of writes, with their answers once these are known. */
export const idempotencyKeys = sqliteTable(
	'idempotency_keys',
	{
		callerId: text('caller_id').notNull(),
		key: text('key').notNull(),
		fingerprint: text('fingerprint').notNull(),
		/** The attempt that holds the key until `leaseUntil`. A trigger refuses the answer of any other attempt. */
		attempt: text('attempt').notNull(),
		/** The id for the record that the request creates. It is the same in every attempt. */
		recordId: text('record_id').notNull(),
		/** The start of the current attempt. The answer is kept for a day from then on. */
		dateCreated: instant('date_created').notNull(),
		leaseUntil: instant('lease_until').notNull(),
		status: integer('status').$type<200 | 201>(),
		/** The employee or user that the answer is about. An erasure of this person blanks the answer. */
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
