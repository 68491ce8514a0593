/** The tests of pure code. They need no storage, and therefore run in plain Node, which starts them faster. */
export const PURE_TESTS = [
	'test/foundation/core/*.test.ts',
	'test/**/rules*.test.ts',
	'test/tenants/auth/{passwords,tokens}.test.ts',
	'test/whole/compatibility/*.test.ts',
	'test/console/{history-telling,person-labels}.test.ts',
	'test/foundation/db/compact.test.ts',
	'test/benefits/expenses/{amounts,meals,room}.test.ts',
	'test/entrances/jobs/steps.test.ts',
	'test/tenants/mail/{harmless,texts,words}.test.ts',
	'test/benefits/payroll/calendar.test.ts',
	'test/benefits/payroll/{csv,datev/golden,datev/windows-1252}.test.ts',
	'test/benefits/payroll/settings/example.test.ts',
	'test/entrances/site/pages.test.ts',
];
