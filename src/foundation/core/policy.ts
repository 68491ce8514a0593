import type { Actor, Role, Scope } from './actor.ts';
import { Refusal } from './refusals.ts';

/** The records that a role reaches with an operation: all, those of managed companies, or the user's own record. */
type Reach = 'all' | 'companies' | 'self';
type Rule = Partial<Record<Role, Reach>>;

const operate = { PLATFORM_ADMIN: 'all' } satisfies Rule;
const administer = { ...operate, COMPANY_ADMIN: 'companies' } satisfies Rule;
const manage = { ...administer, TECHNICAL_USER: 'companies' } satisfies Rule;
const review = { ...manage, FLEX_DOCUMENT_VERIFIER: 'companies' } satisfies Rule;
const submit = { ...manage, EMPLOYEE: 'self' } satisfies Rule;
const verify = { ...operate, FLEX_DOCUMENT_VERIFIER: 'companies' } satisfies Rule;
/** For things that belong to one person. Neither the company nor the operator reaches them, also while viewing the pages of that person. */
const keep = { EMPLOYEE: 'self' } satisfies Rule;
const view = { ...review, EMPLOYEE: 'self' } satisfies Rule;
const everyone = {
	PLATFORM_ADMIN: 'self',
	COMPANY_ADMIN: 'self',
	TECHNICAL_USER: 'self',
	FLEX_DOCUMENT_VERIFIER: 'self',
	EMPLOYEE: 'self',
} satisfies Rule;

/** The permissions, by OpenAPI operation id. Operations and roles that are missing here are denied. */
export const POLICY = {
	readMe: everyone,
	updateMe: everyone,
	logout: everyone,
	changeOwnPassword: everyone,
	inviteUser: administer,
	inviteEmployee: manage,
	inviteEmployees: manage,
	printInvitation: manage,
	readNotices: everyone,
	updateNotices: everyone,
	listPushSubscriptions: everyone,
	addPushSubscription: everyone,
	readPushSubscription: everyone,
	removePushSubscription: everyone,
	listSessions: everyone,
	endSession: everyone,
	endOtherSessions: everyone,
	readSecondFactor: everyone,
	setUpSecondFactor: everyone,
	confirmSecondFactor: everyone,
	renewRecoveryCodes: everyone,
	removeSecondFactor: everyone,
	readOwnIdentityChange: everyone,
	agreeToIdentityChange: everyone,
	refuseIdentityChange: everyone,

	listCompanies: operate,
	listCells: operate,
	createCompany: operate,
	moveCompany: operate,
	readMove: operate,
	repairCells: operate,
	listBackups: operate,
	restoreCompany: operate,
	queryCompany: operate,
	readCompany: manage,
	readSandbox: manage,
	advanceSandbox: manage,
	resetSandbox: manage,
	populateSandbox: manage,
	updateCompany: administer,
	setLogo: administer,
	removeLogo: administer,
	readLogo: view,
	readCalendar: manage,
	readCalendarAddress: administer,
	createCalendarAddress: administer,
	revokeCalendarAddress: administer,
	readSingleSignOn: administer,
	setSingleSignOn: administer,
	removeSingleSignOn: administer,
	verifyDomain: administer,
	createApiKey: administer,
	listApiKeys: administer,
	readApiKey: administer,
	revokeApiKey: administer,
	createWebhookEndpoint: administer,
	updateWebhookEndpoint: administer,
	deleteWebhookEndpoint: administer,
	rotateWebhookSecret: administer,
	listWebhookEndpoints: manage,
	readWebhookEndpoint: manage,
	pingWebhookEndpoint: manage,
	listWebhookDeliveries: manage,
	readWebhookDelivery: manage,
	redeliverWebhook: manage,
	redeliverWebhooks: manage,
	createPlatformApiKey: operate,
	listPlatformApiKeys: operate,
	readPlatformApiKey: operate,
	revokePlatformApiKey: operate,

	listUsers: administer,
	createUser: administer,
	readUser: administer,
	updateUser: administer,
	closeUser: administer,
	openUser: administer,
	eraseUser: operate,
	endSessionsOfUser: administer,
	resetSecondFactor: administer,
	listIdentityChanges: administer,
	askForIdentityChange: administer,
	releaseIdentityChange: administer,
	cancelIdentityChange: administer,
	remindIdentityChange: administer,

	listEmployees: manage,
	listPeople: manage,
	createEmployee: manage,
	readEmployee: manage,
	updateEmployee: manage,
	importEmployees: manage,
	/** All SCIM operations for one company. */
	provisionPeople: { COMPANY_ADMIN: 'companies', TECHNICAL_USER: 'companies' },
	/** All of `/mcp`. There, a key reads what its other operations permit, and only proposes changes. */
	mcp: manage,
	readImportTemplate: manage,
	proposeChange: manage,
	listProposals: manage,
	readProposal: manage,
	releaseProposal: manage,
	declineProposal: manage,
	eraseEmployee: operate,
	exportEmployee: { ...administer, EMPLOYEE: 'self' },
	exportCompany: administer,
	listEvents: manage,
	listAccessEvents: operate,
	listJobs: operate,
	readRequest: operate,
	listAccessEventsOfCompany: manage,
	listMails: manage,
	readMail: manage,
	readDateWindows: view,
	listPauses: manage,

	setAccess: manage,
	readAccess: view,
	listAccessesOfCompany: review,
	revokeAccess: manage,

	setMonthlyBudget: manage,
	createPlannedVoucher: manage,
	setDefaultAccess: manage,
	listDefaultAccess: view,
	listPlannedVouchers: view,
	readPlannedVoucher: view,
	revokePlannedVouchers: manage,
	revokePlannedVoucher: manage,
	listIssuedVouchers: view,
	listVouchersOfCompany: review,

	listTaxRuleTemplates: review,
	createTaxRuleTemplate: manage,
	readTaxRuleTemplate: review,
	importKnownTills: operate,
	listKnownTills: operate,
	removeKnownTill: operate,
	readReceiptFacts: submit,
	submitExpense: submit,
	listExpensesOfEmployee: view,
	listExpensesOfCompany: review,
	readExpense: view,
	readDuplicates: view,
	listExpenseQueue: review,
	approveExpense: verify,
	rejectExpense: verify,
	returnExpense: verify,
	decideExpenses: verify,
	reopenExpense: verify,
	listApprovalRules: review,
	readApprovalReport: review,
	setApprovalRule: administer,
	removeApprovalRule: administer,
	mendExpense: submit,
	withdrawExpense: submit,
	addReceipt: submit,
	removeReceipt: submit,
	listReceipts: view,
	readReceipt: view,
	submitStandingExpense: submit,
	listStandingExpensesOfEmployee: view,
	listStandingExpensesOfCompany: review,
	readStandingExpense: view,
	endStandingExpense: submit,
	addStandingProof: submit,
	readStandingProof: view,
	approveStandingExpense: verify,
	rejectStandingExpense: verify,
	addReceiptDraft: keep,
	listReceiptDrafts: keep,
	readReceiptDraft: keep,
	removeReceiptDraft: keep,
	readReceiptAddress: keep,
	createReceiptAddress: keep,
	removeReceiptAddress: keep,
	readBalance: view,
	readBalancesOfYear: view,
	listBalancesOfCompany: review,

	listPayrollTransactions: review,
	correctTransaction: manage,
	listCorrections: review,
	readCorrection: review,
	settleTransaction: manage,
	listSettlements: review,
	readSettlement: review,
	closePayrollRun: manage,
	listPayrollRuns: review,
	readPayrollRun: review,
	exportPayrollRun: review,
	listPayrollFiles: review,
	readOpenPayrollRun: review,
	listHeldOver: review,
	readLugProfile: review,
	readPayrollSettings: manage,
	updatePayrollSettings: manage,
} satisfies Record<string, Rule>;

export type Operation = keyof typeof POLICY;

/** No API key may print an invitation, or decide on a proposal or a change of identity, even if it was given this operation earlier. */
const isForPeople = (operation: Operation): boolean =>
	['printInvitation', 'releaseProposal', 'declineProposal', 'releaseIdentityChange'].includes(operation);

/** The operations that a company may give an API key. None gives a role, password, key or secret, so a key cannot extend rights. */
export const COMPANY_KEY_OPERATIONS = (Object.keys(POLICY) as Operation[]).filter((operation) => {
	const rule: Rule = POLICY[operation];
	return (rule.TECHNICAL_USER === 'companies' || operation === 'readMe') && !isForPeople(operation);
});

export const PLATFORM_KEY_OPERATIONS = [
	'listCompanies',
	'createCompany',
	'readCompany',
] as const satisfies Operation[];

/** Authorizes an operation on no single company. Refuses an actor who does not reach all records. */
export function authorizeForAll(actor: Actor, operation: Operation): Scope {
	const scope = authorize(actor, operation);
	if (!scope.all) throw mayNot();
	return scope;
}

/** Returns what the actor's roles together reach with the operation. Refuses when none of them allows it. */
export function authorize(actor: Actor, operation: Operation): Scope {
	if (actor.operations !== null && (!actor.operations.includes(operation) || isForPeople(operation))) {
		throw keyMayNot();
	}
	const rule: Rule = POLICY[operation];
	if (actor.isViewed && rule === keep) throw mayNot();
	const reaches = new Set(actor.roles.map((role) => (Object.hasOwn(rule, role) ? rule[role] : undefined)));
	reaches.delete(undefined);
	if (reaches.size === 0) throw mayNot();
	return {
		all: reaches.has('all'),
		managerId: reaches.has('companies') ? actor.userId : null,
		employeeId: reaches.has('self') ? actor.employeeId : null,
	};
}

const keyMayNot = (): Refusal => new Refusal('forbidden', 'This API key does not permit this operation.');

const mayNot = (): Refusal => new Refusal('forbidden', 'None of your roles permits this.');
