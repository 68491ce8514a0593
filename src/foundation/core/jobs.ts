import type { Instant } from './instant.ts';

/** The jobs that can handle each company by itself, in the order in which they run. */
export const COMPANY_JOBS = [
	// A late run submits what lies before a termination, which then ends it.
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

/** The jobs of the cron, in the order in which they run. */
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

/** The jobs that keep real time in a sandbox too. The others follow its clock. */
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

/** Asks for the jobs of one company, for what was due at the scheduled time of a run. */
export interface CompanyMessage {
	companyId: string;
	scheduledTime: Instant;
	/** The only job that is asked for. Without it, the message asks for all of `COMPANY_JOBS`. */
	job?: 'backUpCompanies';
}
