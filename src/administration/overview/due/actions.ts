import { dueExpiries } from '../../../benefits/balances/expiries/store.ts';
import { dueMoments } from '../../../benefits/employment/moments/store.ts';
import { dueClosures, dueTerminations } from '../../../benefits/employment/terminations/store.ts';
import { dueReveals, dueSeeds } from '../../../benefits/expenses/approval-samples/store.ts';
import { dueForRules } from '../../../benefits/expenses/approvals-by-rule/store.ts';
import { dueStanding } from '../../../benefits/expenses/standing-months/store.ts';
import { overdueReturns } from '../../../benefits/expenses/store.ts';
import { duePlans } from '../../../benefits/goodies/vouchers/store.ts';
import { awaitedLines } from '../../../benefits/payroll/awaited/store.ts';
import { linesDue, unfinishedRuns } from '../../../benefits/payroll/runs/store.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { COMPANY_JOBS, Job } from '../../../foundation/core/jobs.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { closedUntil } from '../../../tenants/history/rules.ts';
import { nightAfter } from '../../../tenants/hosting/backups/rules.ts';
import { isStaying } from '../../../tenants/hosting/moves/store.ts';
import { turnsDone } from '../../../tenants/mail/reminders/store.ts';
import { KEPT_MS as MAILS_KEPT_MS } from '../../../tenants/mail/rules.ts';
import { DELIVERIES_KEPT_MS } from '../../webhooks/rules.ts';
import { AT_EACH_RUN, type DueTimes, dayOver, instantOf, monthOver, remindersDue } from './rules.ts';
import { countByCompany, dueColumns } from './store.ts';

/** Reads when each job has something to do, in one round trip. This is never later than the job itself would find it. */
export async function dueTimes(db: Db, now: Instant, hasBackups: boolean): Promise<DueTimes> {
	const [[found], turns] = await batch(db, [dueColumns(db, closedUntil(now)), turnsDone(db)]);
	if (found === undefined) throw new Error('No row with the times of the jobs');
	const {
		firstSubmitted,
		oldestMail,
		oldestDelivery,
		oldestInvitations,
		oldestUsage,
		unsavedSince,
		outdatedBackups,
		...times
	} = found;
	const mail = oldestMail === null ? [] : [instantOf(oldestMail) + MAILS_KEPT_MS + 1];
	const invitations = oldestInvitations === null ? [] : [dayOver(oldestInvitations)];
	// Deliveries use real time in a sandbox too.
	const { ahead = 0 } = db;
	const deliveries =
		oldestDelivery === null ? [] : [instantOf(oldestDelivery) + DELIVERIES_KEPT_MS + 1 + ahead];
	const clearing = [...mail, ...invitations, ...deliveries];
	const saving = [
		...(unsavedSince === null ? [] : [nightAfter(unsavedSince)]),
		...(outdatedBackups === null ? [] : [outdatedBackups]),
	];
	return {
		...times,
		remindPeople: remindersDue(turns, firstSubmitted === null ? null : instantOf(firstSubmitted)),
		// This job reads the database only while there is a previous key.
		resealSecrets: AT_EACH_RUN,
		clearOldUsage: oldestUsage === null ? null : monthOver(oldestUsage),
		clearOldMails: clearing.length === 0 ? null : Math.min(...clearing),
		backUpCompanies: !hasBackups || saving.length === 0 ? null : Math.min(...saving),
	};
}

/** The most records of each kind that one run counts. The next run finds the rest. */
const MOST = 1_000_000;

/** Returns the due records of the jobs that handle each company by itself, in all companies or in one. */
const dueRecords = (db: Db, now: Instant, most: number, companyId?: string) =>
	[
		['settlePassedTerminations', dueTerminations(db, now, most, companyId)],
		['closeLeavers', dueClosures(db, now, most, companyId)],
		...dueMoments(db, now, most, companyId).map((due) => ['recordMoments', due] as const),
		['recordExpiries', dueExpiries(db, now, most, companyId)],
		['issueDueVouchers', duePlans(db, now, most, companyId)],
		['submitStandingExpenses', dueStanding(db, now, most, companyId)],
		['splitAwaited', awaitedLines(db, most, companyId)],
		['closeDueRuns', linesDue(db, now, most, companyId)],
		['closeDueRuns', unfinishedRuns(db, most, companyId)],
		['rejectUnmended', overdueReturns(db, now, most, companyId)],
		['applyApprovalRules', dueSeeds(db, now, most, companyId)],
		['applyApprovalRules', dueForRules(db, now, most, companyId)],
		['applyApprovalRules', dueReveals(db, now, most, companyId)],
	] as const satisfies (readonly [(typeof COMPANY_JOBS)[number], Parameters<typeof countByCompany>[1]])[];

/**
 * Reads in one round trip which of these jobs have something to do in a company. Returns null if the company is about to leave D1, is in a
 * cell, or does not exist.
 */
export async function dueJobs(db: Db, now: Instant, companyId: string): Promise<Set<Job> | null> {
	const records = dueRecords(db, now, 1, companyId);
	const counts = records.map(([, due]) => countByCompany(db, due));
	const [[company], ...found] = await batch(db, [isStaying(db, companyId), ...counts]);
	if (company?.isStaying !== true) return null;
	return new Set(records.flatMap(([job], place) => (found[place]?.length ? [job] : [])));
}

/** Reads in one round trip how many records are due in each company. */
export async function dueByCompany(db: Db, now: Instant): Promise<Map<string, number>> {
	const [first, ...others] = dueRecords(db, now, MOST).map(([, due]) => countByCompany(db, due));
	const found = first === undefined ? [] : await batch(db, [first, ...others]);
	const counts = new Map<string, number>();
	for (const { companyId, count } of found.flat())
		counts.set(companyId, (counts.get(companyId) ?? 0) + count);
	return counts;
}

export { nextHour, nextRun, nextStep } from './rules.ts';
