import type { Instant } from '../../../foundation/core/instant.ts';
import { DOUBTED_MS, KEPT_MS, ORPHANS, orphanKey } from './rules.ts';

/** When the jobs last ran in D1, as R2 knows it, and the time to which D1 went back. The latter is null when nothing is left to repair. */
export interface Memory {
	date: Instant;
	restoredTo: Instant | null;
}

const MEMORY = 'last-run.json';

export const readMemory = async (backups: R2Bucket): Promise<Memory | null> =>
	(await (await backups.get(MEMORY))?.json<Memory>()) ?? null;

export async function saveMemory(backups: R2Bucket, memory: Memory): Promise<void> {
	await backups.put(MEMORY, JSON.stringify(memory));
}

/** Copies an object without a row in any database to the bucket of backups. When the copy is 2 days old, deletes it and returns true. */
export async function setAside(
	backups: R2Bucket,
	[name, bucket]: readonly [string, R2Bucket],
	key: string,
	now: Instant,
): Promise<boolean> {
	const until = Number((await backups.head(orphanKey(name, key)))?.customMetadata?.until ?? 0);
	if (until > now && until - KEPT_MS + DOUBTED_MS <= now) {
		await bucket.delete(key);
		return true;
	}
	const object = until > now ? null : await bucket.get(key);
	if (object === null) return false;
	const { httpMetadata = {} } = object;
	const customMetadata = { until: String(now + KEPT_MS) };
	await backups.put(orphanKey(name, key), object.body, { httpMetadata, customMetadata });
	return false;
}

export async function clearOrphans(backups: R2Bucket, now: Instant): Promise<void> {
	const { objects } = await backups.list({ prefix: ORPHANS, include: ['customMetadata'] });
	const over = objects.filter(({ customMetadata }) => Number(customMetadata?.until ?? now) < now);
	if (over.length > 0) await backups.delete(over.map(({ key }) => key));
}

/** Restores a missing object from the first of these copies that exists. Returns false if there is none. R2 compares the hash. */
export async function putBack(
	backups: R2Bucket,
	copies: readonly string[],
	bucket: R2Bucket,
	key: string,
	sha256: string | null,
): Promise<boolean> {
	for (const copy of copies) {
		const object = await backups.get(copy);
		if (object === null) continue;
		const { httpMetadata = {} } = object;
		await bucket.put(key, object.body, { httpMetadata, ...(sha256 !== null && { sha256 }) });
		return true;
	}
	return false;
}
