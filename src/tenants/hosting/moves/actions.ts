import type { Ask } from '../../../foundation/cells/interface.ts';
import { GROUPS, PARTS } from '../../../foundation/cells/move/belonging.ts';
import {
	type CellBindings,
	databaseOf,
	newCellName,
	openCell,
	runCell,
} from '../../../foundation/cells/places.ts';
import { type Author, aboutCompany, type Change, creation } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { notFound, Refusal, requireFound } from '../../../foundation/core/refusals.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { atItsTime, mayBeSandbox } from '../../../foundation/db/clock.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { companyMoving } from '../../../foundation/db/retry.ts';
import { authorOf, type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import type { Buckets } from '../backups/rules.ts';
import { FRESH, isOnItsWay, KEPT_MS } from './rules.ts';
import {
	anyOfOthers,
	insertMark,
	insertMove,
	isAnyClosed,
	lastRun,
	latestMove,
	leftCells,
	type Move,
	type Progress,
	requireMoving,
	saveMove,
	unfinishedMoves,
	whereIs,
} from './store.ts';

/** Starts to move a company to a new cell, or returns the move that is running. */
export async function startMove(
	env: CellBindings,
	call: Call,
	companyId: string,
): Promise<Outcome<Progress>> {
	authorizeForAll(call.actor, 'moveCompany');
	const { db, now } = call;
	const [[place], [latest], ofOthers] = await load(call, [
		whereIs(db, companyId),
		latestMove(db, companyId),
		anyOfOthers(db, companyId),
	]);
	if (place === undefined) throw notFound('company');
	if (latest !== undefined && isOnItsWay(latest)) {
		if (latest.backup !== null || latest.restoredTo !== null) throw companyMoving();
		return { ...unrecorded(), after: withParts(latest) };
	}
	if (place.cell === null && ofOthers.length > 0) throw severalDatabases();
	const cell = newCellName(env, mayBeSandbox(place));
	// No move begins if the cell cannot be reached.
	await openCell(env, cell);
	const move: Move = { ...FRESH, cell, companyId, source: place.cell, dateStarted: now };
	const changes = [creation('company.move_started', aboutCompany(companyId), {})];
	return {
		...unrecorded([insertMove(db, move), requireMoving(db, companyId)]),
		after: withParts(move),
		violations: { 'moves.unfinished': companyMoving },
		...(move.source === null ? { changes } : { prepare: () => recordIn(env, call, move.source, changes) }),
	};
}

/** Records changes in the history of a company, which its cell has. */
async function recordIn(
	env: CellBindings,
	call: Call,
	cell: string | null,
	changes: readonly Change[],
): Promise<void> {
	const { db: own, now } = await atItsTime({ db: databaseOf(env, cell), now: call.now });
	await commit(own, recordEvents(own, authorOf(call), now, identified(changes, now)));
}

/** Returns a move with its number of parts. Released addresses and released rights are separated. */
export function withParts(move: Move): Progress {
	// `released` also has rights in other companies. Each of them consists of two ids with a blank between.
	const all = move.released?.map((one) => one.split(' ')) ?? [];
	const rights = all.flatMap(([userId = '', companyId]) =>
		companyId === undefined ? [] : [{ userId, companyId }],
	);
	return {
		...move,
		parts: move.backup === null ? GROUPS.length : PARTS.length,
		released: move.released?.filter((one) => !one.includes(' ')) ?? null,
		releasedGrants: rights,
	};
}

export const severalDatabases = (): Refusal =>
	new Refusal(
		'several_databases',
		'An administrator of this company is an employee of another one, or administers the platform. Give these people another user for this company first.',
	);

export async function readMove(call: Call, companyId: string): Promise<Progress> {
	authorizeForAll(call.actor, 'readMove');
	const [[move]] = await load(call, [latestMove(call.db, companyId)]);
	return withParts(requireFound(move, 'move'));
}

/** Makes the new cell of an unfinished move continue it. */
export async function driveMove(
	env: CellBindings,
	{ companyId }: Pick<Move, 'companyId'>,
	now: Instant,
): Promise<void> {
	const db = databaseOf(env, null);
	const [[move]] = await batch(db, [latestMove(db, companyId)]);
	if (move === undefined || !isOnItsWay(move)) return;
	// A cell that loads a backup keeps the backup's schema until all rows are loaded.
	if (move.backup === null) await openCell(env, move.cell);
	const own = databaseOf(env, move.cell);
	// This copy of the row shows the cell that a company is moving to it.
	await batch(own, [insertMark(own, move)]);
	await runCell(env, move.cell, now);
}

/** Returns the unfinished moves, the cells to clear, whether D1's jobs must wait for a move, and when they last ran. */
export async function pendingMoves(db: Db, now: Instant) {
	const queries = [unfinishedMoves(db), leftCells(db, now - KEPT_MS), isAnyClosed(db), lastRun(db)] as const;
	const [moves, left, [closed], [last]] = await batch(db, queries);
	return { moves, left, isAnyClosed: closed?.isAny === true, lastRun: last?.date ?? 0 };
}

/**
 * Erases people again after a restore has brought them back. Each is erased in a batch, to which `around` adds statements. A later room
 * implements it, and the caller of a restore passes it in.
 */
export type EraseAgain = (
	db: Db,
	ids: readonly string[],
	how: { author: Author; now: Instant; around?: (asked: readonly Ask[]) => readonly Ask[] },
) => Promise<void>;

/** A move or restore, as its new cell sees it. */
export interface Moving {
	env: CellBindings & Buckets;
	d1: Db;
	own: Db;
	move: Move;
	now: Instant;
	mayGoOn: () => boolean;
	log: (error: unknown) => void;
	eraseAgain: EraseAgain;
}

export async function save({ d1, move }: Pick<Moving, 'd1' | 'move'>, values: Partial<Move>): Promise<void> {
	Object.assign(move, values);
	await batch(d1, [saveMove(d1, move.cell, values)]);
}
