// Runs before each test file. With `DATABASE=CELL`, the database of the tests is a cell instead of D1.
import { env } from 'cloudflare:workers';
import { databaseOf } from '../../src/foundation/cells/places.ts';
import { Cell } from '../../src/index.ts';
import { withSessions } from './database.ts';

const CELL = 'insteadofd1a';

// Alarms of cells do nothing by themselves, so that their jobs run only when a test says so, and at its time.
if (!('heard' in Cell.prototype)) {
	Object.assign(Cell.prototype, { heard: Cell.prototype.alarm, alarm: async () => {} });
}

if (env.DATABASE === 'CELL') {
	await env.CELLS.get(env.CELLS.idFromName(CELL)).open(CELL);
	const client = databaseOf(env, CELL).$client;
	const exec = (statement: string) => client.prepare(statement).run();
	Object.assign(env, { DB: { ...withSessions(client), exec } });
}
