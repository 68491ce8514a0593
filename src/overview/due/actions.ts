import type { Instant } from '../../core/instant.ts';
import { batch, type Db } from '../../db/database.ts';
import { unrecordedPauses } from '../../employees/pauses/store.ts';
import { dueClosures, dueTerminations } from '../../employment/terminations/store.ts';
import { overdueReturns } from '../../expenses/store.ts';
import { duePlans } from '../../goodies/vouchers/store.ts';
import { closedUntil } from '../../history/rules.ts';
import { nightAfter } from '../../hosting/backups/rules.ts';
import { turnsDone } from '../../mail/reminders/store.ts';
import { KEPT_MS as MAILS_KEPT_MS } from '../../mail/rules.ts';
import { awaitedLines } from '../../payroll/awaited/store.ts';
import { linesDue, unfinishedRuns } from '../../payroll/runs/store.ts';
import { AT_EACH_RUN, type DueTimes, dayOver, instantOf, monthOver, remindersDue } from './rules.ts';
import { countByCompany, dueColumns } from './store.ts';

/** Reads in one round trip when each job has something to do. It is never later than the job itself would find it. */
export async function dueTimes(db: Db, now: Instant, hasBackups: boolean): Promise<DueTimes> {
	const [[found], turns] = await batch(db, [dueColumns(db, closedUntil(now)), turnsDone(db)]);
	if (found === undefined) throw new Error('No row with the times of the jobs');
	const {
		firstSubmitted,
		oldestMail,
		oldestInvitations,
		oldestUsage,
		unsavedSince,
		outdatedBackups,
		...times
	} = found;
	const mail = oldestMail === null ? [] : [instantOf(oldestMail) + MAILS_KEPT_MS + 1];
	const invitations = oldestInvitations === null ? [] : [dayOver(oldestInvitations)];
	const clearing = [...mail, ...invitations];
	const saving = [
		...(unsavedSince === null ? [] : [nightAfter(unsavedSince)]),
		...(outdatedBackups === null ? [] : [outdatedBackups]),
	];
	return {
		...times,
		remindPeople: remindersDue(turns, firstSubmitted === null ? null : instantOf(firstSubmitted)),
		// It asks the database only while there is a previous key.
		resealSecrets: AT_EACH_RUN,
		clearOldUsage: oldestUsage === null ? null : monthOver(oldestUsage),
		clearOldMails: clearing.length === 0 ? null : Math.min(...clearing),
		backUpCompanies: !hasBackups || saving.length === 0 ? null : Math.min(...saving),
	};
}

/** The most records of each kind that one run counts. The next run finds the rest. */
const MOST = 1_000_000;

/** Reads in one round trip how many records are due in each company, for the jobs that handle each company by itself. */
export async function dueByCompany(db: Db, now: Instant): Promise<Map<string, number>> {
	const [first, ...others] = [
		dueTerminations(db, now, MOST),
		dueClosures(db, now, MOST),
		unrecordedPauses(db, 'employee.pause_began', now, MOST),
		unrecordedPauses(db, 'employee.pause_ended', now, MOST),
		duePlans(db, now, MOST),
		awaitedLines(db, MOST),
		linesDue(db, now, MOST),
		unfinishedRuns(db, MOST),
		overdueReturns(db, now, MOST),
	].map((due) => countByCompany(db, due));
	const found = first === undefined ? [] : await batch(db, [first, ...others]);
	const counts = new Map<string, number>();
	for (const { companyId, count } of found.flat())
		counts.set(companyId, (counts.get(companyId) ?? 0) + count);
	return counts;
}

export { nextHour, nextRun } from './rules.ts';
