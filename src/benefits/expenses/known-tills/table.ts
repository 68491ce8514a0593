import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';

/**
 * Certificates of the security devices of tills, for all companies. D1 has the list, and cells get copies of it. Rows do not change: a
 * certificate is imported and removed.
 */
export const knownTills = sqliteTable(
	'known_tills',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		/** The user who imported it. Cells do not know the users of the platform. */
		authorId: text('author_id').notNull(),
		name: text('name').notNull(),
		/** Stands for the key, as in the facts of receipts. */
		issuerMark: text('issuer_mark').notNull(),
		serialNumber: text('serial_number').notNull(),
		validFrom: instant('valid_from').notNull(),
		validUntil: instant('valid_until').notNull(),
		/** The SHA-256 of the certificate. */
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
