import { sql } from 'drizzle-orm';
import { type Instant, realTime } from '../core/instant.ts';
import { batch, type Db } from './database.ts';

/**
 * The names of the cells of sandboxes begin like this, so that a real company costs no look-up. A few names from before there were sandboxes
 * do too, and cost one.
 */
export const SANDBOX_SIGN = 'sb';

/** True if the database may be that of a sandbox. After `withClock`, only a sandbox has `ahead`. */
export const mayBeSandbox = ({ cell }: { cell?: string | null }): boolean => cell?.startsWith(SANDBOX_SIGN) === true;

/** Returns the database with the clock of its company, which only a sandbox has to read. */
export async function withClock(db: Db): Promise<Db> {
	if (!mayBeSandbox(db)) return db;
	const [[found]] = await batch(db, [
		db
			.select({ ahead: sql<number>`ahead`.as('clock_ahead') })
			.from(sql`sandboxes`)
			.limit(1),
	]);
	return found === undefined ? db : aheadBy(db, found.ahead);
}

/** Returns the database with a clock that is known. */
export const aheadBy = (db: Db, ahead: number): Db => Object.assign(Object.create(db) as Db, { ahead });

/** Returns a call as it is made at the present of its company. `now` is the real time before, and the company's time after. */
export async function atItsTime<C extends { db: Db; now: Instant; statusAt?: Instant }>(call: C): Promise<C> {
	if (!mayBeSandbox(call.db)) return call;
	const db = await withClock(call.db);
	const now = call.now + (db.ahead ?? 0);
	return { ...call, db, now, ...(call.statusAt !== undefined && { statusAt: now }) };
}

/** Returns the database for work that keeps real time. */
export const inRealTime = (db: Db): Db =>
	db.ahead === undefined ? db : Object.assign(Object.create(db) as Db, { ahead: undefined });

/** Lets a call go on after it has moved the clock. Otherwise the database would refuse what it still has to store. */
export function moveClock(call: { db: Db; now: Instant }, ahead: number): void {
	const now = realTime(call.db, call.now) + ahead;
	Object.assign(call, { db: aheadBy(call.db, ahead), now });
}
