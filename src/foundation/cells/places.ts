import QuickLRU from 'quick-lru';
import { Refusal } from '../core/refusals.ts';
import { SANDBOX_SIGN } from '../db/clock.ts';
import { connect, type Db, withRetry } from '../db/database.ts';
import { unavailable } from '../db/retry.ts';
import {
	databaseOver,
	MOVED,
	OLDER,
	type QueryResult,
	type Reply,
	type Send,
	UNRELEASED,
} from './interface.ts';
import { type Migration, readMigrations, SCHEMA, type SchemaBindings } from './schema.ts';
import { directoryOf } from './write.ts';

interface CellRpc extends Rpc.DurableObjectBranded {
	open(name: string, schema?: string): Promise<void>;
	batch(needed: string, asked: Parameters<Send>[0]): Promise<Reply>;
	upgrade(steps: readonly Migration[]): Promise<void>;
	query(text: string, maxRows: number, maxBytes: number): Promise<QueryResult>;
	run(now: number): Promise<void>;
	work(now: number, task: string): Promise<string | null>;
	close(to: string, asked: Parameters<Send>[0]): Promise<Reply>;
	reopen(): Promise<void>;
	clear(): Promise<void>;
	bookmarkAt(time: number): Promise<{ bookmark: string } | { failed: string }>;
	turnBack(bookmark: string): Promise<void>;
}

export interface CellBindings extends SchemaBindings {
	DB: D1Database;
	CELLS: DurableObjectNamespace<CellRpc>;
	/** `CELL` gives each new company a database of its own; `D1`, the default, puts it with the others. */
	NEW_COMPANIES?: string;
	/** `eu` keeps the data of new cells in the EU. Local runtimes do not implement it. */
	CELL_JURISDICTION?: string;
}

const MAX_KNOWN = 10_000;
const known = new WeakMap<CellBindings, QuickLRU<string, Db>>();

/** Returns the database of a cell, or D1 for null. */
export function databaseOf(env: CellBindings, cell: string | null): Db {
	if (cell === null) {
		const d1 = connect(env.DB);
		d1.directory ??= directoryOf((name) => databaseOf(env, name));
		return d1;
	}
	const all = known.get(env) ?? new QuickLRU<string, Db>({ maxSize: MAX_KNOWN });
	known.set(env, all);
	const db = all.get(cell) ?? openedOver(env, cell);
	all.set(cell, db);
	return db;
}

/** Returns the database of a cell over any way to it. If the company has moved, the same object then leads to the new cell. */
export function openedOver(env: CellBindings, cell: string, send?: Send): Db {
	const found: Db = Object.assign(Object.create(connect(databaseOver(send ?? follow))) as Db, {
		cell,
		directory: databaseOf(env, null).directory,
	});
	async function follow(asked: Parameters<Send>[0]): Promise<Reply> {
		for (let isUpgraded = false; ; ) {
			const reply = await callCell<Reply>(env, found.cell ?? cell, (object) => object.batch(SCHEMA, asked));
			if (!('failed' in reply)) return reply;
			if (reply.failed.startsWith(MOVED)) {
				found.cell = reply.failed.slice(MOVED.length);
			} else if (reply.failed === OLDER && !isUpgraded) {
				// The cell may run older code, which cannot read the migrations of this build.
				const steps = await readMigrations(env);
				await callCell(env, found.cell ?? cell, (object) => object.upgrade(steps));
				isUpgraded = true;
			} else if (reply.failed === UNRELEASED) throw new Refusal('misconfigured', UNRELEASED);
			else return reply;
		}
	}
	return found;
}

/** D1 lets a batch run for at most this time. */
export const LONGEST_MS = 30_000;

/**
 * Calls a cell with a new stub, because a broken stub stays broken. It stops waiting for an object that does not answer in time, although
 * the call may still take effect. Failures of SQL are replies, so an error of the platform means that the cell was not reached.
 */
async function callCell<T>(
	env: CellBindings,
	cell: string,
	call: (object: ReturnType<typeof objectOf>) => Promise<T>,
): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('The cell timed out')), LONGEST_MS);
	});
	try {
		return await Promise.race([call(objectOf(env, cell)), late]);
	} catch (error) {
		// Errors of other types are bugs, and not failures of the platform.
		throw error instanceof Error && error.name === 'Error' ? unavailable(error) : error;
	} finally {
		clearTimeout(timer);
	}
}

/** Reads the first rows of a statement in a cell. Its writes are rolled back. It is not repeated, because it would be slow again. */
export const queryCell = (
	env: CellBindings,
	cell: string,
	...query: Parameters<CellRpc['query']>
): Promise<QueryResult> => callCell<QueryResult>(env, cell, (object) => object.query(...query));

export const runCell = (env: CellBindings, cell: string, now: number): Promise<void> =>
	withRetry(() => callCell(env, cell, (object) => object.run(now)));

/** Runs a task in a cell while its jobs rest. Returns null if the cell is busy. It is not repeated, because it may have taken effect. */
export const workInCell = (
	env: CellBindings,
	cell: string,
	now: number,
	task: string,
): Promise<string | null> => callCell<string | null>(env, cell, (object) => object.work(now, task));

/** Creates the database of a cell if there is none yet, with the present schema or an older one. */
export const openCell = (env: CellBindings, cell: string, schema?: string): Promise<void> =>
	withRetry(() => callCell(env, cell, (object) => object.open(cell, schema)));

/** Returns the bookmark of a cell at an instant, or the reason why there is none. */
export const bookmarkOf = (env: CellBindings, cell: string, time: number) =>
	withRetry(() =>
		callCell<Awaited<ReturnType<CellRpc['bookmarkAt']>>>(env, cell, (object) => object.bookmarkAt(time)),
	);

/** Restarts a cell with the state of a bookmark. This always fails, because the cell cannot answer. */
export const turnBackCell = (env: CellBindings, cell: string, bookmark: string): Promise<void> =>
	callCell(env, cell, (object) => object.turnBack(bookmark));

/** Runs statements in a cell that a company leaves, then stops its writes. With a new cell's name, the old one sends all callers there. */
export async function closeCell(
	env: CellBindings,
	cell: string,
	to: string,
	asked: Parameters<Send>[0] = [],
): Promise<void> {
	const reply = await withRetry(() => callCell<Reply>(env, cell, (object) => object.close(to, asked)));
	if ('failed' in reply) throw new Error(reply.failed);
}

/** Lets a cell accept writes again if its company has not left. */
export const reopenCell = (env: CellBindings, cell: string): Promise<void> =>
	withRetry(() => callCell(env, cell, (object) => object.reopen()));

export const clearCell = (env: CellBindings, cell: string): Promise<void> =>
	withRetry(() => callCell(env, cell, (object) => object.clear()));

const NAME_LENGTH = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** The last letters of a cell's name if it is in the EU. They stay valid if the setting changes later. */
const IN_EU = 'eu';

/** Returns a random name with at least 40 random bits. Only the name of a sandbox begins with its sign. */
export function newCellName(env: Pick<CellBindings, 'CELL_JURISDICTION'> = {}, isOfSandbox = false): string {
	const name = newName(env);
	if (isOfSandbox) return SANDBOX_SIGN + name.slice(SANDBOX_SIGN.length);
	return name.startsWith(SANDBOX_SIGN) ? newCellName(env) : name;
}

function newName({ CELL_JURISDICTION }: Pick<CellBindings, 'CELL_JURISDICTION'>): string {
	const bytes = crypto.getRandomValues(new Uint8Array(NAME_LENGTH));
	const name = Array.from(bytes, (byte) => LETTERS[byte % 32]).join('');
	if (CELL_JURISDICTION === 'eu') return name.slice(IN_EU.length) + IN_EU;
	if (CELL_JURISDICTION) throw new Refusal('misconfigured', 'CELL_JURISDICTION must be eu, or unset.');
	return name.endsWith(IN_EU) ? newName({}) : name;
}

function objectOf({ CELLS }: CellBindings, cell: string) {
	const all = cell.endsWith(IN_EU) ? CELLS.jurisdiction('eu') : CELLS;
	return all.get(all.idFromName(cell));
}

/** Finds the cell name at the beginning of a credential, before a dot. In an API key it follows the prefix. */
const NAMED = new RegExp(`^(?:zub_live_)?([a-z2-7]{${NAME_LENGTH}})\\.`);

/** Returns the cell that a credential names; null for one of D1. */
export const cellOf = (credential: string): string | null => NAMED.exec(credential)?.[1] ?? null;
