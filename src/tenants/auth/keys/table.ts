import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Operation } from '../../../foundation/core/policy.ts';
import { id, instant, json, reference } from '../../../foundation/db/columns.ts';
import { teller } from '../../../foundation/db/teller.ts';
import { companies } from '../../companies/table.ts';
import { users } from '../../users/table.ts';

/** Each key acts as its own technical user, in a session with its id and end. Triggers allow only uses and revocations to change it. */
export const apiKeys = sqliteTable(
	'api_keys',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		/** Null for a platform key. */
		companyId: text('company_id').references(() => companies.id),
		userId: reference('user_id', () => users.id),
		makerId: reference('maker_id', () => users.id),
		name: text('name').notNull(),
		hash: text('hash').notNull(),
		operations: json<Operation[]>('operations').notNull(),
		dateExpires: instant('date_expires'),
		/** Precise to the hour. */
		dateUsed: instant('date_used'),
		dateRevoked: instant('date_revoked'),
		/** When a second person or the operator released a key of a directory. Without it, the key moves no address of a registered person. */
		dateReleased: instant('date_released'),
	},
	(t) => [
		uniqueIndex('api_keys_hash').on(t.hash),
		uniqueIndex('api_keys_user').on(t.userId),
		index('api_keys_maker').on(t.makerId),
		index('api_keys_company').on(t.companyId, t.id),
	],
);

export const tellKey = teller(apiKeys, [
	'id',
	'companyId',
	'userId',
	'name',
	'operations',
	'dateExpires',
	'dateRevoked',
]);
