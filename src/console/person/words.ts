import { catalogue } from '../words.ts';
import { CHANGE_WORDS } from './change-words.ts';
import { NAMES } from './names.ts';

/** Texts about a person and about changes. */
export const WORDS = catalogue({
	...NAMES,
	...CHANGE_WORDS,
	erased: ['Erased person', 'Gelöschte Person'],
	erasedOn: (day: string) => [
		`The personal data was erased on ${day}. You can no longer change anything.`,
		`Die persönlichen Daten wurden am ${day} gelöscht. Sie können nichts mehr ändern.`,
	],
	own: [
		'This is your own page. Your company does not allow you to change your own benefits.',
		'Das ist Ihre eigene Seite. Ihre Firma erlaubt nicht, dass Sie Ihre eigenen Benefits ändern.',
	],
	number: (value: string) => [`No. ${value}`, `Nr. ${value}`],
	costCenterIs: (value: string) => [`cost centre ${value}`, `Kostenstelle ${value}`],
	actions: ['Changes', 'Änderungen'],
	leaves: (day: string) => [`Last working day: ${day}.`, `Letzter Arbeitstag: ${day}.`],
	leavesHint: [
		'All benefits end on that day. You can change or cancel the termination until then.',
		'An diesem Tag enden alle Benefits. Bis dahin können Sie den Austritt ändern oder zurücknehmen.',
	],
	left: (day: string) => [`Left on ${day}.`, `Ausgetreten am ${day}.`],
	year: (year: number) => [`The year ${year}`, `Das Jahr ${year}`],
	access: ['Flex access', 'Flex-Zugang'],
	plan: ['Goodies', 'Goodies'],
	defaults: ['Default access', 'Standardzugang'],
	pause: ['Pause', 'Pause'],
	balance: ['Balance', 'Guthaben'],
	today: (day: string) => [`today, ${day}`, `heute, ${day}`],
	leaving: (day: string) => [`last working day, ${day}`, `letzter Arbeitstag, ${day}`],
	gifts: ['Gifts', 'Geschenke'],
	all: ['everything', 'alles'],
	carries: ['is carried over', 'wird übertragen'],
	expires: ['expires', 'verfällt'],
	issued: ['Voucher issued', 'Gutschein ausgegeben'],
	coming: ['Voucher to come', 'Gutschein geplant'],
	cutOff: ['Cut-off', 'Stichtag'],
	cutOffOf: (month: string) => [
		`until the evening; ${month} closes`,
		`bis zum Abend; dann schließt der ${month}`,
	],
	from: ['From', 'Von'],
	until: ['Until', 'Bis'],
	details: ['Details', 'Näheres'],
	today0: ['Today', 'Heute'],
	termination: ['Termination', 'Austritt'],
	balances: ['The balance, month by month', 'Das Guthaben, Monat für Monat'],
	granted: ['Granted', 'Gewährt'],
	carried: ['Carried over', 'Übertragen'],
	spent: ['Spent', 'Ausgegeben'],
	waiting: ['In review', 'In Prüfung'],
	available: ['Left', 'Übrig'],
	reason: ['Why', 'Warum'],
	noAccess: ['No flex access in this month.', 'Kein Flex-Zugang in diesem Monat.'],
	paused: [
		'The whole month is paused, so nothing is granted.',
		'Der ganze Monat ist pausiert, darum wird nichts gewährt.',
	],
	carryEnds: (day: string) => [
		`The carried-over budget expires on ${day}.`,
		`Das übertragene Budget verfällt am ${day}.`,
	],
	overdrawn: (amount: string) => [`Overdrawn by ${amount}.`, `Um ${amount} überzogen.`],
	restricted: (left: string, limit: string) => [
		`The monthly budget allows ${limit} for everything except sports; ${left} of it is left.`,
		`Das Monatsbudget erlaubt ${limit} für alles außer Sport; davon sind ${left} übrig.`,
	],
	corrected: (amount: string, reason: string) => [
		`Corrected by ${amount}: ${reason}.`,
		`Um ${amount} korrigiert: ${reason}.`,
	],
	expenses: ['Expenses', 'Ausgaben'],
	noExpenses: [
		'No expenses in this year. The employee submits them under “My benefits”.',
		'Keine Ausgaben in diesem Jahr. Sie werden unter „Meine Benefits“ eingereicht.',
	],
	purpose: ['For', 'Wofür'],
	noHistory: [
		'No changes here. Older changes are in the archive.',
		'Keine Änderungen. Ältere Änderungen sind im Archiv.',
	],
	wholeHistory: ['All changes in detail', 'Alle Änderungen im Einzelnen'],
	meanwhile: ['Since you opened this form:', 'Seit Sie dieses Formular geöffnet haben:'],
});
