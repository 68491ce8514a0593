import { COMPANY_KEY_OPERATIONS, type Operation } from '../../core/policy.ts';

/** What programs are usually made for, as the operations that they need. */
const NEEDED = {
	readPeople: 'listEmployees listPeople readEmployee listPauses readDateWindows',
	changePeople:
		'createEmployee updateEmployee importEmployees readImportTemplate inviteEmployee inviteEmployees printInvitation',
	readBenefits: `readAccess listAccessesOfCompany listDefaultAccess listPlannedVouchers readPlannedVoucher listIssuedVouchers
		listVouchersOfCompany listTaxRuleTemplates readTaxRuleTemplate readBalance readBalancesOfYear listBalancesOfCompany`,
	changeBenefits: `setAccess revokeAccess setMonthlyBudget createPlannedVoucher setDefaultAccess revokePlannedVouchers
		revokePlannedVoucher createTaxRuleTemplate`,
	readExpenses: `listExpensesOfEmployee listExpensesOfCompany readExpense readDuplicates listExpenseQueue listReceipts
		readReceipt`,
	changeExpenses: 'submitExpense mendExpense withdrawExpense addReceipt removeReceipt',
	readPayroll: `listPayrollTransactions listCorrections readCorrection listPayrollRuns readPayrollRun exportPayrollRun
		listPayrollFiles readOpenPayrollRun listHeldOver readLugProfile readPayrollSettings`,
	changePayroll: 'correctTransaction closePayrollRun updatePayrollSettings',
	readRecords: 'readCompany readCalendar listEvents listAccessEventsOfCompany listMails',
};
export type Right = keyof typeof NEEDED;
export const RIGHTS = Object.keys(NEEDED) as Right[];

const operationsOf = (right: Right): string[] => NEEDED[right].split(/\s+/);

/** All that a program is allowed by rights that were chosen, and by operations that were chosen one by one. */
export const chosenOperations = (rights: readonly string[], single: readonly string[]): string[] => [
	...new Set([...RIGHTS.filter((right) => rights.includes(right)).flatMap(operationsOf), ...single]),
];

/** An identity provider needs this operation alone. */
export const SCIM: Operation = 'provisionPeople';

/** What a key may be allowed one by one. */
export const SINGLE: readonly Operation[] = COMPANY_KEY_OPERATIONS.filter((operation) => operation !== SCIM);
