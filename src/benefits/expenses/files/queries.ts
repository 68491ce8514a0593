import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Refusal } from '../../../foundation/core/refusals.ts';
import { unavailable } from '../../../foundation/db/retry.ts';
import { ABANDONED_AFTER_MS, type ReceiptType, UNNEEDED_MS } from '../receipts/rules.ts';

export interface FileRow {
	id: string;
	dateCreated: Instant;
	dateStored: Instant | null;
	mediaType: ReceiptType;
	size: number;
	sha256: string | null;
	dateDiscarded: Instant | null;
}

/** A table that has all columns of `fileColumns`. */
export type FileTable = SQLiteTable & Record<keyof FileRow, SQLiteColumn>;

/** The refusal of a repetition whose row the cron has just discarded. It can start again soon. */
export const beingRemoved = (): Refusal => unavailable(new Error('The file is being removed.'));

export const isPresent = (table: FileTable): SQL =>
	sql`(${table.dateStored} IS NOT NULL AND ${table.dateDiscarded} IS NULL)`;

/** SQL of the time at which the job has a discarded or unfinished file of this table to remove. */
export const removalsDueAt = (table: FileTable): SQL[] => [
	sql`SELECT min(date_discarded) FROM ${table} WHERE date_discarded IS NOT NULL`,
	sql`SELECT min(date_created) + ${sql.raw(String(ABANDONED_AFTER_MS + 1))} FROM ${table} WHERE date_stored IS NULL`,
];

/** SQL of the time at which the job discards a file of this table that nobody needs. */
export const unneededDueAt = (table: FileTable): SQL =>
	sql`SELECT min(date_unneeded) + ${sql.raw(String(UNNEEDED_MS))} FROM ${table} WHERE date_unneeded IS NOT NULL AND date_discarded IS NULL`;
