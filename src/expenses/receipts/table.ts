import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { RECEIPT_TYPES } from '../../core/expenses.ts';
import { id, instant } from '../../db/columns.ts';
import { expenses } from '../table.ts';

/** A receipt's object in R2 has the receipt's id as its key. `dateStored` is null until the object is there. */
export const receipts = sqliteTable(
	'receipts',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		dateStored: instant('date_stored'),
		expenseId: text('expense_id')
			.notNull()
			.references(() => expenses.id),
		mediaType: text('media_type', { enum: RECEIPT_TYPES }).notNull(),
		size: integer('size').notNull(),
	},
	(t) => [
		index('receipts_expense').on(t.expenseId, t.id),
		index('receipts_unstored').on(t.dateStored, t.dateCreated),
	],
);
