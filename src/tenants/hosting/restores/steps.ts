import { heldElsewhere, NOT_FREE, releasing, requireFree } from '../../../foundation/cells/move/agreement.ts';
import { askAll, asksOf, structureOf } from '../../../foundation/cells/move/pages.ts';
import {
	closePeople,
	forgetPeople,
	notePeople,
	restoredOfOthers,
} from '../../../foundation/cells/move/people.ts';
import {
	backAgain,
	grantsIn,
	knownPosition,
	type Lost,
	MARGIN,
	noteRestored,
	readLost,
	releasedGrants,
	SETTLED,
	settling,
	UNKNOWN,
	usersIn,
} from '../../../foundation/cells/move/restoring.ts';
import { findableIn, noteForwards, switching } from '../../../foundation/cells/move/switch.ts';
import { bookmarkOf, closeCell, databaseOf, turnBackCell } from '../../../foundation/cells/places.ts';
import { SCHEMA } from '../../../foundation/cells/schema.ts';
import { bringTills } from '../../../foundation/cells/tills.ts';
import { aboutCompany, aboutUser, alteration, CRON, creation } from '../../../foundation/core/history.ts';
import { toIso } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { atItsTime } from '../../../foundation/db/clock.ts';
import { batch } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { databaseMessage } from '../../../foundation/db/retry.ts';
import { loadBackup } from '../backup-loading/steps.ts';
import { insertPlace } from '../cells/store.ts';
import { listErased } from '../erased-people/remote.ts';
import { type Moving, save } from '../moves/actions.ts';
import { companyIn, ownMark, removeMarks, saveMove, setPlace } from '../moves/store.ts';
import { doubtGrantsOf, registeredUsers } from './store.ts';

/** How often the switch is tried while others take addresses. */
const MAX_ATTEMPTS = 5;

/**
 * Restores a company from a backup. It loads and compares the rows, restores the files, and directs all requests to this cell. Returns false
 * if another run must continue. Each step can be repeated.
 */
export async function bringBack(restoring: Moving): Promise<boolean> {
	const { move } = restoring;
	if (move.step === 'COPYING') {
		if (!(await loadBackup(restoring))) return false;
		await save(restoring, { step: 'CLOSED', dateClosed: restoring.now });
	}
	const lost = await close(restoring);
	await settle(restoring, lost);
	await repeatErasures(restoring, lost);
	await lead(restoring, move.source);
	return true;
}

/**
 * Turns a cell back to an earlier time, and then updates the directory. The cell marks itself first, and turning back removes the mark.
 * Returns false while the cell has not turned back.
 */
export async function goBack(restoring: Moving): Promise<boolean> {
	const { env, d1, own, move, now } = restoring;
	const { cell, restoredTo } = move;
	const [[mark]] = await batch(own, [ownMark(own)]);
	if (move.step === 'COPYING' || mark?.key === TURNING) {
		const found = await bookmarkOf(env, cell, restoredTo ?? now);
		if ('failed' in found) {
			await save(restoring, { step: 'GIVEN_UP', dateEnded: now, reason: 'NO_POINT_IN_TIME' });
			return true;
		}
		await askAll(own.$client, [
			['UPDATE moves SET key = ?1', [TURNING]],
			...notePeople(move.companyId, cell),
		]);
		// People work until the cell turns back, so more events may follow this position.
		const lost: Lost = { ...(await readLost(own.$client, move.companyId)), position: null };
		await save(restoring, { step: 'CLOSED', dateClosed: now, key: JSON.stringify(lost) });
		await turnBackCell(env, cell, found.bookmark);
		return false;
	}
	const lost = move.key === '' ? UNKNOWN : (JSON.parse(move.key) as Lost);
	await settle(restoring, lost);
	await repeatErasures(restoring, lost);
	await lead(restoring, cell);
	await batch(own, [removeMarks(own)]);
	await askAll(d1.$client, [forgetPeople(move.companyId)]);
	return true;
}

/** The mark of a cell that has not turned back yet. */
const TURNING = 'TURNING';

/** Stops writes in the present database of the company. Returns the part of its state that the restore must respect. */
async function close({ env, d1, own, move, log }: Moving): Promise<Lost> {
	const { companyId: company, source } = move;
	if (source === null) {
		const people = await usersIn(own.$client);
		const others = people.length === 0 ? [] : await askAll(d1.$client, restoredOfOthers(company, people));
		if (others.flat().length > 0)
			throw new Refusal('several_databases', 'A user of the backup works for another company now.');
		await askAll(d1.$client, [
			...notePeople(company, null),
			...noteRestored(company, people),
			closePeople(company),
		]);
		return readLost(d1.$client, company);
	}
	try {
		await closeCell(env, source, '', notePeople(company, source));
		return await readLost(databaseOf(env, source).$client, company);
	} catch (error) {
		const isNewService = move.author?.type === 'COMMAND_LINE';
		// A lost cell does not stop a restore. The directory of a new service names cells that never existed.
		if (!isNewService || !/no such table/.test(databaseMessage(error))) log(error);
		// In a new service, the backup of the whole service is the best source of these rights.
		return isNewService ? { ...UNKNOWN, grants: await grantsIn(own.$client) } : UNKNOWN;
	}
}

/** Ends all sign-ins. Records the restore at a position after everything that followers have seen. */
async function settle(restoring: Moving, lost: Lost): Promise<void> {
	const { d1, own, move, now } = restoring;
	const [[mark]] = await batch(own, [ownMark(own)]);
	if (mark?.key === SETTLED) return;
	await save(restoring, { released: await releasedGrants(own.$client, lost) });
	const known = Math.max(await knownPosition(d1.$client, move.source), lost.position ?? 0);
	const to = move.backup ?? toIso(move.restoredTo ?? now);
	const about = aboutCompany(move.companyId);
	// The history of a sandbox uses the sandbox's clock.
	const { now: its } = await atItsTime({ db: own, now });
	const events = identified([creation('company.restored', about, { dateRestored: to })], its);
	await askAll(own.$client, [
		...asksOf(recordEvents(own, move.author ?? CRON, its, events)),
		...settling(await structureOf(own.$client), {
			cell: move.cell,
			eventId: events[0]?.id ?? '',
			position: known + (lost.position === null ? MARGIN : 1),
			lost,
			now,
		}),
	]);
}

/** Repeats erasures that were made after the restored state, before anybody can sign in. An interrupted run is continued. */
async function repeatErasures(restoring: Moving, lost: Lost): Promise<void> {
	const { env, own, move, now, eraseAgain } = restoring;
	const ids = new Set([...lost.erased, ...(await listErased(env.BACKUPS, move.companyId))]);
	const back = await backAgain(own.$client, [...ids]);
	await save(restoring, { erased: [...new Set([...(move.erased ?? []), ...back])] });
	const its = await atItsTime({ db: own, now });
	await eraseAgain(its.db, back, { author: move.author ?? CRON, now: its.now });
}

/** Directs all requests to this cell. Releases addresses that others have taken since the backup. */
async function lead(restoring: Moving, previous: string | null): Promise<void> {
	const { env, d1, own, move, now } = restoring;
	const { cell, companyId: company } = move;
	const agreement = { company, cell, previous };
	await bringTills(d1, own);
	for (let attempt = 1; ; attempt++) {
		const { addresses } = await findableIn(own.$client, cell);
		const held = await heldElsewhere((one) => databaseOf(env, one), agreement, addresses);
		if (held.length > 0) await release(restoring, held);
		const found = await findableIn(own.$client, cell);
		if (previous === null) await noteForwards(d1.$client, company, found.credentials);
		const [[row]] = await batch(own, [companyIn(own)]);
		if (row === undefined) throw new Error('The backup has no company');
		const opened =
			move.restoredTo === null
				? { step: 'OPENED' as const, dateOpened: now }
				: { step: 'DONE' as const, dateOpened: now, dateEnded: now, key: '' };
		try {
			await askAll(d1.$client, [
				...requireFree(agreement, found.addresses),
				...switching(await structureOf(d1.$client), { company, cell, source: previous, now }, found),
				...asksOf([
					insertPlace(d1, { companyId: company, cell, schema: SCHEMA, company: row, dateCreated: now }),
					setPlace(d1, company, cell, SCHEMA, now),
					doubtGrantsOf(d1, company, now),
					saveMove(d1, cell, opened),
				]),
			]);
			Object.assign(move, opened);
			return;
		} catch (error) {
			if (!databaseMessage(error).includes(NOT_FREE) || attempt === MAX_ATTEMPTS) throw error;
		}
	}
}

async function release(restoring: Moving, held: readonly string[]): Promise<void> {
	const { own, move, now } = restoring;
	await save(restoring, { released: [...new Set([...(move.released ?? []), ...held])].sort() });
	const [users] = await batch(own, [registeredUsers(own, held)]);
	const changes = users.flatMap(({ id, dateRegistered }) =>
		alteration(
			'user.updated',
			aboutUser(id, move.companyId),
			{ dateRegistered: toIso(dateRegistered) },
			{ dateRegistered: null, password: 'removed' },
		),
	);
	await askAll(own.$client, [
		...releasing(held, now),
		...asksOf(recordEvents(own, move.author ?? CRON, now, identified(changes, now))),
	]);
}
