import { sql } from 'drizzle-orm';
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { fileColumns } from '../files/table.ts';
import { expenses } from '../table.ts';

export const receipts = sqliteTable(
	'receipts',
	{
		...fileColumns(),
		expenseId: reference('expense_id', () => expenses.id),
		/** When its expense was rejected or withdrawn. A trigger sets it. The receipt is kept for 90 more days. */
		dateUnneeded: instant('date_unneeded'),
		/** The mark of the invoice in this file. The expense has the facts of only one invoice, but each one may be a duplicate. */
		invoiceMark: text('invoice_mark'),
	},
	(t) => [
		index('receipts_unneeded')
			.on(t.dateUnneeded)
			.where(sql`date_unneeded IS NOT NULL AND date_discarded IS NULL`),
		index('receipts_expense').on(t.expenseId),
		index('receipts_invoice').on(t.invoiceMark).where(sql`invoice_mark IS NOT NULL`),
		index('receipts_unstored').on(t.dateCreated).where(sql`date_stored IS NULL`),
		index('receipts_discarded').on(t.dateDiscarded).where(sql`date_discarded IS NOT NULL`),
	],
);

export type StoredReceipt = typeof receipts.$inferSelect & { sha256: string };

export const tellReceipt = teller(receipts, ['id', 'dateStored', 'expenseId', 'mediaType', 'size']);
