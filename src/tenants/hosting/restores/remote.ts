import { createHash } from 'node:crypto';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { readObjects } from '../backup-files/remote.ts';
import { type BackupObject, type Buckets, copyKey } from '../backups/rules.ts';

export interface Source {
	bucket: R2Bucket;
	companyId: string;
	date: string;
}

export const damaged = (error: unknown): Refusal =>
	new Refusal('backup_damaged', error instanceof Error ? error.message : String(error));

const AT_ONCE = 6;

type OfFile = (backups: R2Bucket, companyId: string, bucket: R2Bucket, object: BackupObject) => Promise<void>;

/** Runs `work` for each file of a backup, after the first `from` files. Returns how many files were handled, and whether these are all. */
export async function eachFile(
	{ bucket, companyId, date }: Source,
	buckets: Buckets,
	from: number,
	work: OfFile,
	mayGoOn: () => boolean,
): Promise<{ count: number; isWhole: boolean }> {
	let count = 0;
	let some: BackupObject[] = [];
	const workOnSome = async () => {
		await Promise.all(some.map((object) => work(bucket, companyId, buckets[object.bucket], object)));
		some = [];
	};
	try {
		for await (const object of readObjects(bucket, companyId, date)) {
			if (++count <= from) continue;
			some.push(object);
			if (some.length < AT_ONCE) continue;
			await workOnSome();
			if (!mayGoOn()) return { count, isWhole: false };
		}
		await workOnSome();
	} catch (error) {
		throw damaged(error);
	}
	return { count, isWhole: true };
}

/** Returns the copy of a file; null if the file itself still exists. */
async function copyOfMissing(...[backups, companyId, bucket, object]: Parameters<OfFile>) {
	if ((await bucket.head(object.key)) !== null) return null;
	const copy = await backups.get(copyKey(companyId, object));
	if (copy === null) throw new Error(`The copy of ${object.bucket} ${object.key} is missing`);
	return copy;
}

/** Compares the copy of a missing file with its hash. */
export const checkCopy: OfFile = async (...given) => {
	const copy = await copyOfMissing(...given);
	if (copy === null) return;
	const [, , , { bucket, key, sha256 }] = given;
	const hash = createHash('sha256');
	for await (const chunk of copy.body as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
	if (hash.digest('hex') !== sha256) throw new Error(`The copy of ${bucket} ${key} has another hash`);
};

/** Restores a missing file. Its metadata names the cell of the restore. */
export const putBackFor =
	(cell: string): OfFile =>
	async (...given) => {
		const copy = await copyOfMissing(...given);
		if (copy === null) return;
		const [, , bucket, { key, sha256 }] = given;
		const { httpMetadata = {} } = copy;
		await bucket.put(key, copy.body, { sha256, httpMetadata, customMetadata: { [MARK]: cell } });
	};

const MARK = 'restored-for';

/** Deletes a file that was restored for this cell. */
export const removeOf =
	(cell: string): OfFile =>
	async (_backups, _companyId, bucket, { key }) => {
		const found = await bucket.head(key);
		if (found?.customMetadata?.[MARK] === cell) await bucket.delete(key);
	};
