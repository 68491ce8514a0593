import { MODULE_NAMES } from '../../foundation/core/words.ts';
import { catalogue } from '../words.ts';

export const APPROVAL_WORDS = catalogue({
	modules: MODULE_NAMES,
	rules: ['Rules', 'Regeln'],
	lead: [
		'A rule approves receipts that nobody needs to look at. The code of a known till must agree with the form, and every check must be fine.',
		'Eine Regel genehmigt Belege, die niemand ansehen muss. Der Code einer bekannten Kasse muss zum Formular passen, und alle Prüfungen müssen in Ordnung sein.',
	],
	lead2: [
		'Everything else waits for a verifier, and so does a random sample.',
		'Alles andere wartet auf die Belegprüfung, ebenso eine zufällige Stichprobe.',
	],
	lost: (month: string) => [
		`No rule approves receipts for ${month}, because the seed of its sample cannot be decrypted. Verifiers decide on all of them. Please tell the operator of this service.`,
		`Keine Regel genehmigt Belege für ${month}, weil sich die Startzahl der Stichprobe nicht entschlüsseln lässt. Die Belegprüfung entscheidet über alle. Bitte melden Sie das dem Betreiber dieses Dienstes.`,
	],
	rule: ['Rule', 'Regel'],
	off: ['off', 'aus'],
	upTo: (amount: string) => [`up to ${amount}`, `bis ${amount}`],
	sample: ['Sample', 'Stichprobe'],
	percent: (number: string) => [`${number} %`, `${number} %`],
	invoices: ['E-invoices', 'E-Rechnungen'],
	edit: (name: string) => [`Rule for ${name}`, `Regel für ${name}`],
	maxAmount: ['Approve receipts up to', 'Belege genehmigen bis'],
	samplePercent: ['Sample in percent', 'Stichprobe in Prozent'],
	samplePercentHint: [
		'This random share of the receipts that the rule permits still goes to a verifier.',
		'Dieser zufällige Anteil der Belege, die die Regel genehmigen würde, geht trotzdem an die Belegprüfung.',
	],
	percentRange: ['Please enter a number from 0 to 100.', 'Bitte geben Sie eine Zahl von 0 bis 100 ein.'],
	acceptsInvoices: ['Also approve e-invoices', 'Auch E-Rechnungen genehmigen'],
	acceptsInvoicesHint: [
		'Nobody signs e-invoices, so anybody can write one. Corrected invoices always go to a verifier.',
		'E-Rechnungen sind nicht signiert, deshalb kann sie jeder erstellen. Berichtigte Rechnungen gehen immer an die Belegprüfung.',
	],
	turnOn: ['Set rule', 'Regel festlegen'],
	turnOff: ['Remove rule', 'Regel entfernen'],
	turnOffHint: [
		'Approved receipts stay approved. From then on, verifiers decide on all receipts.',
		'Genehmigte Belege bleiben genehmigt. Danach entscheidet die Belegprüfung über alle Belege.',
	],
	tried: (permitted: string, decided: string, day: string) => [
		`This rule would have approved ${permitted} of ${decided} decided purchases since ${day}.`,
		`Diese Regel hätte ${permitted} von ${decided} entschiedenen Käufen seit ${day} genehmigt.`,
	],
	triedNone: (day: string) => [
		`No purchases of this module since ${day} have been decided yet.`,
		`Über Käufe dieses Moduls seit ${day} wurde noch nicht entschieden.`,
	],
	agreed: ['All of these were approved in full.', 'Alle diese wurden vollständig genehmigt.'],
	opposed: {
		rejected: ['Of these, rejected', 'Davon abgelehnt'],
		approvedInPart: ['Of these, approved only in part', 'Davon nur teilweise genehmigt'],
		returned: ['Of these, returned for correction', 'Davon zur Korrektur zurückgegeben'],
	},
	triedHint: [
		'The tills that are known today count. Some of these receipts would still go to a verifier as the sample.',
		'Es zählen die Kassen, die heute bekannt sind. Einige dieser Belege gingen als Stichprobe trotzdem an die Belegprüfung.',
	],
	trySample: ['Press Preview to try the rule.', 'Mit „Vorschau“ probieren Sie die Regel aus.'],
	report: (month: string) => [`Decisions in ${month}`, `Entscheidungen im ${month}`],
	reportHint: [
		'The month of the purchase counts. Months of standing expenses were verified before, so they are not included.',
		'Es zählt der Monat des Kaufs. Monate von Dauerausgaben wurden vorher geprüft und sind nicht enthalten.',
	],
	noDecisions: [
		'No decisions in this month yet. They appear here.',
		'Noch keine Entscheidungen in diesem Monat. Sie erscheinen hier.',
	],
	ruleDecided: ['By rule', 'Durch Regel'],
	byPeople: ['By people', 'Durch Personen'],
	found: ['What the sample found', 'Ergebnis der Stichprobe'],
	drawn: ['Drawn', 'Gezogen'],
	approved: ['Approved', 'Genehmigt'],
	approvedInPart: ['In part', 'Teilweise'],
	rejected: ['Rejected', 'Abgelehnt'],
	withdrawn: ['Withdrawn', 'Zurückgezogen'],
	waiting: ['Waiting', 'Wartend'],
	seedTitle: ['How the sample was drawn', 'So wurde die Stichprobe gezogen'],
	noSeed: [
		'No rule was set in this month, so no sample was drawn.',
		'In diesem Monat gab es keine Regel, also wurde keine Stichprobe gezogen.',
	],
	committed: ['SHA-256 of the seed', 'SHA-256 der Startzahl'],
	seedSecret: [
		'The seed is secret until the month is closed. Then it appears here.',
		'Die Startzahl ist geheim, bis der Monat abgeschlossen ist. Dann erscheint sie hier.',
	],
	revealed: (day: string) => [`revealed on ${day}`, `veröffentlicht am ${day}`],
	check: [
		'To check a draw, take “mark” from the event of the expense. Compute its HMAC-SHA256, with the bytes of the seed as the key.',
		'Um eine Ziehung zu prüfen, nehmen Sie „mark“ aus dem Ereignis der Ausgabe. Berechnen Sie davon HMAC-SHA256, mit den Bytes der Startzahl als Schlüssel.',
	],
	check2: [
		'Divide the first 8 hexadecimal digits of the result by 2³². For each drawn receipt, this is below the percentage of the sample.',
		'Teilen Sie die ersten 8 Hexadezimalziffern des Ergebnisses durch 2³². Für jeden gezogenen Beleg liegt das unter dem Prozentsatz der Stichprobe.',
	],
});
