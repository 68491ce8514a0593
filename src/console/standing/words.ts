import type { Pair } from '../../foundation/core/language.ts';
import { MODULE_NAMES } from '../../foundation/core/words.ts';
import { catalogue, SHARED } from '../words.ts';
import type { ShownState } from './parts.tsx';

export const WORDS = catalogue({
	title: ['Standing expenses', 'Dauerausgaben'],
	own: ['My standing expenses', 'Meine Dauerausgaben'],
	add: ['Add a standing expense', 'Dauerausgabe hinzufügen'],
	none: [
		'No standing expenses yet. Add one for a ticket, internet or a gym that you pay for each month.',
		'Noch keine Dauerausgaben. Fügen Sie eine hinzu, zum Beispiel für ein Ticket, Internet oder ein Studio, das Sie jeden Monat bezahlen.',
	],
	noneOfCompany: [
		'No standing expenses yet. They appear here when employees submit them.',
		'Noch keine Dauerausgaben. Sie erscheinen hier, sobald Mitarbeitende sie einreichen.',
	],
	noModule: [
		'Your budget has no module for standing expenses now. Your administrator can give you one.',
		'Ihr Budget hat zurzeit kein Modul für Dauerausgaben. Ihre Administration kann Ihnen eines geben.',
	],
	modules: MODULE_NAMES,
	named: (module: string, amount: string) => [
		`${module}, ${amount} a month`,
		`${module}, ${amount} im Monat`,
	],
	state: ['Status', 'Status'],
	states: {
		PROOF_MISSING: ['proof is missing', 'Nachweis fehlt'],
		WAITING: ['waits for verification', 'wartet auf Prüfung'],
		ACTIVE: ['active', 'aktiv'],
		COMPLETE: ['complete', 'abgeschlossen'],
		PROOF_ENDED: ['new proof needed', 'neuer Nachweis nötig'],
		REJECTED: ['rejected', 'abgelehnt'],
		ENDED: ['ended', 'beendet'],
	} satisfies Record<ShownState, Pair>,
	stateHints: {
		PROOF_MISSING: [
			'Add a proof. It is verified once, and each month is then submitted for you.',
			'Fügen Sie einen Nachweis hinzu. Er wird einmal geprüft. Danach wird jeder Monat für Sie eingereicht.',
		],
		PROOF_ENDED: [
			'The proof covers no further month. Add a new one if the expense goes on.',
			'Der Nachweis deckt keinen weiteren Monat ab. Fügen Sie einen neuen hinzu, wenn die Ausgabe weiter besteht.',
		],
		REJECTED: [
			'The proof was rejected. Submit another standing expense with a better one.',
			'Der Nachweis wurde abgelehnt. Reichen Sie eine neue Dauerausgabe mit einem besseren ein.',
		],
	} satisfies Partial<Record<ShownState, Pair>>,
	endedByOther: [
		'Your administrator ended it. Submit a new one if the expense goes on.',
		'Ihre Administration hat sie beendet. Reichen Sie eine neue ein, wenn die Ausgabe weiter besteht.',
	],
	newProofWaits: [
		'A new proof waits for its verification. Until then, the earlier one counts.',
		'Ein neuer Nachweis wartet auf seine Prüfung. Bis dahin gilt der frühere.',
	],
	amount: ['Amount a month', 'Betrag im Monat'],
	approvedPart: (part: string, whole: string) => [`${part} of ${whole}`, `${part} von ${whole}`],
	dayOfMonth: ['Day (1 to 28)', 'Tag (1 bis 28)'],
	onDay: ['Day of the month', 'Tag im Monat'],
	startDate: ['First day', 'Erster Tag'],
	startDateHint: ['Closed months are left out.', 'Abgeschlossene Monate werden ausgelassen.'],
	endDate: ['Last day', 'Letzter Tag'],
	proofUntil: ['Proof covers the days until', 'Nachweis gilt bis'],
	proofUntilHint: [
		'For a ticket or contract without an end: one year from now. We ask for a new proof in time.',
		'Bei einem Ticket oder Vertrag ohne Ende: ein Jahr ab heute. Wir bitten rechtzeitig um einen neuen Nachweis.',
	],
	next: (day: string) => [`Next on ${day}`, `Nächste am ${day}`],
	nextDate: ['Next expense', 'Nächste Ausgabe'],
	isPublicTransport: ['With public transport', 'Mit öffentlichen Verkehrsmitteln'],
	upTo: [
		'If less is left in a month, submit it for the rest',
		'Wenn in einem Monat weniger übrig ist, für den Rest einreichen',
	],
	note: ['Note for the verifier', 'Notiz für die Belegprüfung'],
	period: ['Period', 'Zeitraum'],
	since: (day: string) => [`from ${day}`, `ab ${day}`],
	between: (first: string, last: string) => [`${first} to ${last}`, `${first} bis ${last}`],
	waitingSince: ['Waits since', 'Wartet seit'],
	dateEnded: ['Ended on', 'Beendet am'],
	months: ['Submitted months', 'Eingereichte Monate'],
	skipped: ['Months without an expense', 'Monate ohne Ausgabe'],
	noMonths: ['No month has been submitted yet.', 'Es wurde noch kein Monat eingereicht.'],
	proofs: ['Proofs', 'Nachweise'],
	noProofs: ['There is no proof yet.', 'Es gibt noch keinen Nachweis.'],
	proofNumber: (number: number, kind: string) => [
		`Proof ${number} (${kind})`,
		`Nachweis ${number} (${kind})`,
	],
	proofStates: {
		SUBMITTED: ['waits for verification', 'wartet auf Prüfung'],
		APPROVED: ['verified', 'geprüft'],
		REJECTED: ['rejected', 'abgelehnt'],
		UNVERIFIED: ['not verified', 'nicht geprüft'],
	},
	file: ['Proof', 'Nachweis'],
	fileHint: [
		'A photo or PDF of the ticket, contract or bill, with your name, price and period. At most 10 MB.',
		'Ein Foto oder PDF von Ticket, Vertrag oder Rechnung, mit Ihrem Namen, Preis und Zeitraum. Höchstens 10 MB.',
	],
	newProof: ['New proof', 'Neuer Nachweis'],
	replaces: ['It replaces the proof that waits.', 'Er ersetzt den Nachweis, der wartet.'],
	addProof: ['Add a proof', 'Nachweis hinzufügen'],
	proofMissing: [
		'Your entries were saved, but the proof was not. It is still selected below. Add it once more.',
		'Ihre Angaben wurden gespeichert, der Nachweis aber nicht. Er ist unten weiterhin ausgewählt. Fügen Sie ihn noch einmal hinzu.',
	],
	send: ['Submit', 'Einreichen'],
	saved: [
		'Submitted. You will get a mail when the proof is verified.',
		'Eingereicht. Sie erhalten eine Mail, sobald der Nachweis geprüft ist.',
	],
	end: ['End standing expense', 'Dauerausgabe beenden'],
	endHint: [
		'No further month is submitted. Submitted months stay as they are. This cannot be undone.',
		'Es wird kein weiterer Monat eingereicht. Eingereichte Monate bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
	],
	endNow: ['End permanently', 'Endgültig beenden'],
	ended: [
		'The standing expense has ended. No further month is submitted.',
		'Die Dauerausgabe ist beendet. Es wird kein weiterer Monat eingereicht.',
	],
	verify: ['Verify', 'Prüfen'],
	approve: ['Approve', 'Genehmigen'],
	reject: ['Reject', 'Ablehnen'],
	approved: [
		'Approved. Each month is now submitted automatically.',
		'Genehmigt. Jeder Monat wird nun automatisch eingereicht.',
	],
	rejected: ['Rejected. The employee gets a mail.', 'Abgelehnt. Die Person erhält eine Mail.'],
	eachMonth: ['Each month', 'Je Monat'],
	ofAsked: (asked: string) => [`of ${asked}`, `von ${asked}`],
	ownOnly: [
		'Somebody else has to verify this, because it is yours or you submitted it.',
		'Das muss eine andere Person prüfen, weil es Ihre eigene ist oder Sie sie eingereicht haben.',
	],
	nothingWaits: [
		'No proof waits for its verification. Go back to the list to see the others.',
		'Es wartet kein Nachweis auf seine Prüfung. In der Liste finden Sie die anderen.',
	],
	noCompanyToVerify: SHARED.noCompany,
});
