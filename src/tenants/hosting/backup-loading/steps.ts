import { PARTS } from '../../../foundation/cells/move/belonging.ts';
import { storing } from '../../../foundation/cells/move/lines.ts';
import { askAll, structureOf, withoutTriggers } from '../../../foundation/cells/move/pages.ts';
import { Digest, linesOfPart } from '../../../foundation/cells/move/restoring.ts';
import { openCell } from '../../../foundation/cells/places.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import type { Client } from '../../../foundation/db/database.ts';
import { databaseMessage } from '../../../foundation/db/retry.ts';
import { type Piece, readBackup } from '../backup-files/remote.ts';
import type { Section } from '../backups/rules.ts';
import { type Moving, save } from '../moves/actions.ts';
import { checkCopy, damaged, eachFile, putBackFor, removeOf, type Source } from '../restores/remote.ts';

/** The numbers of the steps after the rows: comparing them, checking the copied files, and restoring missing files. */
const [CHECKING, COMPARING, FILING] = [PARTS.length, PARTS.length + 1, PARTS.length + 2];

/** Loads the rows of a backup, compares them, and restores its files. Returns false if another run must continue. */
export async function loadBackup(restoring: Moving): Promise<boolean> {
	const { env, own, move, mayGoOn } = restoring;
	const { cell } = move;
	const backup = backupOf(restoring);
	if (move.part < CHECKING) {
		const { progress, isWhole } = await loadRows(backup, own.$client, move, mayGoOn);
		await save(restoring, isWhole ? { ...progress, part: CHECKING, key: '' } : progress);
		if (!isWhole) return false;
	}
	if (move.part === CHECKING) {
		await checkRows(backup, own.$client);
		// The database of an older backup now gets the present schema.
		await openCell(env, cell);
		await save(restoring, { part: COMPARING, key: '' });
	}
	// All copies are checked before the first file is restored, so that a damaged backup leaves no files behind.
	for (;;) {
		const isCheck = move.part < FILING;
		const work = isCheck ? checkCopy : putBackFor(cell);
		const { count, isWhole } = await eachFile(backup, env, Number(move.key), work, mayGoOn);
		await save(restoring, isWhole && isCheck ? { part: FILING, key: '' } : { key: String(count) });
		if (!isWhole || !isCheck) return isWhole;
	}
}

function backupOf({ env, move }: Moving): Source {
	if (env.BACKUPS === undefined) throw new Error('There is no bucket for backups');
	return { bucket: env.BACKUPS, companyId: move.companyId, date: move.backup ?? '' };
}

/** Deletes the files of a cancelled restore, because people may have been erased since. Returns false if another run must continue. */
export async function removeFiles(restoring: Moving): Promise<boolean> {
	const { env, move, mayGoOn } = restoring;
	if (move.part < FILING) return true;
	const remove = removeOf(move.cell);
	const { count, isWhole } = await eachFile(backupOf(restoring), env, Number(move.key), remove, mayGoOn);
	await save(restoring, { key: String(count) });
	return isWhole;
}

/** Reads the rows of a backup. Any failure means that the backup is damaged. */
export async function* rowsOf({
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

/** Stores the rows of a backup after `from`. Returns the progress. Storing a row twice changes nothing. */
async function loadRows(
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

export function requireColumns({ table, columns }: Section, known: readonly string[] | undefined): void {
	if (known?.join() === columns.join()) return;
	throw new Refusal('backup_damaged', `The table ${table} of the backup has other columns than its schema.`);
}

/** Compares the number and hashes of the rows of each part with those of the backup. */
async function checkRows(source: Source, own: Client): Promise<void> {
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
