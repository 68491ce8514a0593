import type { Ask } from '../../../foundation/cells/interface.ts';
import { countingMissing, storing } from '../../../foundation/cells/move/lines.ts';
import {
	askAll,
	asksOf,
	type Structure,
	structureOf,
	withoutTriggers,
} from '../../../foundation/cells/move/pages.ts';
import { backAgain, settlingD1 } from '../../../foundation/cells/move/restoring.ts';
import { databaseOf } from '../../../foundation/cells/places.ts';
import { isUnreleased, SCHEMA } from '../../../foundation/cells/schema.ts';
import { aboutCompany, COMMAND_LINE, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Vault } from '../../../foundation/core/vault.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { requireColumns, rowsOf } from '../backup-loading/steps.ts';
import { FORMAT, type Section, UNRELEASED_BACKUP } from '../backups/rules.ts';
import { erasedPages } from '../erased-people/remote.ts';
import { driveMove, type EraseAgain, withParts } from '../moves/actions.ts';
import { FRESH } from '../moves/rules.ts';
import { latestMove, type Progress, whereIs } from '../moves/store.ts';
import { fromBackup } from '../restores/actions.ts';
import { type Source as Backup, eachFile, putBackFor } from '../restores/remote.ts';
import { type Env, withBackups } from './actions.ts';
import { type Head, PROVEN, SERVICE } from './rules.ts';
import { anyThere, insertRestoring, markReported, REPORTED, restoredAfter } from './store.ts';

/**
 * Refuses a backup that this service cannot restore. For a backup of the whole service, it then stops D1's jobs. Returns whether D1 was
 * already restored from this backup, so that only cells may be missing.
 */
export async function beginRestore(
	env: Env,
	{ format, schema, proof, date, company }: Head & { company: Source | null },
	vault: Vault,
	now: Instant,
): Promise<boolean> {
	withBackups(env);
	if (format > FORMAT || schema > SCHEMA)
		throw new Refusal(
			'backup_newer',
			`The backup has the schema ${schema}, and this service knows only ${SCHEMA}. Deploy the newer version first.`,
		);
	if (isUnreleased(schema)) throw unfit(UNRELEASED_BACKUP);
	const opened = proof === null ? PROVEN : await vault.open(proof, PROVEN).catch(() => null);
	if (opened !== PROVEN)
		throw unfit(
			'The backup was made with another ENCRYPTION_KEY, so its sealed secrets cannot be opened. Set the key of the service that was saved as ENCRYPTION_KEY_PREVIOUS of this one.',
		);
	if (company !== null) {
		const { latest, isBegun, isKnown } = await readPlace(databaseOf(env, null), company);
		if (isKnown) throw known();
		if (isBegun && latest?.key === REPORTED)
			throw already(latest.dateOpened, 'To go back to it, restore the company in the console.');
	}
	if (date === null) return false;
	if (schema < SCHEMA)
		throw unfit(
			`The backup has the older schema ${schema}. Deploy the version of that time, restore, and then upgrade.`,
		);
	const db = databaseOf(env, null);
	const [[there]] = await batch(db, [anyThere(db)]);
	if (there?.restored === date) {
		if (there.reported === null) return true;
		throw already(there.reported, 'To go back to it, restore into a new database.');
	}
	if (there?.restoring === date) return false;
	if (there?.isAny !== false || there.restoring !== null)
		throw unfit(
			'This service is not empty. Restore into a new one, whose database has no users and no companies.',
		);
	await commit(db, insertRestoring(db, date, now));
	return false;
}

const unfit = (detail: string): Refusal => new Refusal('backup_unfit', detail);

const already = (restored: Instant | null, advice: string): Refusal =>
	unfit(
		`This backup was already restored here${restored === null ? '' : ` at ${toIso(restored)}`}. Nothing was changed or compared now. ${advice}`,
	);

/** Records that the command line has reported the end of a restore. From then on, this backup is refused. */
export async function reportRestore(env: Env, { companyId, date }: Source): Promise<void> {
	const db = databaseOf(env, null);
	await commit(db, [markReported(db, companyId, date)]);
}

type Source = Omit<Backup, 'bucket'>;

const sourceOf = (env: Env, source: Source): Backup => ({ ...source, bucket: withBackups(env).BACKUPS });

interface Come {
	count: number;
	isWhole: boolean;
}

/** Runs `work` for the rows of a backup after the first `from`. */
async function eachPiece(
	env: Env,
	source: Source,
	from: number,
	mayGoOn: () => boolean,
	work: (
		structure: Structure,
		section: Section,
		lines: readonly string[],
		guests: ReadonlySet<string>,
	) => Promise<void>,
): Promise<Come> {
	const db = await restoringD1(env);
	const structure = await structureOf(db.$client);
	const guests = new Set<string>();
	let count = 0;
	for await (const { section, lines } of rowsOf(sourceOf(env, source))) {
		count += lines.length;
		if (section.table === 'movers') for (const line of lines) noteGuest(line, guests);
		if (count <= from) continue;
		requireColumns(section, structure.tables.get(section.table)?.columns);
		await work(structure, section, lines, guests);
		if (!mayGoOn()) return { count, isWhole: false };
	}
	return { count, isWhole: true };
}

async function restoringD1(env: Env): Promise<Db> {
	const db = databaseOf(env, null);
	const [[there]] = await batch(db, [anyThere(db)]);
	if (there?.restoring == null) throw unfit('No restore of this service is running.');
	return db;
}

function noteGuest(line: string, guests: Set<string>): void {
	const [, id, kind] = JSON.parse(line);
	if (kind === 'GUEST') guests.add(id);
}

/** True for a guest. Guests come with their own companies, or with the rows of the service. */
const isGuest = (line: string, guests: ReadonlySet<string>): boolean => guests.has(JSON.parse(line)[0]);

/** Continues a step of a restore after the first `from` rows or files. */
type Step = (env: Env, source: Source, from: number, mayGoOn: () => boolean) => Promise<Come>;

/** Stores rows of a company, or of the service, in D1. Storing a row twice changes nothing. */
export const loadRows: Step = (env, source, from, mayGoOn) => {
	const { $client } = databaseOf(env, null);
	return eachPiece(env, source, from, mayGoOn, async (structure, section, lines, guests) => {
		const asked = asksFor(structure, section, lines, guests, source.companyId);
		await askAll($client, withoutTriggers(structure, [section.table], asked));
	});
};

function asksFor(
	structure: Structure,
	section: Section,
	lines: readonly string[],
	guests: ReadonlySet<string>,
	companyId: string,
): Ask[] {
	if (section.table === 'movers')
		// No writes about a company are allowed while some of its rows are missing.
		return [
			...storing(section, structure, lines),
			['UPDATE movers SET is_closed = TRUE WHERE company_id = ?1', [companyId]],
		];
	if (section.table !== 'users') return storing(section, structure, lines);
	const [strangers = [], own = []] = [true, false].map((wanted) =>
		lines.filter((line) => isGuest(line, guests) === wanted),
	);
	return [...storing(section, structure, own), ...storing(section, structure, strangers, 'IGNORE')];
}

/** Compares the rows of D1 with those of a company's backup, or of the service's. */
export const compareRows: Step = (env, source, from, mayGoOn) => {
	const { $client } = databaseOf(env, null);
	return eachPiece(env, source, from, mayGoOn, async (structure, section, lines, guests) => {
		if (section.table === 'movers') return;
		const own = section.table === 'users' ? lines.filter((line) => !isGuest(line, guests)) : lines;
		const found = await askAll($client, countingMissing(section.table, structure, own));
		const missing = found.reduce((sum, [row]) => sum + Number(row?.n), 0);
		if (missing > 0)
			throw new Refusal(
				'backup_damaged',
				`${missing} restored rows of ${section.table} differ from the backup.`,
			);
	});
};

/** Restores the files of a company of D1. R2 compares their hashes. */
export const putFilesBack: Step = (env, source, from, mayGoOn) =>
	eachFile(sourceOf(env, source), env, from, putBackFor(SERVICE), mayGoOn);

const PAGE = 100;

const MAX_ERASED = 20;

/**
 * Repeats the erasures that were made after the backup. When none is left, it ends all sign-ins, records the restore for each company of D1,
 * and admits people and jobs. Returns the ids of the erased people, and whether it is finished.
 */
export async function finishRestore(
	env: Env,
	now: Instant,
	eraseAgain: EraseAgain,
): Promise<{ erased: string[]; isWhole: boolean }> {
	const db = databaseOf(env, null);
	const [[there]] = await batch(db, [anyThere(db)]);
	if (there?.restoring == null) return { erased: [], isWhole: true };
	for await (const page of erasedPages(env.BACKUPS)) {
		const back = await backAgain(
			db.$client,
			page.map(([, id]) => id),
		);
		if (back.length === 0) continue;
		const erased = back.slice(0, MAX_ERASED);
		await eraseAgain(db, erased, { author: COMMAND_LINE, now, around: whileOpen });
		return { erased, isWhole: false };
	}
	const { restoring, position } = there;
	const structure = await structureOf(db.$client);
	const events: Ask[] = [];
	for (let after = ''; ; ) {
		const [found] = await batch(db, [restoredAfter(db, after, PAGE)]);
		const changes = found.map(({ id }) =>
			creation('company.restored', aboutCompany(id), { dateRestored: restoring }),
		);
		events.push(...asksOf(recordEvents(db, COMMAND_LINE, now, identified(changes, now))));
		if (found.length < PAGE) break;
		after = found.at(-1)?.id ?? '';
	}
	await askAll(db.$client, settlingD1(structure, SERVICE, position, events, now));
	return { erased: [], isWhole: true };
}

/** Opens companies under restore for one batch. No others can write meanwhile. */
const whileOpen = (asked: readonly Ask[]): readonly Ask[] => [
	['UPDATE movers SET is_closed = FALSE WHERE is_closed', []],
	...asked,
	['UPDATE movers SET is_closed = TRUE', []],
];

/** Restores a company into its own cell, like the restore of a single company. Each call continues it. */
export async function restoreIntoCell(
	env: Env,
	companyId: string,
	backup: string,
	now: Instant,
): Promise<Progress> {
	const db = databaseOf(env, null);
	const { latest, place, isBegun, isGivenUp } = await readPlace(db, { companyId, date: backup });
	if (!isBegun) {
		// A restored directory names cells that do not exist yet.
		if (place !== undefined && (place.cell === null || (latest !== undefined && !isGivenUp))) throw known();
		const begun = {
			...FRESH,
			companyId,
			source: place?.cell ?? null,
			backup,
			dateStarted: now,
			author: COMMAND_LINE,
		};
		const { statements } = await fromBackup(env, db, begun);
		await commit(db, statements);
	}
	await driveMove(env, { companyId }, now);
	const [[move]] = await batch(db, [latestMove(db, companyId)]);
	if (move === undefined) throw new Error('The restore has no row');
	return withParts(move);
}

async function readPlace(db: Db, { companyId, date }: Source) {
	const [[latest], [place]] = await batch(db, [latestMove(db, companyId), whereIs(db, companyId)]);
	const isGivenUp = latest?.step === 'GIVEN_UP' && latest.dateEnded !== null;
	const isBegun = latest?.backup === date && !isGivenUp;
	return { latest, place, isGivenUp, isBegun, isKnown: place !== undefined && !isBegun };
}

const known = (): Refusal =>
	unfit('This service has this company already. Restore its backup in the console, or with the API.');
