import { env } from 'cloudflare:workers';
import { stringify } from 'uuid';
import { beforeAll, beforeEach } from 'vitest';
import { flattened } from './history.ts';
import { at, now } from './service.ts';
import { copyOf, tableNames } from './storage.ts';

export type Row = Record<string, string | number | null>;

/** Every row by its table, how far the sequences have come, and under `objects` the keys of the files. */
export type State = Record<string, Row[]>;

const SEQUENCES = 'sqlite_sequence';
const tables = [...(await tableNames(env.DB)), SEQUENCES];
/** The order of rows in tables without rowids. */
const ORDERS: Record<string, string> = {
	people_index: 'company, part, employee, place',
	addresses: 'address',
	claims: 'kind, value',
	grants: 'user_id, company_id',
};

/** Reads all stored rows of a database, the history with one row for each event. */
export async function readState(database = env.DB): Promise<State> {
	const found = await database.batch<Row>(
		tables.map((table) =>
			database.prepare(
				// An unused sequence is treated like a missing one.
				`SELECT * FROM ${table}${table === SEQUENCES ? ' WHERE seq > 0' : ''} ORDER BY ${ORDERS[table] ?? 'rowid'}`,
			),
		),
	);
	const { objects } = await env.RECEIPTS.list();
	return flattened({
		...Object.fromEntries(tables.map((table, index) => [table, (found[index]?.results ?? []).map(readable)])),
		objects: objects.map(({ key }) => ({ key })),
	});
}

/** A row in which 16 bytes are the text of a UUID. */
const readable = (row: Row): Row =>
	Object.fromEntries(
		Object.entries(row).map(([column, value]) => [
			column,
			// D1 returns bytes as numbers, a cell as they are.
			typeof value === 'object' && value !== null ? stringify(new Uint8Array(value as ArrayBuffer)) : value,
		]),
	);

/** Brings back before each test what `prepare` stores before the first one, and the time at which it leaves the clock. */
export function eachTestFinds(prepare: () => Promise<void>): void {
	beforeEach(testsFind(prepare));
}

/**
 * Stores once what `prepare` stores, and brings it back before a test if an earlier one called the function that is returned. The clock is
 * set before each test.
 */
export function testsFind(prepare: () => Promise<void>): () => void {
	let restore: () => Promise<void>;
	let instant: string;
	let isTouched = false;
	beforeAll(async () => {
		await prepare();
		instant = new Date(now()).toISOString();
		restore = await snapshot();
	});
	beforeEach(async () => {
		at(instant);
		if (isTouched) await restore();
		isTouched = false;
	});
	return () => {
		isTouched = true;
	};
}

/** Keeps a copy of all that is stored, and the time, and returns a function that brings both back. */
export async function snapshot(): Promise<() => Promise<void>> {
	const instant = new Date(now()).toISOString();
	const restore = await copyOf(env.DB, [env.RECEIPTS, env.HISTORY]);
	return async () => {
		at(instant);
		// R2 remembers the last run of the jobs, which D1 then does not know.
		await env.BACKUPS.delete('last-run.json');
		await restore();
	};
}
