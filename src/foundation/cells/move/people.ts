import type { Client } from '../../db/database.ts';
import { inParts } from '../../db/records.ts';
import type { Ask } from '../interface.ts';
import { NAMED_USERS } from './belonging.ts';
import { askAll, united } from './pages.ts';

export const PARTY = `(SELECT p.id FROM event_parties p WHERE p.uuid = unhex(replace(found.id, '-', '')))`;

const noting = (kind: string, ids: string, company: string): Ask => [
	`INSERT INTO movers (company_id, id, kind, party) SELECT ?1, found.id, '${kind}', ${PARTY} FROM (${ids}) found WHERE TRUE
		ON CONFLICT (company_id, id) DO UPDATE SET kind = excluded.kind, party = excluded.party WHERE movers.kind = 'GUEST'`,
	[company],
];

const PEOPLE = `SELECT user_id AS id FROM employees WHERE company_id = ?1 UNION SELECT user_id FROM user_companies WHERE company_id = ?1`;

/** The users of a company's API keys belong to it too, unless they also manage another company. */
const KEY_USERS = `SELECT user_id AS id FROM api_keys k WHERE company_id = ?1
	AND NOT EXISTS (SELECT 1 FROM user_companies c WHERE c.user_id = k.user_id AND c.company_id <> ?1)`;

/**
 * Returns queries for the company, its people, and other users that its records name. If several queries find an id, the first one decides
 * its kind. In a cell, all users belong to the company.
 */
const setsOf = (cell: string | null | undefined): (readonly [kind: string, ids: string])[] => [
	['COMPANY', 'SELECT id FROM companies WHERE id = ?1'],
	...(cell == null
		? ([
				['USER', PEOPLE],
				['USER', KEY_USERS],
				['GUEST', `SELECT DISTINCT id FROM (${united(NAMED_USERS)})`],
			] as const)
		: [['USER', 'SELECT id FROM users'] as const]),
];

/** Stores the company, its people, and the guests that its records name, in `movers`. */
export const notePeople = (company: string, source: string | null): Ask[] =>
	setsOf(source).map(([kind, ids]) => {
		const isGuest = `id NOT IN (SELECT id FROM movers WHERE company_id = ?1)`;
		return noting(kind, kind === 'GUEST' ? `SELECT id FROM (${ids}) WHERE ${isGuest}` : ids, company);
	});

/** A row of `movers`: id, kind, and the number in the history. */
export type Person = readonly [id: string, kind: string, party: number | null];

/** Reads the rows that `notePeople` would store, in the order of their ids. */
export async function readPeople(db: Client, company: string, cell: string | undefined): Promise<Person[]> {
	const queries = setsOf(cell).map(
		([kind, ids]) =>
			`SELECT id, kind, party FROM (SELECT found.id, '${kind}' AS kind, ${PARTY} AS party FROM (${ids}) found)`,
	);
	// Some of these queries read `movers`, in which a company that is not moving has no rows.
	const movers = `WITH movers (company_id, id, kind, party, is_closed) AS (${usersOf(cell)})`;
	const [rows = []] = await askAll(db, [[`${movers} ${united(queries)}`, [company]]]);
	const people = new Map<string, Person>();
	for (const { id, kind, party } of rows) {
		const known = people.get(String(id));
		if (known === undefined) people.set(String(id), [String(id), String(kind), party as number | null]);
	}
	return [...people.values()].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns a query that replaces `movers` where only the people of the company matter. */
export const usersOf = (cell: string | undefined): string =>
	`SELECT ?1, id, 'USER', NULL, 0 FROM (${united(
		setsOf(cell).flatMap(([kind, ids]) => (kind === 'USER' ? [`SELECT id FROM (${ids})`] : [])),
	)})`;

const ofOthersAmong = (people: string) =>
	`SELECT 1 AS found FROM (${people}) own WHERE EXISTS (SELECT 1 FROM employees e WHERE e.user_id = own.id AND e.company_id <> ?1)
		OR EXISTS (SELECT 1 FROM users u WHERE u.id = own.id AND instr(u.roles, '"PLATFORM_ADMIN"') > 0)
	LIMIT 1`;

/** Returns a query for whether a user of the company also works for another company, or administers the platform. */
export const peopleOfOthers = (company: string): Ask => [ofOthersAmong(PEOPLE), [company]];

/** Returns queries for whether one of these users of a backup works for another company, or administers the platform. */
export const restoredOfOthers = (company: string, ids: readonly string[]): Ask[] =>
	inParts(ids).map((some) => [
		ofOthersAmong('SELECT value AS id FROM json_each(?2)'),
		[company, JSON.stringify(some)],
	]);

/** Returns a query for the other companies of D1 that the moving people manage. They become guests there. */
export const managedByMovers = (company: string): Ask => [
	`SELECT c.user_id, c.company_id FROM movers m JOIN users u ON u.id = m.id AND u.home IS NULL
		JOIN user_companies c ON c.user_id = m.id AND c.company_id <> ?1 WHERE m.company_id = ?1 AND m.kind = 'USER'`,
	[company],
];

/** Stores these companies as grants in the new home of the people. */
export const grantAll = (cell: string, managed: readonly Record<string, unknown>[], now: number): Ask => [
	`INSERT INTO grants (user_id, company_id, home, is_wanted, since) SELECT value ->> 0, value ->> 1, ?1, TRUE, ?2
		FROM json_each(?3) WHERE TRUE ON CONFLICT DO NOTHING`,
	[cell, now, JSON.stringify(managed.map(({ user_id, company_id }) => [user_id, company_id]))],
];

/** Makes triggers refuse writes about the company and its people. */
export const closePeople = (company: string): Ask => [
	`UPDATE movers SET is_closed = TRUE WHERE company_id = ?1 AND kind <> 'GUEST'`,
	[company],
];

/** Removes the people of a company from `movers`, so that triggers allow writes again. */
export const forgetPeople = (company: string): Ask => ['DELETE FROM movers WHERE company_id = ?1', [company]];
