import type { Language } from '../../core/language.ts';
import { dictionary } from '../../core/language.ts';
import { NAMES } from '../person/names.ts';

const WORDS = dictionary({
	...NAMES,
	lists: ['Lists of a month', 'Listen eines Monats'],
	titles: {
		balances: ['Balances', 'Guthaben'],
		vouchers: ['Vouchers', 'Gutscheine'],
		expenses: ['Expenses', 'Ausgaben'],
	},
	of: (list: string, month: string) => [`${list} of ${month}`, `${list} ${month}`],
	none: {
		balances: ['This company has no people yet.', 'Diese Firma hat noch keine Mitarbeitenden.'],
		vouchers: ['No voucher was due in this month.', 'In diesem Monat war kein Gutschein fällig.'],
		expenses: ['There is no such expense in this month.', 'In diesem Monat gibt es keine solche Ausgabe.'],
	},
	columns: {
		granted: ['Budget', 'Budget'],
		carriedIn: ['Carried over', 'Übertrag'],
		spent: ['Spent', 'Ausgegeben'],
		pending: ['Waiting', 'Wartet'],
		available: ['Left', 'Übrig'],
		remark: ['Remark', 'Bemerkung'],
		due: ['Due', 'Fällig'],
		kind: ['Kind', 'Art'],
		amount: ['Amount', 'Betrag'],
		day: ['Day', 'Tag'],
		module: ['Module', 'Modul'],
		state: ['State', 'Stand'],
	},
	noAccess: ['no flex access', 'kein Flex-Zugang'],
	paused: ['paused', 'pausiert'],
	overdrawn: (amount: string) => [`overdrawn by ${amount}`, `überzogen um ${amount}`],
	person: ['Person', 'Person'],
	number: ['Personnel number', 'Personalnummer'],
	currency: ['Currency', 'Währung'],
	month: ['Month', 'Monat'],
	all: ['all', 'alle'],
	show: ['Show', 'Zeigen'],
	earlier: ['Earlier', 'Früher'],
	later: ['Later', 'Später'],
	export: ['As a CSV file', 'Als CSV-Datei'],
	payroll: ['Payroll', 'Abrechnung'],
});

/** The words of the lists, with the names of what stands in them. */
export const ofLanguage = (language: Language) => ({ language, ...WORDS[language] });
