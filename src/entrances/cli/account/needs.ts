import { readFileSync } from 'node:fs';
import { unstable_readConfig } from 'wrangler';
import { neededSecrets, type Values } from '../../../foundation/core/settings.ts';
import { allMigrations } from '../../site/schema.ts';
import { Stop } from '../stop.ts';

/** Everything that this release needs in an account, from `wrangler.toml`, the migrations and the list of settings. */
export interface Needs {
	worker: string;
	database: string;
	buckets: { name: string; jurisdiction: string | undefined }[];
	/** `isConsumed` is true if this Worker consumes the queue. */
	queues: { name: string; isConsumed: boolean }[];
	secrets: string[];
	/** The values of `[vars]`. */
	values: Values;
	crons: string[];
	/** True if `wrangler.toml` limits the processor time, which the free plan refuses. */
	hasCpuLimit: boolean;
	/** The account that `wrangler.toml` or the environment names. */
	accountId: string | undefined;
	/** Without `.sql`. */
	migrations: string[];
	/** The version in `package.json`. */
	version: string;
}

export function readNeeds(): Needs {
	// Wrangler's library would announce each file that it reads.
	process.env.WRANGLER_LOG ??= 'error';
	const config = unstable_readConfig({ config: 'wrangler.toml' }) as Config;
	const [database] = config.d1_databases;
	if (database?.database_name === undefined) throw new Stop('wrangler.toml has no database with a name.');
	return {
		worker: config.name ?? 'zubrot',
		database: database.database_name,
		buckets: config.r2_buckets.map(({ bucket_name, jurisdiction }) => ({
			name: bucket_name ?? '',
			jurisdiction,
		})),
		queues: queuesIn(config),
		secrets: neededSecrets(),
		values: config.vars as Values,
		crons: config.triggers.crons ?? [],
		hasCpuLimit: config.limits?.cpu_ms !== undefined,
		accountId: config.account_id ?? process.env.CLOUDFLARE_ACCOUNT_ID,
		migrations: allMigrations().map(({ name }) => name),
		version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
	};
}

/** The part of the configuration that is read. The types of wrangler do not describe the bindings. */
interface Config {
	name?: string;
	account_id?: string;
	vars: Record<string, unknown>;
	limits?: { cpu_ms?: number };
	triggers: { crons?: string[] };
	d1_databases: { database_name?: string }[];
	r2_buckets: { bucket_name?: string; jurisdiction?: string }[];
	queues: { producers?: { queue?: string }[]; consumers?: { queue: string }[] };
}

function queuesIn({ queues: { producers = [], consumers = [] } }: Config): Needs['queues'] {
	const consumed = new Set(consumers.map(({ queue }) => queue));
	const names = new Set([...producers.map(({ queue }) => queue), ...consumed]);
	return [...names]
		.filter((name) => name !== undefined)
		.map((name) => ({ name, isConsumed: consumed.has(name) }));
}
