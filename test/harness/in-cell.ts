// Runs before each test file. With `DATABASE=CELL`, the database of the tests is a cell instead of D1.
import { env } from 'cloudflare:workers';
import { databaseOf } from '../../src/cells/places.ts';
import { withSessions } from './database.ts';

const CELL = 'insteadofd1a';

if (env.DATABASE === 'CELL') {
	await env.CELLS.get(env.CELLS.idFromName(CELL)).open(CELL);
	Object.assign(env, { DB: withSessions(databaseOf(env, CELL).$client) });
}
