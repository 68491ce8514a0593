import { and, asc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../../foundation/core/actor.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Violations } from '../../../foundation/db/commit.ts';
import type { Db } from '../../../foundation/db/database.ts';
import { insertOnce } from '../../../foundation/db/records.ts';
import { type CreatorState, MAX_KEYS } from './rules.ts';
import { apiKeys } from './table.ts';

export type StoredKey = Omit<typeof apiKeys.$inferSelect, 'hash'> & {
	creatorState: CreatorState;
	/** Null for a platform administrator, because companies must not learn the platform's users. */
	creatorName: string | null;
};

const { hash: _, ...stored } = getTableColumns(apiKeys);

const isPlatformAdmin = sql`instr(m.roles, '"PLATFORM_ADMIN"') > 0`;

const creatorState = sql<CreatorState>`CASE
	WHEN m.date_closed IS NOT NULL OR m.date_deleted IS NOT NULL THEN 'CLOSED'
	WHEN ${isPlatformAdmin} OR (instr(m.roles, '"COMPANY_ADMIN"') > 0 AND EXISTS (
		SELECT 1 FROM user_companies WHERE user_id = m.id AND company_id = api_keys.company_id)) THEN 'ACTIVE'
	ELSE 'DEMOTED' END`;

const columns = {
	...stored,
	creatorState: creatorState.as('creator_state'),
	creatorName: sql<string | null>`iif(${isPlatformAdmin}, NULL,
		coalesce(nullif(trim(coalesce(m.first_name, '') || ' ' || coalesce(m.last_name, '')), ''), m.email))`.as(
		'creator_name',
	),
};

const keysWhere = (db: Db, ...conditions: (SQL | undefined)[]) =>
	db
		.select(columns)
		.from(apiKeys)
		.innerJoin(sql`users m`, sql`m.id = ${apiKeys.makerId}`)
		.where(and(...conditions))
		.$dynamic();

export const keysPage = (db: Db, companyId: string | null, after: string, limit: number) =>
	keysWhere(db, isOf(companyId), gt(apiKeys.id, after)).orderBy(asc(apiKeys.id)).limit(limit);

export const keyById = (db: Db, companyId: string | null, id: string) =>
	keysWhere(db, eq(apiKeys.id, id), isOf(companyId));

export const orphanedKeys = (db: Db, companyId: string, now: Instant) =>
	keysWhere(
		db,
		isOf(companyId),
		isNull(apiKeys.dateRevoked),
		sql`coalesce(${apiKeys.dateExpires}, ${now} + 1) > ${now}`,
		sql`${creatorState} <> 'ACTIVE'`,
	);

/** Reads the unrevoked keys of a creator, as far as the scope reaches their companies. */
export const keysMadeBy = (db: Db, { all, managerId }: Scope, userId: string) =>
	keysWhere(
		db,
		eq(apiKeys.makerId, userId),
		isNull(apiKeys.dateRevoked),
		all
			? undefined
			: sql`${apiKeys.companyId} IN (SELECT company_id FROM user_companies WHERE user_id = ${managerId})`,
	);

const isOf = (companyId: string | null) =>
	companyId === null ? isNull(apiKeys.companyId) : eq(apiKeys.companyId, companyId);

export const insertKey = (db: Db, row: typeof apiKeys.$inferInsert) => insertOnce(db, apiKeys, row);

/** Fails with `stale_revision` when the key was already revoked. */
export const markRevoked = (db: Db, id: string, now: Instant) =>
	db.update(apiKeys).set({ dateRevoked: now }).where(eq(apiKeys.id, id));

export const noteUse = (db: Db, id: string, now: Instant) =>
	db.update(apiKeys).set({ dateUsed: now }).where(eq(apiKeys.id, id));

export const tooManyKeys: Violations = {
	too_many_api_keys: () =>
		new Refusal('too_many_api_keys', `There are ${MAX_KEYS} keys already. Revoke one that is not used.`),
};
