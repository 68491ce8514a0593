import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOfThisMachine } from '../../../foundation/core/addresses.ts';
import { stateDir } from '../state-folder.ts';
import { Stop } from '../stop.ts';
import { Bucket } from './bucket.ts';
import { Folder } from './folder.ts';
import type { BackupStorage } from './storage.ts';

const R2 = 'r2:';

/** Returns the place with this name, such as `./folder` or `r2:bucket/path`. A local service has local buckets. */
export async function placeNamed(name: string, url: string): Promise<BackupStorage> {
	return name.startsWith(R2) ? openBucket(name, name.slice(R2.length), url) : new Folder(name);
}

/**
 * Opens the bucket in a text such as `bucket/path`, with the operator's own sign-in to wrangler. A remote service has remote buckets, in
 * the jurisdiction of its own bucket of backups. Loads the local runtime only here, because that takes a second.
 */
async function openBucket(name: string, text: string, url: string): Promise<Bucket> {
	// The module of the local state keeps wrangler quiet.
	const [{ getPlatformProxy, unstable_readConfig: readConfig }] = await Promise.all([
		import('wrangler'),
		import('../local-state.ts'),
	]);
	const [bucketName = '', ...path] = text.split('/').filter((part) => part !== '');
	const { r2_buckets, account_id, compatibility_date } = readConfig({ config: 'wrangler.toml' });
	const own: { binding: string; bucket_name?: string; jurisdiction?: string }[] = r2_buckets;
	if (own.some(({ bucket_name }) => bucket_name === bucketName))
		throw new Stop(
			`The service itself uses the bucket ${bucketName}. Name another one for copies, in another account if you can.`,
		);
	const { jurisdiction } = own.find(({ binding }) => binding === 'BACKUPS') ?? {};
	const isRemote = !isOfThisMachine(url);
	const binding = { binding: 'COPIES', bucket_name: bucketName, jurisdiction, remote: isRemote };
	const folder = mkdtempSync(join(tmpdir(), 'zubrot-copies-'));
	const configPath = join(folder, 'wrangler.json');
	const config = { name: 'zubrot-copies', account_id, compatibility_date, r2_buckets: [binding] };
	writeFileSync(configPath, JSON.stringify(config));
	try {
		const { env, dispose } = await getPlatformProxy<{ COPIES: R2Bucket }>({
			configPath,
			persist: { path: join(stateDir(), 'v3') },
			remoteBindings: isRemote,
		});
		return new Bucket(name, env.COPIES, path.map((part) => `${part}/`).join(''), dispose);
	} catch (error) {
		throw new Stop(`${name} cannot be opened. Sign in with: npx wrangler login\n${String(error)}`);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
