import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';

/** Certificates of tills' security devices, for all companies. D1 has the list, and cells get copies. Rows never change. */
export const knownTills = sqliteTable(
	'known_tills',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		/** The user who imported it. There is no foreign key, because cells do not have the platform's users. */
		authorId: text('author_id').notNull(),
		name: text('name').notNull(),
		/** Identifies the key, as in the facts of receipts. */
		issuerMark: text('issuer_mark').notNull(),
		serialNumber: text('serial_number').notNull(),
		validFrom: instant('valid_from').notNull(),
		validUntil: instant('valid_until').notNull(),
		fingerprint: text('fingerprint').notNull(),
	},
	(t) => [
		uniqueIndex('known_tills_fingerprint').on(t.fingerprint),
		index('known_tills_key').on(t.issuerMark, t.validFrom),
		check('known_tills_validity', sql`${t.validFrom} <= ${t.validUntil}`),
	],
);

export const tellTill = teller(knownTills, [
	'id',
	'authorId',
	'name',
	'serialNumber',
	'validFrom',
	'validUntil',
	'fingerprint',
]);
