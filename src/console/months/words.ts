import type { Language } from '../../core/language.ts';
import { NAMES } from '../person/names.ts';
import type { Catalogue } from '../words.ts';

const ENGLISH = {
	lists: 'Lists of a month',
	titles: { balances: 'Balances', vouchers: 'Vouchers', expenses: 'Expenses' },
	of: (list: string, month: string) => `${list} of ${month}`,
	none: {
		balances: 'This company has no people yet.',
		vouchers: 'No voucher was due in this month.',
		expenses: 'There is no such expense in this month.',
	},
	columns: {
		granted: 'Budget',
		carriedIn: 'Carried over',
		spent: 'Spent',
		pending: 'Waiting',
		available: 'Left',
		remark: 'Remark',
		due: 'Due',
		kind: 'Kind',
		amount: 'Amount',
		day: 'Day',
		module: 'Module',
		state: 'State',
	},
	noAccess: 'no flex access',
	paused: 'paused',
	overdrawn: (amount: string) => `overdrawn by ${amount}`,
	person: 'Person',
	number: 'Personnel number',
	currency: 'Currency',
	month: 'Month',
	all: 'all',
	show: 'Show',
	earlier: 'Earlier',
	later: 'Later',
	export: 'As a CSV file',
	payroll: 'Payroll',
};

const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		lists: 'Listen eines Monats',
		titles: { balances: 'Guthaben', vouchers: 'Gutscheine', expenses: 'Ausgaben' },
		of: (list, month) => `${list} ${month}`,
		none: {
			balances: 'Diese Firma hat noch keine Mitarbeitenden.',
			vouchers: 'In diesem Monat war kein Gutschein fällig.',
			expenses: 'In diesem Monat gibt es keine solche Ausgabe.',
		},
		columns: {
			granted: 'Budget',
			carriedIn: 'Übertrag',
			spent: 'Ausgegeben',
			pending: 'Wartet',
			available: 'Übrig',
			remark: 'Bemerkung',
			due: 'Fällig',
			kind: 'Art',
			amount: 'Betrag',
			day: 'Tag',
			module: 'Modul',
			state: 'Stand',
		},
		noAccess: 'kein Flex-Zugang',
		paused: 'pausiert',
		overdrawn: (amount) => `überzogen um ${amount}`,
		person: 'Person',
		number: 'Personalnummer',
		currency: 'Währung',
		month: 'Monat',
		all: 'alle',
		show: 'Zeigen',
		earlier: 'Früher',
		later: 'Später',
		export: 'Als CSV-Datei',
		payroll: 'Abrechnung',
	},
};

/** The words of the lists, with the names of what stands in them. */
export const ofLanguage = (language: Language) => ({ language, ...WORDS[language], ...NAMES[language] });
