import { createHash } from 'node:crypto';
import { PARTS } from '../../cells/move/belonging.ts';
import { askAll, storing, structureOf, withoutTriggers } from '../../cells/move/pages.ts';
import { Digest, linesOfPart } from '../../cells/move/restoring.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Client } from '../../db/database.ts';
import { databaseMessage } from '../../db/retry.ts';
import type { Buckets } from '../backups/actions.ts';
import { type Piece, readBackup, readObjects } from '../backups/file.ts';
import { type BackupObject, copyKey, type Section } from '../backups/rules.ts';

/** A backup to read. */
interface Source {
	bucket: R2Bucket;
	companyId: string;
	date: string;
}

const damaged = (error: unknown): Refusal =>
	new Refusal('backup_damaged', error instanceof Error ? error.message : String(error));

/** Reads the rows of a backup. Any failure means that the backup is damaged. */
async function* rowsOf({
	bucket,
	companyId,
	date,
}: Source): AsyncGenerator<Extract<Piece, { lines: unknown }>> {
	try {
		for await (const piece of readBackup(bucket, companyId, date))
			if ('section' in piece && piece.section.part !== null) yield piece;
	} catch (error) {
		throw damaged(error);
	}
}

/** The last stored part, the number of stored rows (also as `key`), and the length of their lines. */
interface Progress {
	part: number;
	key: string;
	rows: number;
	bytes: number;
}

/** Stores the rows of a backup after `from`, and returns how far it came. Storing a row twice changes nothing. */
export async function loadRows(
	source: Source,
	own: Client,
	from: Pick<Progress, 'part' | 'key'>,
	mayGoOn: () => boolean,
): Promise<{ progress: Progress; isWhole: boolean }> {
	const structure = await structureOf(own);
	let [part, rows, bytes] = [from.part, 0, 0];
	const cameTo = (): Progress => ({ part, key: String(rows), rows, bytes });
	for await (const { section, lines } of rowsOf(source)) {
		rows += lines.length;
		bytes += lines.reduce((sum, { length }) => sum + length, 0);
		if (rows <= Number(from.key)) continue;
		part = Math.max(part, section.part ?? 0);
		requireColumns(section, structure.tables.get(section.table)?.columns);
		await askAll(
			own,
			withoutTriggers(structure, [section.table], storing({ table: section.table }, structure, lines)),
		);
		if (!mayGoOn()) return { progress: cameTo(), isWhole: false };
	}
	return { progress: cameTo(), isWhole: true };
}

function requireColumns({ table, columns }: Section, known: readonly string[] | undefined): void {
	if (known?.join() === columns.join()) return;
	throw new Refusal('backup_damaged', `The table ${table} of the backup has other columns than its schema.`);
}

/** Compares the rows of the database with those of the backup: the number and the hashes of each part. */
export async function checkRows(source: Source, own: Client): Promise<void> {
	const structure = await structureOf(own);
	const expected = new Map<number, Digest>();
	for await (const { section, lines } of rowsOf(source)) {
		const digest = expected.get(section.part ?? 0) ?? new Digest();
		expected.set(section.part ?? 0, digest.add(lines));
	}
	for (const [place, part] of PARTS.entries()) {
		const found = new Digest();
		try {
			for await (const lines of linesOfPart(own, structure, source.companyId, part)) found.add(lines);
		} catch (error) {
			// An older backup lacks tables and columns that were added later.
			if (/no such (table|column)/.test(databaseMessage(error))) continue;
			throw error;
		}
		if (!found.equals(expected.get(place) ?? new Digest()))
			throw new Refusal('backup_damaged', `The restored rows of ${part.table} differ from the backup.`);
	}
}

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
