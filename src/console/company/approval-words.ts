import { MODULE_NAMES } from '../../core/words.ts';
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
		'This random share of the permitted receipts still goes to a verifier.',
		'Dieser zufällige Anteil der erlaubten Belege geht trotzdem an die Belegprüfung.',
	],
	percentRange: ['Please enter a number from 0 to 100.', 'Bitte geben Sie eine Zahl von 0 bis 100 ein.'],
	acceptsInvoices: ['Also approve e-invoices', 'Auch E-Rechnungen genehmigen'],
	acceptsInvoicesHint: [
		'Nobody signs e-invoices, so anybody can write one. Corrected invoices always go to a verifier.',
		'E-Rechnungen sind nicht signiert, also kann jeder eine schreiben. Korrigierte Rechnungen gehen immer an die Belegprüfung.',
	],
	turnOn: ['Set rule', 'Regel festlegen'],
	turnOff: ['Remove rule', 'Regel entfernen'],
	turnOffHint: [
		'Approved receipts stay approved. From then on, verifiers decide on all receipts.',
		'Genehmigte Belege bleiben genehmigt. Danach entscheidet die Belegprüfung über alle Belege.',
	],
	tried: (permitted: string, decided: string, day: string) => [
		`This rule would have approved ${permitted} of ${decided} purchases since ${day} that were decided.`,
		`Diese Regel hätte ${permitted} von ${decided} entschiedenen Käufen seit ${day} genehmigt.`,
	],
	triedNone: (day: string) => [
		`Nobody has decided on purchases of this module since ${day}.`,
		`Über Käufe dieses Moduls wurde seit ${day} nicht entschieden.`,
	],
	agreed: ['People decided on all of these in the same way.', 'Über alle diese wurde genauso entschieden.'],
	opposed: {
		rejected: ['Of these, people rejected', 'Davon von der Belegprüfung abgelehnt'],
		approvedInPart: ['Of these, people approved a part of', 'Davon nur teilweise genehmigt'],
		returned: ['Of these, people returned for correction', 'Davon zur Korrektur zurückgegeben'],
	},
	triedHint: [
		'The tills that are known today count. The sample would still send some to a verifier.',
		'Es zählen die Kassen, die heute bekannt sind. Einige gingen als Stichprobe trotzdem an die Belegprüfung.',
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
	seedTitle: ['How the sample was drawn', 'Wie die Stichprobe gezogen wurde'],
	noSeed: [
		'No rule was set in this month, so no sample was drawn.',
		'In diesem Monat gab es keine Regel, also wurde keine Stichprobe gezogen.',
	],
	committed: ['SHA-256 of the seed', 'SHA-256 der Startzahl'],
	seedSecret: [
		'The seed is secret until the month is closed. Then it appears here.',
		'Die Startzahl ist geheim, bis der Monat abgeschlossen ist. Dann erscheint sie hier.',
	],
	revealed: (day: string) => [`revealed on ${day}`, `aufgedeckt am ${day}`],
	check: [
		'To check a draw, take “mark” from the event of the expense. Compute HMAC-SHA256 with the bytes of the seed as the key.',
		'Um eine Ziehung zu prüfen, nehmen Sie „mark“ aus dem Ereignis der Ausgabe. Berechnen Sie HMAC-SHA256 mit den Bytes der Startzahl als Schlüssel.',
	],
	check2: [
		'The first 8 hexadecimal digits, divided by 2³², are below the percentage of the sample for each drawn receipt.',
		'Die ersten 8 Hexadezimalziffern, geteilt durch 2³², liegen für jeden gezogenen Beleg unter dem Prozentsatz der Stichprobe.',
	],
});
