import { NAMES } from '../person/names.ts';
import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	...NAMES,
	lists: ['Lists of the month', 'Listen des Monats'],
	titles: {
		balances: ['Balances', 'Guthaben'],
		vouchers: ['Vouchers', 'Gutscheine'],
		expenses: ['Expenses', 'Ausgaben'],
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
	columns: {
		granted: ['Budget', 'Budget'],
		carriedIn: ['Carried over', 'Übertrag'],
		spent: ['Spent', 'Ausgegeben'],
		pending: ['In review', 'In Prüfung'],
		available: ['Left', 'Übrig'],
		remark: ['Note', 'Bemerkung'],
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
