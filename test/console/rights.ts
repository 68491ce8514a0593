import type { Role } from '../../src/core/actor.ts';

export type Reader = Exclude<Role, 'TECHNICAL_USER'>;

/** The answer of an address to each role: the status of a page, or of a sent form, which is empty by default. */
interface Row {
	request: string;
	/** The entries of the form, if an empty one would be refused for another reason. */
	fields?: Record<string, string>;
	answers: Record<Reader, number>;
	/** Whether it is a file that is written while it is read, from more than one round trip. */
	isStreamed?: boolean;
}

const all = (status: number): Record<Reader, number> => ({
	PLATFORM_ADMIN: status,
	COMPANY_ADMIN: status,
	FLEX_DOCUMENT_VERIFIER: status,
	EMPLOYEE: status,
});

/** The answer to a role without access: no such page, or no permission to send the form. */
const without = (status: number): number => (status === 200 ? 404 : 403);

const verifiers = (status: number): Record<Reader, number> => ({
	...all(without(status)),
	PLATFORM_ADMIN: status,
	FLEX_DOCUMENT_VERIFIER: status,
});

const reviewers = (status: number): Record<Reader, number> => ({
	...all(status),
	EMPLOYEE: without(status),
});

const managers = (status: number, others = without(status)): Record<Reader, number> => ({
	...all(others),
	PLATFORM_ADMIN: status,
	COMPANY_ADMIN: status,
});

const operators = (status: number): Record<Reader, number> => ({
	...all(without(status)),
	PLATFORM_ADMIN: status,
});

/** The changes of a person, by what their forms answer when they are sent empty. */
const CHANGES: [name: string, sentEmpty: number][] = [
	['access', 400],
	['access-end', 400],
	['budget', 400],
	['budget-end', 400],
	['gift', 400],
	['plan-end', 400],
	['default-access', 400],
	['pause', 303],
	['termination', 303],
	['details', 303],
];

/** Actions on a user, by the answer to their empty form. */
const USER_FORMS: [name: string, sentEmpty: number][] = [
	['roles', 400],
	['close', 303],
	['open', 303],
	['invitation', 303],
	['second-factor', 303],
	['sessions', 303],
];

const employees = (status: number, others = 404): Record<Reader, number> => ({
	...all(others),
	EMPLOYEE: status,
});

/** Every address of the console that needs a session. */
export const ROWS: Row[] = [
	{ request: 'GET /console', answers: all(303) },

	{ request: 'GET /console/today?company=:companyId', answers: reviewers(200) },

	{ request: 'GET /console/people', answers: managers(200) },
	{ request: 'GET /console/people/new', answers: { ...managers(200), PLATFORM_ADMIN: 404 } },
	{ request: 'POST /console/people/new', answers: { ...managers(400), PLATFORM_ADMIN: 404 } },
	{ request: 'GET /console/people/export', answers: { ...managers(200), PLATFORM_ADMIN: 404 } },

	...['invitation', 'access', 'budget', 'group'].flatMap((name): Row[] => [
		{ request: `GET /console/people/many/${name}`, answers: { ...managers(200), PLATFORM_ADMIN: 404 } },
		{ request: `POST /console/people/many/${name}`, answers: { ...managers(400), PLATFORM_ADMIN: 404 } },
	]),

	{ request: 'GET /console/people/import', answers: { ...managers(200), PLATFORM_ADMIN: 404 } },
	{ request: 'GET /console/people/import/template', answers: { ...managers(200), PLATFORM_ADMIN: 404 } },
	{ request: 'POST /console/people/import', answers: { ...managers(400), PLATFORM_ADMIN: 404 } },

	{ request: 'GET /console/templates', answers: reviewers(200) },
	{ request: 'GET /console/templates/new?company=:companyId', answers: managers(200) },
	{ request: 'POST /console/templates/new?company=:companyId', answers: managers(400) },
	{ request: 'GET /console/templates/:templateId?company=:companyId', answers: reviewers(200) },

	{ request: 'GET /console/company', answers: managers(200) },
	{ request: 'POST /console/company?company=:companyId', answers: managers(400) },
	{ request: 'GET /console/company/office', answers: managers(200) },
	{ request: 'POST /console/company/office?company=:companyId', answers: managers(303) },
	{ request: 'GET /console/company/office/profile?company=:companyId', answers: reviewers(200) },
	{ request: 'GET /console/company/users', answers: managers(200) },
	{ request: 'POST /console/company/users?company=:companyId', answers: managers(400) },
	{ request: 'GET /console/company/users/:userId?company=:companyId', answers: managers(200) },
	{
		request: 'POST /console/company/users/:userId?company=:companyId',
		fields: { roles: 'COMPANY_ADMIN', email: '' },
		answers: managers(400),
	},
	...['invitation', 'sessions', 'second-factor', 'close', 'open'].map((name) => ({
		request: `POST /console/company/users/:userId/${name}?company=:companyId`,
		answers: managers(303),
	})),
	{ request: 'GET /console/company/sign-in?company=:companyId', answers: managers(200) },
	{ request: 'POST /console/company/sign-in?company=:companyId', answers: managers(400) },
	{ request: 'POST /console/company/sign-in/test?company=:companyId', answers: managers(200, 403) },
	{ request: 'POST /console/company/sign-in/security?company=:companyId', answers: managers(400) },
	{
		request: 'POST /console/company/sign-in/domains/:domainName?company=:companyId',
		answers: managers(303),
	},
	{ request: 'POST /console/company/sign-in/removal?company=:companyId', answers: managers(303) },
	{ request: 'GET /console/company/keys?company=:companyId', answers: managers(200) },
	{ request: 'POST /console/company/keys?company=:companyId', answers: managers(400) },
	{ request: 'POST /console/company/keys/:keyId/revoke?company=:companyId', answers: managers(303) },
	{ request: 'GET /console/company/mails?company=:companyId', answers: managers(200) },
	{ request: 'GET /console/company/access?company=:companyId', answers: managers(200) },
	{ request: 'GET /console/company/data?company=:companyId', answers: managers(200) },
	{ request: 'POST /console/company/data?company=:companyId', answers: managers(400) },
	{
		request: 'GET /console/company/data/export?company=:companyId',
		answers: managers(200),
		isStreamed: true,
	},
	{
		request: 'GET /console/company/data/:employeeId/erasure?company=:companyId',
		answers: operators(200),
	},
	{
		request: 'POST /console/company/data/:employeeId/erasure?company=:companyId',
		answers: operators(409),
	},

	{ request: 'GET /console/verify', answers: verifiers(200) },
	{ request: 'GET /console/verify/list?company=:companyId', answers: verifiers(200) },
	{ request: 'GET /console/verify/many?company=:companyId&id=:expenseId', answers: verifiers(200) },
	{ request: 'POST /console/verify/many?company=:companyId&id=:expenseId', answers: verifiers(400) },
	{ request: 'GET /console/verify/:expenseId', answers: verifiers(200) },
	{
		request: 'POST /console/verify/:expenseId?company=:companyId',
		fields: { _do: 'approve', amount: '9999' },
		answers: verifiers(400),
	},
	{ request: 'GET /console/receipts/:expenseId', answers: all(200) },
	{ request: 'GET /console/receipts/:expenseId/:receiptId', answers: all(200) },

	{ request: 'GET /console/payroll?company=:companyId', answers: reviewers(200) },
	{ request: 'GET /console/payroll/waiting?company=:companyId', answers: reviewers(200) },
	...['balances', 'vouchers', 'expenses'].flatMap((name): Row[] => [
		{ request: `GET /console/payroll/${name}?company=:companyId`, answers: reviewers(200) },
		{ request: `GET /console/payroll/${name}/export?company=:companyId`, answers: reviewers(200) },
	]),
	{ request: 'GET /console/payroll/close?company=:companyId&month=2023-03', answers: managers(200) },
	{
		request: 'POST /console/payroll/close?company=:companyId&month=2023-03',
		answers: managers(409),
	},
	{ request: 'GET /console/payroll/lug-profile?company=:companyId', answers: reviewers(200) },
	{ request: 'GET /console/payroll/runs/:runId?company=:companyId', answers: reviewers(200) },
	{ request: 'POST /console/payroll/runs/:runId/files?company=:companyId', answers: reviewers(400) },
	{ request: 'GET /console/payroll/runs/:runId/held-over?company=:companyId', answers: reviewers(200) },
	{ request: 'GET /console/payroll/lines/:transactionId?company=:companyId', answers: managers(200) },
	{ request: 'POST /console/payroll/lines/:transactionId?company=:companyId', answers: managers(400) },

	{ request: 'GET /console/calendar?company=:companyId', answers: managers(200) },
	{ request: 'POST /console/calendar/address?company=:companyId', answers: managers(200, 403) },
	{ request: 'POST /console/calendar/address/revoke?company=:companyId', answers: managers(303) },

	{ request: 'GET /console/history', answers: managers(200) },
	{ request: 'GET /console/history/export', answers: managers(200) },

	{ request: 'GET /console/platform', answers: operators(200) },
	{ request: 'GET /console/platform/companies/new', answers: operators(200) },
	{ request: 'POST /console/platform/companies/new', answers: operators(400) },
	{ request: 'GET /console/platform/companies/:companyId', answers: operators(200) },
	{ request: 'POST /console/platform/companies/:companyId/administrators', answers: operators(400) },
	{ request: 'GET /console/platform/companies/:companyId/giving', answers: operators(200) },
	{
		request: 'POST /console/platform/companies/:companyId/giving',
		fields: { user: 'nobody', roles: 'COMPANY_ADMIN' },
		answers: { ...operators(404) },
	},
	{ request: 'GET /console/platform/users', answers: operators(200) },
	{ request: 'GET /console/platform/users/:userId', answers: operators(200) },
	{ request: 'GET /console/platform/users/:userId/erasure', answers: operators(200) },
	{ request: 'POST /console/platform/users/:userId/erasure', answers: operators(409) },
	{ request: 'GET /console/platform/access', answers: operators(200) },
	...USER_FORMS.map(([name, sentEmpty]) => ({
		request: `POST /console/platform/users/:userId/${name}`,
		answers: operators(sentEmpty),
	})),
	// From here on the platform administrator looks at what the user sees, until it ends.
	{ request: 'POST /console/platform/viewing/:userId', answers: operators(303) },
	{ request: 'POST /console/platform/viewing/end', answers: operators(303) },
	{ request: 'GET /console/platform/keys', answers: operators(200) },
	{ request: 'POST /console/platform/keys', answers: operators(400) },
	{ request: 'POST /console/platform/keys/:platformKeyId/revoke', answers: operators(303) },
	{ request: 'GET /console/platform/jobs', answers: operators(200) },

	{ request: 'GET /console/benefits', answers: employees(200) },
	{ request: 'GET /console/benefits/new', answers: employees(200) },
	{ request: 'POST /console/benefits/new', answers: employees(400) },
	{ request: 'GET /console/benefits/receipts', answers: employees(200) },
	{ request: 'GET /console/benefits/vouchers', answers: employees(200) },
	{ request: 'GET /console/benefits/receipts/:expenseId', answers: all(200) },
	{ request: 'POST /console/benefits/receipts/:expenseId/files', answers: all(400) },
	{
		request: 'POST /console/benefits/receipts/:expenseId/files/:receiptId/remove',
		answers: employees(409, 403),
	},
	{ request: 'POST /console/benefits/receipts/:expenseId/mend', answers: all(400) },
	{ request: 'POST /console/benefits/receipts/:expenseId/withdraw', answers: employees(303, 403) },

	{ request: 'GET /console/account', answers: all(200) },
	{ request: 'GET /console/account/data', answers: employees(200), isStreamed: true },
	{ request: 'POST /console/account/password', answers: all(400) },
	{ request: 'POST /console/account/notices', answers: all(303) },
	{ request: 'POST /console/account/second-factor', answers: all(200) },
	{ request: 'POST /console/account/second-factor/confirm', answers: all(400) },
	{ request: 'POST /console/account/second-factor/change', answers: all(400) },
	{ request: 'POST /console/account/sessions/end-others', answers: all(303) },
	{ request: 'POST /console/account/sessions/:sessionId/end', answers: all(404) },

	{ request: 'GET /console/people/:employeeId', answers: managers(200) },
	{ request: 'GET /console/people/:employeeId/invitation', answers: managers(200) },
	{ request: 'POST /console/people/:employeeId/invitation', answers: managers(303) },
	{ request: 'POST /console/people/:employeeId/invitation/letter', answers: managers(200, 403) },
	...CHANGES.flatMap(([name, sentEmpty]): Row[] => [
		{ request: `GET /console/people/:employeeId/${name}`, answers: managers(200) },
		{ request: `POST /console/people/:employeeId/${name}`, answers: managers(sentEmpty) },
	]),
];

/** Those that need none. */
export const PUBLIC = [
	'GET /console/sign-in',
	'POST /console/sign-in',
	'POST /console/sign-in/password',
	'POST /console/sign-in/code',
	'GET /console/sign-in/provider',
	'GET /console/sign-in/forgotten',
	'POST /console/sign-in/forgotten',
	'GET /console/registration',
	'POST /console/registration',
	'POST /console/registration/renewal',
	'GET /console/password-reset',
	'POST /console/password-reset',
	'POST /console/sign-out',
	'POST /console/language',
];
