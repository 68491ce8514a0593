import { PARTS } from '../../cells/move/belonging.ts';
import { type Structure, structureOf } from '../../cells/move/pages.ts';
import { beginReading, isUnchanged, type Reading, readCompany } from '../../cells/move/reads.ts';
import { SCHEMA } from '../../cells/schema.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import { authorizeForAll } from '../../core/policy.ts';
import { notFound, Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { mayBeSandbox } from '../../db/clock.ts';
import { batch, type Db } from '../../db/database.ts';
import type { MayGoOn } from '../../db/steps.ts';
import { BackupFile, readManifest, saveManifest } from './file.ts';
import { clearBackups, copyObjects, listBackups } from './remote.ts';
import {
	type Backup,
	FORMAT,
	type Manifest,
	NAMING,
	NIGHT_MS,
	nightOf,
	OBJECTS,
	objectsIn,
	rowsKey,
} from './rules.ts';
import {
	beginBackup,
	companyHere,
	type DueCompany,
	dueCompanies,
	newsOfCompany,
	noteFirst,
	noteLooks,
	outdatedBackups,
	saveBackup,
} from './store.ts';

/** The buckets of the service. Without the last one there are no backups. */
export interface Buckets {
	RECEIPTS: R2Bucket;
	HISTORY: R2Bucket;
	BACKUPS?: R2Bucket | undefined;
}

export type WithBackups = Buckets & { BACKUPS: R2Bucket };

/** How many companies one statement reads. */
const PAGE = 500;
/** A message that has had no effect for this long is lost. Until then, another run may come early. */
const LOST_AFTER_MS = 30 * 60_000;
/** The run checks its time before every third read. */
const STEP = 3;

/** Ends a backup when the time of its run is over. The next hour begins the backup again. */
class RunIsOver extends Error {}

/**
 * Saves each company of this database in which something has happened since its last backup, and deletes old backups. Returns how many
 * backups it made and deleted. If people change rows meanwhile, it tries the company again: at most three times, and then each hour of
 * the night. Fails if a company has no backup by the morning. It also saves companies that are moving, because reading disturbs no move.
 * `send` puts each company into a message of its own, and returns when it did so before. If it returns null, this run saves all.
 */
export async function backUpCompanies(
	db: Db,
	{ BACKUPS, ...buckets }: Buckets,
	now: Instant,
	mayGoOn: MayGoOn,
	send: (companyIds: readonly string[]) => Promise<Instant | null> = async () => null,
): Promise<number> {
	if (BACKUPS === undefined) return 0;
	// Companies that were tried longest ago come first, so that no company delays the others forever.
	const due = (await lookAtAll(db, now)).sort((one, other) => (one.begun ?? 0) - (other.begun ?? 0));
	const sentBefore = due.length > 0 ? await send(due.map(({ id }) => id)) : null;
	const isSent = sentBefore !== null;
	const night = nightOf(now);
	const run = newRun(db, { ...buckets, BACKUPS }, now, mayGoOn);
	// A company whose first message of this night was just sent is not late yet, nor is one that is being saved. If earlier messages were
	// lost, it is.
	const isLongAgo = (date: Instant | null) => date !== null && date >= night && now - date >= LOST_AFTER_MS;
	const isLate = (begun: Instant | null) => isLongAgo(begun) || (begun !== null && isLongAgo(sentBefore));
	let left = due.filter(({ begun }) => !isSent || isLate(begun)).length;
	let handled = 0;
	try {
		for (const { id } of isSent ? [] : due) {
			const saved = await noting(run, () => backUp(run, id));
			if (saved === undefined || saved === null) continue;
			left--;
			handled += saved;
		}
		handled += await clearOutdated(run);
	} catch (error) {
		if (!(error instanceof RunIsOver)) throw error;
	}
	if (left > 0 && now - night >= NIGHT_MS)
		run.problems.unshift(new Error(`${left} companies have no backup of this night`));
	const [first] = run.problems;
	if (first !== undefined) throw first;
	return handled;
}

/** The backup was made, but files of the company are missing or damaged. Another try would not help. */
export class FilesMissing extends Error {}

/** Saves one company of this database that has no backup of this night yet. Returns how many backups it made. */
export async function backUpCompany(
	db: Db,
	{ BACKUPS, ...buckets }: Buckets,
	now: Instant,
	mayGoOn: MayGoOn,
	companyId: string,
): Promise<number> {
	if (BACKUPS === undefined) return 0;
	const run = newRun(db, { ...buckets, BACKUPS }, now, mayGoOn);
	try {
		const saved = await backUp(run, companyId);
		const [first] = run.problems;
		if (first !== undefined) throw first;
		return saved ?? 0;
	} catch (error) {
		if (error instanceof RunIsOver) return 0;
		throw error;
	}
}

/** The last backup of a company, and what was wrong with its files. */
export interface Saved {
	manifest: Manifest;
	/** Null if all files were there. */
	missing: string | null;
}

/**
 * Saves one company of this database at once, unless nothing has happened in it since its last backup. Returns its last backup; null if
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

interface Run {
	db: Db;
	buckets: WithBackups;
	now: Instant;
	pace: () => void;
	/** The failures of companies, which do not stop the others. */
	problems: Error[];
	/** Null until the first backup of the run reads it. */
	structure: Structure | null;
}

const newRun = (db: Db, buckets: WithBackups, now: Instant, mayGoOn: MayGoOn): Run => ({
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

async function noting<T>({ problems }: Run, work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof RunIsOver) throw error;
		problems.push(error instanceof Error ? error : new Error(String(error)));
		return undefined;
	}
}

/** Returns the companies to save. Records for all others that nothing has happened, so that this night skips them. */
async function lookAtAll(db: Db, now: Instant): Promise<DueCompany[]> {
	const due: DueCompany[] = [];
	for (let after = ''; ; ) {
		const [found] = await batch(db, [dueCompanies(db, nightOf(now), after, PAGE)]);
		const quiet = found.filter(({ hasNews }) => !hasNews);
		const position = Math.min(...found.map((company) => company.position));
		const idsOf = (some: readonly DueCompany[]) => some.map(({ id }) => id);
		if (quiet.length > 0) await batch(db, noteLooks(db, idsOf(quiet), position, now));
		const fresh = found.filter(({ begun, hasNews }) => hasNews && begun === null);
		if (fresh.length > 0) await batch(db, [noteFirst(db, idsOf(fresh))]);
		due.push(...found.filter(({ hasNews }) => hasNews));
		if (found.length < PAGE) return due;
		after = found.at(-1)?.id ?? '';
	}
}

/** How often a company whose rows change is tried in one run. */
const TRIES = 3;

/** Saves a company. Returns 0 if it has a backup of this night or a later one, and null if its rows changed at each try. */
async function backUp(run: Run, companyId: string, night = nightOf(run.now)): Promise<number | null> {
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

/** Copies the files that have no copy yet. Writes the list of all files, then all rows. */
async function writeAll({ buckets, now }: Run, reading: Reading, file: BackupFile) {
	const { company, structure } = reading;
	const missing: string[] = [];
	const columnsOf = (table: string) => structure.tables.get(table)?.columns ?? [];
	let objects = 0;
	await file.add(OBJECTS, []);
	for await (const { place, lines } of readCompany(reading, ({ table }) => NAMING.includes(table))) {
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

/** The position is the first value of an event. */
const positionIn = (line: string): number => Number.parseInt(line.slice(1), 10);

const filesMissing = (companyId: string, keys: readonly string[]): Error =>
	new FilesMissing(
		`Files of the company ${companyId} are missing or damaged: ${keys.slice(0, 10).join(', ')}`,
	);

/** Deletes old backups of companies in which nothing has happened since. */
async function clearOutdated(run: Run): Promise<number> {
	const { db, buckets, now, pace } = run;
	let cleared = 0;
	for (let after = ''; ; ) {
		const [found] = await batch(db, [outdatedBackups(db, now, after, PAGE)]);
		for (const { companyId } of found) {
			pace();
			const ended = await noting(run, () => clearBackups(buckets.BACKUPS, companyId, now));
			if (ended === undefined) continue;
			cleared += ended.deleted;
			await batch(db, [saveBackup(db, companyId, { outdated: ended.outdated })]);
		}
		if (found.length < PAGE) return cleared;
		after = found.at(-1)?.companyId ?? '';
	}
}

/** Lists the backups of a company, the newest first, even if the company is no longer in any database. */
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
