import { CATALOGUE, tablesWhere } from '../../core/tables.ts';
import type { Client } from '../../db/database.ts';
import { inParts } from '../../db/records.ts';
import type { Ask } from '../interface.ts';
import { PARTS } from './belonging.ts';
import { askAll, numbered, type Structure, united, wholeOf, withoutTriggers } from './pages.ts';

/** The values by which requests find a company. The directory stores them when the company leaves D1. */
export interface Findable {
	/** Pairs of e-mail address and user, and of verified domain and its record. */
	addresses: (readonly [string, string])[];
	/** Pairs of a kind and another value that is unique across all databases. */
	claims: (readonly [string, string])[];
	credentials: string[];
	position: number;
}

const texts = (rows: readonly Record<string, unknown>[] = [], name = 'v') =>
	rows.map((row) => String(row[name]));

const CREDENTIALS = CATALOGUE.flatMap(([table, { credential = [] }]) =>
	credential.map((column) => `SELECT ${column} AS v FROM ${table} WHERE ${column} IS NOT NULL`),
);

export async function findableIn(target: Client, cell: string): Promise<Findable> {
	const [addresses = [], claims = [], credentials = [], [last] = []] = await askAll(target, [
		[
			`SELECT email_key AS v, id FROM users WHERE home IS NULL AND date_deleted IS NULL
				AND (email_key = id OR email_key LIKE '%@%') AND id NOT IN (SELECT user_id FROM api_keys)
				UNION ALL SELECT domain, id FROM company_domains WHERE date_verified IS NOT NULL`,
			[],
		],
		[
			`SELECT 'CODE' AS kind, code_mark AS v FROM one_time_tokens WHERE code_mark IS NOT NULL
				UNION SELECT 'CODE', code_mark FROM address_changes
				UNION SELECT 'MAIL', carrier_id FROM mails WHERE carrier_id IS NOT NULL
				UNION SELECT 'CODE', key || ' ' || ?1 FROM one_time_tokens WHERE length(key) < 43`,
			[cell],
		],
		[
			united([
				'SELECT id AS v FROM users WHERE email_key <> id OR id IN (SELECT user_id FROM api_keys)',
				...CREDENTIALS,
			]),
			[],
		],
		['SELECT max(position) AS v FROM events', []],
	]);
	const pairs = (rows: readonly Record<string, unknown>[], names: [string, string]) =>
		rows.map((row) => [String(row[names[0]]), String(row[names[1]])] as const);
	return {
		addresses: pairs(addresses, ['v', 'id']),
		claims: pairs(claims, ['kind', 'v']),
		credentials: texts(credentials),
		position: Number(last?.v ?? 0),
	};
}

/** Records credentials of D1, so that they lead to the cell as soon as the company has a place. */
export async function noteForwards(
	d1: Client,
	company: string,
	credentials: readonly string[],
): Promise<void> {
	for (const some of inParts(credentials)) {
		await askAll(d1, [
			[
				`INSERT INTO forwards (hash, company_id) SELECT value, ?1 FROM json_each(?2) WHERE TRUE
					ON CONFLICT (hash) DO UPDATE SET company_id = excluded.company_id`,
				[company, JSON.stringify(some)],
			],
		]);
	}
}

/** The tables by which D1 lets people in. It must find nothing of the company there after the move. */
const ENTRANCES = tablesWhere(({ credential, isEntrance }) => credential ?? isEntrance);

/** The rows that name others of these tables come first. */
const ENTRANCE_PARTS = PARTS.filter(({ table }) => ENTRANCES.some((name) => name === table)).toReversed();

const leavingD1 = (structure: Structure, company: string): Ask[] =>
	withoutTriggers(
		structure,
		[...ENTRANCES, 'users', 'mails'],
		[
			...ENTRANCE_PARTS.map((one) =>
				numbered(`DELETE FROM ${one.table} WHERE ${one.where}`, wholeOf(one, company)),
			),
			[
				`DELETE FROM mails WHERE state = 'waiting' AND (company_id = ?1
					OR company_id IS NULL AND user_id IN (SELECT id FROM movers WHERE company_id = ?1 AND kind = 'USER'))`,
				[company],
			],
			[`DELETE FROM webhook_deliveries WHERE state = 'WAITING' AND company_id = ?1`, [company]],
			[
				`UPDATE users SET email_key = id, password_hash = NULL WHERE id IN (SELECT id FROM movers WHERE company_id = ?1 AND kind = 'USER')`,
				[company],
			],
		],
	);

interface Switched {
	company: string;
	cell: string;
	/** The cell that the company leaves; null for D1. */
	source: string | null;
	now: number;
}

/** Returns statements after which all requests find the company in its new cell. They run in one batch of D1. */
export const switching = (
	structure: Structure,
	{ company, cell, source, now }: Switched,
	found: Findable,
): Ask[] => [
	...(source === null ? leavingD1(structure, company) : []),
	...agreeing(structure, { cell, previous: source, now }, found),
	...(source === null
		? [announcing(cell, found.position, now)]
		: [['UPDATE announcements SET cell = ?1 WHERE cell = ?2', [cell, source]] as const]),
];

/**
 * Returns statements that give a cell's addresses and claims to the directory, and free those that only `previous` had. `previous` is the
 * cell that the company leaves, the same cell, or null for D1. Entries in doubt stay in doubt, and the cell decides them later.
 */
export const agreeing = (
	structure: Structure,
	{ cell, previous, now }: { cell: string; previous: string | null; now: number },
	{ addresses, claims }: Pick<Findable, 'addresses' | 'claims'>,
): Ask[] => [
	// The trigger would refuse the entry of a user without an address, because the user's old row in D1 has the same key.
	...withoutTriggers(
		structure,
		['addresses'],
		inParts(addresses).map(
			(some): Ask => [
				`INSERT INTO addresses (address, cell, user_id, since) SELECT value ->> 0, ?1, value ->> 1, ?2 FROM json_each(?3) WHERE TRUE
				ON CONFLICT (address) DO UPDATE SET cell = excluded.cell, user_id = excluded.user_id, since = excluded.since
				WHERE addresses.user_id = excluded.user_id OR addresses.cell IN (?1, ?4)`,
				[cell, now, JSON.stringify(some), previous],
			],
		),
	),
	...(previous === null
		? []
		: [
				[
					'DELETE FROM addresses WHERE cell = ?1 AND claim IS NULL AND (cell <> ?2 OR since < ?3)',
					[previous, cell, now],
				] as const,
				['UPDATE addresses SET cell = ?2 WHERE cell = ?1 AND cell <> ?2', [previous, cell]] as const,
			]),
	...inParts(claims).map(
		(some): Ask => [
			`INSERT INTO claims (kind, value, cell, since) SELECT value ->> 0, value ->> 1, ?1, ?2 FROM json_each(?3) WHERE TRUE
				ON CONFLICT (kind, value) DO UPDATE SET cell = excluded.cell`,
			[cell, now, JSON.stringify(some)],
		],
	),
];

/** Announces all events so that followers read them from the cell, because D1 deletes them. */
const announcing = (cell: string, position: number, now: number): Ask => [
	'INSERT INTO announcements (cell, first, last, is_from_d1, date) VALUES (?1, 1, ?2, TRUE, ?3)',
	[cell, position, now],
];
