import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { sha256 } from '../core/vault.ts';
import type { Claimed, Directory } from '../db/claims.ts';
import { oneOf } from '../db/columns.ts';
import { requireThat } from '../db/commit.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import { insertSelect } from '../db/records.ts';
import { claims } from './table.ts';

/** A claim that no cell has renewed for this long is left over. It is the longest lifetime of a code. */
const CLAIM_MS = 30 * 86_400_000;

/** The directory for the writes of one cell. */
export const directoryOf = (db: Db, cell: string): Directory => ({
	async take(claimed) {
		const [first, ...rest] = claimed.flatMap((one) => (one.since === null ? [] : taking(db, cell, one)));
		if (first !== undefined) await batch(db, [first, ...rest]);
	},
	async free(claimed) {
		const [first, ...rest] = claimed.flatMap((one) => (one.since === null ? [freeing(db, cell, one)] : []));
		if (first !== undefined) await batch(db, [first, ...rest]).catch(() => undefined);
	},
});

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

/** A cell in which to look for a person. */
export interface Place {
	cell: string;
	/** False for a cell that is only asked so that the time reveals nothing. */
	isThere: boolean;
}

/** Reads the cell of the person with an address. If there is any cell, every other address gets one to ask too. */
export const placeOfAddress = (db: Db, address: string) =>
	placesOf(db, sql`SELECT cell, 1 AS there FROM addresses WHERE address = ${address}`, address);

/** Reads the cell of a code by its marks, like `placeOfAddress`. Without marks there is none. */
export const placeOfCode = (db: Db, marks: readonly string[]) =>
	placesOf(db, claimedBy('CODE', marks), marks[0] ?? null);

/** Reads the cell of the company that has verified a domain. */
export const placeOfDomain = (db: Db, domain: string) => placesOf(db, claimedBy('DOMAIN', [domain]), null);

const claimedBy = (kind: Claimed['kind'], values: readonly string[]): SQL =>
	sql`SELECT cell, 1 AS there FROM claims WHERE kind = ${kind} AND value IN ${oneOf(values)}`;

function placesOf(db: Db, there: SQL, asked: string | null) {
	const from = asked === null ? null : sha256(asked).toLowerCase();
	const found = sql`(${there}
		UNION ALL SELECT cell, 0 FROM (SELECT cell FROM places WHERE cell >= ${from} ORDER BY cell LIMIT 1)
		UNION ALL SELECT cell, 0 FROM (SELECT cell FROM places WHERE ${from} IS NOT NULL ORDER BY cell LIMIT 1)) p`;
	return db
		.select({
			cell: sql<string>`p.cell`.as('cell'),
			isThere: sql`p.there`.mapWith(Boolean).as('is_there'),
		})
		.from(found);
}

/** Deletes claims that are left over. Verified domains are claimed again each day. */
export const clearClaims = (db: Db, now: Instant): Statement =>
	db.delete(claims).where(and(inArray(claims.kind, ['CODE', 'DOMAIN']), lte(claims.since, now - CLAIM_MS)));
