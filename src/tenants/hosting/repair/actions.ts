import { announceEvents } from '../../../foundation/cells/announcements.ts';
import type { Send } from '../../../foundation/cells/interface.ts';
import { heldElsewhere, NOT_FREE, requireFree } from '../../../foundation/cells/move/agreement.ts';
import { askAll, asksOf, structureOf } from '../../../foundation/cells/move/pages.ts';
import { agreeing, findableIn, noteForwards } from '../../../foundation/cells/move/switch.ts';
import { type CellBindings, databaseOf, openedOver } from '../../../foundation/cells/places.ts';
import { SCHEMA } from '../../../foundation/cells/schema.ts';
import { doubtTills } from '../../../foundation/cells/tills.ts';
import { aboutUser, creation } from '../../../foundation/core/history.ts';
import { type Instant, toIso } from '../../../foundation/core/instant.ts';
import { authorizeForAll } from '../../../foundation/core/policy.ts';
import { type Call, load } from '../../../foundation/db/call.ts';
import { batch } from '../../../foundation/db/database.ts';
import { identified, recordEvents } from '../../../foundation/db/record-events.ts';
import { databaseMessage } from '../../../foundation/db/retry.ts';
import { authorOf, type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { insertPlace } from '../cells/store.ts';
import { companyIn, ownMark, setPlace, whereIs } from '../moves/store.ts';
import { MAX_CELLS, type Repair, type Repaired } from './rules.ts';
import { cellsBehind, doubtGrants, raiseAnnouncements, raiseLastEvent } from './store.ts';

/** How often a repair is tried while others take addresses. */
const MAX_ATTEMPTS = 5;

/**
 * Writes the data of a cell into the directory: its place, addresses, claims and events. If D1 has the company in another place, that place
 * stays. Addresses of others stay too.
 */
export async function repairCell(
	env: CellBindings,
	name: string,
	now: Instant,
	send?: Send,
): Promise<Repaired> {
	const [d1, own] = [databaseOf(env, null), openedOver(env, name, send)];
	const read = await batch(own, [companyIn(own), ownMark(own)]).catch(() => null);
	if (read === null) return { cell: name, companyId: null, result: 'UNREACHABLE', conflicts: [] };
	const [[company], [mark]] = read;
	const cell = own.cell ?? name;
	const repaired = { cell, companyId: company?.id ?? null, conflicts: [] };
	if (company === undefined) return { ...repaired, result: 'EMPTY' };
	if (mark !== undefined) return { ...repaired, result: 'UNFINISHED' };
	const found = await findableIn(own.$client, cell);
	const [[place]] = await batch(d1, [whereIs(d1, company.id)]);
	// If a company's creation was interrupted, it has no people.
	if (place === undefined && found.addresses.length === 0) return { ...repaired, result: 'EMPTY' };
	if (place !== undefined && !(await leadsTo(env, place.cell, cell)))
		return { ...repaired, result: 'ELSEWHERE' };
	if (place?.cell !== cell) await noteForwards(d1.$client, company.id, found.credentials);
	const placing =
		place === undefined
			? insertPlace(d1, { companyId: company.id, cell, schema: SCHEMA, company, dateCreated: now })
			: setPlace(d1, company.id, cell, SCHEMA, now);
	const structure = await structureOf(d1.$client);
	const agreement = { company: company.id, cell, previous: cell };
	for (let attempt = 1; ; attempt++) {
		const conflicts = await heldElsewhere((one) => databaseOf(env, one), agreement, found.addresses);
		const addresses = found.addresses.filter(([address]) => !conflicts.includes(address));
		try {
			await askAll(d1.$client, [
				...requireFree(agreement, addresses),
				...asksOf(place?.cell === cell ? [] : [placing]),
				...agreeing(structure, { cell, previous: cell, now }, { ...found, addresses }),
			]);
			await announceEvents({ name: cell, send }, env, 0, now);
			return { ...repaired, result: 'REPAIRED', conflicts };
		} catch (error) {
			if (!databaseMessage(error).includes(NOT_FREE) || attempt === MAX_ATTEMPTS) throw error;
		}
	}
}

/** True if a company left the cell `from` for `cell`, or both are equal. For D1, `from` is null. */
async function leadsTo(env: CellBindings, from: string | null, cell: string): Promise<boolean> {
	if (from === cell) return true;
	if (from === null) return false;
	const db = openedOver(env, from);
	await batch(db, [companyIn(db)]);
	return db.cell === cell;
}

interface RepairRequest {
	/** The instant to which D1 was restored. */
	since?: Instant | undefined;
	/** The company after which the repair continues. */
	after?: string | undefined;
	/** Cells that D1 does not know. */
	cells?: readonly string[] | undefined;
}

const AT_ONCE = 6;

/** Repairs the directory for a page of cells. With `since`, it also raises the numbers of events and announcements in D1. */
export async function repairCells(
	env: CellBindings,
	call: Call,
	{ since, after: last, cells }: RepairRequest,
): Promise<Outcome<Repair>> {
	authorizeForAll(call.actor, 'repairCells');
	const { now } = call;
	const d1 = databaseOf(env, null);
	const [known] = await load(call, [cellsBehind(call.db, last ?? '', MAX_CELLS + 1)]);
	const page = cells ?? known.slice(0, MAX_CELLS).map(({ cell }) => cell);
	const repaired: Repaired[] = [];
	for (let from = 0; from < page.length; from += AT_ONCE) {
		const some = page.slice(from, from + AT_ONCE);
		repaired.push(...(await Promise.all(some.map((cell) => repairCell(env, cell, now)))));
	}
	const isWhole = cells !== undefined || known.length <= MAX_CELLS;
	const left = repaired.filter(({ result, conflicts }) => result !== 'REPAIRED' || conflicts.length > 0);
	const next = isWhole ? null : (known[MAX_CELLS - 1]?.companyId ?? null);
	const after: Repair = { cells: page.length, left, next };
	if (since === undefined) return { ...unrecorded(), after };
	const about = aboutUser(call.actor.userId, null);
	const repair = [creation('directory.repaired', about, { dateRestored: toIso(since) })];
	const structure = await structureOf(d1.$client);
	return {
		...unrecorded([
			...raiseAnnouncements(d1, since),
			doubtGrants(d1, now),
			doubtTills(d1, now),
			// The repair's own event is the last one. It gets a position that no follower has seen.
			...recordEvents(d1, authorOf(call), now, identified(repair, now)),
			...raiseLastEvent(d1, structure),
		]),
		after,
	};
}
