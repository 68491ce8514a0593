import { integer, text } from 'drizzle-orm/sqlite-core';
import { id, instant } from '../../../foundation/db/columns.ts';
import { RECEIPT_TYPES } from '../receipts/rules.ts';

/** The columns of a row with a file. The file is an R2 object whose key is the row's id. */
export const fileColumns = () => ({
	id: id(),
	dateCreated: instant('date_created').notNull(),
	/** Null until the file is stored. */
	dateStored: instant('date_stored'),
	mediaType: text('media_type', { enum: RECEIPT_TYPES }).notNull(),
	size: integer('size').notNull(),
	/** The SHA-256 of the file in hexadecimal digits; null until the file is stored. */
	sha256: text('sha256'),
	/** When the row was discarded. It is then hidden, and the cron deletes its file and then the row. */
	dateDiscarded: instant('date_discarded'),
});
