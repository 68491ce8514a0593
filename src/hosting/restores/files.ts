import { createHash } from 'node:crypto';
import { Refusal } from '../../core/refusals.ts';
import type { Buckets } from '../backups/actions.ts';
import { readObjects } from '../backups/file.ts';
import { type BackupObject, copyKey } from '../backups/rules.ts';

/** A backup to read. */
export interface Source {
	bucket: R2Bucket;
	companyId: string;
	date: string;
}

export const damaged = (error: unknown): Refusal =>
	new Refusal('backup_damaged', error instanceof Error ? error.message : String(error));

/** How many files are looked up at once. */
const AT_ONCE = 6;

/**
 * Puts missing files of a backup back. With `isCheck`, it only compares their copies with their hashes. Begins after `from` files. Returns
 * how many files it has looked at, and whether these are all.
 */
export async function putBackFiles(
	{ bucket, companyId, date }: Source,
	buckets: Buckets,
	{ from, isCheck }: { from: number; isCheck: boolean },
	mayGoOn: () => boolean,
): Promise<{ count: number; isWhole: boolean }> {
	let count = 0;
	let some: BackupObject[] = [];
	const putBack = async () => {
		const back = isCheck ? checkCopy : putBackFile;
		await Promise.all(some.map((object) => back(bucket, companyId, buckets[object.bucket], object)));
		some = [];
	};
	try {
		for await (const object of readObjects(bucket, companyId, date)) {
			if (++count <= from) continue;
			some.push(object);
			if (some.length < AT_ONCE) continue;
			await putBack();
			if (!mayGoOn()) return { count, isWhole: false };
		}
		await putBack();
	} catch (error) {
		throw damaged(error);
	}
	return { count, isWhole: true };
}

type OfFile = [backups: R2Bucket, companyId: string, bucket: R2Bucket, object: BackupObject];

/** Returns the copy of a file; null if the file itself is there. */
async function copyOfMissing(...[backups, companyId, bucket, object]: OfFile): Promise<R2ObjectBody | null> {
	if ((await bucket.head(object.key)) !== null) return null;
	const copy = await backups.get(copyKey(companyId, object));
	if (copy === null) throw new Error(`The copy of ${object.bucket} ${object.key} is missing`);
	return copy;
}

async function checkCopy(...given: OfFile): Promise<void> {
	const copy = await copyOfMissing(...given);
	if (copy === null) return;
	const [, , , { bucket, key, sha256 }] = given;
	const hash = createHash('sha256');
	for await (const chunk of copy.body as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
	if (hash.digest('hex') !== sha256) throw new Error(`The copy of ${bucket} ${key} has another hash`);
}

async function putBackFile(...given: OfFile): Promise<void> {
	const copy = await copyOfMissing(...given);
	if (copy === null) return;
	const [, , bucket, { key, sha256 }] = given;
	const { httpMetadata = {} } = copy;
	await bucket.put(key, copy.body, { sha256, httpMetadata });
}
