import type { Instant } from '../../../foundation/core/instant.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { inSteps, type MayGoOn } from '../../../foundation/db/steps.ts';
import { REMINDERS, type Reminder, turnOf } from './rules.ts';
import { remind, saveTurn, turnsDone } from './store.ts';

/** A step takes one round trip. */
const STEP_SIZE = 5000;

/**
 * Reminds people of approaching dates. Returns the number of mails. A late run makes up for missed turns. The first run only records the
 * present turns.
 */
export async function remindPeople(db: Db, now: Instant, mayGoOn: MayGoOn): Promise<number> {
	const [turns] = await batch(db, [turnsDone(db)]);
	let made = 0;
	for (const kind of REMINDERS) {
		const turn = turnOf(kind, now);
		const from = turns.find((known) => known.kind === kind)?.doneUntil;
		if (from === undefined) await batch(db, [saveTurn(db, kind, turn)]);
		else if (from < turn) made += await takeTurn(db, { kind, from, turn }, now, mayGoOn);
	}
	return made;
}

async function takeTurn(
	db: Db,
	of: { kind: Reminder; from: Instant; turn: Instant },
	now: Instant,
	mayGoOn: MayGoOn,
): Promise<number> {
	let isDone = false;
	const made = await inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [, [counted]] = await batch(db, remind(db, of, now, size));
		isDone = (counted?.count ?? 0) === 0;
		return counted?.count ?? 0;
	});
	if (isDone) await batch(db, [saveTurn(db, of.kind, of.turn)]);
	return made;
}
