/** The tests of pure code. They need no storage, and therefore run in plain Node, which starts them faster. */
export const PURE_TESTS = [
	'test/core/*.test.ts',
	'test/**/rules*.test.ts',
	'test/auth/{passwords,tokens}.test.ts',
	'test/compatibility/*.test.ts',
	'test/console/{history-telling,person-labels}.test.ts',
	'test/db/compact.test.ts',
	'test/expenses/{amounts,meals,room}.test.ts',
	'test/jobs/steps.test.ts',
	'test/mail/{harmless,texts}.test.ts',
	'test/payroll/calendar.test.ts',
	'test/payroll/export/{csv,golden,windows-1252}.test.ts',
	'test/payroll/settings/example.test.ts',
	'test/site/pages.test.ts',
];
