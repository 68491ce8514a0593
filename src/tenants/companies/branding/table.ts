import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { reference } from '../../../foundation/db/columns.ts';
import { companies } from '../table.ts';
import { LOGO_TYPES } from './rules.ts';

/** The logos of companies, apart from `companies`, because most requests read that table. `companies.logo` has the file's digest. */
export const companyLogos = sqliteTable('company_logos', {
	companyId: reference('company_id', () => companies.id).primaryKey(),
	mediaType: text('media_type', { enum: LOGO_TYPES }).notNull(),
	/** The file in base64. */
	content: text('content').notNull(),
});
