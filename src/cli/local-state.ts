import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import { connect } from '../db/client.ts';
import type { Bindings } from '../http/env.ts';
import type { Storage } from '../jobs/schedule.ts';
import { runWrangler } from './wrangler.ts';

/** Where the local database lives: `STATE_DIR`, else wrangler's own folder. */
export const stateDir = (): string => resolve(process.env.STATE_DIR ?? '.wrangler/state');

/** Brings the local database to the present schema; what it holds stays. */
export async function migrateLocal(): Promise<void> {
	await runWrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', stateDir()]);
}

/** Opens the local storage, and never a remote one. */
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

/** A file with a signing secret of this machine's own, made once, so that tokens outlive a restart. */
export function secretFile(): string {
	const path = join(stateDir(), 'secrets.env');
	if (!existsSync(path)) {
		mkdirSync(stateDir(), { recursive: true });
		writeFileSync(path, `JWT_SECRET=${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
	}
	return path;
}
