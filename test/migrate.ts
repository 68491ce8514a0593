import { env } from 'cloudflare:workers';

/** All at once: one by one, as the pool’s own function applies them, took a second a file. */
await env.DB.batch(env.MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))));
