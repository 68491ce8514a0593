import QuickLRU from 'quick-lru';
import { connect, type Db } from '../db/database.ts';
import { databaseOver, type Reply, type Send } from './interface.ts';
import { SCHEMA, type SchemaBindings } from './schema.ts';
import { directoryOf } from './write.ts';

/** How the service calls a cell. */
interface CellRpc extends Rpc.DurableObjectBranded {
	open(name: string): Promise<void>;
	batch(needed: string, asked: Parameters<Send>[0]): Promise<Reply>;
	run(now: number): Promise<void>;
}

/** The part of the Worker's bindings that finds databases. */
export interface CellBindings extends SchemaBindings {
	DB: D1Database;
	CELLS: DurableObjectNamespace<CellRpc>;
	/** `CELL` gives each new company a database of its own; `D1`, the default, puts it with the others. */
	NEW_COMPANIES?: string;
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

/** Returns the database of a cell over any way to it. */
export const openedOver = (env: CellBindings, cell: string, send: Send = sendTo(env, cell)): Db =>
	Object.assign(Object.create(connect(databaseOver(send))) as Db, {
		cell,
		directory: databaseOf(env, null).directory,
	});

/** Each round trip gets a new stub, because a broken stub stays broken. */
const sendTo =
	({ CELLS }: CellBindings, cell: string): Send =>
	(asked) =>
		CELLS.get(CELLS.idFromName(cell)).batch(SCHEMA, asked);

/** Does what is due in a cell. */
export const runCell = ({ CELLS }: CellBindings, cell: string, now: number): Promise<void> =>
	CELLS.get(CELLS.idFromName(cell)).run(now);

/** Creates the database of a cell, if there is none yet. */
export const openCell = ({ CELLS }: CellBindings, cell: string): Promise<void> =>
	CELLS.get(CELLS.idFromName(cell)).open(cell);

const NAME_LENGTH = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new name of 60 random bits. */
export const newCellName = (): string =>
	Array.from(crypto.getRandomValues(new Uint8Array(NAME_LENGTH)), (byte) => LETTERS[byte % 32]).join('');

/** A secret that is looked up by its hash names its cell before a dot. An API key names it after its prefix. */
const NAMED = new RegExp(`^(?:zub_live_)?([a-z2-7]{${NAME_LENGTH}})\\.`);

/** Returns the cell that a credential names; null for one of D1. */
export const cellOf = (credential: string): string | null => NAMED.exec(credential)?.[1] ?? null;
