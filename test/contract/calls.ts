import { PASSWORD } from '../auth/registered.ts';
import { codeOf } from '../harness/second-factor.ts';
import { uniqueEmail } from '../harness/service.ts';
import { newTill } from '../harness/tills.ts';
import { type Operation, takesFile, takesForm } from './document.ts';
import { LAST_NIGHT, provider, START, type World } from './world.ts';

const budget = { value: 5000, currency: 'EUR_CENT' };
const amount = { value: 100, currency: 'EUR_CENT' };
const ending = () => ({ endDate: '2023-12-31T23:59:59.999Z' });
const bare = () => undefined;

/**
 * The query, body or file of a call that succeeds for an authorized caller. Path ids are those of a `World`, by their names.
 */
export const CALLS: Record<string, (ids: World) => string | object | undefined> = {
	login: () => ({ email: 'nobody@test.example', password: 'a password' }),
	refresh: () => ({ refreshToken: 'unknown' }),
	beginSignIn: () => ({ email: 'nobody@test.example' }),
	exchangeCode: () => ({ code: 'unknown', transaction: 'unknown' }),
	logout: bare,
	listSessions: bare,
	finishLogin: ({ challenge = 'unknown' }) => ({ challenge, code: codeOf() }),
	readSecondFactor: bare,
	setUpSecondFactor: () => ({ password: null }),
	confirmSecondFactor: () => ({ code: codeOf() }),
	renewRecoveryCodes: () => ({ code: codeOf() }),
	removeSecondFactor: () => ({ code: codeOf() }),
	endSession: bare,
	endOtherSessions: bare,
	readMe: bare,
	updateMe: () => ({ firstName: 'Grace' }),
	confirmAddress: () => ({ token: 'unknown' }),
	restoreAddress: () => ({ token: 'unknown' }),
	register: () => ({ token: 'unknown', password: 'nine miles before breakfast' }),
	renewInvitation: () => ({ token: 'unknown' }),
	requestPasswordReset: () => ({ email: 'nobody@test.example' }),
	confirmPasswordReset: () => ({ token: 'unknown', password: 'nine miles before breakfast' }),
	changeOwnPassword: () => ({ currentPassword: PASSWORD, password: 'nine miles before breakfast' }),
	inviteUser: bare,
	inviteEmployee: bare,
	inviteEmployees: bare,
	printInvitation: bare,
	issueToken: () => 'grant_type=client_credentials',
	listApiKeys: bare,
	createApiKey: () => ({ name: 'HR', operations: ['listEmployees'] }),
	readApiKey: bare,
	revokeApiKey: () => 'reason=ROTATED',
	listWebhookEndpoints: bare,
	createWebhookEndpoint: () => ({ url: 'https://new.example/hooks', eventTypes: ['employee.created'] }),
	readWebhookEndpoint: bare,
	updateWebhookEndpoint: () => ({ description: 'HR' }),
	deleteWebhookEndpoint: bare,
	rotateWebhookSecret: () => ({ secret: null }),
	pingWebhookEndpoint: bare,
	listWebhookDeliveries: () => 'state=WAITING',
	readWebhookDelivery: bare,
	redeliverWebhook: bare,
	redeliverWebhooks: () => ({ state: 'FAILED' }),
	listPlatformApiKeys: bare,
	createPlatformApiKey: () => ({ name: 'Onboarding', operations: ['createCompany'] }),
	readPlatformApiKey: bare,
	revokePlatformApiKey: () => 'reason=COMPROMISED',
	listCompanies: bare,
	createCompany: () => ({ name: 'Neue GmbH', taxAffiliation: 'DE' }),
	readCompany: bare,
	moveCompany: bare,
	readMove: bare,
	repairCells: () => ({ since: '2023-03-01T00:00:00.000Z' }),
	updateCompany: () => ({ name: 'Neue GmbH' }),
	setLogo: () => 'RIFF....WEBPVP8 ',
	readLogo: bare,
	removeLogo: bare,
	readCalendar: () => 'from=2023-03-01&to=2023-12-31&names=true',
	readCalendarAddress: bare,
	createCalendarAddress: () => ({ showsNames: false }),
	revokeCalendarAddress: bare,
	readSingleSignOn: bare,
	setSingleSignOn: () => ({ ...provider, clientSecret: 'another secret', domains: ['new.test.example'] }),
	removeSingleSignOn: bare,
	verifyDomain: bare,
	listUsers: bare,
	createUser: ({ companyId }) => ({
		email: uniqueEmail(),
		roles: ['COMPANY_ADMIN'],
		manageableCompanyIds: [companyId],
	}),
	readUser: bare,
	updateUser: () => ({ language: 'de-AT' }),
	closeUser: bare,
	openUser: bare,
	eraseUser: bare,
	listProposals: () => 'state=OPEN',
	proposeChange: ({ employeeId }) => ({
		operationId: 'updateEmployee',
		parameters: { id: employeeId },
		body: { personnelNumber: '4712' },
		reason: 'The contract has a new number',
	}),
	readProposal: bare,
	releaseProposal: bare,
	declineProposal: () => ({ reason: 'The number is taken' }),
	endSessionsOfUser: bare,
	resetSecondFactor: bare,
	listEmployees: bare,
	listPeople: () => 'q=person',
	createEmployee: ({ companyId }) => ({ email: uniqueEmail(), companyId }),
	importEmployees: () => ({
		employees: [
			{ email: uniqueEmail(), groups: ['sales'], flexBudget: 50, flexStartDate: START },
			{ email: uniqueEmail(), firstName: 'Ada', goodiesBudget: 10, goodiesStartDate: START },
		],
	}),
	readImportTemplate: bare,
	readEmployee: bare,
	updateEmployee: () => ({ costCentre: '4711' }),
	eraseEmployee: bare,
	exportEmployee: bare,
	exportCompany: bare,
	listEvents: () => 'type=employee.created',
	readNotices: bare,
	updateNotices: () => ({ voucherIssued: false }),
	listAccessEvents: bare,
	listJobs: bare,
	readRequest: ({ companyId }) => `companyId=${companyId}`,
	listCells: bare,
	listBackups: bare,
	queryCompany: () => ({ sql: 'SELECT id FROM companies', reason: 'Ticket 4711' }),
	restoreCompany: () => ({ backup: LAST_NIGHT }),
	listAccessEventsOfCompany: bare,
	listMails: () => 'state=waiting',
	readMail: bare,
	readSandbox: bare,
	advanceSandbox: () => ({ to: '2023-04-08T00:00:00.000Z' }),
	resetSandbox: bare,
	populateSandbox: () => ({ employees: 2, months: 1 }),
	readDateWindows: bare,
	listPauses: bare,
	setAccess: () => ({ budget, accumulateBudget: false, startDate: START }),
	readAccess: () => 'date=2023-03-07',
	listAccessesOfCompany: () => 'month=2023-04',
	revokeAccess: ending,
	readBalance: () => 'month=2023-03',
	readBalancesOfYear: () => 'year=2023',
	listBalancesOfCompany: () => 'month=2023-03',
	readReceiptFacts: () => ({ machineReadable: newTill()('10.00') }),
	submitExpense: () => ({ module: 'MEALS', amount, date: '2023-03-07', days: 1 }),
	listExpensesOfEmployee: () => 'state=SUBMITTED',
	listExpensesOfCompany: () => 'module=MEALS&month=2023-03',
	readExpense: bare,
	readDuplicates: bare,
	listExpenseQueue: bare,
	approveExpense: () => ({ amount, reasons: ['no_items'] }),
	rejectExpense: () => ({ reason: 'The receipt is not legible' }),
	returnExpense: () => ({ reasons: ['no_date'] }),
	decideExpenses: ({ expenseId }) => ({
		decisions: [{ expenseId, decision: 'REJECTED', reasons: ['unreadable'] }],
	}),
	reopenExpense: () => ({ reason: 'Rejected the wrong receipt' }),
	mendExpense: () => ({ module: 'MEALS', amount, date: '2023-03-07', days: 1 }),
	withdrawExpense: bare,
	addReceipt: () => '%PDF-1.7',
	submitStandingExpense: () => ({
		module: 'INTERNET',
		amount,
		dayOfMonth: 7,
		startDate: '2023-03-01',
		proofUntil: '2024-02-29',
	}),
	listStandingExpensesOfEmployee: bare,
	listStandingExpensesOfCompany: bare,
	readStandingExpense: bare,
	endStandingExpense: bare,
	addStandingProof: () => '%PDF-1.7',
	readStandingProof: bare,
	approveStandingExpense: () => ({ reasons: ['no_items'] }),
	rejectStandingExpense: () => ({ reasons: ['no_date'] }),
	listReceipts: bare,
	readReceipt: bare,
	removeReceipt: bare,
	setMonthlyBudget: () => ({ budget, startDate: START }),
	createPlannedVoucher: () => ({
		amount: budget,
		startDate: START,
		goodiesVoucherType: 'SPECIAL',
		interval: 'YEARLY',
	}),
	readPlannedVoucher: bare,
	listPlannedVouchers: bare,
	revokePlannedVouchers: ending,
	revokePlannedVoucher: ending,
	listIssuedVouchers: bare,
	listVouchersOfCompany: () => 'month=2023-03',
	setDefaultAccess: () => ({ startDate: START }),
	listDefaultAccess: bare,
	listTaxRuleTemplates: bare,
	createTaxRuleTemplate: ({ companyId }) => ({ name: 'Meals', companyIds: [companyId] }),
	readTaxRuleTemplate: bare,
	listPayrollTransactions: () => 'module=MEALS',
	correctTransaction: () => ({ amount: { ...amount, value: -100 }, reason: 'Counted twice' }),
	settleTransaction: () => ({ reason: 'Paid by bank transfer', date: '2023-03-06' }),
	listSettlements: bare,
	readSettlement: bare,
	listCorrections: bare,
	readCorrection: bare,
	closePayrollRun: () => ({ month: '2023-02' }),
	listPayrollRuns: bare,
	readPayrollRun: bare,
	exportPayrollRun: () => 'format=csv',
	listPayrollFiles: bare,
	readOpenPayrollRun: bare,
	listHeldOver: bare,
	readLugProfile: bare,
	listApprovalRules: bare,
	setApprovalRule: () => ({ maxAmount: { value: 6000, currency: 'EUR_CENT' } }),
	removeApprovalRule: bare,
	readPayrollSettings: bare,
	updatePayrollSettings: () => ({ adviserNumber: '1234567', clientNumber: '42', wageTypes: {} }),
};

/** The call of an operation, with the ids of the world in its path. */
export function requestOf(operation: Operation, world: World) {
	const given = CALLS[operation.operationId]?.(world);
	// A settlement is of the line that waits; the other one is committed.
	const isOfWaiting =
		/Settlements?$|^settle/.test(operation.operationId) && world.transactionId === world.committedId;
	const { correctionId, companyInCell = world.companyId } = world;
	const named = {
		...world,
		...(isOfWaiting && { transactionId: correctionId }),
		...(operation.operationId === 'queryCompany' && { companyId: companyInCell }),
	};
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name: keyof World) => String(named[name]));
	if (typeof given !== 'string') return { path, body: given };
	if (takesForm(operation)) {
		const Authorization = `Basic ${btoa(`${world.keyId}:${world.apiKey}`)}`;
		const type = 'application/x-www-form-urlencoded';
		return { path, body: given, headers: { Authorization, 'Content-Type': type } };
	}
	return takesFile(operation)
		? { path, body: given, headers: { 'Content-Type': 'application/pdf' } }
		: { path: `${path}?${given}`, body: undefined };
}

/** The path with one more query. */
export const withQuery = (path: string, query: string): string =>
	`${path}${path.includes('?') ? '&' : '?'}${query}`;
