import { sql } from 'drizzle-orm';
import type { Actor } from '../core/actor.ts';
import type { Instant } from '../core/instant.ts';
import { isRefusal } from '../core/refusals.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import { unavailable } from '../db/retry.ts';
import { cellsAfter, placesOfRecord, recordHere } from './whereabouts.ts';

const ASKED_AT_ONCE = 6;
/** The most cells that one request asks. A Worker may make 1,000 calls in a request. */
export const MAX_ASKED = 900;

type CellOf = (cell: string) => Db;

/** The name of a database in the column `home` of guests. */
export const nameOf = ({ cell }: Pick<Db, 'cell'>): string => cell ?? 'D1';

/** Returns a database for a guest. Records name their authors, so each write first adds the guest's row, which cannot sign in. */
export const asGuest = (
	db: Db,
	{ userId, roles }: Pick<Actor, 'userId' | 'roles'>,
	home: Db,
	now: Instant,
): Db =>
	Object.assign(Object.create(db) as Db, {
		guest: (one: Db) =>
			guestRow(one, {
				id: userId,
				email: `${userId}@guest.invalid`,
				firstName: null,
				lastName: null,
				roles: JSON.stringify(roles),
				home: nameOf(home),
				now,
			}),
	});

interface Guest {
	id: string;
	email: string;
	firstName: string | null;
	lastName: string | null;
	roles: string;
	home: string;
	now: Instant;
}

/**
 * Inserts the row of a guest. Its `email_key` is the id, so nobody can sign in with the address. With `isRenewed`, an existing row gets the
 * present names and roles.
 */
export const guestRow = (
	db: Db,
	{ id, email, firstName, lastName, roles, home, now }: Guest,
	isRenewed = false,
): Statement =>
	db.run(sql`INSERT INTO users (id, date_created, date_modified, email, email_key, home, roles, first_name, last_name)
		VALUES (${id}, ${now}, ${now}, ${email}, ${id}, ${home}, ${roles}, ${firstName}, ${lastName})
		ON CONFLICT (id) DO ${
			isRenewed
				? sql`UPDATE SET email = excluded.email, roles = excluded.roles, first_name = excluded.first_name,
					last_name = excluded.last_name, date_modified = excluded.date_modified, revision = revision + 1
					WHERE home IS NOT NULL`
				: sql`NOTHING`
		}`);

/**
 * Returns the cell that has a record, null for D1, or undefined if no database has it. If the id does not show the company, it asks the
 * cells in `reach`. There, null means all cells.
 */
export async function cellOfRecord(
	d1: Db,
	cellOf: CellOf,
	id: string,
	reach: readonly string[] | null,
): Promise<string | null | undefined> {
	const [found] = await batch(d1, [placesOfRecord(d1, id)]);
	const certain = found.find(({ isCertain }) => isCertain);
	if (certain !== undefined) return certain.cell;
	const likely = found.flatMap(({ cell }) => (cell === null || reach?.includes(cell) === false ? [] : cell));
	return (await firstWith(cellOf, likely, id)) ?? firstWith(cellOf, reach ?? (await allCells(d1)), id);
}

/** Returns the first cell that has a record. Fails if no cell has it and a cell could not be read. */
async function firstWith(cellOf: CellOf, cells: readonly string[], id: string) {
	const ask = (db: Db) => batch(db, [recordHere(db, id)]);
	let isMissing = false;
	for await (const { item, answer } of askInTurns(cells, [], (cell) => ask(cellOf(cell)))) {
		if (answer?.[0].length) return item;
		isMissing ||= answer === undefined;
	}
	if (isMissing) throw unavailable(new Error('A cell cannot be read'));
	return undefined;
}

/** The answer of one database, undefined if it failed. `asked` databases were asked at the same time, and `failed` of them failed. */
interface DatabaseAnswer<Item, Answer> {
	item: Item;
	answer: Answer | undefined;
	failed: number;
	asked: number;
}

/** Asks databases a few at a time and yields their answers in order. `turns` are the sizes of the first groups. */
export async function* askInTurns<Item, Answer>(
	items: readonly Item[],
	turns: readonly number[],
	ask: (item: Item) => Promise<Answer>,
): AsyncGenerator<DatabaseAnswer<Item, Answer>> {
	for (let from = 0, turn = 0; from < items.length; turn++) {
		const asked = items.slice(from, from + (turns[turn] ?? ASKED_AT_ONCE));
		const answers = await Promise.allSettled(asked.map(ask));
		const broken = answers.find((one) => one.status === 'rejected' && !isRefusal(one.reason, 'unavailable'));
		if (broken?.status === 'rejected') throw broken.reason;
		const failed = answers.filter(({ status }) => status === 'rejected').length;
		for (const [index, item] of asked.entries()) {
			const one = answers[index];
			const answer = one?.status === 'fulfilled' ? one.value : undefined;
			yield { item, answer, failed, asked: asked.length };
		}
		from += asked.length;
	}
}

async function allCells(d1: Db): Promise<string[]> {
	const [found] = await batch(d1, [cellsAfter(d1, '', MAX_ASKED)]);
	return found.map(({ cell }) => cell);
}
