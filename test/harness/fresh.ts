// Runs before each test file. The files share a worker; this gives each of them an empty database and bucket.
import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { startAfresh } from './service.ts';

/** `reset` skips storage that has been idle for ten seconds, so both are used first. */
await Promise.all([
	env.DB.prepare('SELECT 1').run(),
	env.RECEIPTS.head('anything'),
	env.HISTORY.head('anything'),
]);
await reset();
// All at once: one by one, as the pool’s own function applies them, took a second a file.
await env.DB.batch(env.MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))));
startAfresh();
