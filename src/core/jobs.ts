/** The jobs of the cron, in the order in which they run. */
export const JOBS = [
	'settlePassedTerminations',
	'closeLeavers',
	'recordPauses',
	'issueDueVouchers',
	'splitAwaited',
	'closeDueRuns',
	'rejectUnmended',
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
] as const;
export type Job = (typeof JOBS)[number];
