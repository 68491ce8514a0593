import { index, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { companies } from '../../../tenants/companies/table.ts';

/** The next cut-off of each company that the history does not record yet. Triggers add it and follow the reference day. */
export const cutOffs = sqliteTable(
	'cut_offs',
	{
		companyId: reference('company_id', () => companies.id).primaryKey(),
		/** The start of the month in which the cut-off falls. A trigger refuses an earlier one, so that none is recorded twice. */
		month: instant('month').notNull(),
		/** The first instant after the cut-off. */
		datePassed: instant('date_passed').notNull(),
	},
	(t) => [index('cut_offs_passed').on(t.datePassed)],
);
