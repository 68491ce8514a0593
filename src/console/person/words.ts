import { catalogue } from '../words.ts';
import { CHANGE_WORDS } from './change-words.ts';
import { NAMES } from './names.ts';

/** What is said of a person, and of changes. */
export const WORDS = catalogue({
	...NAMES,
	...CHANGE_WORDS,
	erased: ['Erased person', 'Gelöschte Person'],
	erasedOn: (day: string) => [
		`The personal data was erased on ${day}. Nothing can be changed any more.`,
		`Die persönlichen Daten wurden am ${day} gelöscht. Hier lässt sich nichts mehr ändern.`,
	],
	own: [
		'This is you. Your company does not allow you to change benefits of your own.',
		'Das sind Sie selbst. Ihre Firma erlaubt nicht, dass Sie sich eigene Leistungen geben.',
	],
	number: (value: string) => [`No. ${value}`, `Nr. ${value}`],
	costCenterIs: (value: string) => [`cost centre ${value}`, `Kostenstelle ${value}`],
	actions: ['What can be changed', 'Was sich ändern lässt'],
	leaves: (day: string) => [`Leaves on ${day}.`, `Austritt am ${day}.`],
	leavesHint: [
		'Everything ends by itself then. Until then it can be moved or taken back.',
		'Danach endet alles von selbst. Bis dahin lässt er sich verschieben oder zurücknehmen.',
	],
	left: (day: string) => [`Left on ${day}.`, `Ausgetreten am ${day}.`],
	year: (year: number) => [`The year ${year}`, `Das Jahr ${year}`],
	access: ['Flex access', 'Flex-Zugang'],
	plan: ['Goodies', 'Goodies'],
	defaults: ['Default access', 'Standardzugang'],
	pause: ['Pause', 'Pause'],
	balance: ['Balance', 'Guthaben'],
	today: (day: string) => [`today, ${day}`, `heute, ${day}`],
	leaving: (day: string) => [`leaving, ${day}`, `Austritt, ${day}`],
	gifts: ['Gifts', 'Geschenke'],
	all: ['everything', 'alles'],
	carries: ['is carried over', 'überträgt'],
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
	termination: ['Leaving', 'Austritt'],
	balances: ['The balance, month by month', 'Das Guthaben, Monat für Monat'],
	granted: ['Granted', 'Gewährt'],
	carried: ['Carried over', 'Übertragen'],
	spent: ['Spent', 'Ausgegeben'],
	waiting: ['Waiting', 'Wartend'],
	available: ['Left', 'Übrig'],
	reason: ['Why', 'Warum'],
	noAccess: ['There is no access in this month.', 'In diesem Monat gibt es keinen Zugang.'],
	paused: [
		'The whole month is paused, so nothing is granted.',
		'Der ganze Monat ist pausiert, darum wird nichts gewährt.',
	],
	carryEnds: (day: string) => [
		`What was carried over expires on ${day}.`,
		`Das Übertragene verfällt am ${day}.`,
	],
	overdrawn: (amount: string) => [`Overdrawn by ${amount}.`, `Um ${amount} überzogen.`],
	restricted: (left: string, limit: string) => [
		`The monthly budget permits ${limit} on all but sports; ${left} are left of it.`,
		`Das Monatsbudget erlaubt ${limit} für alles außer Sport; übrig sind davon ${left}.`,
	],
	corrected: (amount: string, reason: string) => [
		`Corrected by ${amount}: ${reason}.`,
		`Um ${amount} korrigiert: ${reason}.`,
	],
	expenses: ['Expenses', 'Ausgaben'],
	noExpenses: [
		'There are no expenses in this year. The employee submits them under “My benefits”.',
		'In diesem Jahr gibt es keine Ausgaben. Eingereicht werden sie unter „Meine Leistungen“.',
	],
	purpose: ['For', 'Wofür'],
	noHistory: [
		'There are no changes here; older ones are in the archive.',
		'Hier stehen keine Änderungen; ältere sind im Archiv.',
	],
	wholeHistory: [
		'All changes, with what each of them holds',
		'Alle Änderungen, mit allem, was sie enthalten',
	],
	meanwhile: ['Since you opened this form:', 'Seit Sie dieses Formular geöffnet haben:'],
});
