import type { Decision } from '../../benefits/expenses/decisions/rules.ts';
import type { FactMatch, Verdict } from '../../benefits/expenses/facts/rules.ts';
import type { Check } from '../../benefits/expenses/review/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import type { Reason } from '../../foundation/core/reasons.ts';
import type { RefusalCode } from '../../foundation/core/refusals.ts';
import {
	EXPENSE_STATE_NAMES,
	LIMIT_NAMES,
	RELATIVE_NAMES,
	VERDICT_NAMES,
} from '../../foundation/core/words.ts';
import { catalogue, SHARED } from '../words.ts';

const OWN: Pair = [
	'This is your own receipt. Another verifier decides on it.',
	'Das ist Ihr eigener Beleg. Darüber entscheidet eine andere Person.',
];

const manyOf = (count: number, decided: string, entschieden: string): Pair =>
	count === 1
		? [`${decided} one receipt.`, `Einen Beleg ${entschieden}.`]
		: [`${decided} ${count} receipts.`, `${count} Belege ${entschieden}.`];

const SMALLER_AMOUNT: Pair = [
	'Decide on this receipt alone: approve a smaller amount.',
	'Entscheiden Sie über diesen Beleg einzeln: Genehmigen Sie einen kleineren Betrag.',
];

export const MATCH_NAMES = {
	AGREE: ['agree with the form', 'stimmen mit dem Formular überein'],
	DIFFER: ['differ from the form', 'weichen vom Formular ab'],
	NONE: SHARED.none,
} satisfies Record<FactMatch, Pair>;

export const SAMPLED_NAMES = {
	yes: ['only the sample', 'nur die Stichprobe'],
	no: ['without the sample', 'ohne die Stichprobe'],
} satisfies Record<string, Pair>;

export const WORDS = catalogue({
	place: (number: string, count: string) => [`Receipt ${number} of ${count}`, `Beleg ${number} von ${count}`],
	receiptOf: (name: string) => [`Receipt from ${name}`, `Beleg von ${name}`],
	standing: (number: string, count: string) => [`${number} of ${count}`, `${number} von ${count}`],
	noCompanyToVerify: [
		'You are not a verifier of any company yet. Ask an administrator or the operator to add you.',
		'Sie prüfen noch für kein Unternehmen. Bitten Sie die Administration oder den Betreiber um Zugang.',
	],
	nothing: [
		'No receipts to review. New receipts appear here.',
		'Keine Belege zu prüfen. Neue Belege erscheinen hier.',
	],
	nothingMore: ['No more receipts after this one.', 'Danach gibt es keine weiteren Belege.'],
	oldest: ['Back to the oldest', 'Zurück zum ältesten'],
	previous: ['Previous', 'Zurück'],
	skip: ['Skip', 'Überspringen'],
	inTime: (day: string, month: string) => [
		`Decide by ${day} to pay it with ${month}.`,
		`Frist für ${month}: ${day}`,
	],
	late: [
		'The month of this receipt is already closed. The receipt will be paid with the next payroll run.',
		'Der Monat dieses Belegs ist bereits abgeschlossen. Der Beleg wird mit der nächsten Abrechnung gezahlt.',
	],
	faster: [
		'That receipt was decided or changed in the meantime. This is the next one.',
		'Über den Beleg wurde inzwischen entschieden, oder er wurde geändert. Das ist der nächste.',
	],
	toReceipts: ['Show receipts', 'Belege anzeigen'],
	receipt: (number: number, count: number) =>
		count === 1 ? ['Receipt', 'Beleg'] : [`Receipt ${number} of ${count}`, `Beleg ${number} von ${count}`],
	noReceipt: ['There is no receipt.', 'Es gibt keinen Beleg.'],
	open: ['Open in tab', 'In Tab öffnen'],
	larger: ['Zoom', 'Zoomen'],
	turn: ['Rotate', 'Drehen'],
	requested: ['Originally requested', 'Ursprünglich beantragt'],
	mealDayCount: (days: number) =>
		days === 1 ? ['1 meal day', '1 Essenstag'] : [`${days} meal days`, `${days} Essenstage`],
	...RELATIVE_NAMES,
	approvedDays: ['Approved days', 'Genehmigte Tage'],
	ofAsked: (asked: string) => [`of ${asked}`, `von ${asked}`],
	absencesRecorded: [
		'The record of absences proves these meal days',
		'Die Erfassung der Fehlzeiten belegt diese Essenstage',
	],
	budgetAllows: (amount: string) => [`budget allows ${amount}`, `Budget erlaubt ${amount}`],
	sentOn: (day: string) => [`submitted ${day}`, `eingereicht am ${day}`],
	returnedBecause: ['Reason for the return', 'Grund der Rückgabe'],
	states: EXPENSE_STATE_NAMES,
	sampled: ['Sample', 'Stichprobe'],
	drawn: ['a rule would have approved this', 'eine Regel hätte ihn genehmigt'],
	checks: {
		own: OWN,
		receipt: ['Receipt attached', 'Beleg vorhanden'],
		access: ['Flex budget covers this', 'Flex-Budget gilt dafür'],
		month: ['Month still open', 'Monat noch offen'],
		mealDays: ['Meal days so far', 'Essenstage bisher'],
		left: ['Within the budget', 'Im Rahmen des Budgets'],
		machine: ['Code or invoice', 'Code oder Rechnung'],
		sameReceipt: ['Same file submitted before', 'Dieselbe Datei schon eingereicht'],
		samePurchase: ['Same purchase submitted before', 'Derselbe Kauf schon eingereicht'],
		sameDayAndAmount: ['Same person, day and amount', 'Dieselbe Person, derselbe Tag und Betrag'],
		limit: ['Within the legal limits', 'Im Rahmen der gesetzlichen Grenzen'],
	} satisfies Record<Check['name'], Pair>,
	verdicts: VERDICT_NAMES satisfies Record<Verdict, Pair>,
	onReceipt: ['What the receipt says', 'Angaben auf dem Beleg'],
	asInForm: ['as in the form', 'wie im Formular'],
	notAsInForm: ['differs from the form', 'weicht vom Formular ab'],
	correctedInvoice: ['Corrected invoice', 'Korrigierte Rechnung'],
	replacesAnother: ['replaces an earlier invoice', 'ersetzt eine frühere Rechnung'],
	signature: ['Signature', 'Signatur'],
	till: ['Till', 'Kasse'],
	transaction: ['Transaction', 'Transaktion'],
	seller: ['Seller', 'Verkäufer'],
	invoiceNumber: ['Invoice number', 'Rechnungsnummer'],
	servicePeriod: ['Service period', 'Leistungszeitraum'],
	facts: ['Machine-read facts', 'Maschinell gelesene Angaben'],
	filter: ['Filter', 'Filtern'],
	noMatch: [
		'No receipts match this filter. Select another one.',
		'Keine Belege passen zu diesem Filter. Wählen Sie einen anderen.',
	],
	nextRun: ['no, paid with the next run', 'nein, mit der nächsten Abrechnung'],
	unchecked: ['not checked', 'nicht geprüft'],
	over: (amount: string) => [`${amount} over`, `${amount} zu viel`],
	by: (name: string, day: string) => [`${name}, ${day}`, `${name}, ${day}`],
	fine: ['fine', 'in Ordnung'],
	limits: LIMIT_NAMES,
	beyond: (name: string, amount: string, limit: string) => [
		`${name}: ${amount} with this receipt, limit ${limit}`,
		`${name}: ${amount} mit diesem Beleg, Grenze ${limit}`,
	],
	mayBeTaxed: ['may be taxed', 'evtl. steuerpflichtig'],
	pay: ['Reimburse', 'Erstatten'],
	why: ['Reasons if you do not approve everything', 'Gründe, wenn Sie nicht alles genehmigen'],
	reasons: {
		unreadable: ['Not readable', 'Nicht lesbar'],
		no_date: ['No date', 'Kein Datum'],
		no_amount: ['No amount', 'Kein Betrag'],
		no_items: ['No items', 'Keine Posten'],
		not_eligible: ['Not eligible', 'Nicht erstattungsfähig'],
		card_slip: ['Card slip', 'Kartenzahlungsbeleg'],
		several_on_one_picture: ['Several receipts', 'Mehrere Belege'],
		wrong_month: ['Wrong month', 'Falscher Monat'],
		foreign_country: ['Other country', 'Anderes Land'],
		duplicate: ['Duplicate', 'Schon eingereicht'],
		paid_elsewhere: ['Paid elsewhere', 'Anderswo erstattet'],
	} satisfies Record<Exclude<Reason, 'other'>, Pair>,
	ownWords: ['Other reason', 'Anderer Grund'],
	keys: ['Keys', 'Tasten'],
	useKeys: ['Use these keys', 'Diese Tasten benutzen'],
	keyHelp: [
		[
			['j', 'skip'],
			['k', 'previous'],
			['a', 'approve; after a finding press it twice'],
			['e', 'return: first to the reasons, then again'],
			['r', 'reject: first to the reasons, then again'],
			['u', 'undo the last decision'],
			['m', 'amount, then Enter to approve a part'],
			['1 … 0, p', 'select a reason'],
			['o', 'other reason'],
			['z', 'zoom'],
			['t', 'rotate'],
			['n', 'open the file in a new tab'],
			['Esc', 'leave a field'],
			['?', 'show the keys'],
		],
		[
			['j', 'überspringen'],
			['k', 'zurück'],
			['a', 'genehmigen; bei Befunden zweimal drücken'],
			['e', 'zurückgeben: erst zu den Gründen, dann noch einmal'],
			['r', 'ablehnen: erst zu den Gründen, dann noch einmal'],
			['u', 'letzte Entscheidung zurücknehmen'],
			['m', 'Betrag, dann mit Enter teilweise genehmigen'],
			['1 … 0, p', 'Grund auswählen'],
			['o', 'anderer Grund'],
			['z', 'zoomen'],
			['t', 'drehen'],
			['n', 'Datei in neuem Tab öffnen'],
			['Esc', 'Feld verlassen'],
			['?', 'Tasten anzeigen'],
		],
	],
	list: ['All waiting', 'Alle wartenden'],
	allWaiting: ['All waiting receipts', 'Alle wartenden Belege'],
	one: ['One after the other', 'Einzeln nacheinander'],
	choose: ['Select', 'Auswahl'],
	chooseOne: (who: string, amount: string) => [`Select ${who}, ${amount}`, `${who}, ${amount} auswählen`],
	findings: ['Findings', 'Befunde'],
	found: {
		own: ['your own', 'Ihr eigener'],
		receipt: ['no receipt', 'kein Beleg'],
		access: ['flex budget does not cover it', 'Flex-Budget gilt dafür nicht'],
		month: ['month closed', 'Monat abgeschlossen'],
		mealDays: ['too many meal days', 'zu viele Essenstage'],
		left: ['no budget', 'kein Budget'],
		machine: ['differs from the form', 'weicht vom Formular ab'],
		sameReceipt: ['same file:', 'dieselbe Datei:'],
		samePurchase: ['same purchase:', 'derselbe Kauf:'],
		sameDayAndAmount: ['perhaps twice:', 'vielleicht doppelt:'],
		limit: ['above a legal limit', 'über einer gesetzlichen Grenze'],
	} satisfies Record<Check['name'], Pair>,
	decideTicked: ['Decide on selected receipts', 'Über ausgewählte Belege entscheiden'],
	decideFine: (count: number) =>
		count === 1
			? ['Decide on the one without a finding', 'Über den einen ohne Befund entscheiden']
			: [`Decide on the ${count} without a finding`, `Über die ${count} ohne Befund entscheiden`],
	many: ['Decide on many', 'Über viele entscheiden'],
	chosen: ['For the selected receipts', 'Für die ausgewählten Belege'],
	none: [
		'No receipts selected. Select receipts in the list.',
		'Keine Belege ausgewählt. Wählen Sie in der Liste Belege aus.',
	],
	tooMany: [
		'You can decide on up to 50 receipts at once.',
		'Sie können über höchstens 50 Belege auf einmal entscheiden.',
	],
	decision: ['Decision', 'Entscheidung'],
	decisions: {
		APPROVED: ['Approve', 'Genehmigen'],
		REJECTED: ['Reject', 'Ablehnen'],
		NEEDS_CORRECTION: ['Return', 'Zurückgeben'],
	} satisfies Record<Decision['state'], Pair>,
	approveAmount: (amount: string) => [`Approve ${amount}`, `${amount} genehmigen`],
	typeFirst: [
		'Select a decision to see a preview.',
		'Wählen Sie eine Entscheidung, um eine Vorschau zu sehen.',
	],
	noneDecided: ['No receipt would be decided.', 'Über keinen Beleg würde entschieden.'],
	decided: (decision: string, count: number) => [
		`${decision}: ${count === 1 ? 'one receipt' : `${count} receipts`}`,
		`${decision}: ${count === 1 ? 'ein Beleg' : `${count} Belege`}`,
	],
	doneMany: {
		APPROVED: (count: number) => manyOf(count, 'Approved', 'genehmigt'),
		REJECTED: (count: number) => manyOf(count, 'Rejected', 'abgelehnt'),
		NEEDS_CORRECTION: (count: number) => manyOf(count, 'Returned', 'zurückgegeben'),
	} satisfies Record<Decision['state'], (count: number) => Pair>,
	result: ['Result', 'Ergebnis'],
	undoHint: [
		'To undo only one decision, open its receipt below.',
		'Um nur eine Entscheidung zurückzunehmen, öffnen Sie unten den Beleg.',
	],
	reopenedMany: (count: number) =>
		count === 1
			? [
					'The decision was undone. The receipt is back in the queue.',
					'Die Entscheidung wurde zurückgenommen. Der Beleg ist wieder in der Warteschlange.',
				]
			: [
					`${count} decisions were undone. The receipts are back in the queue.`,
					`${count} Entscheidungen wurden zurückgenommen. Die Belege sind wieder in der Warteschlange.`,
				],
	waitsAgain: ['waits again', 'wartet wieder'],
	/** Refusals of an approval that a decision on the receipt alone can avoid. */
	alone: {
		max_days_exceeded: [
			'Decide on this receipt alone: approve fewer days, or confirm the record of absences if there is one.',
			'Entscheiden Sie über diesen Beleg einzeln: Genehmigen Sie weniger Tage, oder bestätigen Sie die Erfassung der Fehlzeiten, wenn es sie gibt.',
		],
		tax_budget_exceeded: SMALLER_AMOUNT,
		budget_exceeded: SMALLER_AMOUNT,
	} satisfies Partial<Record<RefusalCode, Pair>>,
	answers: {
		results: {
			UNCHANGED: SHARED.unchanged,
			REFUSED: ['not decided', 'nicht entschieden'],
		},
		count: (count: number) =>
			count === 1 ? ['One receipt', 'Ein Beleg'] : [`${count} receipts`, `${count} Belege`],
		refusals: {
			forbidden: OWN,
			not_found: ['This receipt no longer exists.', 'Diesen Beleg gibt es nicht mehr.'],
		},
	},
});

export const REOPENING_WORDS = catalogue({
	answers: {
		results: { UNCHANGED: SHARED.unchanged, REFUSED: ['not undone', 'nicht zurückgenommen'] },
		refusals: {
			forbidden: OWN,
			not_found: ['This receipt no longer exists.', 'Diesen Beleg gibt es nicht mehr.'],
			validation_failed: [
				'Here you can undo only your own decisions of the last 10 minutes. To undo this one, open the receipt and enter a reason.',
				'Hier können Sie nur eigene Entscheidungen der letzten 10 Minuten zurücknehmen. Öffnen Sie den Beleg und geben Sie einen Grund an.',
			],
		},
	},
	decided: {
		APPROVED: (amount: string, name: string) => [
			`Approved ${amount} for ${name}.`,
			`${amount} für ${name} genehmigt.`,
		],
		REJECTED: (amount: string, name: string) => [
			`Rejected ${amount} for ${name}.`,
			`${amount} für ${name} abgelehnt.`,
		],
		NEEDS_CORRECTION: (amount: string, name: string) => [
			`Returned ${amount} to ${name} for correction.`,
			`${amount} an ${name} zur Korrektur zurückgegeben.`,
		],
	} satisfies Record<Decision['state'], (amount: string, name: string) => Pair>,
	reasonHint: [
		'You need no reason within ten minutes of your own decision.',
		'In den ersten zehn Minuten nach Ihrer eigenen Entscheidung brauchen Sie keinen Grund.',
	],
	takeBack: ['Take back decision', 'Entscheidung zurücknehmen'],
	takeBackHint: [
		'The receipt waits for a decision again. This is possible until payroll has closed the month.',
		'Der Beleg wartet dann wieder auf eine Entscheidung. Das geht, bis der Monat abgeschlossen ist.',
	],
	reopened: [
		'The decision was taken back. The receipt is back in the queue.',
		'Die Entscheidung wurde zurückgenommen. Der Beleg ist wieder in der Warteschlange.',
	],
});
