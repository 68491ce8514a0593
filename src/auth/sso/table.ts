import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import { instant } from '../../db/columns.ts';
import { users } from '../../users/table.ts';

/** Which user an account of a company's identity provider belongs to. A trigger removes it when the user's e-mail changes. */
export const externalIdentities = sqliteTable(
	'external_identities',
	{
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
		issuer: text('issuer').notNull(),
		subject: text('subject').notNull(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		dateCreated: instant('date_created').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.companyId, t.issuer, t.subject] }),
		uniqueIndex('external_identities_user').on(t.userId, t.companyId, t.issuer),
	],
);

/** Sign-ins that have come back from a provider. Each state comes back once, each code is exchanged once. */
export const ssoSignIns = sqliteTable(
	'sso_sign_ins',
	{
		stateHash: text('state_hash').primaryKey(),
		codeHash: text('code_hash').notNull().unique('sso_sign_ins_code'),
		transactionHash: text('transaction_hash').notNull(),
		companyId: text('company_id')
			.notNull()
			.references(() => companies.id),
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		dateCreated: instant('date_created').notNull(),
		/** The exchange that was first. */
		exchange: text('exchange'),
	},
	(t) => [
		index('sso_sign_ins_created').on(t.dateCreated),
		index('sso_sign_ins_company').on(t.companyId),
		index('sso_sign_ins_user').on(t.userId),
	],
);
