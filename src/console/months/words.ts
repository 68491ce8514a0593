import { NAMES } from '../person/names.ts';
import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
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
		due: LABELS.dueDate,
		kind: ['Kind', 'Art'],
		amount: LABELS.amount,
		day: LABELS.date,
		module: ['Module', 'Modul'],
		state: LABELS.state,
	},
	noAccess: ['no flex access', 'kein Flex-Zugang'],
	paused: ['paused', 'pausiert'],
	overdrawn: (amount: string) => [`overdrawn by ${amount}`, `überzogen um ${amount}`],
	number: LABELS.personnelNumber,
	stateNone: ['all', 'alle'],
	export: ['As a CSV file', 'Als CSV-Datei'],
});
