import type { Instant } from '../../core/instant.ts';
import { batch, type Db } from '../../db/database.ts';
import { closedUntil } from '../../history/rules.ts';
import { turnsDone } from '../../mail/reminders/store.ts';
import { KEPT_MS as MAILS_KEPT_MS } from '../../mail/rules.ts';
import { AT_EACH_RUN, type DueTimes, dayOver, instantOf, monthOver, remindersDue } from './rules.ts';
import { dueColumns } from './store.ts';

/** Reads in one round trip when each job has something to do. It is never later than the job itself would find it. */
export async function dueTimes(db: Db, now: Instant): Promise<DueTimes> {
	const [[found], turns] = await batch(db, [dueColumns(db, closedUntil(now)), turnsDone(db)]);
	if (found === undefined) throw new Error('No row with the times of the jobs');
	const { firstSubmitted, oldestMail, oldestInvitations, oldestUsage, ...times } = found;
	const mail = oldestMail === null ? [] : [instantOf(oldestMail) + MAILS_KEPT_MS + 1];
	const invitations = oldestInvitations === null ? [] : [dayOver(oldestInvitations)];
	const clearing = [...mail, ...invitations];
	return {
		...times,
		remindPeople: remindersDue(turns, firstSubmitted === null ? null : instantOf(firstSubmitted)),
		// It asks the database only while there is a previous key.
		resealSecrets: AT_EACH_RUN,
		clearOldUsage: oldestUsage === null ? null : monthOver(oldestUsage),
		clearOldMails: clearing.length === 0 ? null : Math.min(...clearing),
	};
}

export { nextHour, nextRun } from './rules.ts';
