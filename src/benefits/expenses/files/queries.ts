import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Refusal } from '../../../foundation/core/refusals.ts';
import { unavailable } from '../../../foundation/db/retry.ts';
import type { ReceiptType } from '../receipts/rules.ts';

export interface FileRow {
	id: string;
	dateCreated: Instant;
	dateStored: Instant | null;
	mediaType: ReceiptType;
	size: number;
	sha256: string | null;
	dateDiscarded: Instant | null;
}

/** A table with the columns of `fileColumns`, and others. */
export type FileTable = SQLiteTable & Record<keyof FileRow, SQLiteColumn>;

/** For a repetition whose row the cron has just discarded. A moment later it can start afresh. */
export const beingRemoved = (): Refusal => unavailable(new Error('The file is being removed.'));

/** The condition that a file is stored and not discarded. */
export const isPresent = (table: FileTable): SQL =>
	sql`(${table.dateStored} IS NOT NULL AND ${table.dateDiscarded} IS NULL)`;
