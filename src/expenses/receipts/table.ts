import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, instant } from '../../db/columns.ts';
import { teller } from '../../db/teller.ts';
import { expenses } from '../table.ts';
import { RECEIPT_TYPES } from './rules.ts';

/** The file of a receipt is an R2 object with the receipt's id as its key. */
export const receipts = sqliteTable(
	'receipts',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		/** Null until the file is stored. */
		dateStored: instant('date_stored'),
		expenseId: text('expense_id')
			.notNull()
			.references(() => expenses.id),
		mediaType: text('media_type', { enum: RECEIPT_TYPES }).notNull(),
		size: integer('size').notNull(),
		/** SHA-256 of the file in hexadecimal digits; null until the file is stored. */
		sha256: text('sha256'),
		/** When its expense was rejected or withdrawn, which a trigger notes. It is kept for 90 days more. */
		dateUnneeded: instant('date_unneeded'),
		/** When the receipt was discarded: it is hidden, and the cron removes its file and then its row. */
		dateDiscarded: instant('date_discarded'),
	},
	(t) => [
		index('receipts_unneeded')
			.on(t.dateUnneeded)
			.where(sql`date_unneeded IS NOT NULL AND date_discarded IS NULL`),
		index('receipts_expense').on(t.expenseId),
		index('receipts_unstored').on(t.dateCreated).where(sql`date_stored IS NULL`),
		index('receipts_discarded').on(t.dateDiscarded).where(sql`date_discarded IS NOT NULL`),
	],
);

/** A receipt whose file is stored. */
export type StoredReceipt = typeof receipts.$inferSelect & { sha256: string };

export const tellReceipt = teller(receipts, ['id', 'dateStored', 'expenseId', 'mediaType', 'size']);
