import { Refusal } from '../core/refusals.ts';
import { type Db, isQuery } from './database.ts';

/** Returns the database for reads only: it refuses statements that write. */
export function readOnly(db: Db): Db {
	const $client = {
		prepare(query: string) {
			if (isQuery(query)) return db.$client.prepare(query);
			throw new Refusal('forbidden', 'Nothing can be saved while you view the console as another user.');
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

/** Returns the database of one request, whose reads that begin together go as one batch. */
export function gathering(db: Db): Db {
	let waiting: Gathered[] = [];
	const send = async () => {
		// Reads that first need something else, such as a key, are included too.
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
