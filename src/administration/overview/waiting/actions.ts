import { cellsOf } from '../../../foundation/cells/whereabouts.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { sha256 } from '../../../foundation/core/vault.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { callIn } from '../../../tenants/hosting/across/actions.ts';
import type { Databases } from '../../../tenants/hosting/cells/actions.ts';
import { waitingIn, waitingOfCookie } from './store.ts';

/** The highest number that is counted. Pages show larger numbers as "more". */
export const MAX_WAITING = 99;

/** How many records of each kind wait for the user of a console session. Pages show the numbers to people who may act on them. */
export interface Waiting {
	expenses: number;
	proofs: number;
	proposals: number;
}

const NOTHING: Waiting = { expenses: 0, proofs: 0, proposals: 0 };

/** Counts the records that wait for the user of a cookie. There are none when the session does not exist. */
export async function countWaiting(db: Db, cookie: string, now: Instant): Promise<Waiting> {
	const [[found]] = await batch(db, [waitingOfCookie(db, sha256(cookie), now, MAX_WAITING + 1)]);
	return found ?? NOTHING;
}

/** With more databases than this, no number is shown, because the page would have to wait. */
const MOST_ASKED = 6;
/** The longest time for which a page waits for a number. */
const LONGEST_MS = 1000;

interface Reader {
	userId: string;
	companies: readonly { id: string }[];
	/** The number of records that wait in the user's own database. */
	waiting: Waiting;
}

/**
 * Counts the records that wait for a user with companies in several databases. Returns undefined if there are too many databases, or if one
 * does not respond, because a page can do without the number.
 */
export async function countWaitingAcross(
	databases: Databases,
	call: Call,
	reader: Reader,
): Promise<Waiting | undefined> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), LONGEST_MS);
	});
	try {
		return await Promise.race([addUp(databases, call, reader), late]);
	} catch (error) {
		if (error instanceof Refusal) return undefined;
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

async function addUp(
	databases: Databases,
	call: Call,
	{ userId, companies, waiting }: Reader,
): Promise<Waiting | undefined> {
	const { d1 } = databases;
	const ids = companies.map(({ id }) => id);
	const [inCells] = await batch(d1, [cellsOf(d1, ids)]);
	// Records of a sandbox count only for users who sign in to it. Lists do the same.
	const counted = inCells.filter(({ cell, isSandbox }) => !isSandbox || cell === call.db.cell);
	const all = [...counted.map(({ cell }) => cell), ...(inCells.length < ids.length ? [null] : [])];
	const others = all.filter((cell) => cell !== (call.db.cell ?? null));
	if (others.length > MOST_ASKED) return undefined;
	const counts = await Promise.all(
		others.map(async (cell) => {
			const { db } = await callIn(databases, call, cell);
			const [[found]] = await batch(db, [waitingIn(db, userId, ids, MAX_WAITING + 1)]);
			return found ?? NOTHING;
		}),
	);
	return counts.reduce(
		(sum, { expenses, proofs, proposals }) => ({
			expenses: sum.expenses + expenses,
			proofs: sum.proofs + proofs,
			proposals: sum.proposals + proposals,
		}),
		waiting,
	);
}
