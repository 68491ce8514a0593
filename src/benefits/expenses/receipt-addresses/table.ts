import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';
import { employees } from '../../employees/table.ts';

/** The addresses to which employees send receipts. A new address replaces the old one. */
export const receiptAddresses = sqliteTable(
	'receipt_addresses',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		employeeId: reference('employee_id', () => employees.id),
		companyId: reference('company_id', () => companies.id),
		hash: text('hash').notNull(),
		/** The encrypted secret, so that the owner can read the address again. */
		sealed: text('sealed').notNull(),
		/** The last UTC day with accepted mails, in days since 1970. */
		mailDay: integer('mail_day'),
		/** The number of accepted mails on that day. */
		mailsTaken: integer('mails_taken').notNull().default(0),
		/** The last day on which the person got a notice about a dropped mail. */
		noticeDay: integer('notice_day'),
	},
	(t) => [
		uniqueIndex('receipt_addresses_employee').on(t.employeeId),
		uniqueIndex('receipt_addresses_hash').on(t.hash),
		index('receipt_addresses_sealed').on(t.sealed).where(sql`sealed IS NOT NULL`),
		check('receipt_addresses_hash', sql`length(${t.hash}) = 43`),
		check('receipt_addresses_mails', sql`${t.mailsTaken} BETWEEN 0 AND 50`),
	],
);

export const tellAddress = teller(receiptAddresses, ['id', 'employeeId', 'dateCreated']);
