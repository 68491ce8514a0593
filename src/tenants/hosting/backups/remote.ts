import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { readObjects } from '../backup-files/remote.ts';
import {
	type Backup,
	type BackupObject,
	backupOf,
	copyKey,
	dateOf,
	manifestKey,
	outdatedFrom,
	rowsKey,
} from './rules.ts';

export async function* listed(
	bucket: R2Bucket,
	prefix: string,
	startAfter?: string,
): AsyncGenerator<R2Object[]> {
	for (let cursor: string | undefined; ; ) {
		const from = cursor !== undefined ? { cursor } : startAfter !== undefined ? { startAfter } : {};
		const page = await bucket.list({ prefix, include: ['customMetadata'], ...from });
		yield page.objects;
		if (!page.truncated) return;
		cursor = page.cursor;
	}
}

/** Returns the prefix of backups: the company, and the first digit of a year. Copies of files have other prefixes. */
const datesOf = (companyId: string): string => `${companyId}/2`;

interface Listed {
	/** The complete backups, oldest first. */
	backups: Backup[];
	/** The dates of files without a manifest. */
	incomplete: Instant[];
}

export async function listBackups(bucket: R2Bucket, companyId: string): Promise<Listed> {
	const found = new Map<Instant, Backup | null>();
	for await (const objects of listed(bucket, datesOf(companyId))) {
		for (const { key, customMetadata } of objects) {
			const [, text = '', name] = key.split('/');
			const date = dateOf(text);
			if (date === null) continue;
			if (name === 'manifest.json') found.set(date, backupOf(date, customMetadata));
			else if (!found.has(date)) found.set(date, null);
		}
	}
	const all = [...found].sort(([one], [other]) => one - other);
	return {
		backups: all.flatMap(([, backup]) => (backup === null ? [] : [backup])),
		incomplete: all.flatMap(([date, backup]) => (backup === null ? [date] : [])),
	};
}

/** Copies the company's files that have no copy yet. Returns all with their sizes. Calls `missing` for an absent or changed file. */
export async function copyObjects(
	buckets: { BACKUPS: R2Bucket } & Record<BackupObject['bucket'], R2Bucket>,
	companyId: string,
	objects: readonly Omit<BackupObject, 'bytes'>[],
	now: Instant,
	missing: (key: string) => void,
): Promise<BackupObject[]> {
	const inOrder = objects
		.map((object) => ({ ...object, copy: copyKey(companyId, object) }))
		.sort((one, other) => (one.copy < other.copy ? -1 : 1));
	const sizes = await copiedSizes(buckets.BACKUPS, companyId, inOrder);
	const found: BackupObject[] = [];
	for (const { copy, ...object } of inOrder) {
		const bytes = sizes.get(copy) ?? (await copied(buckets, object, copy, now));
		if (bytes === null) missing(`${object.bucket} ${object.key}`);
		else found.push({ ...object, bytes });
	}
	return found;
}

async function copied(
	buckets: Parameters<typeof copyObjects>[0],
	{ bucket, key, sha256 }: Omit<BackupObject, 'bytes'>,
	copy: string,
	now: Instant,
): Promise<number | null> {
	const object = await buckets[bucket].get(key);
	if (object === null) return null;
	const customMetadata = { copied: toIso(now) };
	const { httpMetadata = {} } = object;
	try {
		await buckets.BACKUPS.put(copy, object.body, { sha256, customMetadata, httpMetadata });
	} catch (error) {
		// R2 has compared the hash, and reports a difference like this.
		if (/checksum|10037/.test(String(error))) return null;
		throw error;
	}
	return object.size;
}

/** Reads the sizes of existing copies. Keys begin with their time of creation, so few other keys lie between the first and the last. */
async function copiedSizes(
	bucket: R2Bucket,
	companyId: string,
	inOrder: readonly { bucket: BackupObject['bucket']; copy: string }[],
): Promise<Map<string, number>> {
	const sizes = new Map<string, number>();
	for (const some of Map.groupBy(inOrder, (object) => object.bucket).values()) {
		const [first, last] = [some[0]?.copy ?? '', some.at(-1)?.copy ?? ''];
		const wanted = new Set(some.map(({ copy }) => copy));
		const prefix = copyKey(companyId, { bucket: some[0]?.bucket ?? 'RECEIPTS', key: '' });
		for await (const objects of listed(bucket, prefix, first.slice(0, -1))) {
			for (const { key, size } of objects) if (wanted.has(key)) sizes.set(key, size);
			if ((objects.at(-1)?.key ?? '') >= last) break;
		}
	}
	return sizes;
}

/** A backup that has no manifest after this time was interrupted. */
const INTERRUPTED_MS = 24 * 3_600_000;

const MAX_DELETED = 1000;

async function deleteAll(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
	for (let from = 0; from < keys.length; from += MAX_DELETED)
		await bucket.delete(keys.slice(from, from + MAX_DELETED));
}

/**
 * Deletes backups that are too old, files of interrupted ones, and copies that no remaining backup needs. Returns how many backups it
 * deleted, and when the oldest remaining one will be too old. That is null while only one remains.
 */
export async function clearBackups(
	bucket: R2Bucket,
	companyId: string,
	now: Instant,
): Promise<{ deleted: number; outdated: Instant | null }> {
	const { backups, incomplete } = await listBackups(bucket, companyId);
	const isOld = (_: Backup, place: number) => {
		const next = backups[place + 1];
		return next !== undefined && outdatedFrom(next.date) <= now;
	};
	const old = backups.filter(isOld).map(({ date }) => toIso(date));
	const given = incomplete.filter((date) => date < now - INTERRUPTED_MS).map(toIso);
	// Manifests are deleted first. After an interruption, a backup without a manifest does not count.
	await deleteAll(
		bucket,
		old.map((date) => manifestKey(companyId, date)),
	);
	await deleteAll(
		bucket,
		[...old, ...given].map((date) => rowsKey(companyId, date)),
	);
	const [oldest, next] = backups.slice(old.length);
	if (old.length > 0 && oldest !== undefined) await clearCopies(bucket, companyId, toIso(oldest.date));
	return { deleted: old.length, outdated: next === undefined ? null : outdatedFrom(next.date) };
}

const COMPARED = 50_000;

/** Deletes copies that are older than the oldest backup and not in its list. No later backup needs them, as files never come back. */
async function clearCopies(bucket: R2Bucket, companyId: string, oldest: string): Promise<void> {
	let unnamed = new Set<string>();
	const clear = async () => {
		if (unnamed.size === 0) return;
		for await (const object of readObjects(bucket, companyId, oldest))
			unnamed.delete(copyKey(companyId, object));
		await deleteAll(bucket, [...unnamed]);
		unnamed = new Set();
	};
	for await (const objects of listed(bucket, `${companyId}/objects/`)) {
		for (const { key, customMetadata } of objects)
			if ((customMetadata?.copied ?? oldest) < oldest) unnamed.add(key);
		if (unnamed.size >= COMPARED) await clear();
	}
	await clear();
}
