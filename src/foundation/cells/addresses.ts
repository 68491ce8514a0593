import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { oneOf } from '../db/columns.ts';
import { requireThat } from '../db/commit.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import type { Move } from '../db/directory.ts';
import { prepared } from '../db/prepared.ts';
import { inParts, insertSelect } from '../db/records.ts';
import { addresses, fences } from './table.ts';

/** An entry of the directory about an e-mail address or a verified domain. */
export interface Entry {
	address: string;
	/** Null for D1. */
	cell: string | null;
	userId: string;
	/** The attempt that is taking or freeing the address; null while no attempt is open. */
	claim: string | null;
	since: Instant;
}

/** One try of a write that takes or frees addresses. */
export interface Attempt {
	cell: string;
	claim: string;
	now: Instant;
	moves: readonly Move[];
}

const holdersIn = (db: Db, wanted: SQL) =>
	db.select({ address: sql<string>`h.address`.as('held'), userId: sql<string>`h.id`.as('holder') }).from(
		sql`(SELECT email_key AS address, id FROM users WHERE email_key IN ${wanted}
				UNION ALL SELECT domain, id FROM company_domains WHERE date_verified IS NOT NULL AND domain IN ${wanted}) h`,
	);

const pairsOf = (moves: readonly Move[]): string =>
	JSON.stringify(moves.flatMap(({ address, userId }) => (address === null ? [] : [[address, userId]])));

const knownUsers = (moves: readonly Move[]): string =>
	JSON.stringify(moves.flatMap(({ isNew, userId }) => (isNew ? [] : [userId])));

const { placeholder } = sql;

/** True if an address belongs to another user, or another attempt has reserved it. An attempt does not block itself. */
const isBlocked: SQL = sql`(
	EXISTS (SELECT 1 FROM json_each(${placeholder('pairs')}) w CROSS JOIN addresses a ON a.address = w.value ->> 0
		WHERE a.claim IS NOT ${placeholder('claim')}
			AND NOT (a.claim IS NULL AND a.cell = ${placeholder('cell')} AND a.user_id = w.value ->> 1))
	OR EXISTS (SELECT 1 FROM json_each(${placeholder('known')}) k CROSS JOIN addresses a ON a.user_id = k.value
		WHERE a.cell = ${placeholder('cell')} AND a.claim <> ${placeholder('claim')})
	OR EXISTS (SELECT 1 FROM json_each(${placeholder('pairs')}) w CROSS JOIN users u ON u.email_key = w.value ->> 0)
	OR EXISTS (SELECT 1 FROM json_each(${placeholder('pairs')}) w
		CROSS JOIN company_domains d ON d.domain = w.value ->> 0 AND d.date_verified IS NOT NULL))`;

type Names = Record<'pairs' | 'known' | 'cell' | 'claim', string> & { now: Instant };

/** Puts the entries of known users in doubt, because the attempt may free their addresses. */
const doubtKnown = prepared<Names, Statement>((db) =>
	db
		.update(addresses)
		.set({ claim: sql`${placeholder('claim')}`, since: sql`${placeholder('now')}` })
		.where(
			sql`user_id IN (SELECT value FROM json_each(${placeholder('known')})) AND cell = ${placeholder('cell')}
				AND claim IS NULL AND NOT ${isBlocked}`,
		),
);

const insertWanted = prepared<Names, Statement>((db) =>
	insertSelect(
		db,
		addresses,
		{
			address: sql`w.value ->> 0`,
			cell: sql`${placeholder('cell')}`,
			userId: sql`w.value ->> 1`,
			claim: sql`${placeholder('claim')}`,
			since: sql`${placeholder('now')}`,
		},
		sql`FROM json_each(${placeholder('pairs')}) w WHERE NOT ${isBlocked}`,
	).onConflictDoNothing(),
);

const ENTRY = {
	address: addresses.address,
	cell: addresses.cell,
	userId: addresses.userId,
	claim: addresses.claim,
	since: addresses.since,
};

const entriesAbout = prepared((db) =>
	db
		.select(ENTRY)
		.from(addresses)
		.where(sql`address IN (SELECT value ->> 0 FROM json_each(${placeholder('pairs')}))`),
);

const entriesOfUsers = prepared((db) =>
	db
		.select(ENTRY)
		.from(addresses)
		.where(
			sql`user_id IN (SELECT value FROM json_each(${placeholder('known')})) AND cell = ${placeholder('cell')}`,
		),
);

const holdersAbout = prepared((db) =>
	holdersIn(db, sql`(SELECT value ->> 0 FROM json_each(${placeholder('pairs')}))`),
);

export const entriesOf = (d1: Db, moves: readonly Move[]) => entriesAbout(d1, { pairs: pairsOf(moves) });

/**
 * Reserves all wanted addresses for an attempt, or none, and puts those that it may free in doubt. Returns the entries of all these
 * addresses after that. `others` run in the same round trip. A dry run only reads.
 */
export async function reserve(
	d1: Db,
	{ moves, ...attempt }: Attempt,
	others: readonly Statement[],
	isDryRun: boolean,
): Promise<Entry[]> {
	const names = { ...attempt, pairs: pairsOf(moves), known: knownUsers(moves) };
	const isAboutKnown = names.known !== '[]';
	const written = isDryRun
		? []
		: [
				...others,
				...(isAboutKnown ? [doubtKnown(d1, names)] : []),
				...(names.pairs === '[]' ? [] : [insertWanted(d1, names)]),
			];
	const read = [
		entriesAbout(d1, names),
		holdersAbout(d1, names),
		...(isAboutKnown ? [entriesOfUsers(d1, names)] : []),
	];
	const results: unknown[] = await batch(d1, [...written, ...read] as unknown as [Statement]);
	const [wanted, inD1, own = []] = results.slice(written.length) as [Entry[], Entry[], Entry[]?];
	return [
		...wanted,
		...inD1.map((one) => ({ ...one, cell: null, claim: null, since: attempt.now })),
		...own.filter(({ address }) => !wanted.some((one) => one.address === address)),
	];
}

/** The error of a batch that a fence stopped: another request has decided that the attempt must not take effect. */
export const FENCED = 'address.fenced';

const unlessFenced = prepared<{ claim: string }, Statement>((db) =>
	requireThat(db, sql`NOT EXISTS (SELECT 1 FROM fences WHERE claim = ${placeholder('claim')})`, FENCED),
);

/** Fails if the attempt was fenced. It comes first in the batch of an attempt. */
export const requireUnfenced = (db: Db, claim: string): Statement => unlessFenced(db, { claim });

/** Ends the doubt after the attempt took effect: keeps the entries of `taken` addresses, and deletes those of `freed` ones. */
export const confirmation = (
	d1: Db,
	claim: string,
	{ taken, freed }: Record<'taken' | 'freed', readonly string[]>,
): Statement[] => [
	...inParts(taken).map((part) =>
		d1
			.update(addresses)
			.set({ claim: null })
			.where(sql`address IN ${oneOf(part)} AND claim = ${claim}`),
	),
	...inParts(freed).map((part) =>
		d1.delete(addresses).where(sql`address IN ${oneOf(part)} AND claim = ${claim}`),
	),
];

/** Marks entries as in doubt because their cell does not know them. */
export const doubt = (d1: Db, entries: readonly Entry[], claim: string, now: Instant): Statement =>
	d1
		.update(addresses)
		.set({ claim, since: now })
		.from(
			sql`json_each(${JSON.stringify(entries.map(({ address, cell, userId }) => [address, cell, userId]))}) d`,
		)
		.where(
			sql`address = d.value ->> 0 AND cell = d.value ->> 1 AND user_id = d.value ->> 2 AND claim IS NULL`,
		);

/** Stops attempts that have not taken effect yet. A fence stays until no request of its time can be running. */
export const fence = (db: Db, claimed: readonly string[], now: Instant): Statement =>
	insertSelect(
		db,
		fences,
		{ claim: sql`value`, since: now },
		sql`FROM json_each(${JSON.stringify([...new Set(claimed)])}) WHERE TRUE`,
	).onConflictDoNothing();

export const holders = (db: Db, wanted: readonly string[]) => holdersIn(db, oneOf(wanted));

/** Fails with `address_elsewhere` when a company in a cell has, or may have, verified the domain. For addresses, triggers do this. */
export const requireNotElsewhere = (db: Db, domain: string): Statement =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM addresses WHERE address = ${domain})`,
		'address_elsewhere.domain',
	);

/** Stores the result after the cells were asked about entries in doubt. */
export function decision(
	d1: Db,
	held: readonly (Entry & { holderId: string })[],
	gone: readonly Entry[],
): Statement[] {
	const known = held.map(({ address, claim, holderId }) => [address, claim, holderId]);
	return [
		...(held.length === 0
			? []
			: [
					d1
						.update(addresses)
						.set({ claim: null, userId: sql`d.value ->> 2` })
						.from(sql`json_each(${JSON.stringify(known)}) d`)
						.where(sql`address = d.value ->> 0 AND claim = d.value ->> 1`),
				]),
		...(gone.length === 0
			? []
			: [
					d1
						.delete(addresses)
						.where(
							sql`(address, claim) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(gone.map(({ address, claim }) => [address, claim]))}))`,
						),
				]),
	];
}

/** Deletes entries within a dry run, whose changes are rolled back. */
export const without = (d1: Db, wanted: readonly string[]): Statement =>
	d1.delete(addresses).where(sql`address IN ${oneOf(wanted)}`);

export const entriesInDoubt = (d1: Db, before: Instant, limit: number) =>
	d1
		.select(ENTRY)
		.from(addresses)
		.where(sql`claim IS NOT NULL AND since <= ${before}`)
		.orderBy(addresses.since)
		.limit(limit);

export const clearFences = (db: Db, before: Instant): Statement =>
	db.delete(fences).where(sql`since <= ${before}`);
