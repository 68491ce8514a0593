import type { Client } from '../../db/database.ts';
import { withRetry } from '../../db/database.ts';
import type { Ask } from '../interface.ts';
import { INSTEAD, type Part } from './belonging.ts';

type Row = Record<string, string | number | null>;

/** Runs statements as one transaction and returns their rows. */
export const askAll = (db: Client, asked: readonly Ask[]): Promise<Row[][]> =>
	withRetry(async () => {
		const answers = await db.batch<Row>(asked.map(([text, values]) => db.prepare(text).bind(...values)));
		return answers.map(({ results }) => results);
	});

/** A statement with as many of the values as it has numbers for. */
export function numbered(text: string, values: readonly (string | number)[]): Ask {
	const last = Math.max(0, ...[...text.matchAll(/\?(\d)/g)].map(([, number]) => Number(number)));
	return [text, values.slice(0, last)];
}

/** The structure of a database, which is the same in the other one. */
export interface Structure {
	/** The columns of each table, and whether values may be bytes. */
	tables: Map<string, { columns: string[]; hasBytes: boolean }>;
	/** The triggers of each table, in the order of their creation. */
	triggers: Map<string, { name: string; sql: string }[]>;
	/** Foreign keys by the table that they name. */
	children: Map<string, { table: string; column: string; key: string }[]>;
}

export async function structureOf(db: Client): Promise<Structure> {
	const [columns = [], triggers = [], keys = []] = await askAll(db, [
		[
			`SELECT m.name AS of_table, c.name AS column_name, upper(c.type) = 'BLOB' AS is_bytes FROM sqlite_schema m
				JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*'
				ORDER BY m.name, c.cid`,
			[],
		],
		[
			`SELECT tbl_name AS of_table, name AS trigger_name, sql AS trigger_sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid`,
			[],
		],
		[
			`SELECT m.name AS of_table, f."table" AS parent, f."from" AS column_name, f."to" AS key_name FROM sqlite_schema m
				JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*'`,
			[],
		],
	]);
	const tables: Structure['tables'] = new Map();
	for (const [table, rows] of Map.groupBy(columns, ({ of_table }) => String(of_table))) {
		tables.set(table, {
			columns: rows.map(({ column_name }) => String(column_name)),
			hasBytes: rows.some(({ is_bytes }) => is_bytes === 1),
		});
	}
	const named = triggers.map(({ of_table, trigger_name, trigger_sql }) => ({
		table: String(of_table),
		name: String(trigger_name),
		sql: String(trigger_sql),
	}));
	const foreign = keys.map(({ of_table, parent, column_name, key_name }) => ({
		parent: String(parent),
		table: String(of_table),
		column: String(column_name),
		key: String(key_name),
	}));
	return {
		tables,
		triggers: Map.groupBy(named, ({ table }) => table),
		children: Map.groupBy(foreign, ({ parent }) => parent),
	};
}

/** Runs statements without the triggers of these tables, in one transaction that creates them again. */
export function withoutTriggers(
	{ triggers }: Structure,
	tables: readonly string[],
	asked: readonly Ask[],
): Ask[] {
	const all = [...new Set(tables)].flatMap((table) => triggers.get(table) ?? []);
	return [
		['PRAGMA defer_foreign_keys = ON', []],
		...all.map(({ name }): Ask => [`DROP TRIGGER ${name}`, []]),
		...asked,
		...all.map(({ sql }): Ask => [sql, []]),
	];
}

/** The rows of a page, each as the JSON of its values. Bytes are objects with their hexadecimal digits. */
function reading({ table, where }: Part, { tables }: Structure, page: readonly string[]): Ask {
	const { columns = [], hasBytes = false } = tables.get(table) ?? {};
	const values = columns.map((column) => {
		const value = INSTEAD[table]?.[column] ?? column;
		return hasBytes ? `iif(typeof(${value}) = 'blob', json_object('x', hex(${value})), ${value})` : value;
	});
	return numbered(`SELECT json_array(${values.join(', ')}) AS line FROM ${table} WHERE ${where}`, page);
}

/** About how many characters of values one statement stores. */
const MAX_STORED = 400_000;

function storing({ table }: Part, { tables }: Structure, lines: readonly string[]): Ask[] {
	const { columns = [], hasBytes = false } = tables.get(table) ?? {};
	const values = columns.map((_, place) => {
		const value = `value ->> '$[${place}]'`;
		return hasBytes
			? `iif(json_type(value, '$[${place}]') = 'object', unhex(value ->> '$[${place}].x'), ${value})`
			: value;
	});
	const text = `INSERT OR REPLACE INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${values.join(', ')}
		FROM json_each(?1)`;
	const asked: Ask[] = [];
	let [together, size]: [string[], number] = [[], 0];
	for (const line of [...lines, null]) {
		if (together.length > 0 && (line === null || size + line.length > MAX_STORED)) {
			asked.push([text, [`[${together.join(',')}]`]]);
			[together, size] = [[], 0];
		}
		if (line === null) continue;
		together.push(line);
		size += line.length;
	}
	return asked;
}

export interface Databases {
	company: string;
	source: Client;
	target: Client;
	structure: Structure;
}

/** How a page differed. */
export interface Compared {
	rows: number;
	bytes: number;
	/** The rows that had to be copied. */
	copied: number;
	/** The last key of the page; null when it was the last page. */
	last: string | null;
}

const LAST_TEXT = '\u{10ffff}';
const LAST_NUMBER = '9007199254740991';

/** The first key lies behind this one. */
export const firstOf = ({ isByNumber }: Part): string => (isByNumber ? '-1' : '');

/**
 * Compares a page of both databases, and copies it if it differs. Fails if it differs after that. A page can be compared any number
 * of times.
 */
export async function comparePage(
	{ company, source, target, structure }: Databases,
	part: Part,
	after: string,
): Promise<Compared> {
	const { lines, end } = await readPage(source, part, structure, [company, after]);
	const page = [company, after, end ?? lastOf(part)];
	const there = { ...part, where: part.whereThere ?? part.where };
	const readThere = async () => linesOf((await askAll(target, [reading(there, structure, page)]))[0]);
	const known = await readThere();
	const isSame = areSame(lines, known);
	if (!isSame) {
		await askAll(target, copying(there, structure, page, lines, known.length > 0));
		if (!areSame(lines, await readThere())) throw new Error(`The copy of ${part.table} differs`);
	}
	return {
		rows: lines.length,
		bytes: lines.reduce((sum, line) => sum + line.length, 0),
		copied: isSame ? 0 : lines.length,
		last: end,
	};
}

/** Reads the rows behind a key in one round trip, and the key at which the page ends; null for the last page. */
async function readPage(
	source: Client,
	part: Part,
	structure: Structure,
	from: readonly string[],
): Promise<{ lines: string[]; end: string | null }> {
	const { keys, size, where } = part;
	if (keys === null) {
		const [rows] = await askAll(source, [reading(part, structure, from)]);
		return { lines: linesOf(rows), end: null };
	}
	const end = `${keys} ORDER BY k LIMIT 1 OFFSET ${size - 1}`;
	const upToEnd = where.replaceAll('?3', `coalesce((SELECT k FROM (${end})), '${lastOf(part)}')`);
	const [ends, rows] = await askAll(source, [
		numbered(end, from),
		reading({ ...part, where: upToEnd }, structure, from),
	]);
	const key = ends?.[0]?.k ?? null;
	return { lines: linesOf(rows), end: key === null ? null : String(key) };
}

const linesOf = (rows: readonly Row[] = []): string[] => rows.map(({ line }) => String(line)).sort();

const lastOf = ({ isByNumber }: Part): string => (isByNumber ? LAST_NUMBER : LAST_TEXT);

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
	some.length === others.length && some.every((line, place) => line === others[place]);

/** Replaces the rows of a page. Rows that name a deleted one go with it. */
function copying(
	part: Part,
	structure: Structure,
	page: readonly string[],
	lines: readonly string[],
	isReplaced: boolean,
): Ask[] {
	const children = isReplaced ? (structure.children.get(part.table) ?? []) : [];
	return withoutTriggers(
		structure,
		[part.table, ...children.map(({ table }) => table)],
		[
			...(isReplaced ? [numbered(`DELETE FROM ${part.table} WHERE ${part.where}`, page)] : []),
			...storing(part, structure, lines),
			...children.map(
				({ table, column, key }): Ask => [
					`DELETE FROM ${table} WHERE ${column} NOT IN (SELECT ${key} FROM ${part.table})`,
					[],
				],
			),
		],
	);
}

/** The whole range of a part, for statements about all of its rows. */
export const wholeOf = (part: Part, company: string): string[] => [company, firstOf(part), lastOf(part)];
