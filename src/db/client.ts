import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { Refusal } from '../core/refusals.ts';
import { withRetry } from './retry.ts';
import { mapperOf, type Preparable } from './rows.ts';
import { isQuery, united } from './union.ts';

export type Db = DrizzleD1Database & {
	$client: D1Database;
	/** Whether it waits for other reads, so that a single query goes in a batch too (see `gathering`). */
	isGathering?: boolean;
};
export type Statement = BatchItem<'sqlite'>;

const connections = new WeakMap<D1Database, Db>();

export function connect(d1: D1Database): Db {
	const known = connections.get(d1) ?? drizzle(d1);
	connections.set(d1, known);
	return known;
}

/**
 * Runs all statements in one round trip, as one transaction. The columns of a joined query need distinct
 * names, because D1 returns rows as objects.
 */
export function batch<Q extends Statement, R extends Statement[]>(
	db: Db,
	statements: readonly [Q, ...R],
): Promise<BatchResponse<[Q, ...R]>> {
	return withRetry(() => run(db, statements)) as Promise<BatchResponse<[Q, ...R]>>;
}

async function run({ $client, isGathering }: Db, statements: readonly Statement[]): Promise<unknown[]> {
	const sent = united(
		(statements as unknown as Preparable[]).map((statement) => {
			const query = statement._prepare();
			const { sql, params } = query.getQuery();
			return { sql: query.mapper === undefined ? plannedOnce(sql) : sql, params, mapper: mapperOf(query) };
		}),
	);
	const bound = sent.map(({ sql, params }) => $client.prepare(sql).bind(...params));
	const [only, ...others] = bound;
	// In a batch D1 makes an object of every row first, which costs a long list about an eighth of its time.
	const rows = sent[0]?.mapper.ofRows;
	if (only && others.length === 0 && rows && !isGathering) return rows.map(await only.raw<unknown[]>());
	const responses = await $client.batch(bound);
	return responses.flatMap((response, index) => sent[index]?.mapper.ofResponse(response));
}

/** SQLite plans a statement for the value of its LIMIT, so that it plans anew at each run when that is a bare parameter. */
export const plannedOnce = (sql: string): string => sql.replaceAll(/\blimit \?/gi, 'limit 0 + ?');

/** The same database for reads only: what would write is refused. */
export function readOnly(db: Db): Db {
	const $client = {
		prepare(query: string) {
			if (isQuery(query)) return db.$client.prepare(query);
			throw new Refusal('forbidden', 'Nothing is saved while you look at what somebody else sees.');
		},
		batch: (statements: D1Statements) => db.$client.batch(statements),
	};
	return Object.assign(Object.create(db) as Db, { $client: $client as unknown as D1Database });
}

type D1Statements = Parameters<D1Database['batch']>[0];

interface Gathered {
	statements: D1Statements;
	done: (results: D1Result[]) => void;
	failed: (error: unknown) => void;
}

/** The same database for reads that are begun together: their batches go as one, in one round trip. Belongs to one request. */
export function gathering(db: Db): Db {
	let waiting: Gathered[] = [];
	const send = async () => {
		// Whoever has something to find out first, such as a key, comes along too.
		for (let turn = 0; turn < 5; turn++) await undefined;
		const batches = waiting;
		waiting = [];
		try {
			const results = await db.$client.batch(batches.flatMap(({ statements }) => statements));
			for (const { statements, done } of batches) done(results.splice(0, statements.length));
		} catch (error) {
			for (const { failed } of batches) failed(error);
		}
	};
	const $client = {
		prepare: (query: string) => db.$client.prepare(query),
		batch: (statements: D1Statements) =>
			new Promise<D1Result[]>((done, failed) => {
				if (waiting.push({ statements, done, failed }) === 1) void send();
			}),
	};
	return Object.assign(Object.create(db) as Db, {
		$client: $client as unknown as D1Database,
		isGathering: true,
	});
}
