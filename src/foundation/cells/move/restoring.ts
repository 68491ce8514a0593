import { createHash } from 'node:crypto';
import { tablesWhere } from '../../core/tables.ts';
import type { Client } from '../../db/database.ts';
import { inParts } from '../../db/records.ts';
import type { Ask } from '../interface.ts';
import type { TablePart } from './belonging.ts';
import {
	askAll,
	firstOf,
	lastOf,
	linesOf,
	readEnds,
	readTexts,
	type Structure,
	withoutTriggers,
} from './pages.ts';
import { managedByMovers, PARTY } from './people.ts';

type Grant = readonly [userId: string, companyId: string, isWanted: number];

/** The part of the replaced state that a restore must respect, as far as it can be read. */
export interface Lost {
	/** The position of its last event; null if unreadable. */
	position: number | null;
	/** Its API keys, each with the time of its revocation; null if unreadable. */
	keys: (readonly [id: string, revoked: number | null])[] | null;
	erased: string[];
	grants: Grant[];
}

/** Used when the replaced state cannot be read. Nobody keeps rights in other companies then. */
export const UNKNOWN: Lost = { position: null, keys: null, erased: [], grants: [] };

/** A query for the grants of the people in `movers`, and for the other companies of this database that they manage. */
const grantsOfMovers = (company: string): Ask => [
	`SELECT g.user_id, g.company_id, g.is_wanted FROM movers m CROSS JOIN grants g ON g.user_id = m.id
		WHERE m.company_id = ?1 AND m.kind = 'USER' UNION ALL SELECT user_id, company_id, 1 FROM (${managedByMovers(company)[0]})`,
	[company],
];

/** Reads the state of a company whose people are in `movers`; only the people's rights elsewhere if the company is not here. */
export async function readLost(db: Client, company: string): Promise<Lost> {
	const [[found] = [], keys = [], erased = [], granted = []] = await askAll(db, [
		['SELECT (SELECT max(position) FROM events) AS position FROM companies WHERE id = ?1', [company]],
		['SELECT id, date_revoked AS revoked FROM api_keys WHERE company_id = ?1', [company]],
		[
			`SELECT id FROM employees WHERE company_id = ?1 AND date_erased IS NOT NULL
				UNION SELECT u.id FROM movers m CROSS JOIN users u ON u.id = m.id WHERE m.company_id = ?1 AND u.date_deleted IS NOT NULL`,
			[company],
		],
		grantsOfMovers(company),
	]);
	const isGone = new Set(erased.map(({ id }) => id));
	const grants = granted.map(
		({ user_id, company_id, is_wanted }): Grant => [
			String(user_id),
			String(company_id),
			isGone.has(user_id ?? '') ? 0 : Number(is_wanted),
		],
	);
	if (found === undefined) return { ...UNKNOWN, grants };
	return {
		position: Number(found.position ?? 0),
		keys: keys.map(({ id, revoked }) => [String(id), revoked as number | null]),
		erased: erased.map(({ id }) => String(id)),
		grants,
	};
}

/** Returns the rights in other companies that only the restored state gives, each as `<user> <company>`. */
export async function releasedGrants(own: Client, { grants }: Pick<Lost, 'grants'>): Promise<string[]> {
	const [restored = []] = await askAll(own, [
		['SELECT user_id, company_id FROM grants WHERE is_wanted ORDER BY user_id, company_id', []],
	]);
	const kept = new Set(grants.flatMap(([user, company, isWanted]) => (isWanted ? `${user} ${company}` : [])));
	return restored.map((row) => `${row.user_id} ${row.company_id}`).filter((one) => !kept.has(one));
}

/** Returns the last position that followers can have seen, from the events of D1 and the announcements of the source. */
export async function knownPosition(d1: Client, source: string | null): Promise<number> {
	const [[inD1] = [], [announced] = []] = await askAll(d1, [
		['SELECT max(position) AS v FROM events', []],
		['SELECT max(last) AS v FROM announcements WHERE cell = ?1', [source]],
	]);
	return Math.max(source === null ? Number(inD1?.v ?? 0) : 0, Number(announced?.v ?? 0));
}

/** Adds users of a backup who are in D1 to `movers`, so that their rows in D1 are deleted with those of the company. */
export const noteRestored = (company: string, ids: readonly string[]): Ask[] =>
	inParts(ids).map((some) => [
		`INSERT INTO movers (company_id, id, kind, party) SELECT ?1, found.id, 'USER', ${PARTY}
			FROM (SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?2))) found WHERE TRUE
			ON CONFLICT (company_id, id) DO UPDATE SET kind = excluded.kind, party = excluded.party WHERE movers.kind = 'GUEST'`,
		[company, JSON.stringify(some)],
	]);

export async function usersIn(own: Client): Promise<string[]> {
	const [rows = []] = await askAll(own, [['SELECT id FROM users WHERE home IS NULL', []]]);
	return rows.map(({ id }) => String(id));
}

/** Returns which of these erased people have their personal data back. An erased guest has no names. */
export async function backAgain(own: Client, erased: readonly string[]): Promise<string[]> {
	if (erased.length === 0) return [];
	const rows = await askAll(
		own,
		inParts(erased).map((some) => [
			`SELECT id FROM employees WHERE id IN (SELECT value FROM json_each(?1)) AND date_erased IS NULL
				UNION SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?1)) AND date_deleted IS NULL
				AND (home IS NULL OR first_name IS NOT NULL OR last_name IS NOT NULL)`,
			[JSON.stringify(some)],
		]),
	);
	return rows.flat().map(({ id }) => String(id));
}

/** Returns statements after which people have exactly these rights in other companies. The jobs then inform those companies again. */
const granting = (cell: string, grants: Lost['grants'], now: number): Ask[] => [
	['UPDATE grants SET is_wanted = FALSE, since = ?1', [now]],
	...inParts(grants).map(
		(some): Ask => [
			`INSERT INTO grants (user_id, company_id, home, is_wanted, since) SELECT u.id, value ->> 1, ?1, value ->> 2, ?2
				FROM json_each(?3) JOIN users u ON u.id = value ->> 0 AND u.home IS NULL AND u.date_deleted IS NULL WHERE TRUE
				ON CONFLICT (user_id, company_id) DO UPDATE SET home = excluded.home, is_wanted = excluded.is_wanted, since = excluded.since`,
			[cell, now, JSON.stringify(some)],
		],
	),
];

/** An API key has a session of its own with the same id. */
const NO_KEY = 'id NOT IN (SELECT id FROM api_keys)';

/** Rows that name others of these tables go first. */
const SIGN_INS = tablesWhere(({ endsWithRestore }) => endsWithRestore).toReversed();

/** Statements that end all sign-ins, links, mails and webhook deliveries of a restored database, and pause its endpoints. */
const ENDING: readonly Ask[] = [
	...SIGN_INS.map(
		(table): Ask => [`DELETE FROM ${table} WHERE ${table === 'sessions' ? NO_KEY : 'TRUE'}`, []],
	),
	[`DELETE FROM mails WHERE state = 'waiting'`, []],
	[`DELETE FROM webhook_deliveries WHERE state = 'WAITING'`, []],
	[`UPDATE webhook_endpoints SET state = 'PAUSED', reason = 'RESTORED' WHERE state = 'ACTIVE'`, []],
];
const ENDED = ['mails', 'webhook_endpoints', ...SIGN_INS];

/** A position this far ahead is greater than that of any lost event. */
export const MARGIN = 1_000_000_000;

/**
 * Returns the statements that let people use D1 again after it was restored as a whole. Its jobs also run again from then on. `events`
 * record the restore. They get positions after all that followers have seen.
 */
export const settlingD1 = (
	structure: Structure,
	restored: string,
	position: number,
	events: readonly Ask[],
	now: number,
): Ask[] => [
	...withoutTriggers(structure, ENDED, [
		...ENDING,
		['DELETE FROM movers WHERE company_id = ?1 OR company_id IN (SELECT id FROM companies)', [restored]],
		[
			`UPDATE moves SET step = 'DONE', date_opened = ?2, date_ended = ?2 WHERE company_id = ?1`,
			[restored, now],
		],
	]),
	...events,
	...withoutTriggers(
		structure,
		['events'],
		[['UPDATE events SET position = position + ?1 WHERE position > ?2', [MARGIN, position]]],
	),
];

export async function grantsIn(own: Client): Promise<Grant[]> {
	const [rows = []] = await askAll(own, [['SELECT user_id, company_id, is_wanted FROM grants', []]]);
	return rows.map((row): Grant => [String(row.user_id), String(row.company_id), Number(row.is_wanted)]);
}

/**
 * Returns statements that end all sign-ins, links, mails and webhook deliveries of a restored company, and pause its endpoints. The event
 * with this id gets a position after all that followers have seen. API keys keep their sessions. Keys and rights elsewhere that were revoked
 * after the backup stay revoked.
 */
export const settling = (
	structure: Structure,
	{
		cell,
		eventId,
		position,
		lost: { keys, grants },
		now,
	}: { cell: string; eventId: string; position: number; lost: Lost; now: number },
): Ask[] =>
	withoutTriggers(
		structure,
		['events', ...ENDED, 'api_keys'],
		[
			[
				`UPDATE events SET position = max(position, ?2) WHERE id = unhex(replace(?1, '-', ''))`,
				[eventId, position],
			],
			...ENDING,
			...granting(cell, grants, now),
			...(keys === null
				? []
				: [
						[
							`UPDATE api_keys SET date_revoked = coalesce((SELECT value ->> 1 FROM json_each(?1) WHERE value ->> 0 = api_keys.id), ?2)
								WHERE date_revoked IS NULL AND id NOT IN (SELECT value ->> 0 FROM json_each(?1) WHERE value ->> 1 IS NULL)`,
							[JSON.stringify(keys), now],
						] as const,
						[
							`UPDATE sessions SET date_revoked = (SELECT k.date_revoked FROM api_keys k WHERE k.id = sessions.id)
								WHERE date_revoked IS NULL AND id IN (SELECT id FROM api_keys WHERE date_revoked IS NOT NULL)`,
							[],
						] as const,
					]),
			[`UPDATE moves SET key = '${SETTLED}'`, []],
		],
	);

/** Marks in storage that `settling` has changed the cell. */
export const SETTLED = 'SETTLED';

export async function* linesOfPart(
	own: Client,
	structure: Structure,
	company: string,
	part: TablePart,
): AsyncGenerator<string[]> {
	const first = firstOf(part);
	const [ends = []] = part.keys === null ? [] : await readEnds(own, company, [{ part, after: first }]);
	const keys = [first, ...ends];
	const there = { ...part, where: part.whereThere ?? part.where };
	for (const [index, key] of keys.entries()) {
		const page = [company, key, keys[index + 1] ?? lastOf(part)];
		const [text = ''] = await readTexts(own, structure, [{ part: there, page }]);
		yield linesOf(text);
	}
}

const DIGITS = 2 ** 48;

/** Counts lines and sums their hashes. The result does not depend on their order. */
export class Digest {
	#count = 0;
	#sum = 0;

	add(lines: readonly string[]): this {
		for (const line of lines) {
			this.#count++;
			this.#sum = (this.#sum + createHash('sha256').update(line).digest().readUIntBE(0, 6)) % DIGITS;
		}
		return this;
	}

	equals(other: Digest): boolean {
		return this.#count === other.#count && this.#sum === other.#sum;
	}
}
