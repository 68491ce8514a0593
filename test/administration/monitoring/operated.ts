import { env } from 'cloudflare:workers';
import { SCHEMA } from '../../../src/foundation/cells/schema.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { type Answer, call } from '../../harness/service.ts';

export const KEY = 'the-key-of-the-operator-in-tests-is-no-secret';

/** The environment of one more process of a service that an operator watches. */
export const operated = (bindings: Partial<Bindings> = {}): Bindings => ({
	...env,
	OPERATOR_KEY: KEY,
	WEBHOOKS_ALLOW_LOCAL: '',
	LOCAL_IDENTITY_PROVIDERS: '',
	...bindings,
});

export const asOperator = (path: string, bindings: Bindings): Promise<Answer> =>
	call('GET', `https://zubrot.example${path}`, undefined, { Authorization: `Bearer ${KEY}` }, bindings);

/** Notes migrations as wrangler does. The tests apply them without it. */
export async function noteMigrations(): Promise<void> {
	await env.DB.exec(
		`CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)`,
	);
	await env.DB.exec(
		`INSERT INTO d1_migrations (name, applied_at) VALUES ('0000_schema.sql', '2023-01-01 00:00:00')`,
	);
	await env.DB.exec(`INSERT INTO d1_migrations (name) VALUES ('${SCHEMA}.sql')`);
}

export const forgetMigrations = () => env.DB.exec('DROP TABLE d1_migrations');
