import type { Pair } from '../../core/language.ts';
import type { RefusalCode } from '../../core/refusals.ts';
import { EXPENSE_STATE_NAMES, LIMIT_NAMES, RELATIVE_NAMES } from '../../core/words.ts';
import type { Decision } from '../../expenses/decisions/rules.ts';
import { catalogue } from '../words.ts';

const OWN: Pair = [
	'This is your own receipt. Another verifier decides on it.',
	'Das ist Ihr eigener Beleg. Darüber entscheidet eine andere Person.',
];

export const WORDS = catalogue({
	verify: ['Verify receipts', 'Belege prüfen'],
	standing: (number: string, count: string) => [`${number} of ${count}`, `${number} von ${count}`],
	noCompanyToVerify: [
		'You are not a verifier of any company yet. Ask its administrator or the operator to add you.',
		'Sie prüfen noch für keine Firma. Bitten Sie deren Administration oder den Betreiber um Zugang.',
	],
	nothing: [
		'No receipts to review. New receipts appear here.',
		'Keine Belege zu prüfen. Neue Belege erscheinen hier.',
	],
	nothingMore: ['No more receipts after this one.', 'Danach gibt es keine weiteren Belege.'],
	oldest: ['Back to the oldest', 'Zurück zum ältesten'],
	oneBack: ['One back', 'Einen zurück'],
	inTime: (day: string) => [
		`Decide until the evening of ${day} to pay it with its own month.`,
		`Bei einer Entscheidung bis zum Abend des ${day} wird er mit seinem Monat gezahlt.`,
	],
	late: [
		'Its month is already closed. It will be paid with the next payroll run.',
		'Sein Monat ist bereits abgeschlossen. Er wird mit der nächsten Abrechnung gezahlt.',
	],
	faster: [
		'That receipt was decided or changed in the meantime. This is the next one.',
		'Jener Beleg wurde inzwischen entschieden oder geändert. Das ist der nächste.',
	],
	toReceipts: ['Show receipts', 'Belege anzeigen'],
	receipt: (number: number, count: number) =>
		count === 1 ? ['Receipt', 'Beleg'] : [`Receipt ${number} of ${count}`, `Beleg ${number} von ${count}`],
	noReceipt: ['There is no receipt.', 'Es gibt keinen Beleg.'],
	open: ['Open in a new tab', 'In neuem Tab öffnen'],
	larger: ['Larger', 'Größer'],
	turn: ['Turn', 'Drehen'],
	asked: ['Requested', 'Beantragt'],
	requested: ['Originally requested', 'Ursprünglich beantragt'],
	days: ['Days of meals', 'Essenstage'],
	mealPrice: ['Price of the meals', 'Preis der Mahlzeiten'],
	...RELATIVE_NAMES,
	approvedDays: ['Approved days', 'Genehmigte Tage'],
	payDays: ['Days of meals to approve', 'Zu genehmigende Essenstage'],
	payDaysHint: [
		'Enter fewer days to give the others back to the employee.',
		'Geben Sie weniger Tage ein, um die übrigen wieder freizugeben.',
	],
	absencesRecorded: [
		'The record of absences proves these days of meals',
		'Die Erfassung der Fehlzeiten belegt diese Essenstage',
	],
	left: ['Left in its month', 'Übrig im Monat'],
	mealDays: ['Meal days so far', 'Essenstage bisher'],
	transport: ['Public transport', 'Öffentliche Verkehrsmittel'],
	note: ['Note', 'Notiz'],
	sent: ['Sent', 'Gesendet'],
	returnedBecause: ['Was returned because', 'Zurückgegeben, weil'],
	states: EXPENSE_STATE_NAMES,
	rules: ['Rules', 'Regeln'],
	inOrder: ['No rule forbids it.', 'Keine Regel spricht dagegen.'],
	fine: ['fine', 'in Ordnung'],
	forbids: ['forbids it', 'spricht dagegen'],
	own: OWN,
	limits: LIMIT_NAMES,
	beyond: (name: string, amount: string, limit: string) => [
		`${name}: ${amount} with this receipt, limit ${limit}`,
		`${name}: ${amount} mit diesem Beleg, Grenze ${limit}`,
	],
	mayBeTaxed: ['may be taxed', 'evtl. steuerpflichtig'],
	sameReceipt: ['The same file', 'Dieselbe Datei'],
	sameDay: ['The same person, day and amount', 'Dieselbe Person, derselbe Tag, derselbe Betrag'],
	other: (number: number) => [`Look at no. ${number}`, `Nr. ${number} ansehen`],
	pay: ['Pay', 'Erstatten'],
	payHint: [
		'Enter a smaller amount to approve only part of it.',
		'Geben Sie einen kleineren Betrag ein, um nur einen Teil zu genehmigen.',
	],
	why: ['Reasons for a smaller amount or a rejection', 'Gründe für Kürzung oder Ablehnung'],
	ownWords: ['In your own words', 'In eigenen Worten'],
	keys: ['Keys', 'Tasten'],
	useKeys: ['Use these keys', 'Diese Tasten benutzen'],
	keyHelp: [
		[
			['j', 'leave it for later'],
			['k', 'one back'],
			['a', 'approve'],
			['p', 'approve a part: to the amount, then Enter'],
			['1 – 9', 'tick one of the first nine reasons'],
			['r', 'reject: first to the reasons, then again'],
			['z', 'make the picture larger'],
			['t', 'turn the picture'],
			['o', 'open the receipt in a tab of its own'],
			['Esc', 'leave a field'],
			['?', 'show the keys'],
		],
		[
			['j', 'später entscheiden'],
			['k', 'einen zurück'],
			['a', 'genehmigen'],
			['p', 'teilweise genehmigen: zum Betrag, dann Enter'],
			['1 – 9', 'einen der ersten neun Gründe anhaken'],
			['r', 'ablehnen: erst zu den Gründen, dann noch einmal'],
			['z', 'das Bild vergrößern'],
			['t', 'das Bild drehen'],
			['o', 'den Beleg in eigenem Tab öffnen'],
			['Esc', 'ein Feld verlassen'],
			['?', 'die Tasten zeigen'],
		],
	],
	list: ['All receipts to review', 'Alle zu prüfenden Belege'],
	one: ['One after the other', 'Einzeln nacheinander'],
	choose: ['Choose', 'Auswahl'],
	chooseOne: (who: string, amount: string) => [`Choose ${who}, ${amount}`, `${who}, ${amount} auswählen`],
	findings: ['Findings', 'Befunde'],
	found: {
		own: ['your own', 'Ihr eigener'],
		forbidden: ['a rule forbids it', 'eine Regel spricht dagegen'],
		noReceipt: ['no receipt', 'kein Beleg'],
		duplicate: ['perhaps twice', 'vielleicht doppelt'],
		limit: ['above a legal limit', 'über einer gesetzlichen Grenze'],
	},
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
		NEEDS_CORRECTION: ['Return for correction', 'Zur Korrektur zurückgeben'],
	} satisfies Record<Decision['state'], Pair>,
	typeFirst: [
		'Select a decision to see a preview.',
		'Wählen Sie eine Entscheidung, um eine Vorschau zu sehen.',
	],
	noneDecided: ['No receipt would be decided.', 'Über keinen Beleg würde entschieden.'],
	decided: (decision: string, count: number) => [
		`${decision}: ${count === 1 ? 'one receipt' : `${count} receipts`}`,
		`${decision}: ${count === 1 ? 'ein Beleg' : `${count} Belege`}`,
	],
	/** Refusals of an approval that a decision on the receipt alone can avoid. */
	alone: {
		max_days_exceeded: [
			'Decide on this receipt alone: approve fewer days, or confirm the record of absences if there is one.',
			'Über diesen Beleg einzeln entscheiden: weniger Tage genehmigen oder die Erfassung der Fehlzeiten bestätigen, wenn es sie gibt.',
		],
		tax_budget_exceeded: [
			'Decide on this receipt alone: approve a smaller amount.',
			'Über diesen Beleg einzeln entscheiden: einen kleineren Betrag genehmigen.',
		],
		budget_exceeded: [
			'Decide on this receipt alone: approve a smaller amount.',
			'Über diesen Beleg einzeln entscheiden: einen kleineren Betrag genehmigen.',
		],
	} satisfies Partial<Record<RefusalCode, Pair>>,
	back: ['Back to the list', 'Zurück zur Liste'],
	answers: {
		results: {
			UNCHANGED: ['unchanged', 'unverändert'],
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
	decided: ['The decision was saved.', 'Die Entscheidung wurde gespeichert.'],
	undo: ['Undo decision', 'Entscheidung rückgängig machen'],
	reason: ['Reason', 'Grund'],
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
		'The decision was taken back. The receipt waits in the queue again.',
		'Die Entscheidung wurde zurückgenommen. Der Beleg wartet wieder auf eine Entscheidung.',
	],
});
