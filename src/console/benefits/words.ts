import type { Pair } from '../../core/language.ts';
import { EXPENSE_STATE_NAMES } from '../../core/words.ts';
import type { ExpenseState } from '../../expenses/rules.ts';
import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	title: ['My benefits', 'Meine Benefits'],
	hello: (name: string) => [`Hello, ${name}`, `Guten Tag, ${name}`],
	left: (month: string) => [`Left in ${month}`, `Noch verfügbar im ${month}`],
	why: ['How this comes about', 'Wie kommt das zustande?'],
	granted: ['For this month', 'Für diesen Monat'],
	carriedIn: ['From earlier months', 'Aus früheren Monaten'],
	spent: ['Approved so far', 'Bisher genehmigt'],
	pending: ['Being checked', 'Wird geprüft'],
	available: ['Left', 'Übrig'],
	lapsesWithYear: (day: string) => [
		`What is left is carried over, and lapses after ${day}.`,
		`Was übrig ist, wird übertragen und verfällt nach dem ${day}.`,
	],
	lapsesWithMonth: (day: string) => [
		`What is left lapses after ${day}.`,
		`Was übrig ist, verfällt nach dem ${day}.`,
	],
	carryEnds: (day: string, amount: string) => [
		`From ${day} on, ${amount} of it are left.`,
		`Ab dem ${day} sind davon ${amount} übrig.`,
	],
	paused: ['Your benefits pause for the whole month.', 'Ihre Benefits pausieren den ganzen Monat.'],
	noAccess: [
		'You have no budget this month. Your administrator can give you one.',
		'In diesem Monat haben Sie kein Guthaben. Ihre Administration kann Ihnen eines geben.',
	],
	limit: (amount: string) => [
		`Besides sports, you may spend ${amount} more this month.`,
		`Außer für Sport dürfen Sie in diesem Monat noch ${amount} ausgeben.`,
	],
	add: ['Add a receipt', 'Beleg hinzufügen'],
	expenses: ['My receipts', 'Meine Belege'],
	inMonth: (month: string) => [`Receipts of ${month}`, `Belege für ${month}`],
	none: ['Nothing handed in for this month yet.', 'Für diesen Monat ist noch nichts eingereicht.'],
	all: ['All of this month', 'Alle dieses Monats'],
	returned: (count: number) =>
		count === 1
			? ['A receipt was sent back to you.', 'Ein Beleg kam zu Ihnen zurück.']
			: [`${count} receipts were sent back to you.`, `${count} Belege kamen zu Ihnen zurück.`],
	rules: ['Before you send it', 'Bevor Sie senden'],
	rule: {
		modules: (modules: string) => [`Your budget is for: ${modules}.`, `Ihr Guthaben ist für: ${modules}.`],
		left: (amount: string) => [
			`${amount} are left. A receipt of more can be handed in for what is left.`,
			`Übrig sind ${amount}. Ein höherer Beleg lässt sich für das einreichen, was übrig ist.`,
		],
		one: [
			'One receipt each, with its date, its amount and what was bought. A card slip is not enough.',
			'Jeder Beleg einzeln, mit Datum, Betrag und Posten. Ein Kartenzahlungsbeleg genügt nicht.',
		],
		files: ['A photo or a PDF of at most 10 MB.', 'Ein Foto oder ein PDF von höchstens 10 MB.'],
	},
	module: ['What for', 'Wofür'],
	date: ['Day on the receipt', 'Tag auf dem Beleg'],
	days: ['Number of meal days', 'Anzahl der Essenstage'],
	isPublicTransport: ['With public transport', 'Mit öffentlichen Verkehrsmitteln'],
	note: ['Note for whoever checks it', 'Notiz für die Prüfung'],
	upTo: ['If less is left, hand it in for what is left', 'Wenn weniger übrig ist, dafür einreichen'],
	file: ['Photo or PDF', 'Foto oder PDF'],
	fileUnreadable: [
		'This picture cannot be read here. Please take it as JPEG: on an iPhone under Settings, Camera, Formats, “Most Compatible”.',
		'Dieses Bild ist hier nicht lesbar. Bitte nehmen Sie es als JPEG auf: am iPhone unter Einstellungen, Kamera, Formate, „Maximale Kompatibilität“.',
	],
	send: ['Hand in', 'Einreichen'],
	saved: [
		'Handed in. You are told when it is decided.',
		'Eingereicht. Sie erfahren, wenn darüber entschieden ist.',
	],
	fileMissing: [
		'The entries are saved, but the picture has not arrived. Please add it here.',
		'Die Angaben sind gespeichert, aber das Bild ist nicht angekommen. Bitte fügen Sie es hier hinzu.',
	],
	withdrawn: ['Withdrawn.', 'Zurückgezogen.'],
	withdraw: ['Withdraw', 'Zurückziehen'],
	mend: ['Correct and hand in again', 'Berichtigen und wieder einreichen'],
	handInUntil: (month: string, day: string) => [
		`Receipts of ${month} can be handed in until the evening of ${day}.`,
		`Belege vom ${month} können Sie bis zum Abend des ${day} einreichen.`,
	],
	mendUntil: (day: string) => [
		`Until ${day}. After that it is rejected.`,
		`Bis zum ${day}. Danach wird er abgelehnt.`,
	],
	reasons: ['Why', 'Warum'],
	asked: ['Handed in for', 'Eingereicht für'],
	approvedPart: (part: string, whole: string) => [`${part} of ${whole}`, `${part} von ${whole}`],
	states: EXPENSE_STATE_NAMES satisfies Record<ExpenseState, Pair>,
	files: ['Pictures', 'Bilder'],
	fileNumber: (number: number, kind: string) => [`File ${number} (${kind})`, `Datei ${number} (${kind})`],
	noFile: ['There is no picture yet.', 'Es gibt noch kein Bild.'],
	addFile: ['Add the picture', 'Bild hinzufügen'],
	remove: ['Remove', 'Entfernen'],
	removeHint: [
		'It is removed for good. You can add another one as long as this is not decided.',
		'Die Datei wird endgültig entfernt. Solange nicht entschieden ist, können Sie eine andere hinzufügen.',
	],
	removeFile: (number: number) => [`Remove file ${number} for good`, `Datei ${number} endgültig entfernen`],
	removed: ['The file is removed.', 'Die Datei ist entfernt.'],
	vouchers: ['Vouchers', 'Gutscheine'],
	planned: ['What you get', 'Was Sie bekommen'],
	monthly: (amount: string, day: string) => [
		`${amount} a month, next on ${day}`,
		`${amount} im Monat, das nächste Mal am ${day}`,
	],
	special: (amount: string, day: string) => [`${amount} on ${day}`, `${amount} am ${day}`],
	plannedEnd: (day: string) => [`until ${day}`, `bis ${day}`],
	issued: ['What you have got', 'Was Sie bekommen haben'],
	noVouchers: ['No voucher has been issued for you yet.', 'Für Sie wurde noch kein Gutschein ausgestellt.'],
	noPlans: ['No voucher is planned for you.', 'Für Sie ist kein Gutschein geplant.'],
});
