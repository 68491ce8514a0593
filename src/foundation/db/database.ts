import { Column, is, type Query, SQL } from 'drizzle-orm';
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import type { Directory } from './directory.ts';
import { countRows, guessRows, type Meter, mayGuess, noteLook } from './meter.ts';
import { companyMoving, databaseMessage, jitter, MOVING, unavailable } from './retry.ts';

export type Db = DrizzleD1Database & {
	$client: D1Database;
	/** True when reads that start together are sent together. A single query then uses a batch too (see `gathering`). */
	isGathering?: boolean;
	/** The name of the database's cell; undefined for D1. */
	cell?: string;
	/** Keeps e-mail addresses and other values unique across all databases. Undefined when the connection knows only its own database. */
	directory?: Directory | undefined;
	/** Counts the work of a measured request. */
	meter?: Meter | undefined;
	/** In a request: continues work after the response is sent. */
	afterResponse?: (work: Promise<unknown>) => void;
	/** In a request: starts the sending of webhooks. */
	sendWebhooks?: () => void;
	/** For a caller from another database: the statement that inserts the caller's row, which records here can name. */
	guest?: (db: Db) => Statement;
	/** True for a read-only copy of the database. */
	isCopy?: boolean;
	/** How many milliseconds the clock of a sandbox is ahead of the real time. Undefined for real companies, and for work in real time. */
	ahead?: number | undefined;
};
export type Statement = BatchItem<'sqlite'>;
/** The connection to D1, or a session of it. */
export type Client = Pick<D1Database, 'prepare' | 'batch'>;

const connections = new WeakMap<D1Database, Db>();

export function connect(d1: D1Database): Db {
	const known = connections.get(d1) ?? drizzle(d1);
	connections.set(d1, known);
	return known;
}

/** Returns the database reached through another client, such as a session. */
export const over = (db: Db, client: Client, marks: Partial<Db> = {}): Db =>
	Object.assign(Object.create(db) as Db, { $client: client as D1Database, ...marks });

export const metered = (db: Db, meter: Meter | undefined): Db =>
	meter === undefined || db.meter === meter ? db : Object.assign(Object.create(db) as Db, { meter });

/** Runs all statements as one transaction in one round trip. Columns of a join need distinct names, because D1 returns rows as objects. */
export function batch<Q extends Statement, R extends Statement[]>(
	db: Db,
	statements: readonly [Q, ...R],
): Promise<BatchResponse<[Q, ...R]>> {
	return withRetry(() => run(db, statements)) as Promise<BatchResponse<[Q, ...R]>>;
}

const ATTEMPTS = 4;
const LOST =
	/Network connection lost|storage caused object to be reset|reset because its code was updated|can no longer access storage|transient issue on remote node|older schema than the service/;
const OVERLOADED =
	/overloaded|generating too much load|D1_ERROR: D1 is|timed out|SQLITE_FULL|maximum DB size|Too many requests|exceeded (timeout|its (memory|CPU))/i;

/**
 * Repeats an operation whose connection was lost. The first try may have taken effect, so the operation must be safe to repeat. An
 * overloaded database is not tried again: it refuses with `unavailable` (503).
 */
export async function withRetry<T>(operation: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await operation();
		} catch (error) {
			const message = databaseMessage(error);
			if (message.includes(MOVING)) throw companyMoving();
			if (OVERLOADED.test(message) || (LOST.test(message) && attempt === ATTEMPTS)) throw unavailable(error);
			if (!LOST.test(message)) throw error;
			await jitter(attempt);
		}
	}
}

async function run(
	{ $client, isGathering, meter, cell }: Db,
	statements: readonly Statement[],
): Promise<unknown[]> {
	const groups = inGroups(statements.map(readyOf));
	const sent = groups.map((group) => {
		const { sql, params } = united(group);
		return $client.prepare(sql).bind(...params);
	});
	const [[group, another], [only]] = [groups, sent];
	// Reads that are gathered count as one round trip, which is counted where they are sent.
	if (meter !== undefined && !isGathering) meter.trips++;
	const lone = group?.[0].columns && another === undefined && !isGathering ? only : undefined;
	// In a batch, D1 first makes an object of each row, which takes an eighth of the time of a long list. A cell does not.
	if (group && lone && (meter === undefined || (cell === undefined && mayGuess(group[0].sql)))) {
		const rows = await lone.raw<unknown[]>();
		if (meter !== undefined) guessRows(meter, group[0].sql, rows.length);
		return resultsOf(group, rows);
	}
	const responses = await $client.batch(sent);
	if (meter !== undefined) {
		countRows(meter, responses);
		if (group && lone && responses[0] && cell === undefined) noteLook(group[0].sql, responses[0]);
	}
	return groups.flatMap((one, index) => {
		const response = responses[index] as D1Result;
		const [{ query, columns }] = one;
		if (columns === null) return [query.mapResult(response, true)];
		return resultsOf(
			one,
			// A cell returns rows as arrays, not as objects.
			'rows' in response
				? (response.rows as unknown[][])
				: response.results.map((row) => Object.values(row as object)),
		);
	});
}

interface DrizzleQuery {
	getQuery(): Query;
	mapResult(response: D1Result, isFromBatch: true): unknown;
	/** The selected columns in order. Missing when nothing is selected. */
	fields?: readonly { path: readonly string[]; field: Column | SQL | SQL.Aliased }[];
}

/** A statement in the form that the database needs. */
export interface Ready {
	sql: string;
	params: readonly unknown[];
	query: DrizzleQuery;
	/** The name and decoder of each selected column; null when Drizzle must map the result itself. */
	columns: readonly { name: string; decoder: Pick<Column, 'mapFromDriverValue'> }[] | null;
}

/** Statements that are sent as one. If there are several, all of them are queries with `columns`. */
type Group = [Ready, ...Ready[]];

export function readyOf(statement: Statement): Ready {
	if ('ready' in statement) return statement.ready as Ready;
	const query = (statement as unknown as { _prepare(): DrizzleQuery })._prepare();
	const { sql, params } = query.getQuery();
	return { sql: plannedOnce(sql), params, query, columns: columnsOf(query) };
}

/** SQLite would plan a statement again for each run if its LIMIT were only a parameter. */
const plannedOnce = (sql: string): string => sql.replaceAll(/\blimit \?/gi, 'limit 0 + ?');

/** Finds the decoders once, because Drizzle would determine the kind of each column again for every row. */
function columnsOf({ fields }: DrizzleQuery): Ready['columns'] {
	if (fields === undefined || fields.some(({ path }) => path.length > 1)) return null;
	return fields.map(({ path: [name = ''], field }) => {
		if (is(field, Column)) return { name, decoder: field };
		// Drizzle's types leave out the decoder of SQL expressions.
		const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Column };
		return { name, decoder };
	});
}

/** The limits of D1 for one statement. */
const MAX_TERMS = 5;
const MAX_PARAMETERS = 100;
const MAX_COLUMNS = 100;

/** True for a statement that only reads. Statements that write begin with another verb. */
export const isQuery = (sql: string): boolean => /^\s*(select|with)\b/i.test(sql);

/** Groups consecutive queries, because each statement costs D1 more time than the few rows that it returns. */
function inGroups(statements: readonly Ready[]): Group[] {
	const groups: Group[] = [];
	let open: Group | undefined;
	let parameters = 0;
	for (const statement of statements) {
		const { sql, params, columns } = statement;
		const isUnitable = columns !== null && columns.length > 0 && columns.length < MAX_COLUMNS && isQuery(sql);
		parameters += params.length;
		if (isUnitable && open !== undefined && open.length < MAX_TERMS && parameters <= MAX_PARAMETERS) {
			open.push(statement);
			continue;
		}
		const group: Group = [statement];
		groups.push(group);
		open = isUnitable ? group : undefined;
		parameters = params.length;
	}
	return groups;
}

/** Joins the queries of a group to one statement. Each row begins with the number of its query, and is filled up with nulls. */
function united(group: Group): { sql: string; params: readonly unknown[] } {
	if (group.length === 1) return group[0];
	let longest = 0;
	for (const { columns } of group) longest = Math.max(longest, columns?.length ?? 0);
	const terms: string[] = [];
	const all: unknown[] = [];
	for (const { sql, params, columns } of group) {
		let filling = '';
		for (let place = columns?.length ?? 0; place < longest; place++) {
			// D1 takes the column names of the first query. If several columns have the same name, it returns only one of them.
			filling += terms.length === 0 ? `, NULL AS filling_${place}` : ', NULL';
		}
		terms.push(`SELECT ${terms.length} AS of_query, *${filling} FROM (${sql})`);
		all.push(...params);
	}
	return { sql: terms.join(' UNION ALL '), params: all };
}

function resultsOf(group: Group, rows: readonly unknown[][]): unknown[] {
	if (group.length === 1) return [recordsOf(group[0], rows, 0)];
	const found: unknown[][][] = group.map(() => []);
	for (const row of rows) found[Number(row[0])]?.push(row);
	return group.map((one, index) => recordsOf(one, found[index] ?? [], 1));
}

/** Converts rows to records. The values of a row begin at index `first`. */
function recordsOf({ columns }: Ready, rows: readonly unknown[][], first: number): object[] {
	const records: object[] = [];
	for (const row of rows) {
		const record: Record<string, unknown> = {};
		let place = first;
		for (const { name, decoder } of columns ?? []) {
			const value = row[place++];
			record[name] = value === null ? null : decoder.mapFromDriverValue(value);
		}
		records.push(record);
	}
	return records;
}
