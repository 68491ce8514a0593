import type { EXPENSE_STATES } from '../../benefits/expenses/rules.ts';
import type { Interval, VoucherType } from '../../benefits/goodies/plans/rules.ts';
import type { CARRY_OVERS } from '../../foundation/core/balance.ts';
import type { Pair, Texts } from '../../foundation/core/language.ts';
import type { Currency } from '../../foundation/core/money.ts';
import {
	CURRENCY_NAMES,
	EXPENSE_STATE_NAMES,
	INTERVAL_NAMES,
	MODULE_NAMES,
	VOUCHER_TYPE_NAMES,
} from '../../foundation/core/words.ts';
import { catalogue, SHARED } from '../words.ts';

export const NAMES = {
	modules: MODULE_NAMES,
	currencies: CURRENCY_NAMES satisfies Record<Currency, Pair>,
	states: EXPENSE_STATE_NAMES satisfies Record<(typeof EXPENSE_STATES)[number], Pair>,
	carryOvers: {
		CARRIED: [
			'The unspent budget of the previous month is added.',
			'Das nicht ausgegebene Budget des Vormonats kommt hinzu.',
		],
		NEW_YEAR: ['A new year begins.', 'Ein neues Jahr beginnt.'],
		NO_ACCESS: [
			'Nothing is carried: this month or the one before has no flex budget.',
			'Nichts übertragen: In diesem oder im Vormonat gab es kein Flex-Budget.',
		],
		NOT_ACCUMULATING: [
			'Nothing is carried: what is left expires.',
			'Nichts übertragen: Was übrig ist, verfällt.',
		],
		CURRENCY_CHANGED: [
			'Nothing is carried: the currency has changed.',
			'Nichts übertragen: Die Währung hat gewechselt.',
		],
		OVERDRAWN: [
			'Nothing is carried: the month before is overdrawn.',
			'Nichts übertragen: Der Vormonat ist überzogen.',
		],
	} satisfies Record<(typeof CARRY_OVERS)[number], Pair>,
	voucherTypes: VOUCHER_TYPE_NAMES satisfies Record<VoucherType, Pair>,
	intervals: INTERVAL_NAMES satisfies Record<Interval, Pair>,
	changes: {
		access: ['Change budget', 'Budget ändern'],
		'access-end': ['End budget', 'Budget beenden'],
		budget: ['Change goodies', 'Goodies ändern'],
		'budget-end': ['End goodies', 'Goodies beenden'],
		gift: ['Plan a gift', 'Geschenk planen'],
		'plan-end': ['End a plan', 'Plan beenden'],
		'default-access': ['Grant default access', 'Standardzugang geben'],
		pause: ['Change pause', 'Pause ändern'],
		termination: ['Change last day', 'Letzten Arbeitstag ändern'],
		details: ['Edit master data', 'Stammdaten bearbeiten'],
	},
} satisfies Texts;

/** The names of actions while there is nothing to change yet. */
export const FIRST_NAMES = {
	access: ['Give a budget', 'Budget geben'],
	budget: ['Give goodies', 'Goodies geben'],
	pause: ['Add pause', 'Pause eintragen'],
	termination: ['Set last day', 'Letzten Arbeitstag setzen'],
} satisfies Texts;

export type ChangeName = keyof typeof NAMES.changes;

export const WORDS = catalogue({
	account: ['E-mail address and sign-in', 'E-Mail-Adresse und Anmeldung'],
	...NAMES,
	ends: (day: string) => [`ends ${day}`, `endet ${day}`],
	fallsAway: ['is cancelled', 'entfällt'],
	begins: (from: string, until: string) => [`from ${from}, ${until}`, `ab ${from}, ${until}`],
	onDay: (day: string) => [`on ${day}`, `am ${day}`],
	stays: ['does not leave', 'bleibt'],
	vouchersLost: (count: number, year: number) => [
		`${count} ${count === 1 ? 'voucher' : 'vouchers'} of ${year}`,
		`${count} ${count === 1 ? 'Gutschein' : 'Gutscheine'} des Jahres ${year}`,
	],
	vouchersWon: (count: number, year: number) => [
		`${count} more ${count === 1 ? 'voucher' : 'vouchers'} in ${year}`,
		`${count} ${count === 1 ? 'weiterer Gutschein' : 'weitere Gutscheine'} im Jahr ${year}`,
	],
	first: FIRST_NAMES,
	more: ['More', 'Mehr'],
	subjects: {
		access: ['Budget', 'Budget'],
		plan: ['Goodies', 'Goodies'],
		employment: ['Employment', 'Beschäftigung'],
		person: SHARED.person,
	},
	invitation: SHARED.invite,
	lost: ['e-mail address belongs to somebody else', 'E-Mail-Adresse gehört jemand anderem'],
	unproven: ['e-mail address not confirmed', 'E-Mail-Adresse nicht bestätigt'],
	registeredOn: (day: string) => [`registered ${day}`, `registriert am ${day}`],
	pausesHint: [
		'No vouchers are issued meanwhile, and a month that is paused completely has no budget.',
		'Währenddessen gibt es keine Gutscheine, und ein ganz pausierter Monat hat kein Budget.',
	],
	done: {
		access: (from: string, until: string) => [
			`The budget applies from ${from}${until && ` until ${until}`}.`,
			`Das Budget gilt ab ${from}${until && ` bis ${until}`}.`,
		],
		'access-end': (_: string, until: string) => [
			`The budget ends on ${until}.`,
			`Das Budget endet am ${until}.`,
		],
		budget: (from: string, until: string) => [
			`Goodies are issued each month from ${from}${until && ` until ${until}`}.`,
			`Goodies werden jeden Monat ausgegeben, ab ${from}${until && ` bis ${until}`}.`,
		],
		'budget-end': (_: string, until: string) => [
			`The goodies end on ${until}.`,
			`Die Goodies enden am ${until}.`,
		],
		gift: (from: string) =>
			from === ''
				? [
						'The plan was saved, but a pause or the termination prevents its vouchers.',
						'Der Plan wurde gespeichert, aber eine Pause oder der Austritt verhindert seine Gutscheine.',
					]
				: [`The first voucher is planned for ${from}.`, `Der erste Gutschein ist für den ${from} geplant.`],
		'plan-end': (_: string, until: string) => [`The plan ends on ${until}.`, `Der Plan endet am ${until}.`],
		'default-access': (from: string, until: string) => [
			`The default access applies from ${from}${until && ` until ${until}`}.`,
			`Der Standardzugang gilt ab ${from}${until && ` bis ${until}`}.`,
		],
		pause: (from: string, until: string) =>
			from === ''
				? ['The pause was cancelled.', 'Die Pause wurde zurückgenommen.']
				: [
						`Paused from ${from} until ${until || 'further notice'}.`,
						`Pausiert ab ${from} bis ${until || 'auf Weiteres'}.`,
					],
		termination: (from: string) =>
			from === ''
				? ['The termination was cancelled.', 'Der Austritt wurde zurückgenommen.']
				: [`All benefits end on ${from}.`, `Alle Benefits enden am ${from}.`],
		details: () => ['The master data was saved.', 'Die Stammdaten wurden gespeichert.'],
	} satisfies Record<ChangeName, (from: string, until: string) => Pair>,
	added: ['will be issued', 'kommt hinzu'],
	leftIn: (month: string) => [`Left in ${month}`, `Übrig im ${month}`],
	waits: (purpose: string, amount: string) => [
		`An expense is in review: ${purpose}, ${amount}`,
		`Eine Ausgabe ist in Prüfung: ${purpose}, ${amount}`,
	],
	inadmissible: ['is no longer allowed', 'ist nicht mehr erlaubt'],
	overdrawnIn: (month: string, amount: string) => [
		`${month} would be overdrawn by ${amount}`,
		`${month} wäre um ${amount} überzogen`,
	],
	typeFirst: [
		'Enter your changes to see a preview.',
		'Geben Sie Ihre Änderungen ein, um eine Vorschau zu sehen.',
	],
	erasedOn: (day: string) => [
		`The personal data was erased on ${day}. You can no longer change anything.`,
		`Die persönlichen Daten wurden am ${day} gelöscht. Sie können nichts mehr ändern.`,
	],
	own: [
		'This is your own page. Your company does not allow you to change your own benefits.',
		'Das ist Ihre eigene Seite. Ihr Unternehmen erlaubt nicht, dass Sie Ihre eigenen Benefits ändern.',
	],
	number: (value: string) => [`No. ${value}`, `Nr. ${value}`],
	costCenterIs: (value: string) => [`cost centre ${value}`, `Kostenstelle ${value}`],
	leaves: (day: string) => [`Last working day: ${day}.`, `Letzter Arbeitstag: ${day}.`],
	leavesHint: [
		'All benefits end on that day. You can change or cancel the termination until then.',
		'An diesem Tag enden alle Benefits. Bis dahin können Sie den Austritt ändern oder zurücknehmen.',
	],
	left: (day: string) => [`Left on ${day}.`, `Ausgetreten am ${day}.`],
	year: (year: number) => [`The year ${year}`, `Das Jahr ${year}`],
	access: ['Flex budget', 'Flex-Budget'],
	plan: SHARED.vouchers,
	defaults: ['Default access', 'Standardzugang'],
	pause: ['Pause', 'Pause'],
	balance: ['Balance', 'Guthaben'],
	todayIs: (day: string) => [`today, ${day}`, `heute, ${day}`],
	leaving: (day: string) => [`last working day, ${day}`, `letzter Arbeitstag, ${day}`],
	gifts: ['Gifts', 'Geschenke'],
	carries: ['is carried over', 'wird übertragen'],
	expires: ['expires', 'verfällt'],
	issued: ['Voucher issued', 'Gutschein ausgegeben'],
	coming: ['Voucher to come', 'Gutschein geplant'],
	cutOff: ['Cut-off', 'Stichtag'],
	cutOffOf: (month: string) => [
		`until the evening; ${month} closes`,
		`bis zum Abend; dann schließt der ${month}`,
	],
	details: ['Details', 'Näheres'],
	termination: ['Termination', 'Austritt'],
	balances: ['The balance, month by month', 'Das Guthaben, Monat für Monat'],
	granted: ['Budget', 'Budget'],
	carried: ['Carried over', 'Übertrag'],
	reason: ['Why', 'Warum'],
	noAccess: ['No flex budget in this month.', 'Kein Flex-Budget in diesem Monat.'],
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
	noExpenses: [
		'No expenses in this year. The employee submits them under “My benefits”.',
		'Keine Ausgaben in diesem Jahr. Sie werden unter „Meine Benefits“ eingereicht.',
	],
	noHistory: [
		'No changes here. Older changes are in the archive.',
		'Keine Änderungen. Ältere Änderungen sind im Archiv.',
	],
	wholeHistory: ['All changes in detail', 'Alle Änderungen im Einzelnen'],
	meanwhile: ['Since you opened this form:', 'Seit Sie dieses Formular geöffnet haben:'],
});
