import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { companies } from '../../companies/table.ts';
import type { Operation } from '../../core/policy.ts';
import { id, instant, json } from '../../db/columns.ts';
import { teller } from '../../db/teller.ts';
import { users } from '../../users/table.ts';

/**
 * API keys. Each acts as a technical user of its own, and has a session with its own id, which lasts until the key expires or is
 * revoked. Triggers keep a revoked key revoked and every key as it was made (see migrations).
 */
export const apiKeys = sqliteTable(
	'api_keys',
	{
		id: id(),
		dateCreated: instant('date_created').notNull(),
		/** Null for a key of the platform. */
		companyId: text('company_id').references(() => companies.id),
		userId: text('user_id')
			.notNull()
			.references(() => users.id),
		/** The user who made it. */
		makerId: text('maker_id')
			.notNull()
			.references(() => users.id),
		name: text('name').notNull(),
		/** The SHA-256 of the key. */
		hash: text('hash').notNull(),
		operations: json<Operation[]>('operations').notNull(),
		dateExpires: instant('date_expires'),
		/** To the hour. */
		dateUsed: instant('date_used'),
		dateRevoked: instant('date_revoked'),
	},
	(t) => [
		uniqueIndex('api_keys_hash').on(t.hash),
		uniqueIndex('api_keys_user').on(t.userId),
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
