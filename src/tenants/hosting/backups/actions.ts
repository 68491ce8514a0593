import { PARTS } from '../../../foundation/cells/move/belonging.ts';
import { type Structure, structureOf } from '../../../foundation/cells/move/pages.ts';
import {
	beginReading,
	isUnchanged,
	type Reading,
	readCompany,
} from '../../../foundation/cells/move/reads.ts';
import { SCHEMA } from '../../../foundation/cells/schema.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { notFound, Refusal } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { mayBeSandbox } from '../../../foundation/db/clock.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import type { MayGoOn } from '../../../foundation/db/steps.ts';
import { BackupFile, readManifest, saveManifest } from '../backup-files/remote.ts';
import { clearBackups, copyObjects, listBackups } from './remote.ts';
import {
	type Backup,
	FORMAT,
	type Manifest,
	namesFiles,
	nightOf,
	OBJECTS,
	objectsIn,
	rowsKey,
	type WithBackups,
} from './rules.ts';
import { beginBackup, companyHere, newsOfCompany, saveBackup } from './store.ts';

/** The last backup of a company, and the fault of its files. */
export interface Saved {
	manifest: Manifest;
	/** Null if all files were there. */
	missing: string | null;
}

/**
 * Saves one company of this database now, unless nothing has happened in it since its last backup. Returns its last backup. Returns null if
 * its rows changed at each try, or it is not in this database.
 */
export async function backUpNow(
	db: Db,
	{ BACKUPS, ...buckets }: WithBackups,
	now: Instant,
	companyId: string,
): Promise<Saved | null> {
	const last = async () => {
		const { backups } = await listBackups(BACKUPS, companyId);
		const { date } = backups.at(-1) ?? {};
		return date === undefined ? null : readManifest(BACKUPS, companyId, toIso(date));
	};
	const [[company]] = await batch(db, [newsOfCompany(db, companyId)]);
	if (company === undefined) return null;
	const present = company.hasNews ? null : await last();
	if (present?.schema === SCHEMA) return { manifest: present, missing: null };
	const run = newRun(db, { ...buckets, BACKUPS }, now, () => true);
	if ((await backUp(run, companyId, Number.MAX_SAFE_INTEGER)) !== 1) return null;
	const manifest = await last();
	return manifest === null ? null : { manifest, missing: run.problems[0]?.message ?? null };
}

export async function backupsOf(
	call: Call,
	bucket: R2Bucket | undefined,
	companyId: string,
	isKnown = false,
): Promise<Backup[]> {
	authorizeForAll(call.actor, 'listBackups');
	if (bucket === undefined)
		throw new Refusal('misconfigured', 'This service makes no backups, because it has no bucket BACKUPS.');
	const { backups } = await listBackups(bucket, companyId);
	if (backups.length === 0 && !isKnown) {
		const [found] = await batch(call.db, [companyHere(call.db, companyId)]);
		if (found.length === 0) throw notFound('company');
	}
	return backups.toReversed();
}

/** The time of the run is checked before every third read. */
const STEP = 3;

/** Ends a backup when the time of its run is over. The run of the next hour starts the backup again. */
export class RunIsOver extends Error {}

/** Thrown when the backup was made, but files of the company are missing or damaged. Another try would not help. */
export class FilesMissing extends Error {}

export interface Run {
	db: Db;
	buckets: WithBackups;
	now: Instant;
	pace: () => void;
	/** Failures of single companies, which do not stop the others. */
	problems: Error[];
	/** Null until the first backup of the run reads it. */
	structure: Structure | null;
}

export const newRun = (db: Db, buckets: WithBackups, now: Instant, mayGoOn: MayGoOn): Run => ({
	db,
	buckets,
	now,
	pace: pacedBy(mayGoOn),
	problems: [],
	structure: null,
});

function pacedBy(mayGoOn: MayGoOn): () => void {
	let asked = 0;
	return () => {
		if (asked++ % STEP === 0 && !mayGoOn()) throw new RunIsOver('The time of the run is over');
	};
}

const TRIES = 3;

/** Saves a company. Returns 0 if it already has a backup of this night or a later one, and null if its rows changed at each try. */
export async function backUp(run: Run, companyId: string, night = nightOf(run.now)): Promise<number | null> {
	const { db, buckets, now, pace } = run;
	pace();
	const [, [begun]] = await batch(db, beginBackup(db, companyId, night, now));
	if (begun === undefined) return 0;
	run.structure ??= await structureOf(db.$client);
	const { structure } = run;
	const { name, date } = begun;
	for (let tries = 0; tries < TRIES; tries++) {
		const file = new BackupFile(buckets.BACKUPS, rowsKey(companyId, toIso(date)));
		try {
			const reading = await beginReading({ db, company: companyId, structure, pace });
			const { position, objects, missing } = await writeAll(run, reading, file);
			if (!(await isUnchanged(reading))) {
				await file.abort();
				continue;
			}
			const totals = await file.close();
			await saveManifest(buckets.BACKUPS, {
				format: FORMAT,
				companyId,
				name,
				...(mayBeSandbox(db) && { sandbox: true }),
				date: toIso(date),
				schema: SCHEMA,
				position,
				rows: file.rows,
				bytes: file.bytes,
				objects,
				...totals,
			});
			if (missing.length > 0) run.problems.push(filesMissing(companyId, missing));
		} catch (error) {
			await file.abort().catch(() => {});
			throw error;
		}
		const { outdated } = await clearBackups(buckets.BACKUPS, companyId, now);
		await batch(db, [saveBackup(db, companyId, { date, position: begun.position, outdated })]);
		return 1;
	}
	return null;
}

/** Copies files that have no copy yet. Then writes the list of all files, and all rows. */
async function writeAll({ buckets, now }: Run, reading: Reading, file: BackupFile) {
	const { company, structure } = reading;
	const missing: string[] = [];
	const columnsOf = (table: string) => structure.tables.get(table)?.columns ?? [];
	let objects = 0;
	await file.add(OBJECTS, []);
	for await (const { place, lines } of readCompany(reading, namesFiles)) {
		const { table = '' } = PARTS[place] ?? {};
		const named = objectsIn(table, columnsOf(table), lines);
		const copied = await copyObjects(buckets, company, named, now, (key) => missing.push(key));
		objects += copied.length;
		await file.add(
			OBJECTS,
			copied.map(({ bucket, key, bytes, sha256 }) => JSON.stringify([bucket, key, bytes, sha256])),
		);
	}
	let position = 0;
	for await (const { place, lines } of readCompany(reading)) {
		const { table = '' } = PARTS[place] ?? {};
		await file.add({ table, part: place, columns: columnsOf(table) }, lines);
		if (table === 'events')
			position = lines.reduce((most, line) => Math.max(most, positionIn(line)), position);
	}
	return { position, objects, missing };
}

/** Returns the position of an event, which is the first value in its line. */
const positionIn = (line: string): number => Number.parseInt(line.slice(1), 10);

const filesMissing = (companyId: string, keys: readonly string[]): Error =>
	new FilesMissing(
		`Files of the company ${companyId} are missing or damaged: ${keys.slice(0, 10).join(', ')}`,
	);
