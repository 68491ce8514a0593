import type { Alarmed } from '../../../foundation/cells/alarm.ts';
import { comparePages, type Databases } from '../../../foundation/cells/move/compare.ts';
import { unchangedSince } from '../../../foundation/cells/move/history.ts';
import { deleteLeftovers } from '../../../foundation/cells/move/leftovers.ts';
import { askAll, asksOf, structureOf } from '../../../foundation/cells/move/pages.ts';
import {
	closePeople,
	forgetPeople,
	grantAll,
	managedByMovers,
	notePeople,
	peopleOfOthers,
} from '../../../foundation/cells/move/people.ts';
import { findableIn, noteForwards, switching } from '../../../foundation/cells/move/switch.ts';
import { requireSameTotals } from '../../../foundation/cells/move/totals.ts';
import {
	type CellBindings,
	clearCell,
	closeCell,
	databaseOf,
	reopenCell,
} from '../../../foundation/cells/places.ts';
import { isAhead, SCHEMA } from '../../../foundation/cells/schema.ts';
import { bringTills } from '../../../foundation/cells/tills.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal, type RefusalCode } from '../../../foundation/core/refusals.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { removeFiles } from '../backup-loading/steps.ts';
import { insertPlace } from '../cells/store.ts';
import { bringBack, goBack } from '../restores/steps.ts';
import { type Moving, save } from './actions.ts';
import { AGAIN_AFTER_MS, BROKEN_OFF_MS, closes, MAX_CLOSED_MS, TRUSTED_MS } from './rules.ts';
import { companyIn, type Move, moveTo, ownMark, removeMarks, saveMove, setPlace, whereIs } from './store.ts';

/** The result of a run for a new cell. */
interface Carried {
	/** True when the cell serves its company, so that the company's jobs run. */
	isServing: boolean;
	/** When the move continues; null when it has ended. */
	next: Instant | null;
	/** Set while a move is running. Lists of companies may not know yet what the company has brought with it. */
	hasMoved?: true;
}

const SERVING: Carried = { isServing: true, next: null };

/** Continues the move of a company to this cell. D1 stores the state of the move, and each step can be repeated. */
export async function carryOn(
	env: Moving['env'],
	own: Db,
	cell: Pick<Alarmed, 'name' | 'wakeBy'>,
	now: Instant,
	mayGoOn: () => boolean,
	tools: Pick<Moving, 'log' | 'eraseAgain'>,
): Promise<Carried> {
	const [[mark]] = await batch(own, [ownMark(own)]);
	if (mark === undefined) return SERVING;
	cell.wakeBy(now + BROKEN_OFF_MS);
	try {
		const d1 = databaseOf(env, null);
		const [[move], [place]] = await batch(d1, [moveTo(d1, cell.name), whereIs(d1, mark.companyId)]);
		// D1 may have been restored to a time before the move. An unfinished copy must not act as a company.
		if (move === undefined && place?.cell !== cell.name) return { isServing: false, next: null };
		const isGivenUp = move?.step === 'GIVEN_UP' && move.restoredTo === null;
		if (move === undefined || (move.dateEnded !== null && !isGivenUp)) {
			await askAll(own.$client, [forgetPeople(mark.companyId)]);
			await batch(own, [removeMarks(own)]);
			return SERVING;
		}
		const moving: Moving = { env, d1, own, move, now, mayGoOn, ...tools };
		if (isGivenUp) return await abandon(moving);
		if (move.restoredTo !== null) return { isServing: await goBack(moving), next: null, hasMoved: true };
		if (await isAhead(d1)) return await wait(moving);
		return { ...(move.step === 'OPENED' ? await leave(moving) : await bring(moving)), hasMoved: true };
	} catch (error) {
		tools.log(error);
		return { isServing: false, next: now + AGAIN_AFTER_MS };
	}
}

/**
 * During a gradual deployment, newer code may have stored rows that this code would not copy. So it waits until this cell runs the newer
 * code. A company that is already closed opens again in its old database.
 */
async function wait(moving: Moving): Promise<Carried> {
	if (moving.move.step === 'CLOSED') return giveUp(moving, 'CLOSED_TOO_LONG');
	return { isServing: moving.move.step === 'OPENED', next: moving.now + AGAIN_AFTER_MS };
}

const AN_HOUR_MS = 3_600_000;

const later = (now: Instant): Carried => ({ isServing: false, next: now });

/** Copies the company while people work, then copies the rest while it is closed, and opens it here. */
async function bring(moving: Moving): Promise<Carried> {
	const { env, d1, own, move, now } = moving;
	const { cell, companyId: company, source } = move;
	const from = databaseOf(env, source).$client;
	const databases = { company, source: from, target: own.$client, structure: await structureOf(own.$client) };
	try {
		if (move.backup !== null) return (await bringBack(moving)) ? await leave(moving) : later(now);
		if (move.part === 0 && move.key === '') await begin(moving);
		const isWhole = await pass(moving, databases);
		if (!isWhole) return later(now);
		if (move.step === 'COPYING') {
			const step = closes(move, now) ? { step: 'CLOSED' as const, dateClosed: now } : {};
			const begun = { part: 0, key: '', rows: 0, bytes: 0, copied: 0, ...step };
			await batch(d1, [saveMove(d1, cell, begun)]);
			Object.assign(move, begun);
			return moving.mayGoOn() ? bring(moving) : later(now);
		}
		await requireSameTotals(databases);
		await open(moving, databases);
		return leave(moving);
	} catch (error) {
		const final = error instanceof Refusal ? FINAL[(error as Refusal).code] : undefined;
		const isLate = move.dateClosed !== null && now - move.dateClosed > MAX_CLOSED_MS;
		if (final === undefined && !isLate) throw error;
		moving.log(error);
		return giveUp(moving, final ?? 'CLOSED_TOO_LONG');
	}
}

/** Refusals that another try would not change, each with the reason for cancelling the move. */
const FINAL: Partial<Record<RefusalCode, Move['reason']>> = {
	several_databases: 'SEVERAL_DATABASES',
	backup_damaged: 'BACKUP_DAMAGED',
};

/** Records the people who move. In the step `CLOSED`, this also stops writes of the company. */
async function begin({ env, d1, move }: Moving): Promise<void> {
	const { companyId: company, source, step } = move;
	const noted = notePeople(company, source);
	const isClosing = step === 'CLOSED';
	if (source !== null) {
		const [[mark]] = await batch(databaseOf(env, source), [ownMark(databaseOf(env, source))]);
		// The end of the earlier move would delete the people that this one records.
		if (mark !== undefined) throw new Error('The move to the present cell has not ended yet');
		if (isClosing) await closeCell(env, source, '', noted);
		else await askAll(databaseOf(env, source).$client, noted);
		return;
	}
	const [others = []] = await askAll(d1.$client, [peopleOfOthers(company)]);
	if (others.length > 0) throw new Refusal('several_databases', 'A user works for another company now.');
	await askAll(d1.$client, isClosing ? [...noted, closePeople(company)] : noted);
}

/** Compares all pages and copies those that differ. Returns false if another run must continue. */
async function pass({ d1, move, mayGoOn }: Moving, databases: Databases): Promise<boolean> {
	const from = { group: move.part, key: move.key };
	const isClosed = move.step === 'CLOSED';
	const unchanged = isClosed ? await unchangedSince(databases, move.dateStarted) : null;
	if (from.group === 0 && from.key === '') move.rows += unchanged?.rows ?? 0;
	for await (const { group, last, ...found } of comparePages(databases, from, { isClosed, unchanged })) {
		const progress = {
			...(last === null ? { part: group + 1, key: '' } : { part: group, key: last }),
			rows: move.rows + found.rows,
			bytes: move.bytes + found.bytes,
			copied: move.copied + found.copied,
		};
		Object.assign(move, progress);
		if (mayGoOn()) continue;
		await batch(d1, [saveMove(d1, move.cell, progress)]);
		return false;
	}
	return true;
}

/** Directs all requests to the new cell. */
async function open({ d1, own, move, now }: Moving, databases: Databases): Promise<void> {
	const { cell, companyId, source, rows, bytes, copied } = move;
	const findable = await findableIn(own.$client, cell);
	if (source === null) {
		await noteForwards(d1.$client, companyId, findable.credentials);
		const [managed = []] = await askAll(d1.$client, [managedByMovers(companyId)]);
		await askAll(own.$client, [grantAll(cell, managed, now)]);
	}
	const [[company]] = await batch(own, [companyIn(own)]);
	if (company === undefined) throw new Error('The copy has no company');
	const opened = { step: 'OPENED' as const, dateOpened: now, rows, bytes, copied };
	const placing: Statement =
		source === null
			? insertPlace(d1, { companyId, cell, schema: SCHEMA, company, dateCreated: now })
			: setPlace(d1, companyId, cell, SCHEMA, now);
	const { structure } = databases;
	await bringTills(d1, own);
	await askAll(d1.$client, [
		...switching(structure, { company: companyId, cell, source, now }, findable),
		...asksOf([placing, saveMove(d1, cell, opened)]),
	]);
	Object.assign(move, opened);
}

/** Deletes the old rows in D1. If the company came from a cell, that cell directs its callers here and keeps its rows for a while. */
async function leave({ env, d1, own, move, now, mayGoOn, log }: Moving): Promise<Carried> {
	const { cell, companyId, source, dateOpened } = move;
	if (source !== null) {
		try {
			await closeCell(env, source, cell);
		} catch (error) {
			// A restored company works even if its old cell is lost. If the old cell returns later, it directs its callers here.
			if (move.backup === null) throw error;
			log(error);
			return { isServing: true, next: now + AN_HOUR_MS };
		}
	} else {
		const due = (dateOpened ?? now) + TRUSTED_MS;
		if (now < due) return { isServing: true, next: due };
		const structure = await structureOf(d1.$client);
		const isDone = await deleteLeftovers(d1.$client, structure, companyId, cell, mayGoOn);
		if (!isDone) return { isServing: true, next: now };
		await askAll(d1.$client, [forgetPeople(companyId)]);
		await batch(d1, [saveMove(d1, cell, { step: 'DONE', dateEnded: now })]);
	}
	await askAll(own.$client, [forgetPeople(companyId), ...asksOf([removeMarks(own)])]);
	return SERVING;
}

/** Deletes the rows of cells that companies left a week ago. Calls `failed` for each cell that cannot be cleared, and continues. */
export async function clearLeftCells(
	env: CellBindings,
	d1: Db,
	left: readonly Pick<Move, 'cell' | 'source'>[],
	now: Instant,
	failed: (error: unknown, cell: string) => void,
): Promise<void> {
	for (const { cell, source } of left) {
		if (source === null) continue;
		try {
			await clearCell(env, source);
			await batch(d1, [saveMove(d1, cell, { step: 'DONE', dateEnded: now })]);
		} catch (error) {
			failed(error, source);
		}
	}
}

/** Opens the company in its old database, and deletes the copy. */
async function giveUp(moving: Moving, reason: Move['reason']): Promise<Carried> {
	const { env, move, log } = moving;
	const { companyId, source } = move;
	// The old cell of a restored company may be lost.
	const ignore = move.backup === null ? undefined : log;
	if (source !== null) await reopenCell(env, source).catch(ignore);
	await askAll(databaseOf(env, source).$client, [forgetPeople(companyId)]).catch(ignore);
	await save(moving, { step: 'GIVEN_UP', reason, key: '' });
	return abandon(moving);
}

/** Deletes everything that a cancelled move has created. Until then the move has not ended, so that no other one begins. */
async function abandon(moving: Moving): Promise<Carried> {
	const { env, move, now, log } = moving;
	if (move.dateEnded === null) {
		try {
			if (move.backup !== null && !(await removeFiles(moving))) return later(now);
		} catch (error) {
			if (now - move.dateStarted < AN_HOUR_MS) throw error;
			// A file that cannot be removed must not block the next restore forever.
			log(error);
		}
		await save(moving, { dateEnded: now });
	}
	await clearCell(env, move.cell);
	return { isServing: false, next: null };
}
