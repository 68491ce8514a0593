import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import type { Claimed } from '../db/claims.ts';
import { oneOf } from '../db/columns.ts';
import { requireThat } from '../db/commit.ts';
import type { Db, Statement } from '../db/database.ts';
import { insertSelect } from '../db/records.ts';
import { CLAIM_KINDS, claims } from './table.ts';

/** A claim that no cell has renewed for this long is left over. It is the longest lifetime of a code, and of a mail that may bounce. */
export const CLAIM_MS = 30 * 86_400_000;

/** Statements that take values for a cell, before the batch that stores them there. */
export const takingAll = (db: Db, cell: string, claimed: readonly Claimed[]): Statement[] =>
	claimed.flatMap((one) => (one.since === null ? [] : taking(db, cell, one)));

/** Statements that free values, after the batch that deletes them. A value that is left over ends by itself. */
export const freeingAll = (db: Db, cell: string, claimed: readonly Claimed[]): Statement[] =>
	claimed.flatMap((one) => (one.since === null ? [freeing(db, cell, one)] : []));

/** Fails with `company_domains.domain` when a company in another database has verified the domain. */
const taking = (db: Db, cell: string, { kind, values, since }: Claimed): Statement[] => [
	insertSelect(
		db,
		claims,
		{ kind, value: sql`t.value`, cell, since: since ?? 0 },
		sql`FROM json_each(${JSON.stringify(values)}) t WHERE NOT EXISTS (SELECT 1 FROM company_domains d
			WHERE d.domain = t.value AND d.date_verified IS NOT NULL)`,
	).onConflictDoUpdate({
		target: [claims.kind, claims.value],
		set: { since: sql`excluded.since` },
		setWhere: sql`${claims.cell} = excluded.cell`,
	}),
	...(kind === 'DOMAIN'
		? [requireThat(db, sql`NOT EXISTS (${unheld(cell, kind, values)})`, 'company_domains.domain')]
		: []),
];

const unheld = (cell: string, kind: Claimed['kind'], values: readonly string[]): SQL =>
	sql`SELECT 1 FROM json_each(${JSON.stringify(values)}) t WHERE NOT EXISTS (
		SELECT 1 FROM claims c WHERE c.kind = ${kind} AND c.value = t.value AND c.cell = ${cell})`;

const freeing = (db: Db, cell: string, { kind, values }: Claimed): Statement =>
	db
		.delete(claims)
		.where(and(eq(claims.kind, kind), sql`${claims.value} IN ${oneOf(values)}`, eq(claims.cell, cell)));

/** Fails with `company_domains.domain` when a company in a cell has verified the domain. */
export const requireUnclaimed = (db: Db, domain: string): Statement =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM claims WHERE kind = 'DOMAIN' AND value = ${domain})`,
		'company_domains.domain',
	);

/** Deletes claims that are left over. Verified domains are claimed again each day. */
export const clearClaims = (db: Db, now: Instant): Statement =>
	db.delete(claims).where(and(inArray(claims.kind, CLAIM_KINDS), lte(claims.since, now - CLAIM_MS)));
