import { and, asc, eq, getTableColumns, gt, isNull } from 'drizzle-orm';
import type { Instant } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Violations } from '../../db/commit.ts';
import type { Db } from '../../db/database.ts';
import { insertOnce } from '../../db/records.ts';
import { MAX_KEYS } from './rules.ts';
import { apiKeys } from './table.ts';

export type StoredKey = Omit<typeof apiKeys.$inferSelect, 'hash'>;

const { hash: _, ...columns } = getTableColumns(apiKeys);

export const keysPage = (db: Db, companyId: string | null, after: string, limit: number) =>
	db
		.select(columns)
		.from(apiKeys)
		.where(and(isOf(companyId), gt(apiKeys.id, after)))
		.orderBy(asc(apiKeys.id))
		.limit(limit);

export const keyById = (db: Db, companyId: string | null, id: string) =>
	db
		.select(columns)
		.from(apiKeys)
		.where(and(eq(apiKeys.id, id), isOf(companyId)));

const isOf = (companyId: string | null) =>
	companyId === null ? isNull(apiKeys.companyId) : eq(apiKeys.companyId, companyId);

export const insertKey = (db: Db, row: typeof apiKeys.$inferInsert) => insertOnce(db, apiKeys, row);

/** Fails with `stale_revision` when the key has been revoked. */
export const markRevoked = (db: Db, id: string, now: Instant) =>
	db.update(apiKeys).set({ dateRevoked: now }).where(eq(apiKeys.id, id));

export const noteUse = (db: Db, id: string, now: Instant) =>
	db.update(apiKeys).set({ dateUsed: now }).where(eq(apiKeys.id, id));

export const tooManyKeys: Violations = {
	too_many_api_keys: () =>
		new Refusal('too_many_api_keys', `There are ${MAX_KEYS} keys already. Revoke one that is not used.`),
};
