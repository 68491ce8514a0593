import { batch, type Client, type Db } from '../../db/database.ts';
import { inParts } from '../../db/records.ts';
import { holders } from '../addresses.ts';
import type { Ask } from '../interface.ts';
import { askAll } from './pages.ts';

/** A company and its new cell, which the directory is about to store. */
interface Agreeing {
	company: string;
	cell: string;
	/** The cell whose entries are replaced; null for D1. */
	previous: string | null;
}

type Pairs = readonly (readonly [address: string, userId: string])[];

/** SQL conditions on an address `w`. `?2` is the company, `?3` its cell, and `?4` the cell before. */
const IS_IN_D1 = `(EXISTS (SELECT 1 FROM users u WHERE u.email_key = w.value ->> 0
		AND NOT EXISTS (SELECT 1 FROM movers m WHERE m.company_id = ?2 AND m.id = u.id AND m.kind = 'USER'))
	OR EXISTS (SELECT 1 FROM company_domains d WHERE d.domain = w.value ->> 0 AND d.date_verified IS NOT NULL AND d.company_id <> ?2))`;
const OF_OTHERS = 'FROM addresses a WHERE a.address = w.value ->> 0 AND a.cell NOT IN (?3, ?4)';

const valuesOf = ({ company, cell, previous }: Agreeing, some: Pairs) => [
	JSON.stringify(some),
	company,
	cell,
	previous ?? cell,
];

/** False for the entry of a user without an address. Its key is the user's id, which nobody else has. */
const isTaken = ([address, userId]: Pairs[number]): boolean => address !== userId;

/** Fails if another user or company has one of these addresses. */
export const requireFree = (agreeing: Agreeing, pairs: Pairs): Ask[] =>
	inParts(pairs.filter(isTaken)).map((some) => [
		`SELECT json_extract('{}', iif(EXISTS (SELECT 1 FROM json_each(?1) w WHERE ${IS_IN_D1} OR EXISTS (SELECT 1 ${OF_OTHERS})),
			'${NOT_FREE}', '$'))`,
		valuesOf(agreeing, some),
	]);

/** The error of a batch that `requireFree` has stopped. */
export const NOT_FREE = 'address.not_free';

/**
 * Returns the addresses and domains that belong to others: to D1, or to another cell. Deletes entries of cells that no longer know the
 * address. A cell that cannot be asked keeps its addresses.
 */
export async function heldElsewhere(
	databaseOf: (cell: string | null) => Db,
	agreeing: Agreeing,
	pairs: Pairs,
): Promise<string[]> {
	const d1 = databaseOf(null).$client;
	const held: string[] = [];
	for (const some of inParts(pairs.filter(isTaken))) {
		const [found = []] = await askAll(d1, [
			[
				`SELECT w.value ->> 0 AS address, ${IS_IN_D1} AS is_in_d1, (SELECT iif(a.claim IS NULL, a.cell, '') ${OF_OTHERS}) AS cell
					FROM json_each(?1) w WHERE is_in_d1 OR cell IS NOT NULL`,
				valuesOf(agreeing, some),
			],
		]);
		const inCells = Map.groupBy(
			found.filter(({ is_in_d1, cell }) => is_in_d1 === 0 && cell !== ''),
			({ cell }) => String(cell),
		);
		const unknown = new Set<string>();
		for (const [cell, theirs] of inCells) {
			const addresses = theirs.map(({ address }) => String(address));
			for (const one of await unknownIn(databaseOf(cell), addresses)) unknown.add(one);
			await forget(
				d1,
				cell,
				addresses.filter((one) => unknown.has(one)),
			);
		}
		held.push(...found.map(({ address }) => String(address)).filter((one) => !unknown.has(one)));
	}
	return held;
}

async function unknownIn(cell: Db, addresses: readonly string[]): Promise<string[]> {
	try {
		const [found] = await batch(cell, [holders(cell, addresses)]);
		const known = new Set(found.map(({ address }) => address));
		return addresses.filter((one) => !known.has(one));
	} catch {
		return [];
	}
}

const forget = (d1: Client, cell: string, addresses: readonly string[]) =>
	askAll(d1, [
		[
			'DELETE FROM addresses WHERE address IN (SELECT value FROM json_each(?1)) AND cell = ?2 AND claim IS NULL',
			[JSON.stringify(addresses), cell],
		],
	]);

/**
 * Returns statements for a cell that release these addresses of its people and these domains of its company. The users stay, but nobody
 * can sign in as them until they get new addresses.
 */
export const releasing = (addresses: readonly string[], now: number): Ask[] =>
	inParts(addresses).flatMap((some): Ask[] => [
		[
			`UPDATE users SET email_key = id, password_hash = NULL, date_registered = NULL, date_modified = ?2, revision = revision + 1
				WHERE email_key IN (SELECT value FROM json_each(?1))`,
			[JSON.stringify(some), now],
		],
		[
			`UPDATE company_domains SET date_verified = NULL, date_missing = NULL, date_modified = ?2
				WHERE date_verified IS NOT NULL AND domain IN (SELECT value FROM json_each(?1))`,
			[JSON.stringify(some), now],
		],
	]);
