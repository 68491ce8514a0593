import type { Pair } from '../../foundation/core/language.ts';
import { COMPANY_KEY_OPERATIONS, type Operation } from '../../foundation/core/policy.ts';
import { createKey } from '../../tenants/auth/keys/actions.ts';
import { createKeyRoute } from '../../tenants/auth/keys/contract.ts';
import { readCompany } from '../../tenants/companies/actions.ts';
import type { Company } from '../../tenants/companies/store.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App } from '../env.ts';
import { Fields, FormFor, form, OneField } from '../forms.tsx';
import { KEY_FIELDS, SCIM, ScimAddress, serveKeys } from '../keys/keys.tsx';
import { WORDS as KEYS_WORDS } from '../keys/words.ts';
import { flag, manyOf } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { addressIn, companyChange, companyPage, takeOn } from './frame.tsx';

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
	changeExpenses: `readReceiptFacts submitExpense mendExpense withdrawExpense addReceipt removeReceipt`,
	readPayroll: `listPayrollTransactions listCorrections readCorrection listPayrollRuns readPayrollRun exportPayrollRun
		listPayrollFiles readOpenPayrollRun listHeldOver readLugProfile readPayrollSettings`,
	changePayroll: 'correctTransaction closePayrollRun updatePayrollSettings',
	readRecords: 'readCompany readCalendar listEvents listAccessEventsOfCompany listMails',
};
type Right = keyof typeof NEEDED;
const RIGHTS = Object.keys(NEEDED) as Right[];

const RIGHT_NAMES = {
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
	readRecords: ['see company, calendar, history and mails', 'Unternehmen, Kalender, Verlauf und Mails sehen'],
} satisfies Record<Right, Pair>;

/** Returns the operations of the selected permissions, and those that were selected one by one. */
const chosenOperations = (rights: readonly string[], single: readonly string[]): string[] => [
	...new Set([
		...RIGHTS.filter((right) => rights.includes(right)).flatMap((right) => NEEDED[right].split(/\s+/)),
		...single,
	]),
];

/** The operations that can be selected one by one. */
const SINGLE: readonly Operation[] = COMPANY_KEY_OPERATIONS.filter((operation) => operation !== SCIM);

const change = { contract: createKeyRoute, attempt: createKey };

const key = form({
	...change,
	words: KEYS_WORDS,
	fields: {
		name: KEY_FIELDS.name,
		rights: manyOf(RIGHTS, RIGHT_NAMES, { at: 'operations' }),
		operations: manyOf(SINGLE, undefined, { at: 'single' }),
		dateExpires: KEY_FIELDS.dateExpires,
	},
	body: ({ rights, operations, ...rest }) => ({ ...rest, operations: chosenOperations(rights, operations) }),
});

/** A key with which an identity provider creates and changes people. */
const scim = form({
	...change,
	part: 'scim',
	fields: {},
	body: () => ({ name: 'SCIM', operations: [SCIM], dateExpires: null }),
});

/** Whether new people from the identity provider get a mail at once. */
const invitations = form({
	...companyChange,
	words: KEYS_WORDS,
	fields: { inviteFromDirectory: flag() },
});

const INVITATIONS = '/integrations/invitations';

export function serveKeysOfCompany(app: App) {
	const show = serveKeys(app, {
		path: '/integrations',
		param: 'keyId',
		forms: [key, scim],
		companyOf: companyNamed,
		answer: (c, content, title) => companyPage(c, { path: '/integrations', title }, content),
		creation: Creation,
		below: async (c, call) => (
			<Invitations company={await readCompany(call, companyNamed(c, 'updateCompany'))} />
		),
	});
	takeOn(app, '/integrations', invitations, {
		path: INVITATIONS,
		operation: 'updateCompany',
		said: 'invitations',
		show,
	});
	return show;
}

function Invitations({ company }: { company: Company }) {
	const words = useWords(KEYS_WORDS);
	return (
		<Panel title={words.invitations}>
			<FormFor of={invitations} to={addressIn(useReader().c, INVITATIONS)} record={company} />
		</Panel>
	);
}

function Creation() {
	const { c, may, words } = useReader(KEYS_WORDS);
	const to = addressIn(c, '/integrations');
	const operations = SINGLE.filter(may).map((value) => ({ value, label: value }));
	return (
		<>
			<Panel title={words.makeKey}>
				<p class="hint">{words.keyHint}</p>
				<FormFor of={key} to={to} options={{ operations }} save={words.make}>
					<Fields of={key} only={['name', 'rights']} />
					<details>
						<summary>{words.single}</summary>
						<OneField of={key} name="operations" />
					</details>
					<OneField of={key} name="dateExpires" />
				</FormFor>
			</Panel>
			<Panel title={words.scim}>
				<p>{words.scimHint}</p>
				<ScimAddress />
				{may(SCIM) && <FormFor of={scim} to={to} save={words.makeScim} />}
			</Panel>
		</>
	);
}
