import type { Instant } from '../../core/instant.ts';
import { sha256 } from '../../core/vault.ts';
import { batch, type Db } from '../../db/database.ts';
import { waitingOfCookie } from './store.ts';

/** The highest number that is counted. More than that is shown as more. */
export const MAX_WAITING = 99;

/** How much waits for the user of a console session, by kind. The pages show it to those who may do something about it. */
export interface Waiting {
	expenses: number;
}

/** Counts what waits for the user of a cookie: nothing when the session does not exist. */
export async function countWaiting(db: Db, cookie: string, now: Instant): Promise<Waiting> {
	const [[found]] = await batch(db, [waitingOfCookie(db, sha256(cookie), now, MAX_WAITING + 1)]);
	return found ?? { expenses: 0 };
}
