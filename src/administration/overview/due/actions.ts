import { dueExpiries, expiriesDueAt } from '../../../benefits/balances/expiries/store.ts';
import { dueMoments, momentsDueAt } from '../../../benefits/employment/moments/store.ts';
import {
	closuresDueAt,
	dueClosures,
	dueTerminations,
	terminationsDueAt,
} from '../../../benefits/employment/terminations/store.ts';
import {
	dueReveals,
	dueSeeds,
	revealsDueAt,
	seedsDueAt,
} from '../../../benefits/expenses/approval-samples/store.ts';
import { dueForRules, rulesDueAt } from '../../../benefits/expenses/approvals-by-rule/store.ts';
import { draftsDueAt } from '../../../benefits/expenses/drafts/store.ts';
import { receiptsDueAt } from '../../../benefits/expenses/receipts/store.ts';
import { proofsDueAt } from '../../../benefits/expenses/standing/store.ts';
import { dueStanding, standingDueAt } from '../../../benefits/expenses/standing-months/store.ts';
import { overdueReturns, returnsDueAt } from '../../../benefits/expenses/store.ts';
import { duePlans, plansDueAt } from '../../../benefits/goodies/vouchers/store.ts';
import { awaitedDueAt, awaitedLines } from '../../../benefits/payroll/awaited/store.ts';
import { linesDue, runsDueAt, unfinishedRuns } from '../../../benefits/payroll/runs/store.ts';
import { claimsDueAt } from '../../../foundation/cells/claims.ts';
import { settlingDueAt } from '../../../foundation/cells/write.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { AT_EACH_RUN, type COMPANY_JOBS, type Job } from '../../../foundation/core/jobs.ts';
import { accessEventsDueAt } from '../../../foundation/db/access-events.ts';
import { batch, type Db } from '../../../foundation/db/database.ts';
import { earliest } from '../../../foundation/db/due.ts';
import { keysDueAt } from '../../../foundation/db/idempotency.ts';
import { addressChangesDueAt } from '../../../tenants/auth/addresses/store.ts';
import { identityChangesDueAt } from '../../../tenants/auth/identity-changes/store.ts';
import { tokensDueAt } from '../../../tenants/auth/one-time/store.ts';
import { domainsDueAt } from '../../../tenants/auth/providers/store.ts';
import { devicesDueAt } from '../../../tenants/auth/sessions/store.ts';
import { signInsDueAt } from '../../../tenants/auth/sso/store.ts';
import { sessionsDueAt } from '../../../tenants/auth/store.ts';
import { oldestUsage } from '../../../tenants/companies/store.ts';
import { archiveDueAt } from '../../../tenants/history/archive/store.ts';
import { closedUntil } from '../../../tenants/history/rules.ts';
import { nightAfter } from '../../../tenants/hosting/backups/rules.ts';
import { outdatedAt, unsavedSince } from '../../../tenants/hosting/backups/store.ts';
import { isStaying } from '../../../tenants/hosting/moves/store.ts';
import { pushesDueAt } from '../../../tenants/mail/push/store.ts';
import { firstSubmitted, turnsDone } from '../../../tenants/mail/reminders/store.ts';
import { KEPT_MS as MAILS_KEPT_MS } from '../../../tenants/mail/rules.ts';
import { mailsDueAt } from '../../../tenants/mail/sending/store.ts';
import { oldestInvitations, oldestMail } from '../../../tenants/mail/store.ts';
import { attemptsDueAt } from '../../../tenants/users/attempts/store.ts';
import { proposalsDueAt } from '../../proposals/store.ts';
import { oldestDelivery } from '../../webhooks/deliveries/store.ts';
import { DELIVERIES_KEPT_MS } from '../../webhooks/rules.ts';
import { sweepDueAt } from '../../webhooks/sending/store.ts';
import { type DueTimes, dayOver, instantOf, monthOver, remindersDue } from './rules.ts';
import { countByCompany, inOneRow } from './store.ts';

/** When each job is due, as the stores of the jobs say it. Some say an id, a day or a month instead, from which the time follows. */
const timesAt = (closedUntil: Instant) => ({
	settlePassedTerminations: terminationsDueAt,
	closeLeavers: earliest(...closuresDueAt),
	recordMoments: earliest(...momentsDueAt),
	recordExpiries: expiriesDueAt,
	issueDueVouchers: plansDueAt,
	submitStandingExpenses: standingDueAt,
	splitAwaited: awaitedDueAt,
	closeDueRuns: earliest(...runsDueAt),
	rejectUnmended: returnsDueAt,
	applyApprovalRules: earliest(seedsDueAt, rulesDueAt, revealsDueAt),
	checkDomains: domainsDueAt,
	sendDueMails: earliest(sweepDueAt, ...mailsDueAt, pushesDueAt),
	clearReceipts: earliest(...receiptsDueAt, ...proofsDueAt, ...draftsDueAt),
	archiveHistory: earliest(...archiveDueAt(closedUntil)),
	clearExpiredSessions: earliest(
		sessionsDueAt,
		...attemptsDueAt,
		devicesDueAt,
		tokensDueAt,
		addressChangesDueAt,
		identityChangesDueAt,
		signInsDueAt,
		...claimsDueAt,
	),
	clearOldKeys: earliest(keysDueAt, proposalsDueAt),
	clearAccessEvents: accessEventsDueAt,
	settleAddresses: earliest(...settlingDueAt),
	unsavedSince,
	outdatedAt,
	firstSubmitted,
	oldestMail,
	oldestDelivery,
	oldestInvitations,
	oldestUsage,
});

/** Reads when each job has something to do, in one round trip. This is never later than the job itself would find it. */
export async function dueTimes(db: Db, now: Instant, hasBackups: boolean): Promise<DueTimes> {
	const [[found], turns] = await batch(db, [inOneRow(db, timesAt(closedUntil(now))), turnsDone(db)]);
	if (found === undefined) throw new Error('No row with the times of the jobs');
	const {
		firstSubmitted,
		oldestMail,
		oldestDelivery,
		oldestInvitations,
		oldestUsage,
		unsavedSince,
		outdatedAt,
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
		...(outdatedAt === null ? [] : [outdatedAt]),
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

type CompanyJob = (typeof COMPANY_JOBS)[number];
type Due = Parameters<typeof countByCompany>[1];

/** Returns the due records of each job that handles companies one by one, in all companies or in one. */
function dueRecords(db: Db, now: Instant, most: number, companyId?: string): [CompanyJob, Due][] {
	const ofJobs: Record<CompanyJob, readonly Due[]> = {
		settlePassedTerminations: [dueTerminations(db, now, most, companyId)],
		closeLeavers: [dueClosures(db, now, most, companyId)],
		recordMoments: dueMoments(db, now, most, companyId),
		recordExpiries: [dueExpiries(db, now, most, companyId)],
		issueDueVouchers: [duePlans(db, now, most, companyId)],
		submitStandingExpenses: [dueStanding(db, now, most, companyId)],
		splitAwaited: [awaitedLines(db, most, companyId)],
		closeDueRuns: [linesDue(db, now, most, companyId), unfinishedRuns(db, most, companyId)],
		rejectUnmended: [overdueReturns(db, now, most, companyId)],
		applyApprovalRules: [
			dueSeeds(db, now, most, companyId),
			dueForRules(db, now, most, companyId),
			dueReveals(db, now, most, companyId),
		],
	};
	return Object.entries(ofJobs).flatMap(([job, all]) =>
		all.map((due): [CompanyJob, Due] => [job as CompanyJob, due]),
	);
}

/** Reads which of these jobs are due in a company. Null if it is about to leave D1, is in a cell, or does not exist. */
export async function dueJobs(db: Db, now: Instant, companyId: string): Promise<Set<Job> | null> {
	const records = dueRecords(db, now, 1, companyId);
	const counts = records.map(([, due]) => countByCompany(db, due));
	const [[company], ...found] = await batch(db, [isStaying(db, companyId), ...counts]);
	if (company?.isStaying !== true) return null;
	return new Set(records.flatMap(([job], place) => (found[place]?.length ? [job] : [])));
}

export async function dueByCompany(db: Db, now: Instant): Promise<Map<string, number>> {
	const [first, ...others] = dueRecords(db, now, MOST).map(([, due]) => countByCompany(db, due));
	const found = first === undefined ? [] : await batch(db, [first, ...others]);
	const counts = new Map<string, number>();
	for (const { companyId, count } of found.flat())
		counts.set(companyId, (counts.get(companyId) ?? 0) + count);
	return counts;
}

export { nextHour, nextRun, nextStep } from './rules.ts';
