import { Refusal } from '../core/refusals.ts';
import { type Client, type Db, isQuery, over } from './database.ts';

/** Returns the database for viewing only. It refuses statements that write. */
export const readOnly = (db: Db): Db =>
	over(db, reading(db.$client, 'Nothing can be saved while you view the console as another user.'));

/** Returns the read-only copy of the database that a session reaches. */
export const copyBy = (db: Db, session: D1DatabaseSession): Db =>
	over(db, reading(session, 'A copy of the database takes no writes.'), { isCopy: true });

const reading = (client: Client, otherwise: string): Client => ({
	prepare(query: string) {
		if (isQuery(query)) return client.prepare(query);
		throw new Refusal('forbidden', otherwise);
	},
	batch: (statements) => client.batch(statements),
});

type D1Statements = Parameters<D1Database['batch']>[0];

interface Gathered {
	statements: D1Statements;
	done: (results: D1Result[]) => void;
	failed: (error: unknown) => void;
}

/** Returns the database of one request. Reads that start together are sent as one batch. */
export function gathering(db: Db): Db {
	let waiting: Gathered[] = [];
	const send = async () => {
		// This also includes reads that first wait for something else, such as a key.
		for (let turn = 0; turn < 5; turn++) await undefined;
		const batches = waiting;
		waiting = [];
		if (db.meter !== undefined) db.meter.trips++;
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
	return over(db, $client as Client, { isGathering: true });
}
