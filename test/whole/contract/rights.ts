import type { Role } from '../../../src/foundation/core/actor.ts';

/** All requests of SCIM are one operation, which the document does not describe. */
export const SCIM = 'provisionPeople';

type Reach = 'all' | 'own' | 'oneself' | 'no';

/** The operations of sandboxes. The worlds of the general tests are real companies, which refuse them. */
export const OF_SANDBOXES = ['readSandbox', 'advanceSandbox', 'resetSandbox', 'populateSandbox', 'readMail'];

/**
 * How far PLATFORM_ADMIN, the two managing roles, FLEX_DOCUMENT_VERIFIER and EMPLOYEE reach (section 3 of the design), and
 * TECHNICAL_USER where it differs from COMPANY_ADMIN.
 */
const RIGHTS: [operations: string, ...reaches: [Reach, Reach, Reach, Reach, Reach?]][] = [
	[
		'readSecondFactor setUpSecondFactor confirmSecondFactor renewRecoveryCodes removeSecondFactor',
		'oneself',
		'oneself',
		'oneself',
		'oneself',
	],
	[
		'readOwnIdentityChange agreeToIdentityChange refuseIdentityChange',
		'oneself',
		'oneself',
		'oneself',
		'oneself',
	],
	['readNotices updateNotices changeOwnPassword', 'oneself', 'oneself', 'oneself', 'oneself'],
	[
		'listPushSubscriptions addPushSubscription readPushSubscription removePushSubscription',
		'oneself',
		'oneself',
		'oneself',
		'oneself',
	],
	[
		'readMe updateMe logout listSessions endSession endOtherSessions',
		'oneself',
		'oneself',
		'oneself',
		'oneself',
	],
	['listCompanies createCompany', 'all', 'no', 'no', 'no'],
	['readCompany', 'all', 'own', 'no', 'no'],
	['moveCompany readMove repairCells restoreCompany queryCompany', 'all', 'no', 'no', 'no'],
	['updateCompany', 'all', 'own', 'no', 'no', 'no'],
	['setLogo removeLogo', 'all', 'own', 'no', 'no', 'no'],
	['readLogo', 'all', 'own', 'own', 'oneself'],
	['readCalendar', 'all', 'own', 'no', 'no'],
	['readCalendarAddress createCalendarAddress revokeCalendarAddress', 'all', 'own', 'no', 'no', 'no'],
	['readSingleSignOn setSingleSignOn removeSingleSignOn verifyDomain', 'all', 'own', 'no', 'no', 'no'],
	['listApiKeys createApiKey readApiKey revokeApiKey', 'all', 'own', 'no', 'no', 'no'],
	[
		'createWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint rotateWebhookSecret',
		'all',
		'own',
		'no',
		'no',
		'no',
	],
	['listWebhookEndpoints readWebhookEndpoint pingWebhookEndpoint', 'all', 'own', 'no', 'no'],
	['listWebhookDeliveries readWebhookDelivery redeliverWebhook redeliverWebhooks', 'all', 'own', 'no', 'no'],
	[
		'listPlatformApiKeys createPlatformApiKey readPlatformApiKey revokePlatformApiKey',
		'all',
		'no',
		'no',
		'no',
	],
	['listUsers createUser readUser updateUser inviteUser', 'all', 'own', 'no', 'no', 'no'],
	['closeUser openUser endSessionsOfUser resetSecondFactor', 'all', 'own', 'no', 'no', 'no'],
	[
		'listIdentityChanges askForIdentityChange releaseIdentityChange cancelIdentityChange remindIdentityChange',
		'all',
		'own',
		'no',
		'no',
		'no',
	],
	['eraseUser listAccessEvents listJobs readRequest listCells listBackups', 'all', 'no', 'no', 'no'],
	['listKnownTills importKnownTills removeKnownTill', 'all', 'no', 'no', 'no'],
	['inviteEmployee inviteEmployees printInvitation', 'all', 'own', 'no', 'no'],
	['listAccessEventsOfCompany', 'all', 'own', 'no', 'no'],
	[
		'listEmployees listPeople createEmployee updateEmployee readEmployee listPauses',
		'all',
		'own',
		'no',
		'no',
	],
	['importEmployees readImportTemplate', 'all', 'own', 'no', 'no'],
	['eraseEmployee', 'all', 'no', 'no', 'no'],
	['exportEmployee', 'all', 'own', 'no', 'oneself', 'no'],
	['exportCompany', 'all', 'own', 'no', 'no', 'no'],
	['listMails', 'all', 'own', 'no', 'no'],
	['listProposals proposeChange readProposal releaseProposal declineProposal', 'all', 'own', 'no', 'no'],
	[OF_SANDBOXES.join(' '), 'all', 'own', 'no', 'no'],
	['listEvents', 'all', 'own', 'no', 'no'],
	['createPlannedVoucher', 'all', 'own', 'no', 'no'],
	['readPlannedVoucher', 'all', 'own', 'own', 'oneself'],
	['setAccess revokeAccess setMonthlyBudget setDefaultAccess', 'all', 'own', 'no', 'no'],
	['revokePlannedVouchers revokePlannedVoucher', 'all', 'own', 'no', 'no'],
	[
		'readDateWindows readAccess listPlannedVouchers listDefaultAccess listIssuedVouchers',
		'all',
		'own',
		'own',
		'oneself',
	],
	['listAccessesOfCompany listBalancesOfCompany listVouchersOfCompany', 'all', 'own', 'own', 'no'],
	['listTaxRuleTemplates readTaxRuleTemplate', 'all', 'own', 'own', 'no'],
	['createTaxRuleTemplate', 'all', 'own', 'no', 'no'],
	[
		'readReceiptFacts submitExpense mendExpense withdrawExpense addReceipt removeReceipt submitStandingExpense endStandingExpense addStandingProof',
		'all',
		'own',
		'no',
		'oneself',
	],
	[
		'addReceiptDraft listReceiptDrafts readReceiptDraft removeReceiptDraft readReceiptAddress createReceiptAddress removeReceiptAddress',
		'no',
		'no',
		'no',
		'oneself',
	],
	[
		'approveExpense rejectExpense returnExpense decideExpenses reopenExpense approveStandingExpense rejectStandingExpense',
		'all',
		'no',
		'own',
		'no',
	],
	['listStandingExpensesOfCompany', 'all', 'own', 'own', 'no'],
	[
		'listExpensesOfEmployee readExpense readDuplicates listReceipts readReceipt listStandingExpensesOfEmployee readStandingExpense readStandingProof',
		'all',
		'own',
		'own',
		'oneself',
	],
	['readBalance readBalancesOfYear', 'all', 'own', 'own', 'oneself'],
	['listPayrollTransactions listExpenseQueue listExpensesOfCompany', 'all', 'own', 'own', 'no'],
	['listCorrections readCorrection listSettlements readSettlement', 'all', 'own', 'own', 'no'],
	['listPayrollRuns readPayrollRun exportPayrollRun', 'all', 'own', 'own', 'no'],
	['listPayrollFiles readOpenPayrollRun listHeldOver readLugProfile', 'all', 'own', 'own', 'no'],
	['closePayrollRun correctTransaction settleTransaction', 'all', 'own', 'no', 'no'],
	['listApprovalRules readApprovalReport', 'all', 'own', 'own', 'no'],
	['setApprovalRule removeApprovalRule', 'all', 'own', 'no', 'no', 'no'],
	['readPayrollSettings updatePayrollSettings', 'all', 'own', 'no', 'no'],
	[SCIM, 'no', 'own', 'no', 'no'],
];

const column = {
	PLATFORM_ADMIN: 0,
	COMPANY_ADMIN: 1,
	FLEX_DOCUMENT_VERIFIER: 2,
	EMPLOYEE: 3,
	TECHNICAL_USER: 4,
};

export const rights = RIGHTS.flatMap(([ids, ...reaches]) => ids.split(' ').map((id) => ({ id, reaches })));

/** Returns how far a role reaches with an operation. */
export function reachOf(role: Role, operation: string): Reach {
	const right = rights.find(({ id }) => id === operation);
	if (right === undefined) throw new Error(`There is no operation ${operation}`);
	return right.reaches[column[role]] ?? right.reaches[1];
}

/** The operations that reach nobody but the caller. */
export const OF_ONESELF = rights
	.filter(({ reaches }) => reaches.every((reach) => reach === 'oneself'))
	.map(({ id }) => id);

/** Every role with every operation. */
export const allCases = (Object.keys(column) as Role[]).flatMap((role) =>
	rights.map(({ id }) => ({ role, id, reach: reachOf(role, id) })),
);

/** Every role with every operation of the document. */
export const cases = allCases.filter(({ id }) => id !== SCIM);

const CREATIONS = [
	'proposeChange',
	'createCompany',
	'createUser',
	'setUpSecondFactor',
	'askForIdentityChange',
	'createApiKey',
	'createWebhookEndpoint',
	'pingWebhookEndpoint',
	'createCalendarAddress',
	'createPlatformApiKey',
	'createEmployee',
	'createPlannedVoucher',
	'createTaxRuleTemplate',
	'submitExpense',
	'addReceipt',
	'submitStandingExpense',
	'addStandingProof',
	'addReceiptDraft',
	'addPushSubscription',
	'createReceiptAddress',
	'closePayrollRun',
	'correctTransaction',
	'settleTransaction',
];

export const successOf = (id: string): number =>
	OF_SANDBOXES.includes(id) ? 409 : CREATIONS.includes(id) ? 201 : 200;
