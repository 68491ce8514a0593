import { ROLES, type Role } from '../../src/foundation/core/actor.ts';
import { reachOf } from '../whole/contract/rights.ts';

/** The answer of an address to each role: the status of a page, or of a sent form, which is empty by default. */
interface Row {
	request: string;
	/** The entries of the form, if an empty one would be refused for another reason. */
	fields?: Record<string, string>;
	answers: Record<Role, number>;
	/** Whether it is a file that is written while it is read, from more than one round trip. */
	isStreamed?: boolean;
}

/** The answer to a role without access: no such page, or no permission to send the form. */
const without = (status: number): number => (status === 200 ? 404 : 403);

const answersTo = (isAllowed: (role: Role) => boolean, status: number, others: number) =>
	Object.fromEntries(ROLES.map((role) => [role, isAllowed(role) ? status : others])) as Row['answers'];

/** The answers to the roles that reach somebody with the operation, and to the others. */
const may = (operation: string, status: number, others = without(status)) =>
	answersTo((role) => reachOf(role, operation) !== 'no', status, others);

/** The answers of a page over all companies. */
const mayAll = (operation: string, status: number) =>
	answersTo((role) => reachOf(role, operation) === 'all', status, without(status));

/** The answers of a page about the reader’s own employment. */
const mayOwn = (operation: string, status: number, others = 404) =>
	answersTo((role) => reachOf(role, operation) === 'oneself', status, others);

/** The answers of a page for one company, which a platform administrator has not chosen yet. */
const mayHere = (operation: string, status: number) => ({ ...may(operation, status), PLATFORM_ADMIN: 404 });

/** The answers of a form that is checked before its reader. */
const all = (status: number) => answersTo(() => true, status, status);

const ENDPOINT = '/console/integrations/webhooks/:endpointId';

/** The changes of a person, by what their forms answer when they are sent empty. */
const CHANGES: [name: string, operation: string, sentEmpty: number][] = [
	['access', 'setAccess', 400],
	['access-end', 'revokeAccess', 400],
	['budget', 'setMonthlyBudget', 400],
	['budget-end', 'revokePlannedVouchers', 400],
	['gift', 'createPlannedVoucher', 400],
	['plan-end', 'revokePlannedVoucher', 400],
	['default-access', 'setDefaultAccess', 400],
	['pause', 'updateEmployee', 303],
	['termination', 'updateEmployee', 303],
	['details', 'updateEmployee', 303],
];

/** Actions on a user, by the answer to their empty form. */
const USER_FORMS: [name: string, operation: string, sentEmpty: number][] = [
	['roles', 'updateUser', 400],
	['close', 'closeUser', 303],
	['open', 'openUser', 303],
	['invitation', 'inviteUser', 303],
	['second-factor', 'resetSecondFactor', 303],
	['sessions', 'endSessionsOfUser', 303],
];

/** Changes of many people, by the operation for one of them. */
const MANY: [name: string, operation: string][] = [
	['invitation', 'inviteEmployees'],
	['access', 'setAccess'],
	['budget', 'setMonthlyBudget'],
	['group', 'updateEmployee'],
];

/** Lists of a month. */
const MONTHS: [name: string, operation: string][] = [
	['balances', 'listBalancesOfCompany'],
	['vouchers', 'listVouchersOfCompany'],
	['expenses', 'listExpensesOfCompany'],
];

/** Every address of the console that needs a session, with its answers by the table of rights. */
export const ROWS: Row[] = [
	{ request: 'GET /console', answers: all(303) },
	{ request: 'GET /console/app.webmanifest', answers: all(200) },

	{ request: 'GET /console/today?company=:companyId', answers: may('listExpenseQueue', 200) },

	{ request: 'GET /console/people', answers: may('listPeople', 200) },
	{ request: 'GET /console/people/new', answers: mayHere('createEmployee', 200) },
	{ request: 'POST /console/people/new', answers: mayHere('createEmployee', 400) },
	{ request: 'GET /console/people/export', answers: mayHere('listPeople', 200) },

	...MANY.flatMap(([name, operation]): Row[] => [
		{ request: `GET /console/people/many/${name}`, answers: mayHere(operation, 200) },
		{ request: `POST /console/people/many/${name}`, answers: mayHere(operation, 400) },
	]),

	{ request: 'GET /console/people/import', answers: mayHere('importEmployees', 200) },
	{ request: 'GET /console/people/import/template', answers: mayHere('readImportTemplate', 200) },
	{ request: 'POST /console/people/import', answers: mayHere('importEmployees', 400) },

	{ request: 'GET /console/templates', answers: may('listTaxRuleTemplates', 200) },
	{ request: 'GET /console/templates/new?company=:companyId', answers: may('createTaxRuleTemplate', 200) },
	{ request: 'POST /console/templates/new?company=:companyId', answers: may('createTaxRuleTemplate', 400) },
	{
		request: 'GET /console/templates/:templateId?company=:companyId',
		answers: may('readTaxRuleTemplate', 200),
	},

	{ request: 'GET /console/company', answers: may('updateCompany', 200) },
	{ request: 'POST /console/company?company=:companyId', answers: may('updateCompany', 400) },
	{ request: 'POST /console/company/logo?company=:companyId', answers: may('setLogo', 400) },
	{ request: 'GET /console/logo/:companyId/:logo', answers: may('readLogo', 200) },
	{ request: 'POST /console/company/logo/remove?company=:companyId', answers: may('removeLogo', 303) },
	{ request: 'GET /console/company/office', answers: may('readPayrollSettings', 200) },
	{ request: 'POST /console/company/office?company=:companyId', answers: may('updatePayrollSettings', 303) },
	{ request: 'GET /console/company/office/profile?company=:companyId', answers: may('readLugProfile', 200) },
	{ request: 'GET /console/company/approvals', answers: may('setApprovalRule', 200) },
	{
		request: 'GET /console/company/approvals/:module?company=:companyId',
		answers: may('setApprovalRule', 200),
	},
	{
		request: 'POST /console/company/approvals/:module?company=:companyId',
		answers: may('setApprovalRule', 400),
	},
	{
		request: 'POST /console/company/approvals/:module/removal?company=:companyId',
		answers: may('removeApprovalRule', 303),
	},
	{ request: 'GET /console/team', answers: may('listUsers', 200) },
	{ request: 'POST /console/team?company=:companyId', answers: may('createUser', 400) },
	{ request: 'GET /console/team/:userId?company=:companyId', answers: may('readUser', 200) },
	{
		request: 'POST /console/team/:userId?company=:companyId',
		fields: { roles: 'COMPANY_ADMIN', email: '' },
		answers: may('updateUser', 400),
	},
	...USER_FORMS.slice(1).map(([name, operation]) => ({
		request: `POST /console/team/:userId/${name}?company=:companyId`,
		answers: may(operation, 303),
	})),
	...(['CODE', 'REST'] as const).map((kind) => ({
		request: `POST /console/team/:userId/requests/${kind}?company=:companyId`,
		answers: may('askForIdentityChange', 409),
	})),
	{ request: 'GET /console/team/requests?company=:companyId', answers: may('listIdentityChanges', 200) },
	...(['release', 'end', 'links'] as const).map((name) => ({
		request: `POST /console/team/requests/:changeId/${name}?company=:companyId`,
		answers: may('releaseIdentityChange', 404),
	})),
	{ request: 'GET /console/team/sign-in?company=:companyId', answers: may('readSingleSignOn', 200) },
	{ request: 'POST /console/team/sign-in?company=:companyId', answers: may('setSingleSignOn', 400) },
	{
		request: 'POST /console/team/sign-in/test?company=:companyId',
		answers: may('setSingleSignOn', 200, 403),
	},
	{
		request: 'POST /console/team/sign-in/security?company=:companyId',
		answers: may('updateCompany', 400),
	},
	{
		request: 'POST /console/team/sign-in/domains/:domainName?company=:companyId',
		answers: may('verifyDomain', 303),
	},
	{
		request: 'POST /console/team/sign-in/removal?company=:companyId',
		answers: may('removeSingleSignOn', 303),
	},
	{ request: 'GET /console/integrations?company=:companyId', answers: may('listApiKeys', 200) },
	{ request: 'POST /console/integrations?company=:companyId', answers: may('createApiKey', 400) },
	{
		request: 'POST /console/integrations/:keyId/revoke?company=:companyId',
		fields: { reason: 'ROTATED' },
		answers: may('revokeApiKey', 303),
	},
	{
		request: 'POST /console/integrations/invitations?company=:companyId',
		answers: may('updateCompany', 303),
	},
	{
		request: 'GET /console/integrations/webhooks?company=:companyId',
		answers: may('listWebhookEndpoints', 200),
	},
	{
		request: 'POST /console/integrations/webhooks?company=:companyId',
		answers: may('createWebhookEndpoint', 400),
	},
	{ request: `GET ${ENDPOINT}?company=:companyId`, answers: may('readWebhookEndpoint', 200) },
	{ request: `POST ${ENDPOINT}?company=:companyId`, answers: may('updateWebhookEndpoint', 400) },
	{
		request: `POST ${ENDPOINT}/state?company=:companyId`,
		fields: { state: 'PAUSED' },
		answers: may('updateWebhookEndpoint', 303),
	},
	{
		request: `POST ${ENDPOINT}/secret?company=:companyId`,
		answers: may('rotateWebhookSecret', 200, 403),
	},
	{ request: `POST ${ENDPOINT}/ping?company=:companyId`, answers: may('pingWebhookEndpoint', 303) },
	{ request: `GET ${ENDPOINT}/deliveries?company=:companyId`, answers: may('listWebhookDeliveries', 200) },
	{
		request: `POST ${ENDPOINT}/deliveries?company=:companyId`,
		fields: { part: 'failed' },
		answers: may('redeliverWebhooks', 303),
	},
	{
		request: `GET ${ENDPOINT}/deliveries/:deliveryId?company=:companyId`,
		answers: may('readWebhookDelivery', 200),
	},
	{
		request: `POST ${ENDPOINT}/deliveries/:deliveryId/redeliver?company=:companyId`,
		answers: may('redeliverWebhook', 303),
	},
	{ request: 'GET /console/company/mails?company=:companyId', answers: may('listMails', 200) },
	{ request: 'GET /console/company/mails/:mailId?company=:companyId', answers: may('readMail', 404, 404) },
	{ request: 'GET /console/company/sandbox?company=:companyId', answers: may('readSandbox', 404, 404) },
	{ request: 'POST /console/company/sandbox?company=:companyId', answers: may('advanceSandbox', 404, 403) },
	{ request: 'GET /console/company/proposals?company=:companyId', answers: may('listProposals', 200) },
	{
		request: 'POST /console/company/proposals/:proposalId/release?company=:companyId',
		// The first role releases it, so that the others are too late.
		answers: { ...may('releaseProposal', 409), PLATFORM_ADMIN: 303 },
	},
	{
		request: 'POST /console/company/proposals/:proposalId/decline?company=:companyId',
		answers: may('declineProposal', 400),
	},
	// The empty form switches assistants off, which freezes proposals.
	{ request: 'POST /console/company/proposals?company=:companyId', answers: may('updateCompany', 303) },
	{
		request: 'GET /console/team/access?company=:companyId',
		answers: may('listAccessEventsOfCompany', 200),
	},
	{ request: 'GET /console/company/data?company=:companyId', answers: may('updateCompany', 200) },
	{ request: 'POST /console/company/data?company=:companyId', answers: may('updateCompany', 400) },
	{
		request: 'GET /console/company/data/export?company=:companyId',
		answers: may('exportCompany', 200),
		isStreamed: true,
	},
	{
		request: 'GET /console/company/data/:employeeId/erasure?company=:companyId',
		answers: mayAll('eraseEmployee', 200),
	},
	{
		request: 'POST /console/company/data/:employeeId/erasure?company=:companyId',
		answers: mayAll('eraseEmployee', 409),
	},

	{ request: 'GET /console/verify', answers: may('approveExpense', 200) },
	{ request: 'GET /console/verify/list?company=:companyId', answers: may('decideExpenses', 200) },
	{
		request: 'GET /console/verify/many?company=:companyId&id=:expenseId',
		answers: may('decideExpenses', 200),
	},
	{
		request: 'POST /console/verify/many?company=:companyId&id=:expenseId',
		answers: may('decideExpenses', 400),
	},
	{
		request: 'POST /console/verify/many/reopening?company=:companyId&ids=:expenseId',
		answers: may('reopenExpense', 200, 403),
	},
	{ request: 'GET /console/verify/:expenseId', answers: may('approveExpense', 200) },
	{ request: 'POST /console/verify/:expenseId/reopening', answers: may('reopenExpense', 409) },
	{
		request: 'POST /console/verify/:expenseId?company=:companyId',
		fields: { _do: 'approve', amount: '9999' },
		answers: may('approveExpense', 400),
	},
	{ request: 'GET /console/receipts/:expenseId', answers: may('listReceipts', 200) },
	{ request: 'GET /console/receipts/:expenseId/:receiptId', answers: may('readReceipt', 200) },

	{ request: 'GET /console/standing?company=:companyId', answers: may('listStandingExpensesOfCompany', 200) },
	{ request: 'GET /console/standing/:standingExpenseId', answers: may('approveStandingExpense', 200) },
	{ request: 'POST /console/standing/:standingExpenseId', answers: may('approveStandingExpense', 400) },
	{
		request: 'GET /console/standing/:standingExpenseId/proofs/:proofId',
		answers: may('readStandingProof', 200),
	},

	{ request: 'GET /console/payroll?company=:companyId', answers: may('readOpenPayrollRun', 200) },
	{ request: 'GET /console/payroll/waiting?company=:companyId', answers: may('readOpenPayrollRun', 200) },
	...MONTHS.flatMap(([name, operation]): Row[] => [
		{ request: `GET /console/payroll/${name}?company=:companyId`, answers: may(operation, 200) },
		{ request: `GET /console/payroll/${name}/export?company=:companyId`, answers: may(operation, 200) },
	]),
	{
		request: 'GET /console/payroll/close?company=:companyId&month=2023-03',
		answers: may('closePayrollRun', 200),
	},
	{
		request: 'POST /console/payroll/close?company=:companyId&month=2023-03',
		answers: may('closePayrollRun', 409),
	},
	{ request: 'GET /console/payroll/lug-profile?company=:companyId', answers: may('readLugProfile', 200) },
	{ request: 'GET /console/payroll/runs/:runId?company=:companyId', answers: may('readPayrollRun', 200) },
	{
		request: 'POST /console/payroll/runs/:runId/files?company=:companyId',
		answers: may('exportPayrollRun', 400),
	},
	{
		request: 'GET /console/payroll/runs/:runId/file?company=:companyId&format=csv',
		answers: may('exportPayrollRun', 200),
		isStreamed: true,
	},
	{
		request: 'GET /console/payroll/runs/:runId/held-over?company=:companyId',
		answers: may('listHeldOver', 200),
	},
	{
		request: 'GET /console/payroll/lines/:transactionId?company=:companyId',
		answers: may('correctTransaction', 200),
	},
	{
		request: 'POST /console/payroll/lines/:transactionId?company=:companyId',
		answers: may('correctTransaction', 400),
	},
	{
		request: 'POST /console/payroll/lines/:transactionId/settlement?company=:companyId',
		answers: may('settleTransaction', 400),
	},

	{ request: 'GET /console/calendar?company=:companyId', answers: may('readCalendar', 200) },
	{
		request: 'POST /console/calendar/address?company=:companyId',
		answers: may('createCalendarAddress', 200, 403),
	},
	{
		request: 'POST /console/calendar/address/revoke?company=:companyId',
		answers: may('revokeCalendarAddress', 303),
	},

	{ request: 'GET /console/history', answers: may('listEvents', 200) },
	{ request: 'GET /console/history/export', answers: may('listEvents', 200) },

	{ request: 'GET /console/platform', answers: mayAll('listCompanies', 200) },
	{ request: 'GET /console/platform/companies/new', answers: mayAll('createCompany', 200) },
	{ request: 'POST /console/platform/companies/new', answers: mayAll('createCompany', 400) },
	{ request: 'GET /console/platform/companies/:companyId', answers: mayAll('listCompanies', 200) },
	{
		request: 'POST /console/platform/companies/:companyId/administrators',
		answers: mayAll('createUser', 400),
	},
	{ request: 'GET /console/platform/companies/:companyId/giving', answers: mayAll('updateUser', 200) },
	{
		request: 'POST /console/platform/companies/:companyId/giving',
		fields: { user: 'nobody', roles: 'COMPANY_ADMIN' },
		answers: mayAll('updateUser', 404),
	},
	// A company that is moving leads to the page of its move.
	{
		request: 'GET /console/platform/companies/:companyId/restore',
		answers: { ...mayAll('restoreCompany', 200), PLATFORM_ADMIN: 303 },
	},
	{ request: 'POST /console/platform/companies/:companyId/restore', answers: mayAll('restoreCompany', 303) },
	{ request: 'GET /console/platform/companies/:companyId/move', answers: mayAll('readMove', 200) },
	{ request: 'POST /console/platform/companies/:companyId/move', answers: mayAll('moveCompany', 303) },
	{ request: 'GET /console/platform/users', answers: mayAll('listUsers', 200) },
	{ request: 'GET /console/platform/users/:userId', answers: mayAll('readUser', 200) },
	{ request: 'GET /console/platform/users/:userId/erasure', answers: mayAll('eraseUser', 200) },
	{ request: 'POST /console/platform/users/:userId/erasure', answers: mayAll('eraseUser', 409) },
	{ request: 'GET /console/platform/access', answers: mayAll('listAccessEvents', 200) },
	...USER_FORMS.map(([name, operation, sentEmpty]) => ({
		request: `POST /console/platform/users/:userId/${name}`,
		answers: mayAll(operation, sentEmpty),
	})),
	// From here on the platform administrator looks at what the user sees, until it ends.
	{ request: 'POST /console/platform/viewing/:userId', answers: mayAll('readUser', 303) },
	{ request: 'POST /console/platform/viewing/end', answers: mayAll('readUser', 303) },
	{ request: 'GET /console/platform/keys', answers: mayAll('listPlatformApiKeys', 200) },
	{ request: 'POST /console/platform/keys', answers: mayAll('createPlatformApiKey', 400) },
	{
		request: 'POST /console/platform/keys/:platformKeyId/revoke',
		fields: { reason: 'ROTATED' },
		answers: mayAll('revokePlatformApiKey', 303),
	},
	{ request: 'GET /console/platform/tills', answers: mayAll('listKnownTills', 200) },
	{ request: 'POST /console/platform/tills', answers: mayAll('importKnownTills', 400) },
	{ request: 'POST /console/platform/tills/:tillId/remove', answers: mayAll('removeKnownTill', 303) },
	{ request: 'GET /console/platform/cells', answers: mayAll('listCells', 200) },
	{ request: 'GET /console/platform/cells/repair', answers: mayAll('repairCells', 200) },
	{
		request: 'POST /console/platform/cells/repair',
		answers: { ...mayAll('repairCells', 303), PLATFORM_ADMIN: 200 },
	},
	{ request: 'GET /console/platform/jobs', answers: mayAll('listJobs', 200) },
	{ request: 'GET /console/platform/requests?q=:requestId', answers: mayAll('readRequest', 200) },

	{ request: 'GET /console/benefits', answers: mayOwn('readBalance', 200) },
	{ request: 'GET /console/benefits/new', answers: mayOwn('submitExpense', 200) },
	{ request: 'POST /console/benefits/new', answers: mayOwn('submitExpense', 400) },
	{ request: 'POST /console/benefits/facts', answers: mayOwn('readReceiptFacts', 400) },
	{ request: 'GET /console/benefits/drafts', answers: mayOwn('listReceiptDrafts', 200) },
	{ request: 'POST /console/benefits/drafts', answers: mayOwn('addReceiptDraft', 400) },
	{ request: 'GET /console/benefits/drafts/:draftId', answers: mayOwn('readReceiptDraft', 200) },
	{ request: 'POST /console/benefits/drafts/:draftId/remove', answers: mayOwn('removeReceiptDraft', 303) },
	{ request: 'POST /console/benefits/drafts/withdraw', answers: all(200) },
	{ request: 'GET /console/benefits/receipts', answers: mayOwn('listExpensesOfEmployee', 200) },
	{ request: 'GET /console/benefits/vouchers', answers: mayOwn('listIssuedVouchers', 200) },
	{ request: 'GET /console/benefits/receipts/:expenseId', answers: may('readExpense', 200) },
	{ request: 'POST /console/benefits/receipts/:expenseId/files', answers: all(400) },
	{
		request: 'POST /console/benefits/receipts/:expenseId/files/:receiptId/remove',
		answers: mayOwn('removeReceipt', 409, 403),
	},
	{ request: 'POST /console/benefits/receipts/:expenseId/mend', answers: all(400) },
	{
		request: 'POST /console/benefits/receipts/:expenseId/withdraw',
		answers: mayOwn('withdrawExpense', 303, 403),
	},

	{ request: 'GET /console/benefits/standing', answers: mayOwn('listStandingExpensesOfEmployee', 200) },
	{ request: 'GET /console/benefits/standing/new', answers: mayOwn('submitStandingExpense', 200) },
	{ request: 'POST /console/benefits/standing/new', answers: mayOwn('submitStandingExpense', 400) },
	{
		request: 'GET /console/benefits/standing/:standingExpenseId',
		answers: may('readStandingExpense', 200),
	},
	{ request: 'POST /console/benefits/standing/:standingExpenseId/proofs', answers: all(400) },
	// The platform administrator is the first to end it.
	{
		request: 'POST /console/benefits/standing/:standingExpenseId/end',
		answers: { ...may('endStandingExpense', 409), PLATFORM_ADMIN: 303 },
	},

	{ request: 'GET /console/account', answers: may('readMe', 200) },
	{ request: 'GET /console/account/data', answers: mayOwn('exportEmployee', 200), isStreamed: true },
	{ request: 'POST /console/account/password', answers: may('changeOwnPassword', 400) },
	{ request: 'POST /console/account/profile', answers: may('updateMe', 303) },
	{ request: 'POST /console/account/address', answers: may('updateMe', 400) },
	{ request: 'POST /console/account/request', answers: may('agreeToIdentityChange', 404) },
	{ request: 'POST /console/account/request/refusal', answers: may('refuseIdentityChange', 404) },
	{ request: 'POST /console/account/notices', answers: may('updateNotices', 303) },
	{ request: 'GET /console/account/devices', answers: may('listPushSubscriptions', 200) },
	{ request: 'POST /console/account/devices', answers: may('addPushSubscription', 400) },
	{
		request: 'POST /console/account/devices/:subscriptionId/remove',
		answers: may('removePushSubscription', 404),
	},
	{ request: 'POST /console/account/receipts', answers: mayOwn('createReceiptAddress', 303) },
	{ request: 'POST /console/account/receipts/remove', answers: mayOwn('removeReceiptAddress', 303) },
	{ request: 'POST /console/account/second-factor', answers: may('setUpSecondFactor', 200) },
	{ request: 'POST /console/account/second-factor/confirm', answers: may('confirmSecondFactor', 400) },
	{ request: 'POST /console/account/second-factor/change', answers: may('removeSecondFactor', 400) },
	{ request: 'POST /console/account/sessions/end-others', answers: may('endOtherSessions', 303) },
	{ request: 'POST /console/account/sessions/:sessionId/end', answers: may('endSession', 404) },

	{ request: 'GET /console/people/:employeeId', answers: may('readEmployee', 200) },
	{ request: 'GET /console/people/:employeeId/invitation', answers: may('inviteEmployee', 200) },
	{ request: 'POST /console/people/:employeeId/invitation', answers: may('inviteEmployee', 303) },
	{
		request: 'POST /console/people/:employeeId/invitation/letter',
		answers: may('printInvitation', 200, 403),
	},
	...CHANGES.flatMap(([name, operation, sentEmpty]): Row[] => [
		{ request: `GET /console/people/:employeeId/${name}`, answers: may(operation, 200) },
		{ request: `POST /console/people/:employeeId/${name}`, answers: may(operation, sentEmpty) },
	]),
	// Other rows open the endpoint, so this comes last. The platform administrator is the first to remove it.
	{
		request: `POST ${ENDPOINT}/removal?company=:companyId`,
		answers: { ...may('deleteWebhookEndpoint', 303), COMPANY_ADMIN: 404 },
	},
];

/** The pages of the navigation, which shows each role those that it may use. */
export const FIRST_PAGES: [path: string, answers: Row['answers']][] = [
	['/console/today', may('listExpenseQueue', 200)],
	['/console/people', may('listPeople', 200)],
	['/console/verify', may('approveExpense', 200)],
	['/console/standing', may('listStandingExpensesOfCompany', 200)],
	['/console/payroll', may('readOpenPayrollRun', 200)],
	['/console/calendar', may('readCalendar', 200)],
	['/console/templates', may('createTaxRuleTemplate', 200)],
	['/console/history', may('listEvents', 200)],
	['/console/company', may('updateCompany', 200)],
	['/console/team', may('listUsers', 200)],
	['/console/integrations', may('listApiKeys', 200)],
	['/console/platform', mayAll('listCompanies', 200)],
	['/console/benefits', mayOwn('readBalance', 200)],
	['/console/benefits/receipts', mayOwn('listExpensesOfEmployee', 200)],
	['/console/benefits/vouchers', mayOwn('listIssuedVouchers', 200)],
	['/console/benefits/standing', mayOwn('listStandingExpensesOfEmployee', 200)],
	['/console/account', may('readMe', 200)],
];

/** Those that need none. */
export const PUBLIC = [
	'GET /console/colour/:color',
	'GET /console/benefits/phone',
	'POST /console/benefits/phone',
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
	'GET /console/new-password',
	'POST /console/new-password',
	'GET /console/new-address',
	'POST /console/new-address',
	'GET /console/address-agreement',
	'POST /console/address-agreement',
	'GET /console/own-address',
	'POST /console/own-address',
	'GET /console/old-address',
	'POST /console/old-address',
	'POST /console/sign-out',
	'POST /console/language',
];
