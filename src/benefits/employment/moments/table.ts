import { index, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { companies } from '../../../tenants/companies/table.ts';

/** Each company's next cut-off that is not in the history yet. Triggers add it and adapt it to the reference day. */
export const cutOffs = sqliteTable(
	'cut_offs',
	{
		companyId: reference('company_id', () => companies.id).primaryKey(),
		/** The start of the month of the cut-off. A trigger refuses an earlier month, so that no cut-off is recorded twice. */
		month: instant('month').notNull(),
		/** The first instant after the cut-off. */
		datePassed: instant('date_passed').notNull(),
	},
	(t) => [index('cut_offs_passed').on(t.datePassed)],
);
