import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { created, id, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../../tenants/companies/table.ts';

/** The groups that a company's directory has created or changed through SCIM. Some have no members. */
export const directoryGroups = sqliteTable(
	'directory_groups',
	{
		id: id(),
		...created(),
		companyId: reference('company_id', () => companies.id),
		/** The group's id in SCIM encodes this key. It stays when the group is renamed. */
		key: text('key').notNull(),
		/** The name of the group in its members' `employees.groups`. */
		name: text('name').notNull(),
		externalId: text('external_id'),
		/** Each change raises it by one. A trigger refuses any other step. */
		revision: integer('revision').notNull().default(0),
	},
	(t) => [
		uniqueIndex('directory_groups_key').on(t.companyId, t.key),
		uniqueIndex('directory_groups_name').on(t.companyId, t.name),
	],
);

export type DirectoryGroup = typeof directoryGroups.$inferSelect;

export const tellGroup = teller(directoryGroups, ['id', 'companyId', 'name', 'externalId']);
