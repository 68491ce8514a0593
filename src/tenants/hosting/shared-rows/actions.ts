import type { TablePart } from '../../../foundation/cells/move/belonging.ts';
import {
	firstOf,
	lastOf,
	linesOf,
	readEnds,
	readTexts,
	type Structure,
	structureOf,
} from '../../../foundation/cells/move/pages.ts';
import { type CellBindings, databaseOf } from '../../../foundation/cells/places.ts';
import { SCHEMA } from '../../../foundation/cells/schema.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { sha256 } from '../../../foundation/core/vault.ts';
import type { Client } from '../../../foundation/db/database.ts';
import { BackupFile, saveManifest } from '../backup-files/remote.ts';
import { clearBackups, copyObjects } from '../backups/remote.ts';
import {
	FORMAT,
	type Manifest,
	namesFiles,
	OBJECTS,
	objectsIn,
	rowsKey,
	type WithBackups,
} from '../backups/rules.ts';
import { SERVICE } from '../disaster-recovery/rules.ts';
import { SHARED } from '../disaster-recovery/store.ts';

/** How often the rows of the service are read while people change them. */
const TRIES = 5;

/** Saves the rows of D1 that belong to no company. If two passes find the same, all rows were valid together at the instant between them. */
export async function saveShared(
	env: CellBindings,
	{ BACKUPS, RECEIPTS, HISTORY }: WithBackups,
	now: Instant,
): Promise<Manifest> {
	const { $client } = databaseOf(env, null);
	const structure = await structureOf($client);
	const date = toIso(now);
	for (let tries = 0; tries < TRIES; tries++) {
		const file = new BackupFile(BACKUPS, rowsKey(SERVICE, date));
		try {
			const hashes: string[] = [];
			let objects = 0;
			await file.add(OBJECTS, []);
			for await (const { place, lines } of pagesOf($client, structure, namesFiles)) {
				const { table = '' } = SHARED[place] ?? {};
				const named = objectsIn(table, structure.tables.get(table)?.columns ?? [], lines);
				const all = { BACKUPS, RECEIPTS, HISTORY };
				const copied = await copyObjects(all, SERVICE, named, now, () => {});
				objects += copied.length;
				await file.add(
					OBJECTS,
					copied.map((one) => JSON.stringify([one.bucket, one.key, one.bytes, one.sha256])),
				);
			}
			for await (const { place, lines } of pagesOf($client, structure)) {
				const { table = '' } = SHARED[place] ?? {};
				hashes.push(sha256(JSON.stringify(lines)));
				await file.add({ table, part: place, columns: structure.tables.get(table)?.columns ?? [] }, lines);
			}
			if (!(await isSame($client, structure, hashes))) {
				await file.abort();
				continue;
			}
			const manifest: Manifest = {
				format: FORMAT,
				companyId: SERVICE,
				name: '',
				date,
				schema: SCHEMA,
				position: 0,
				rows: file.rows,
				bytes: file.bytes,
				objects,
				...(await file.close()),
			};
			await saveManifest(BACKUPS, manifest);
			await clearBackups(BACKUPS, SERVICE, now);
			return manifest;
		} catch (error) {
			await file.abort().catch(() => {});
			throw error;
		}
	}
	throw new Refusal('unavailable', 'The platform changes all the time. Try again.', { retryAfter: 5 });
}

async function isSame(db: Client, structure: Structure, hashes: readonly string[]): Promise<boolean> {
	let place = 0;
	for await (const { lines } of pagesOf(db, structure))
		if (hashes[place++] !== sha256(JSON.stringify(lines))) return false;
	return place === hashes.length;
}

/** Reads the rows of D1 that belong to no company, or those of some tables, in pages. */
async function* pagesOf(
	db: Client,
	structure: Structure,
	isWanted = (_part: TablePart) => true,
): AsyncGenerator<{ place: number; lines: string[] }> {
	for (const [place, part] of SHARED.entries()) {
		if (!isWanted(part)) continue;
		const keys = [firstOf(part), ...(await endsOf(db, part))];
		for (const [index, key] of keys.entries()) {
			const page = [SERVICE, key, keys[index + 1] ?? lastOf(part)];
			const [text = ''] = await readTexts(db, structure, [{ part, page }]);
			yield { place, lines: linesOf(text).sort() };
		}
	}
}

async function endsOf(db: Client, part: TablePart): Promise<string[]> {
	if (part.keys === null) return [];
	const [ends = []] = await readEnds(db, SERVICE, [{ part, after: firstOf(part) }]);
	return ends;
}
