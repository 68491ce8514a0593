import type { Pair } from '../../core/language.ts';
import { FORMAT_NAMES } from '../../core/words.ts';
import type { MonthState } from '../../payroll/sheets/rules.ts';
import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	noCompany: [
		'You have no company whose payroll you see. Its administrator or the operator can add you.',
		'Sie sehen noch von keiner Firma die Abrechnung. Deren Administration oder der Betreiber kann Sie hinzufügen.',
	],
	months: ['Months', 'Monate'],
	states: {
		CLOSED: ['closed', 'abgeschlossen'],
		CLOSING: ['is being counted', 'wird gezählt'],
		EMPTY: ['no lines', 'keine Zeilen'],
		DUE: ['due', 'fällig'],
		OPEN: ['open', 'offen'],
		LATER: ['later', 'später'],
	} satisfies Record<MonthState, Pair>,
	openMonth: (month: string) => [`Open: ${month}`, `Offen: ${month}`],
	close: (month: string) => [`Close ${month}`, `${month} abschließen`],
	closes: ['Closes automatically', 'Schließt automatisch'],
	untilEvening: (day: string) => [`in the evening of ${day}`, `am Abend des ${day}`],
	format: ['File of the payroll office', 'Datei des Lohnbüros'],
	noFormat: ['None is set, so nothing is held over.', 'Keine eingestellt; darum wird nichts zurückgestellt.'],
	lineCount: ['Lines', 'Zeilen'],
	toVerify: ['Still to verify', 'Noch zu prüfen'],
	decidedLater: [
		'Receipts that are approved only after the closing are paid with the next month.',
		'Belege, die erst nach dem Abschluss genehmigt werden, zahlt der nächste Monat.',
	],
	heldOver: ['Would be held over', 'Würde zurückgestellt'],
	sums: ['Sums by module and cost centre', 'Summen nach Modul und Kostenstelle'],
	noSums: [
		'Nothing waits for this month yet. Approved expenses appear here at once.',
		'Für diesen Monat wartet noch nichts. Was genehmigt wird, steht sofort hier.',
	],
	oneByOne: ['See the lines one by one', 'Die Zeilen einzeln ansehen'],
	waitingFor: (month: string) => [`Lines of ${month} that wait`, `Wartende Zeilen für ${month}`],
	noneWaits: [
		'No such line waits for this month any more.',
		'Keine solche Zeile wartet mehr auf diesen Monat.',
	],
	allWaiting: ['Show all lines of the month', 'Alle Zeilen des Monats zeigen'],
	goodies: ['Vouchers', 'Gutscheine'],
	kinds: {
		MEALS_FLAT_TAXED: ['taxed at a flat rate', 'pauschal versteuert'],
		MEALS_TAX_FREE: ['free of tax', 'steuerfrei'],
	},
	total: ['Total', 'Summe'],
	obstacles: ['What stands in the way', 'Was im Weg steht'],
	obstaclesHint: [
		'What is not corrected until the month closes is held over to the next one. Nothing of it is lost.',
		'Was bis zum Abschluss nicht behoben ist, wird in den nächsten Monat zurückgestellt. Verloren geht davon nichts.',
	],
	noObstacles: (toVerify: number) =>
		toVerify === 0
			? ['Nothing stands in the way.', 'Nichts steht im Weg.']
			: [
					`Nothing stands in the way of the lines. Not decided yet: ${toVerify === 1 ? 'one receipt' : `${toVerify} receipts`}.`,
					`Den Zeilen steht nichts im Weg. Noch nicht entschieden: ${toVerify === 1 ? 'ein Beleg' : `${toVerify} Belege`}.`,
				],
	why: ['What is wrong, and what mends it', 'Was nicht stimmt, und was es behebt'],
	office: ['This keeps every line out of the file.', 'Das hält jede Zeile aus der Datei.'],
	warnings: ['Beyond what is free of tax', 'Mehr, als steuerfrei ist'],
	warningsHint: [
		'Nothing is forbidden. Ask your tax adviser.',
		'Verboten ist nichts. Fragen Sie Ihre Steuerberatung.',
	],
	spending: ['Paid by module, month by month', 'Gezahlt nach Modul, Monat für Monat'],
	spendingHint: [
		'Outlined bars wait for their month to close.',
		'Umrandete Balken warten auf den Abschluss ihres Monats.',
	],
	noSpending: ['Nothing was paid in these months.', 'In diesen Monaten wurde nichts gezahlt.'],
	forGood: [
		'This is for good: the lines are paid as they are, and the month and all before it take no more expenses. What is wrong then is corrected in a later month.',
		'Das ist endgültig: Die Zeilen werden gezahlt, wie sie sind, und der Monat und alle davor nehmen keine Belege mehr an. Was dann falsch ist, wird in einem späteren Monat korrigiert.',
	],
	shuts: ['Takes no more expenses', 'Nimmt keine Belege mehr an'],
	notOver: ['not over yet', 'noch nicht vorbei'],
	over: ['over', 'vorbei'],
	early: (months: string) => [
		`I mean it: shut ${months} before the time`,
		`Ich meine es so: ${months} vor der Zeit schließen`,
	],
	closeNow: ['Close for good', 'Endgültig abschließen'],
	nothingToClose: [
		'No line would be paid. The month would only be shut.',
		'Es würde keine Zeile gezahlt. Der Monat würde nur geschlossen.',
	],
	cannotClose: ['This month cannot be closed.', 'Dieser Monat lässt sich nicht abschließen.'],
	run: (month: string) => [`Payroll of ${month}`, `Abrechnung ${month}`],
	closed: [
		'The month is closed. Now the file can be made.',
		'Der Monat ist abgeschlossen. Jetzt kann die Datei erstellt werden.',
	],
	closedBy: ['Closed by', 'Abgeschlossen von'],
	closedAt: ['Closed on', 'Abgeschlossen am'],
	byItself: ['Zubrot, at the cut-off', 'Zubrot, am Stichtag'],
	outsider: [
		'the operator, or somebody who has left the company’s administration',
		'dem Betreiber, oder jemandem, der die Firma nicht mehr verwaltet',
	],
	heldOverOf: ['Held over to the next month', 'In den nächsten Monat zurückgestellt'],
	heldOverLines: ['See the lines', 'Die Zeilen ansehen'],
	checksum: ['SHA-256 of the CSV file', 'SHA-256 der CSV-Datei'],
	files: ['Files', 'Dateien'],
	formats: FORMAT_NAMES,
	officeFormat: ['your office’s', 'Ihr Lohnbüro'],
	notGiven: ['Not made yet', 'Noch nicht erstellt'],
	version: (number: number) => [`Version ${number}`, `Fassung ${number}`],
	make: ['Make the file', 'Datei erstellen'],
	download: ['Take it again', 'Noch einmal laden'],
	reissue: ['Make it anew', 'Neu erstellen'],
	reissueHint: [
		'A file once given stays as it is, whatever changes. Made anew, it follows the present settings, and is a new version if that makes a difference.',
		'Eine Datei bleibt, wie sie einmal herausgegeben wurde, was sich auch ändert. Neu erstellt, folgt sie den jetzigen Einstellungen, und ist eine neue Fassung, wenn das einen Unterschied macht.',
	],
	profile: ['Import profile for Lohn und Gehalt (INI)', 'Importprofil für Lohn und Gehalt (INI)'],
	withGaps: (count: number) => [
		`Make it without ${count === 1 ? 'this line' : `these ${count} lines`}`,
		count === 1 ? 'Ohne diese Zeile erstellen' : `Ohne diese ${count} Zeilen erstellen`,
	],
	gapsHint: [
		'What is left out has to be paid by hand. The register keeps which lines they are.',
		'Was fehlt, muss von Hand gezahlt werden. Das Verzeichnis behält, welche Zeilen es sind.',
	],
	register: ['What was given', 'Was herausgegeben wurde'],
	file: ['File', 'Datei'],
	by: ['By', 'Von'],
	at: ['When', 'Wann'],
	leftOut: ['Left out', 'Ausgelassen'],
	lines: ['Lines', 'Zeilen'],
	noLines: ['This run has no line.', 'Diese Abrechnung hat keine Zeile.'],
	correct: ['Correct', 'Korrigieren'],
	correction: ['Correction', 'Korrektur'],
	corrects: (reason: string) => [`Correction: ${reason}`, `Korrektur: ${reason}`],
	correctionOf: ['Correct a line', 'Eine Zeile korrigieren'],
	paid: ['paid', 'gezahlt'],
	waits: ['waits for the next month', 'wartet auf den nächsten Monat'],
	sameSpending: [
		'All lines of the same expense or voucher',
		'Alle Zeilen derselben Ausgabe oder desselben Gutscheins',
	],
	inAll: ['In all', 'Insgesamt'],
	reason: LABELS.reason,
	saved: [
		'The correction is saved. It goes into the next month that closes.',
		'Die Korrektur ist gespeichert. Sie geht in den nächsten Monat, der schließt.',
	],
	personForm: ['Open the person’s form', 'Formular der Person öffnen'],
	backToRun: ['Back to the run', 'Zurück zur Abrechnung'],
});
