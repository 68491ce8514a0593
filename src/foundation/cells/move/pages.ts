import { type Client, readyOf, type Statement, withRetry } from '../../db/database.ts';
import { databaseMessage } from '../../db/retry.ts';
import type { Ask } from '../interface.ts';
import { INSTEAD, type TablePart } from './belonging.ts';

type Row = Record<string, string | number | null>;

/** Runs statements as one transaction and returns their rows. */
export const askAll = (db: Client, asked: readonly Ask[]): Promise<Row[][]> =>
	withRetry(async () => {
		const answers = await db.batch<Row>(asked.map(([text, values]) => db.prepare(text).bind(...values)));
		return answers.map(({ results }) => results);
	});

export const asksOf = (statements: readonly Statement[]): Ask[] =>
	statements.map(readyOf).map(({ sql, params }) => [sql, params as Ask[1]]);

/** Keeps only as many values as the statement has placeholders. */
export function numbered(text: string, values: readonly (string | number)[]): Ask {
	const last = Math.max(0, ...[...text.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)));
	return [text, values.slice(0, last)];
}

/** The structure of a database. Source and target have the same one. */
export interface Structure {
	/** The columns of each table, those that identify a row, and whether any value may be bytes. */
	tables: Map<string, { columns: string[]; key: string; hasBytes: boolean }>;
	triggers: Map<string, { name: string; sql: string }[]>;
	/** Foreign keys, grouped by the table that they refer to. */
	children: Map<string, { table: string; column: string; key: string }[]>;
}

const columnsIn = (rows: readonly Row[]) => rows.map(({ column_name }) => String(column_name));

export async function structureOf(db: Client): Promise<Structure> {
	const [columns = [], triggers = [], keys = []] = await askAll(db, [
		[
			`SELECT m.name AS of_table, c.name AS column_name, upper(c.type) = 'BLOB' AS is_bytes,
				c.pk AND m.sql LIKE '%WITHOUT ROWID' AS is_key FROM sqlite_schema m
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
			columns: columnsIn(rows),
			key: columnsIn(rows.filter(({ is_key }) => is_key === 1)).join(', ') || 'rowid',
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

/** Makes the transaction check foreign keys only at its end. A cell restarts if a check fails there. */
const DEFERRED: Ask = ['PRAGMA defer_foreign_keys = ON', []];

/** Runs statements without the triggers of these tables. One transaction drops and creates the triggers. */
export function withoutTriggers(
	{ triggers }: Structure,
	tables: readonly string[],
	asked: readonly Ask[],
	isDeferred = true,
): Ask[] {
	const all = [...new Set(tables)].flatMap((table) => triggers.get(table) ?? []);
	return [
		...(isDeferred ? [DEFERRED] : []),
		...all.map(({ name }): Ask => [`DROP TRIGGER ${name}`, []]),
		...asked,
		...all.map(({ sql }): Ask => [sql, []]),
	];
}

/** Returns SQL that selects each row of a page as a JSON array. Bytes become an object with hexadecimal digits. */
function reading({ table, where }: Pick<TablePart, 'table' | 'where'>, { tables }: Structure): string {
	const { columns = [], hasBytes = false } = tables.get(table) ?? {};
	const values = columns.map((column) => {
		const value = INSTEAD[table]?.[column] ?? column;
		return hasBytes ? `iif(typeof(${value}) = 'blob', json_object('x', hex(${value})), ${value})` : value;
	});
	return `SELECT json_array(${values.join(', ')}) AS line FROM ${table} WHERE ${where}`;
}

/** The most terms of a `UNION ALL` that D1 accepts in one statement. */
const MAX_TERMS = 5;

export function united(queries: readonly string[]): string {
	if (queries.length <= MAX_TERMS) return queries.join(' UNION ALL ');
	const groups = Array.from({ length: Math.ceil(queries.length / MAX_TERMS) }, (_, index) =>
		queries.slice(index * MAX_TERMS, (index + 1) * MAX_TERMS),
	);
	return united(groups.map((group) => `SELECT * FROM (${group.join(' UNION ALL ')})`));
}

export async function readEnds(
	db: Client,
	company: string,
	asked: readonly { part: TablePart; after: string }[],
): Promise<string[][]> {
	const values = [company, ''];
	const queries = asked.map(({ part: { keys, size }, after }, place) => {
		const numberedKeys = `SELECT k, row_number() OVER (ORDER BY k) AS n FROM (${placed(keys ?? '', [company, after], values)})`;
		return `SELECT ${place} AS place, k FROM (${numberedKeys}) WHERE n % ${size} = 0`;
	});
	if (queries.length === 0) return [];
	const [rows = []] = await askAll(db, [
		numbered(`SELECT place, k FROM (${united(queries)}) ORDER BY place, k`, values),
	]);
	const ends: string[][] = asked.map(() => []);
	for (const { place, k } of rows) ends[Number(place)]?.push(String(k));
	return ends;
}

/** A page of a part: the company, the key before the page, and its last key. */
interface AskedPage {
	part: TablePart;
	page: readonly string[];
}

/** A query that replaces the table `movers` for a company that is not moving. `value` is its `?2`. */
export interface Movers {
	query: string;
	value: string;
}

/** Reads pages in one statement. The rows of each page are the lines of one text. */
export async function readTexts(
	db: Client,
	structure: Structure,
	asked: readonly AskedPage[],
	movers?: Movers,
): Promise<string[]> {
	const [company = ''] = asked[0]?.page ?? [];
	const read = async (select: (query: string, place: number) => string) => {
		const values = [company, ''];
		const text = united(
			asked.map(({ part, page }, place) =>
				select(reading({ ...part, where: placed(part.where, page, values) }, structure), place),
			),
		);
		const isNamed = movers !== undefined && /\bmovers\b/.test(text);
		if (isNamed) values[1] = movers.value;
		const named = isNamed ? standingFor(movers, structure) : '';
		const [rows = []] = await askAll(db, [numbered(named + text, values)]);
		const lines = Map.groupBy(rows, ({ place }) => Number(place));
		return asked.map((_, place) => (lines.get(place) ?? []).flatMap(({ line }) => line ?? []).join('\n'));
	};
	try {
		return await read(together);
	} catch (error) {
		if (!databaseMessage(error).includes('too big')) throw error;
		return read((query, place) => `SELECT ${place} AS place, line FROM (${query})`);
	}
}

const MOVERS = ['company_id', 'id', 'kind', 'party', 'is_closed'];

/** Returns a `WITH` clause in place of `movers`. A newer schema may give the table more columns than this code knows. */
function standingFor({ query }: Movers, { tables }: Structure): string {
	const others = tables.get('movers')?.columns.filter((column) => !MOVERS.includes(column)) ?? [];
	const rows = others.length === 0 ? query : `SELECT *${', NULL'.repeat(others.length)} FROM (${query})`;
	return `WITH movers (${[...MOVERS, ...others].join(', ')}) AS (${rows}) `;
}

/** Many rows joined to one text are read several times faster than as single rows. A text has at most 2 MB. */
const together = (query: string, place: number) =>
	`SELECT ${place} AS place, group_concat(line, char(10)) AS line FROM (${query})`;

/** Renumbers the placeholders of a page, because one statement reads several pages. */
const placed = (text: string, page: readonly string[], values: string[]): string =>
	text.replace(/\?([23])/g, (_, number) => {
		const value = page[Number(number) - 1] ?? '';
		const known = values.indexOf(value, 2);
		return `?${known < 0 ? values.push(value) : known + 1}`;
	});

export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

const LAST_TEXT = '\u{10ffff}';
const LAST_NUMBER = '9007199254740991';

export const lastOf = ({ isByNumber }: TablePart): string => (isByNumber ? LAST_NUMBER : LAST_TEXT);

/** Returns a key before all keys of the part. */
export const firstOf = ({ isByNumber }: TablePart): string => (isByNumber ? '-1' : '');

/** Returns the values of a page that covers the whole part. */
export const wholeOf = (part: TablePart, company: string): string[] => [company, firstOf(part), lastOf(part)];
