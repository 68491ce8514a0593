import {
	bookmarkOf,
	type CellBindings,
	clearCell,
	newCellName,
	openCell,
} from '../../../foundation/cells/places.ts';
import { isUnreleased, SCHEMA } from '../../../foundation/cells/schema.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { invalidField, notFound, Refusal } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { companyMoving } from '../../../foundation/db/retry.ts';
import { authorOf, type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { readManifest } from '../backup-files/remote.ts';
import { type Buckets, FORMAT, type Manifest, rowsKey, UNRELEASED_BACKUP } from '../backups/rules.ts';
import { severalDatabases, withParts } from '../moves/actions.ts';
import { FRESH, isOnItsWay } from '../moves/rules.ts';
import {
	anyOfOthers,
	insertMove,
	latestMove,
	type Move,
	moveTo,
	type Progress,
	whereIs,
} from '../moves/store.ts';
import { placeOf, presentPeople, replaceMove, requireBegun } from './store.ts';

/** The state to restore: that of a backup, or that of the cell at an instant. */
export type RestorePoint = { backup: string } | { at: Instant };

type Env = CellBindings & Buckets;

/** Starts to restore a company. If a restore to the same state is running, it continues that one. */
export async function startRestore(
	env: Env,
	call: Call,
	companyId: string,
	wanted: RestorePoint,
): Promise<Outcome<Progress>> {
	authorizeForAll(call.actor, 'restoreCompany');
	const { db } = call;
	const [[place], [latest], ofOthers] = await load(call, [
		whereIs(db, companyId),
		latestMove(db, companyId),
		anyOfOthers(db, companyId),
	]);
	if (latest !== undefined && isOnItsWay(latest)) {
		const isSame = 'backup' in wanted ? latest.backup === wanted.backup : latest.restoredTo === wanted.at;
		if (!isSame || latest.dateOpened !== null) throw companyMoving();
		return { ...unrecorded(), after: withParts(latest) };
	}
	const begun = { ...FRESH, companyId, dateStarted: call.now, author: authorOf(call) };
	if ('at' in wanted) {
		if (place === undefined) throw notFound('company');
		const cell = await cellToTurnBack(env, call, place.cell, wanted.at);
		const move: Move = { ...begun, cell, source: cell, restoredTo: wanted.at };
		return {
			...unrecorded([replaceMove(db, move), requireBegun(db, move)]),
			after: withParts(move),
			violations,
		};
	}
	if (place !== undefined && place.cell === null && ofOthers.length > 0) throw severalDatabases();
	const restore = { ...begun, source: place?.cell ?? null, backup: wanted.backup };
	const { move, statements } = await fromBackup(env, db, restore);
	return { ...unrecorded(statements), after: withParts(move), violations };
}

/** Creates the cell for a company of a backup. Returns the statements that begin the restore. */
export async function fromBackup(
	env: Env,
	db: Db,
	begun: Omit<Move, 'cell' | 'backup'> & { backup: string },
): Promise<{ move: Move; statements: Statement[] }> {
	const { schema, sandbox } = await manifestOf(env, begun.companyId, begun.backup);
	const cell = newCellName(env, sandbox);
	await openCell(env, cell, schema);
	const move: Move = { ...begun, cell };
	return { move, statements: [insertMove(db, move), requireBegun(db, move)] };
}

export async function readRemaining(call: Call, { releasedGrants }: Pick<Progress, 'releasedGrants'>) {
	authorizeForAll(call.actor, 'readMove');
	const { db } = call;
	const [userIds, companyIds] = [
		releasedGrants.map(({ userId }) => userId),
		releasedGrants.map(({ companyId }) => companyId),
	];
	const [[users], companies = []] = await Promise.all([
		load(call, [presentPeople(db, userIds)]),
		db.directory?.companies(companyIds),
	]);
	const rights = releasedGrants.flatMap(({ userId, companyId }) => {
		const person = users.find((one) => one.userId === userId);
		const company = companies.find(({ id }) => id === companyId);
		return person === undefined || company === undefined ? [] : [{ person, company }];
	});
	return { rights };
}

const violations = { 'moves.unfinished': companyMoving };

/** Returns the manifest of a backup that can be restored. The rows are only compared when they are loaded. */
async function manifestOf({ BACKUPS }: Buckets, companyId: string, date: string): Promise<Manifest> {
	if (BACKUPS === undefined) throw notFound('backup');
	const manifest = await readManifest(BACKUPS, companyId, date).catch(damaged);
	if (manifest === null) throw notFound('backup');
	const { format, file, schema } = manifest;
	if (format !== FORMAT || manifest.companyId !== companyId || manifest.date !== date || !(file?.bytes > 0))
		throw damaged();
	if (schema > SCHEMA) {
		throw new Refusal(
			'backup_newer',
			`The backup has the schema ${schema}, and this service knows only ${SCHEMA}. Deploy the newer version first.`,
		);
	}
	if (isUnreleased(schema)) throw invalidField('backup', 'too_small', UNRELEASED_BACKUP);
	const rows = await BACKUPS.head(rowsKey(companyId, date));
	if (rows?.size !== file.bytes) throw damaged();
	return manifest;
}

function damaged(): never {
	throw new Refusal(
		'backup_damaged',
		'Files of this backup are missing or have changed. Restore another backup.',
	);
}

const DAYS_MS = 30 * 86_400_000;

/** Returns the cell of a company if it can be turned back to an instant. Otherwise it refuses. */
async function cellToTurnBack(
	env: Env,
	{ db, now }: Call,
	cell: string | null,
	at: Instant,
): Promise<string> {
	if (cell === null) {
		throw new Refusal(
			'point_in_time_unavailable',
			'The company shares its database with others, so it alone cannot go back. Restore a backup.',
		);
	}
	if (at >= now) throw invalidField('at', 'too_big', 'Must be in the past.');
	if (at < now - DAYS_MS) throw invalidField('at', 'too_small', 'Must be within the last 30 days.');
	const [[place], [moved]] = await batch(db, [placeOf(db, cell), moveTo(db, cell)]);
	if (at < Math.max(place?.dateCreated ?? 0, moved?.dateOpened ?? 0))
		throw invalidField(
			'at',
			'too_small',
			'The company was not in its present database yet at that time. Restore a backup.',
		);
	const found = await bookmarkOf(env, cell, at);
	if ('failed' in found) {
		throw new Refusal(
			'point_in_time_unavailable',
			`This runtime cannot return a database to a point in time (${found.failed}). Restore a backup.`,
		);
	}
	// This restore replaces the row of the move into this cell, so the old cell of that move is cleared now.
	if (moved?.source != null && moved.source !== cell && moved.dateEnded === null)
		await clearCell(env, moved.source);
	return cell;
}
