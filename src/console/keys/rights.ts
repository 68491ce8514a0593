import type { Pair } from '../../core/language.ts';
import { COMPANY_KEY_OPERATIONS, type Operation } from '../../core/policy.ts';

/** The permissions that programs usually need, each with its operations. */
const NEEDED = {
	readPeople: 'listEmployees listPeople readEmployee listPauses readDateWindows',
	changePeople:
		'createEmployee updateEmployee importEmployees readImportTemplate inviteEmployee inviteEmployees',
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
type Right = keyof typeof NEEDED;
export const RIGHTS = Object.keys(NEEDED) as Right[];

export const RIGHT_NAMES = {
	readPeople: ['see people', 'Mitarbeitende sehen'],
	changePeople: ['create, change and invite people', 'Mitarbeitende anlegen, ändern und einladen'],
	readBenefits: ['see budgets, vouchers and balances', 'Budgets, Gutscheine und Guthaben sehen'],
	changeBenefits: ['change budgets and vouchers', 'Budgets und Gutscheine ändern'],
	readExpenses: ['see expenses and receipts', 'Ausgaben und Belege sehen'],
	changeExpenses: ['submit expenses and receipts', 'Ausgaben und Belege einreichen'],
	readPayroll: ['see payroll and download its files', 'Abrechnung sehen und ihre Dateien herunterladen'],
	changePayroll: [
		'close months, correct lines, set wage types',
		'Monate abschließen, Zeilen korrigieren, Lohnarten setzen',
	],
	readRecords: ['see company, calendar, history and mails', 'Firma, Kalender, Verlauf und Mails sehen'],
} satisfies Record<Right, Pair>;

const operationsOf = (right: Right): string[] => NEEDED[right].split(/\s+/);

/** Returns the operations of the selected permissions, and those that were selected one by one. */
export const chosenOperations = (rights: readonly string[], single: readonly string[]): string[] => [
	...new Set([...RIGHTS.filter((right) => rights.includes(right)).flatMap(operationsOf), ...single]),
];

/** The only operation that an identity provider needs. */
export const SCIM: Operation = 'provisionPeople';

/** The operations that can be selected one by one. */
export const SINGLE: readonly Operation[] = COMPANY_KEY_OPERATIONS.filter((operation) => operation !== SCIM);
