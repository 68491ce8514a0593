import { clearExpiredSessions } from '../auth/actions.ts';
import type { Instant } from '../core/instant.ts';
import type { Db } from '../db/client.ts';
import { settlePassedTerminations } from '../employees/actions.ts';
import { issueDueVouchers } from '../vouchers/actions.ts';

/**
 * What the cron runs, in this order. Each job does everything that is due until `now`, so that a missed, late, doubled or
 * interrupted run heals itself. Pauses need no job of their own: they begin and end because each due voucher is decided
 * by the pause that covers it.
 */
const SCHEDULE: Record<string, (db: Db, now: Instant) => Promise<number>> = {
	settlePassedTerminations,
	issueDueVouchers,
	clearExpiredSessions,
};

/** Runs every job and answers how many records each one handled. A failing job does not keep the others from running. */
export async function runDueJobs(db: Db, now: Instant): Promise<Record<string, number>> {
	const handled: Record<string, number> = {};
	const failures: unknown[] = [];
	for (const [name, job] of Object.entries(SCHEDULE)) {
		try {
			handled[name] = await job(db, now);
		} catch (error) {
			failures.push(error);
		}
	}
	if (failures.length > 0) throw new AggregateError(failures, 'Some jobs failed; the next run repeats them');
	return handled;
}
