import { env } from 'cloudflare:workers';
import { stringify } from 'uuid';
import { beforeAll, beforeEach } from 'vitest';
import { flattened } from './history.ts';
import { at, now } from './service.ts';
import { BUCKETS, rewrite, tableNames, triggersOnRows } from './storage.ts';

export type Row = Record<string, string | number | null>;

/** Every row by its table, how far the sequences have come, and under `objects` the keys of the files. */
export type State = Record<string, Row[]>;

const SEQUENCES = 'sqlite_sequence';
/** Of tables without rowids. */
const ORDERS: Record<string, string> = { people_index: 'company, part, employee, place' };

/** What is stored at present, the history with one row for each event. */
export async function readState(): Promise<State> {
	const tables = [...(await tableNames()), SEQUENCES];
	const found = await env.DB.batch<Row>(
		tables.map((table) => env.DB.prepare(`SELECT * FROM ${table} ORDER BY ${ORDERS[table] ?? 'rowid'}`)),
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
			Array.isArray(value) ? stringify(Uint8Array.from(value as number[])) : value,
		]),
	);

/** Brings back before each test what `prepare` stores before the first one, and the time at which it leaves the clock. */
export function eachTestFinds(prepare: () => Promise<void>): void {
	let restore: () => Promise<void>;
	beforeAll(async () => {
		await prepare();
		restore = await snapshot();
	});
	beforeEach(() => restore());
}

/**
 * Keeps a copy of all that is stored, and the time, and returns a function that brings both back. Only tables that have changed
 * are written.
 */
export async function snapshot(): Promise<() => Promise<void>> {
	const instant = new Date(now()).toISOString();
	const [tables, triggers] = await Promise.all([tableNames(), triggersOnRows()]);
	const files = await Promise.all(BUCKETS.map(readFiles));
	await env.DB.batch(
		tables.map((table) => env.DB.prepare(`CREATE TABLE saved_${table} AS SELECT * FROM ${table}`)),
	);
	const restoreRows = async () => {
		const changed = await changedTables(tables);
		if (changed.length === 0) return;
		await rewrite(changed, triggers, [
			...changed.map((table) => `DELETE FROM ${table}`),
			...changed.map((table) => `INSERT INTO ${table} SELECT * FROM saved_${table}`),
		]);
	};
	return async () => {
		at(instant);
		await Promise.all([
			restoreRows(),
			...BUCKETS.map((bucket, index) => putBack(bucket, files[index] ?? new Map())),
		]);
	};
}

/** The tables that differ from their copies. */
async function changedTables(tables: readonly string[]): Promise<string[]> {
	const comparisons = tables.map(
		(table) => `(SELECT count(*) FROM ${table}) <> (SELECT count(*) FROM saved_${table})
			OR EXISTS (SELECT * FROM ${table} EXCEPT SELECT * FROM saved_${table}) AS ${table}`,
	);
	const found = await env.DB.prepare(`SELECT ${comparisons.join(', ')}`).first<Record<string, number>>();
	return tables.filter((table) => found?.[table] === 1);
}

async function putBack(bucket: R2Bucket, files: Map<string, ArrayBuffer>): Promise<void> {
	const present = (await bucket.list()).objects.map(({ key }) => key);
	const added = present.filter((key) => !files.has(key));
	if (added.length > 0) await bucket.delete(added);
	for (const [key, content] of files) if (!present.includes(key)) await bucket.put(key, content);
}

async function readFiles(bucket: R2Bucket): Promise<Map<string, ArrayBuffer>> {
	const { objects } = await bucket.list();
	const files = new Map<string, ArrayBuffer>();
	for (const { key } of objects) {
		const object = await bucket.get(key);
		if (object !== null) files.set(key, await object.arrayBuffer());
	}
	return files;
}
