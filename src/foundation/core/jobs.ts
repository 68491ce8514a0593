import type { Instant } from './instant.ts';

/** The jobs that can run for each company separately, in the order in which they run. */
export const COMPANY_JOBS = [
	// This comes before the settling of terminations, so that a late run still submits expenses of the time before them.
	'submitStandingExpenses',
	'settlePassedTerminations',
	'closeLeavers',
	'recordMoments',
	'recordExpiries',
	'issueDueVouchers',
	'splitAwaited',
	'closeDueRuns',
	'rejectUnmended',
	'applyApprovalRules',
] as const;

/** All jobs of the cron, in the order in which they run. */
export const JOBS = [
	...COMPANY_JOBS,
	'resealSecrets',
	'checkDomains',
	'remindPeople',
	'sendDueMails',
	'clearReceipts',
	'archiveHistory',
	'clearExpiredSessions',
	'clearOldKeys',
	'clearAccessEvents',
	'clearOldUsage',
	'clearOldMails',
	'settleAddresses',
	'backUpCompanies',
] as const;
export type Job = (typeof JOBS)[number];

/** The jobs that use the real time in a sandbox too. The others use its clock. */
const IN_REAL_TIME: readonly Job[] = [
	'resealSecrets',
	'checkDomains',
	'sendDueMails',
	'clearExpiredSessions',
	'clearOldKeys',
	'clearAccessEvents',
	'settleAddresses',
	'backUpCompanies',
];

export const isInRealTime = (job: Job): boolean => IN_REAL_TIME.includes(job);

/** Requests the jobs of one company that were due at the scheduled time of a run. */
export interface CompanyMessage {
	companyId: string;
	scheduledTime: Instant;
	/** The only requested job. If it is missing, all `COMPANY_JOBS` run. */
	job?: 'backUpCompanies';
}

/** The time of a job that looks for work in each run. It does not cause a run by itself. */
export const AT_EACH_RUN = 0;
