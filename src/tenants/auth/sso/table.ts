import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instant, reference } from '../../../foundation/db/columns.ts';
import { companies } from '../../companies/table.ts';
import { users } from '../../users/table.ts';

/** Links accounts at a company's provider to users. A trigger deletes a link when the user's e-mail address changes. */
export const externalIdentities = sqliteTable(
	'external_identities',
	{
		companyId: reference('company_id', () => companies.id),
		issuer: text('issuer').notNull(),
		subject: text('subject').notNull(),
		userId: reference('user_id', () => users.id),
		dateCreated: instant('date_created').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.companyId, t.issuer, t.subject] }),
		uniqueIndex('external_identities_user').on(t.userId, t.companyId, t.issuer),
	],
);

/** Finished sign-ins. Each state can be used once, and each code can be exchanged once. */
export const ssoSignIns = sqliteTable(
	'sso_sign_ins',
	{
		stateHash: text('state_hash').primaryKey(),
		codeHash: text('code_hash').notNull().unique('sso_sign_ins_code'),
		transactionHash: text('transaction_hash').notNull(),
		companyId: reference('company_id', () => companies.id),
		userId: reference('user_id', () => users.id),
		dateCreated: instant('date_created').notNull(),
		/** The id of the first exchange. */
		exchange: text('exchange'),
	},
	(t) => [
		index('sso_sign_ins_created').on(t.dateCreated),
		index('sso_sign_ins_company').on(t.companyId),
		index('sso_sign_ins_user').on(t.userId),
	],
);
