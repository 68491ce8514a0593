import { sql } from 'drizzle-orm';
import { type Instant, realTime } from '../core/instant.ts';
import { batch, type Db } from './database.ts';

/** Names of sandbox cells begin like this, so that most other companies need no look-up. Some older cells of real companies do too. */
export const SANDBOX_SIGN = 'sb';

/** True if the database may be that of a sandbox. After `withClock`, only a sandbox has `ahead`. */
export const mayBeSandbox = ({ cell }: { cell?: string | null }): boolean =>
	cell?.startsWith(SANDBOX_SIGN) === true;

/** Returns the database with the clock of its company. Only for a sandbox is the clock read. */
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

/** Returns the database of a sandbox with a clock this far ahead. It leaves the given database unchanged, because others may share it. */
export const aheadBy = (db: Db, ahead: number): Db => Object.assign(Object.create(db) as Db, { ahead });

/** Returns the call with the time of its company. The `now` of the given call must be the real time. */
export async function atItsTime<C extends { db: Db; now: Instant; statusAt?: Instant }>(call: C): Promise<C> {
	if (!mayBeSandbox(call.db)) return call;
	const db = await withClock(call.db);
	const now = call.now + (db.ahead ?? 0);
	return { ...call, db, now, ...(call.statusAt !== undefined && { statusAt: now }) };
}

/** Returns the database for work that keeps real time. */
export const inRealTime = (db: Db): Db =>
	db.ahead === undefined ? db : Object.assign(Object.create(db) as Db, { ahead: undefined });

/** Gives a call the new time after it has moved the clock. Otherwise the database would refuse its further writes. */
export function moveClock(call: { db: Db; now: Instant }, ahead: number): void {
	const now = realTime(call.db, call.now) + ahead;
	Object.assign(call, { db: aheadBy(call.db, ahead), now });
}
