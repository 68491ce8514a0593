import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import { connect } from '../db/client.ts';
import type { Bindings } from '../http/env.ts';
import type { Storage } from '../jobs/schedule.ts';
import { runWrangler } from './wrangler.ts';

/** The folder of the local database: `STATE_DIR`, or wrangler's own folder when that is unset. */
export const stateDir = (): string => resolve(process.env.STATE_DIR ?? '.wrangler/state');

export async function migrateLocal(): Promise<void> {
	await runWrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', stateDir()]);
}

/** Opens the local storage, never a remote one, while `work` runs. */
export async function withLocalStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
	const proxy = await getPlatformProxy<Bindings & Record<string, unknown>>({
		configPath: 'wrangler.toml',
		persist: { path: join(stateDir(), 'v3') },
		remoteBindings: false,
	});
	try {
		return await work({ db: connect(proxy.env.DB), receipts: proxy.env.RECEIPTS });
	} finally {
		await proxy.dispose();
	}
}

/** Path of a file with this machine's signing secret, created once so that tokens survive a restart. */
export function secretFile(): string {
	const path = join(stateDir(), 'secrets.env');
	if (!existsSync(path)) {
		mkdirSync(stateDir(), { recursive: true });
		writeFileSync(path, `JWT_SECRET=${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
	}
	return path;
}
