const each = (operations: string, reason: string): [string, string][] =>
	operations.split(' ').map((operation) => [operation, reason]);

/** The operations of the API that no page of the console uses, with the reason. */
export const WITHOUT_PAGE: Record<string, string> = Object.fromEntries([
	...each('issueToken refresh', 'tokens are for programs: the console has a session in a cookie'),
	...each(
		'listPauses readBalancesOfYear listDefaultAccess readPlannedVoucher',
		'a person’s page shows them within the whole year, which one action reads',
	),
	...each('readPushSubscription', 'the page of the account lists all devices for push messages'),
	...each(
		'readDuplicates',
		'the receipt that is verified shows them among its facts, which one action reads',
	),
	...each(
		'listCorrections readCorrection listSettlements readSettlement',
		'a person’s page and the page of a month show corrections with what they correct',
	),
	...each('proposeChange', 'people make a change themselves, and assistants propose at /mcp'),
	...each('queryCompany', 'support reads rows on the command line, with the guide in docs/operating.md'),
	...each('listPayrollFiles', 'the page of a month lists its files, which one action reads with the month'),
]);
