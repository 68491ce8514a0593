import { and, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import type { Claimed } from '../db/claims.ts';
import type { Db, Statement } from '../db/database.ts';
import { insertSelect } from '../db/records.ts';
import { CLAIM_KINDS, claims } from './table.ts';

/** A claim is no longer needed after this time: the longest lifetime of a code, or of a mail that may bounce. */
const CLAIM_MS = 30 * 86_400_000;

/** Returns statements that record which cell has codes. They run before the cell stores the codes. Unused claims do no harm. */
export const takingAll = (db: Db, cell: string, claimed: readonly Claimed[]): Statement[] =>
	claimed.map(({ values, since }) =>
		insertSelect(
			db,
			claims,
			{ kind: 'CODE', value: sql`t.value`, cell, since },
			sql`FROM json_each(${JSON.stringify(values)}) t WHERE TRUE`,
		).onConflictDoUpdate({
			target: [claims.kind, claims.value],
			set: { since: sql`excluded.since` },
			setWhere: sql`${claims.cell} = excluded.cell`,
		}),
	);

/** SQL of the time at which `clearExpiredSessions` has a claim to delete. */
export const claimsDueAt: readonly SQL[] = [
	...CLAIM_KINDS.map((kind) => sql`SELECT min(since) + ${CLAIM_MS} FROM claims WHERE kind = ${kind}`),
];

export const clearClaims = (db: Db, now: Instant): Statement =>
	db.delete(claims).where(and(inArray(claims.kind, CLAIM_KINDS), lte(claims.since, now - CLAIM_MS)));
