import { sql } from 'drizzle-orm';
import type { Instant } from '../core/instant.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import { inParts } from '../db/records.ts';
import { askInTurns } from './guests.ts';
import { places } from './table.ts';

/** After this many cells, a run records that they have the list. A run that is stopped then loses little work. */
const NOTED_AFTER = 12;

/** Records that the cells may have an older list of known tills than D1. The next run copies it to them. */
export const doubtTills = (d1: Db, now: Instant): Statement =>
	d1
		.update(places)
		// Two changes in the same millisecond get different times. The first run then does not mark the second change as copied.
		.set({ tillsSince: sql`max(${now}, coalesce(tills_since + 1, 0))` })
		.where(sql`TRUE`);

const COLUMNS = [
	'id',
	'date_created',
	'author_id',
	'name',
	'issuer_mark',
	'serial_number',
	'valid_from',
	'valid_until',
	'fingerprint',
];

const allTills = (d1: Db, condition = sql`TRUE`) =>
	d1
		.select({ row: sql<string>`json_array(${sql.raw(COLUMNS.join(', '))})`.as('till_row') })
		.from(sql`known_tills`)
		.where(condition);

/** The list as parameters of statements. It is long, so all cells share the same texts. */
interface List {
	ids: string;
	parts: string[];
}

function listOf(tills: readonly { row: string }[]): List {
	const rows = tills.map(({ row }): unknown[] => JSON.parse(row));
	return {
		ids: JSON.stringify(rows.map(([id]) => id)),
		parts: inParts(rows).map((part) => JSON.stringify(part)),
	};
}

/** Makes a database's list equal to that of D1. It writes only the differences. */
async function store(there: Db, { ids, parts }: List): Promise<void> {
	const values = COLUMNS.map((_, index) => `value ->> ${index}`).join(', ');
	await batch(there, [
		there.run(sql`DELETE FROM known_tills WHERE id NOT IN (SELECT value FROM json_each(${ids}))`),
		...parts.map((part) =>
			there.run(sql`INSERT INTO known_tills (${sql.raw(COLUMNS.join(', '))}) SELECT ${sql.raw(values)}
				FROM json_each(${part}) WHERE TRUE ON CONFLICT (id) DO NOTHING`),
		),
	]);
}

/** Copies the list to a new cell before its company arrives. */
export async function bringTills(d1: Db, own: Db): Promise<void> {
	const [tills] = await batch(d1, [allTills(d1)]);
	await store(own, listOf(tills));
}

/**
 * Copies the list to cells whose list may be outdated since `before` or longer, and returns their number. Makes at most `maxCalls` calls.
 * The next run serves the remaining cells, and those that failed.
 */
export async function copyTills(
	databaseOf: (cell: string | null) => Db,
	before: Instant,
	maxCalls: number,
): Promise<number> {
	const d1 = databaseOf(null);
	const [stale, tills] = await batch(d1, [
		d1
			.select({ cell: places.cell, since: places.tillsSince })
			.from(places)
			.where(sql`${places.tillsSince} IS NOT NULL AND ${places.tillsSince} <= ${before}`)
			.orderBy(places.tillsSince)
			.limit(Math.floor((maxCalls * NOTED_AFTER) / (NOTED_AFTER + 1)) - 2),
		allTills(d1, sql`EXISTS (SELECT 1 FROM places WHERE tills_since IS NOT NULL)`),
	]);
	const list = listOf(tills);
	const given: Given[] = [];
	const failures: unknown[] = [];
	const give = ({ cell }: { cell: string }) =>
		store(databaseOf(cell), list).catch((error: unknown) => failures.push(error));
	for await (const { item, answer } of askInTurns(stale, [], give)) {
		if (answer === undefined) given.push([item.cell, item.since]);
		if (given.length === NOTED_AFTER) await batch(d1, [endDoubt(d1, given.splice(0))]);
	}
	if (given.length > 0) await batch(d1, [endDoubt(d1, given)]);
	if (failures.length > 0) throw new AggregateError(failures);
	return stale.length;
}

type Given = readonly [cell: string, since: Instant | null];

/** Marks cells as up to date, unless the list has changed since it was read. */
const endDoubt = (d1: Db, given: readonly Given[]): Statement =>
	d1
		.update(places)
		.set({ tillsSince: null })
		.where(
			sql`(cell, tills_since) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(given)}))`,
		);
