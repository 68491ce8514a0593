import { listBalancesOfCompany } from '../../benefits/balances/actions.ts';
import type { EmployeeMonth } from '../../benefits/balances/rules.ts';
import type { PersonShown } from '../../benefits/employees/people/rules.ts';
import { listExpensesOfCompany } from '../../benefits/expenses/actions.ts';
import { EXPENSE_STATES } from '../../benefits/expenses/rules.ts';
import type { Expense } from '../../benefits/expenses/store.ts';
import { listVouchersOfCompany } from '../../benefits/goodies/vouchers/actions.ts';
import type { NamedVoucher } from '../../benefits/goodies/vouchers/store.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import type { Language } from '../../foundation/core/language.ts';
import type { Currency } from '../../foundation/core/money.ts';
import type { Operation } from '../../foundation/core/policy.ts';
import type { Call } from '../../foundation/db/call.ts';
import { BASE } from '../env.ts';
import { sayIn } from '../format.ts';
import type { Column, Plain } from '../listing.tsx';
import { Tabs, useReader } from '../page.tsx';
import { payrollAddress } from '../payroll/place.tsx';
import { NAMES } from '../person/words.ts';
import { STATUS_NAMES } from '../status.tsx';
import { catalogue, SHARED } from '../words.ts';

export const WORDS = catalogue({
	...NAMES,
	lists: ['Lists of the month', 'Listen des Monats'],
	titles: {
		balances: ['Balances', 'Guthaben'],
		vouchers: SHARED.vouchers,
		expenses: SHARED.expenses,
	},
	of: (list: string, month: string) => [`${list} of ${month}`, `${list} ${month}`],
	none: {
		balances: [
			'No people yet. Add people to see their balances.',
			'Noch keine Mitarbeitenden. Legen Sie Personen an, um ihre Guthaben zu sehen.',
		],
		vouchers: ['No voucher was due in this month.', 'In diesem Monat war kein Gutschein fällig.'],
		expenses: [
			'No expenses match this filter. Select another month or status.',
			'Keine Ausgaben passen zu diesem Filter. Wählen Sie einen anderen Monat oder Status.',
		],
	},
	granted: ['Budget', 'Budget'],
	carriedIn: ['Carried over', 'Übertrag'],
	remark: ['Note', 'Bemerkung'],
	noAccess: ['no flex budget', 'kein Flex-Budget'],
	paused: STATUS_NAMES.PAUSED,
	overdrawn: (amount: string) => [`overdrawn by ${amount}`, `überzogen um ${amount}`],
	export: ['As a CSV file', 'Als CSV-Datei'],
});

const LISTS = ['balances', 'vouchers', 'expenses'] as const;
type ListName = (typeof LISTS)[number];

/** The month and the status that the address names. Without a status, the list has rows of every status. */
export interface MonthFilter {
	companyId: string;
	month: Instant;
	state: string | undefined;
}

export interface MonthRow {
	employeeId: string;
	person: PersonShown;
}

/** A list of all people of a company with their records in a month. */
export interface MonthList<Row extends MonthRow> {
	name: ListName;
	operation: Operation;
	/** Returns up to `limit` rows after a cursor, which is empty at first. */
	load(call: Call, asked: MonthFilter, after: string, limit: number): Promise<readonly Row[]>;
	cursorOf(row: Row): string;
	currencyOf(row: Row): Currency | null;
	/** The columns after the person. */
	columns(language: Language): Column<Row, Plain>[];
	/** The values by which the list can be filtered. */
	states?: typeof EXPENSE_STATES;
}

export const balances: MonthList<EmployeeMonth> = {
	name: 'balances',
	operation: 'listBalancesOfCompany',
	load: (call, { companyId, month }, after, limit) =>
		listBalancesOfCompany(call, companyId, month, { position: after, id: '' }, limit),
	cursorOf: ({ position }) => position,
	currencyOf: ({ currency }) => currency,
	columns(language) {
		const words = WORDS[language];
		const amounts = ['available', 'granted', 'carriedIn', 'spent', 'pending'] as const;
		return [
			...amounts.map((name) => ({
				title: words[name],
				of: ({ [name]: amount, currency }: EmployeeMonth) =>
					currency === null ? null : { amount, currency },
				isNumeric: true,
			})),
			{ title: words.remark, of: (row) => remarkOf(row, language) },
		];
	},
};

/** Returns what is unusual about a balance: no access, a pause, or more spent than there was. */
function remarkOf({ currency, isPaused, overdrawn, overdrawnElsewhere }: EmployeeMonth, language: Language) {
	const [words, say] = [WORDS[language], sayIn(language)];
	const beyond = [
		...(currency === null || overdrawn === 0 ? [] : [{ value: overdrawn, currency }]),
		...overdrawnElsewhere,
	];
	return [
		...(currency === null ? [words.noAccess] : []),
		...(isPaused ? [words.paused] : []),
		...beyond.map((one) => words.overdrawn(say.amount(one.value, one.currency))),
	].join(', ');
}

export const vouchers: MonthList<NamedVoucher> = {
	name: 'vouchers',
	operation: 'listVouchersOfCompany',
	load(call, { companyId, month }, after, limit) {
		const end = Math.max(after.lastIndexOf(' '), 0);
		const key = { position: after.slice(0, end), id: after.slice(end + 1) };
		return listVouchersOfCompany(call, companyId, month, key, limit);
	},
	cursorOf: ({ position, id }) => `${position} ${id}`,
	currencyOf: ({ amountCurrency }) => amountCurrency,
	columns(language) {
		const words = WORDS[language];
		return [
			{ title: words.dueDate, of: ({ dueDate }) => ({ day: dueDate }) },
			{
				title: words.kind,
				of: ({ goodiesVoucherType, interval }) =>
					`${words.voucherTypes[goodiesVoucherType]}, ${words.intervals[interval]}`,
			},
			{
				title: words.amount,
				of: ({ amountValue, amountCurrency }) => ({ amount: amountValue, currency: amountCurrency }),
				isNumeric: true,
			},
		];
	},
};

export const expenses: MonthList<Expense> = {
	name: 'expenses',
	operation: 'listExpensesOfCompany',
	load(call, { companyId, month, state }, after, limit) {
		const filter = { month, state: EXPENSE_STATES.find((one) => one === state) };
		return listExpensesOfCompany(call, companyId, filter, { dateModified: 0, id: after }, limit);
	},
	cursorOf: ({ id }) => id,
	currencyOf: ({ amountCurrency }) => amountCurrency,
	columns(language) {
		const words = WORDS[language];
		return [
			{
				title: words.date,
				of: ({ date, id }) => ({ day: date, to: `${BASE}/benefits/receipts/${id}` }),
			},
			{ title: words.module, of: ({ module }) => words.modules[module] },
			{
				title: words.amount,
				of: ({ approvedAmountValue, amountValue, amountCurrency }) => ({
					amount: approvedAmountValue ?? amountValue,
					currency: amountCurrency,
				}),
				isNumeric: true,
			},
			{ title: words.state, of: ({ state }) => words.states[state] },
		];
	},
	states: EXPENSE_STATES,
};

interface Props {
	/** The list that the page shows. Omitted on a page that only links to the lists. */
	present?: ListName;
	toOf: (name: ListName) => string;
}

export function ListLinks({ present, toOf }: Props) {
	const words = WORDS[useReader().c.var.language];
	const links = LISTS.map((name) => [toOf(name), words.titles[name]] as const);
	return <Tabs label={words.lists} links={links} present={present && toOf(present)} />;
}

/** Links to each list of the present month of a company. */
export const ListsOfCompany = ({ companyId }: { companyId: string }) => (
	<ListLinks toOf={(name) => payrollAddress(companyId, `/${name}`)} />
);
