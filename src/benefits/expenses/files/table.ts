import { integer, text } from 'drizzle-orm/sqlite-core';
import { id, instant } from '../../../foundation/db/columns.ts';
import { RECEIPT_TYPES } from '../receipts/rules.ts';

/** The columns of a row with a file, which is an R2 object with the row's id as its key. */
export const fileColumns = () => ({
	id: id(),
	dateCreated: instant('date_created').notNull(),
	/** Null until the file is stored. */
	dateStored: instant('date_stored'),
	mediaType: text('media_type', { enum: RECEIPT_TYPES }).notNull(),
	size: integer('size').notNull(),
	/** SHA-256 of the file in hexadecimal digits; null until the file is stored. */
	sha256: text('sha256'),
	/** When the row was discarded: it is hidden, and the cron removes its file and then the row. */
	dateDiscarded: instant('date_discarded'),
});
