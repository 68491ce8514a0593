import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';

/** The secret address of a company's calendar. Only its SHA-256 is stored. A new address replaces the old one. */
export const calendarAddresses = sqliteTable(
	'calendar_addresses',
	{
		companyId: reference('company_id', () => companies.id).primaryKey(),
		hash: text('hash').notNull().unique('calendar_addresses_hash'),
		showsNames: integer('shows_names', { mode: 'boolean' }).notNull(),
		dateCreated: instant('date_created').notNull(),
	},
	(t) => [check('calendar_addresses_hash', sql`length(${t.hash}) = 43`)],
);

export const tellAddress = teller(calendarAddresses, ['companyId', 'showsNames', 'dateCreated']);
