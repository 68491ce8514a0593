import type { MonthState } from '../../benefits/payroll/sheets/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { FIELD_NAMES, FORMAT_NAMES } from '../../foundation/core/words.ts';
import { catalogue, SHARED } from '../words.ts';

export const WORDS = catalogue({
	noCompany: [
		'You do not see the payroll of any company yet. Ask its administrator or the operator to add you.',
		'Sie sehen noch keine Abrechnung eines Unternehmens. Bitten Sie dessen Administration oder den Betreiber um Zugang.',
	],
	states: {
		CLOSED: SHARED.monthClosed,
		CLOSING: ['being closed', 'wird abgeschlossen'],
		EMPTY: ['no lines', 'keine Zeilen'],
		DUE: FIELD_NAMES.dueDate,
		OPEN: ['open', 'offen'],
		LATER: ['later', 'später'],
	} satisfies Record<MonthState, Pair>,
	openMonth: (month: string) => [`Open: ${month}`, `Offen: ${month}`],
	close: (month: string) => [`Close ${month}`, `${month} abschließen`],
	closes: ['Closes automatically', 'Schließt automatisch'],
	untilEvening: (day: string) => [`in the evening of ${day}`, `am Abend des ${day}`],
	format: ['File of the payroll office', 'Datei des Lohnbüros'],
	noFormat: [
		'No format is set, so all lines are paid.',
		'Kein Format festgelegt, darum werden alle Zeilen gezahlt.',
	],
	toVerify: ['Still to verify', 'Noch zu prüfen'],
	decidedLater: [
		'Receipts that are approved after the month closes are paid with the next payroll run.',
		'Belege, die nach dem Abschluss genehmigt werden, werden mit der nächsten Abrechnung gezahlt.',
	],
	heldOver: ['Would move to the next payroll run', 'Käme in die nächste Abrechnung'],
	sums: ['Sums by module and cost centre', 'Summen nach Modul und Kostenstelle'],
	noSums: [
		'No lines yet. Approved expenses appear here immediately.',
		'Noch keine Zeilen. Genehmigte Ausgaben erscheinen hier sofort.',
	],
	oneByOne: ['Show lines one by one', 'Zeilen einzeln anzeigen'],
	waitingFor: (month: string) => [`Lines of ${month} that wait`, `Wartende Zeilen für ${month}`],
	noneWaits: [
		'No such line waits for this month any more.',
		'Keine solche Zeile wartet mehr auf diesen Monat.',
	],
	allWaiting: ['Show all lines of the month', 'Alle Zeilen des Monats anzeigen'],
	kinds: {
		MEALS_FLAT_TAXED: ['taxed at a flat rate', 'pauschal versteuert'],
		MEALS_TAX_FREE: ['free of tax', 'steuerfrei'],
	},
	total: ['Total', 'Insgesamt'],
	obstacles: ['Problems', 'Probleme'],
	obstaclesHint: [
		'Lines that are not corrected before the month closes move to the next payroll run. Nothing is lost.',
		'Zeilen, die vor dem Abschluss nicht korrigiert sind, kommen in die nächste Abrechnung. Nichts geht verloren.',
	],
	noObstacles: (toVerify: number) =>
		toVerify === 0
			? ['No problems.', 'Keine Probleme.']
			: [
					`No problems with the lines. Not decided yet: ${toVerify === 1 ? 'one receipt' : `${toVerify} receipts`}.`,
					`Keine Probleme mit den Zeilen. Noch nicht entschieden: ${toVerify === 1 ? 'ein Beleg' : `${toVerify} Belege`}.`,
				],
	why: ['Problem and solution', 'Problem und Lösung'],
	office: ['This keeps every line out of the file.', 'Damit kommt keine Zeile in die Datei.'],
	warnings: ['Above a legal limit', 'Über einer gesetzlichen Grenze'],
	warningsHint: [
		'You can pay this. Ask your tax adviser how to tax it.',
		'Sie können das auszahlen. Fragen Sie Ihre Steuerberatung nach der Versteuerung.',
	],
	leavers: ['Booked in the last month of leavers', 'Im letzten Monat von Ausgeschiedenen gebucht'],
	leaversHint: [
		'These people have left before the booking month. DATEV files book their lines in the last month of the employment. Lohn und Gehalt has a file of its own for each such month.',
		'Diese Personen sind vor dem Buchungsmonat ausgeschieden. Dateien für DATEV buchen ihre Zeilen im letzten Monat der Beschäftigung. Lohn und Gehalt hat dafür je Monat eine eigene Datei.',
	],
	bookedIn: ['DATEV books in', 'DATEV bucht in'],
	bookedEarlier: ['Booked in the last month', 'Im letzten Monat gebucht'],
	partOf: (month: string) => [`Leavers: ${month}`, `Ausgeschiedene: ${month}`],
	spending: ['Paid by module, month by month', 'Gezahlt nach Modul, Monat für Monat'],
	spendingHint: [
		'Outlined bars wait for their month to close.',
		'Umrandete Balken warten auf den Abschluss ihres Monats.',
	],
	noSpending: ['Nothing was paid in these months.', 'In diesen Monaten wurde nichts gezahlt.'],
	forGood: [
		'This cannot be undone. All lines are paid as they are. This month and all earlier months accept no more expenses. You can correct mistakes in a later month.',
		'Das kann nicht rückgängig gemacht werden. Alle Zeilen werden so gezahlt. Dieser und alle früheren Monate nehmen keine Belege mehr an. Fehler können Sie in einem späteren Monat korrigieren.',
	],
	shuts: ['Accepts no more expenses', 'Nimmt keine Belege mehr an'],
	notOver: ['not over yet', 'noch nicht vorbei'],
	over: ['over', 'vorbei'],
	early: (months: string) => [`Close ${months} early`, `${months} vorzeitig abschließen`],
	closeNow: ['Close permanently', 'Endgültig abschließen'],
	nothingToClose: [
		'No line would be paid. The month would only be closed.',
		'Es würde keine Zeile gezahlt. Der Monat würde nur abgeschlossen.',
	],
	cannotClose: ['This month cannot be closed.', 'Dieser Monat lässt sich nicht abschließen.'],
	run: (month: string) => [`Payroll of ${month}`, `Abrechnung ${month}`],
	closed: [
		'The month is closed. You can now create the file.',
		'Der Monat ist abgeschlossen. Sie können jetzt die Datei erstellen.',
	],
	closedBy: ['Closed by', 'Abgeschlossen von'],
	closedAt: ['Closed on', 'Abgeschlossen am'],
	byItself: ['Zubrot, at the cut-off', 'Zubrot, am Stichtag'],
	outsider: ['the operator, or a former administrator', 'dem Betreiber, oder einer früheren Administration'],
	heldOverOf: ['Moved to the next payroll run', 'In die nächste Abrechnung übertragen'],
	heldOverLines: ['Show lines', 'Zeilen anzeigen'],
	checksum: ['SHA-256 of the CSV file', 'SHA-256 der CSV-Datei'],
	files: ['Files', 'Dateien'],
	formats: FORMAT_NAMES,
	officeFormat: ['format of your office', 'Format Ihres Lohnbüros'],
	notGiven: ['Not created yet', 'Noch nicht erstellt'],
	version: (number: number) => [`Version ${number}`, `Version ${number}`],
	make: ['Create file', 'Datei erstellen'],
	made: [
		'The file was created. Its download begins by itself.',
		'Die Datei wurde erstellt. Das Herunterladen beginnt von selbst.',
	],
	otherFormats: ['Other formats', 'Andere Formate'],
	download: ['Download', 'Herunterladen'],
	reissue: ['Create again', 'Neu erstellen'],
	reissueHint: [
		'A downloaded file never changes. Create it again to use the current settings; if the content differs, it becomes a new version.',
		'Eine heruntergeladene Datei ändert sich nie. Erstellen Sie sie neu, um die aktuellen Einstellungen zu verwenden; weicht der Inhalt ab, entsteht eine neue Version.',
	],
	profile: ['Import profile for Lohn und Gehalt (INI)', 'Importprofil für Lohn und Gehalt (INI)'],
	withGaps: (count: number) => [
		`Create without ${count === 1 ? 'this line' : `these ${count} lines`}`,
		count === 1 ? 'Ohne diese Zeile erstellen' : `Ohne diese ${count} Zeilen erstellen`,
	],
	gapsHint: [
		'You have to pay the lines that are left out yourself. The list of created files records them.',
		'Ausgelassene Zeilen müssen Sie selbst auszahlen. Die Liste der erstellten Dateien hält sie fest.',
	],
	register: ['Created files', 'Erstellte Dateien'],
	file: ['File', 'Datei'],
	by: ['By', 'Von'],
	noLines: ['This payroll run has no lines.', 'Diese Abrechnung hat keine Zeilen.'],
	correct: ['Correct', 'Korrigieren'],
	correction: ['Correction', 'Korrektur'],
	corrects: (reason: string) => [`Correction: ${reason}`, `Korrektur: ${reason}`],
	correctionOf: ['Correct a line', 'Eine Zeile korrigieren'],
	waits: ['waits for the next month', 'wartet auf den nächsten Monat'],
	sameSpending: [
		'All lines of the same expense or voucher',
		'Alle Zeilen derselben Ausgabe oder desselben Gutscheins',
	],
	saved: [
		'The correction was saved. It is paid with the next payroll run.',
		'Die Korrektur wurde gespeichert. Sie wird mit der nächsten Abrechnung gezahlt.',
	],
	personForm: ['Open person', 'Person öffnen'],
	backToRun: ['Back to the payroll run', 'Zurück zur Abrechnung'],
});

export const DIRECTION_NAMES = {
	BACK: ['Too much was paid: take back', 'Es wurde zu viel gezahlt: zurücknehmen'],
	MORE: ['Too little was paid: pay more', 'Es wurde zu wenig gezahlt: nachzahlen'],
} satisfies Record<string, Pair>;

export const CORRECTION_WORDS = catalogue({
	direction: ['What is wrong?', 'Was stimmt nicht?'],
	reasonHint: [
		'The reason appears in the history and in the CSV file.',
		'Der Grund erscheint im Verlauf und in der CSV-Datei.',
	],
	typeFirst: [
		'Enter the amount and the reason. The result appears here.',
		'Geben Sie Betrag und Grund ein. Das Ergebnis erscheint hier.',
	],
	wouldBe: ['Total paid afterwards', 'Danach insgesamt gezahlt'],
	wouldGo: (month: string) => [`A new line of ${month}`, `Eine neue Zeile für ${month}`],
	own: [
		'This was paid to you. Ask another administrator to correct it.',
		'Das wurde Ihnen gezahlt. Bitten Sie eine andere Person in der Administration um die Korrektur.',
	],
	settled: [
		'This line was settled outside payroll. Enter an amount to take that back: the next payroll run pays it.',
		'Diese Zeile wurde außerhalb der Lohnabrechnung beglichen. Geben Sie einen Betrag ein, um das zurückzunehmen: Die nächste Abrechnung zahlt ihn.',
	],
	pending: [
		'This line is not paid yet. You can correct it after its month has been closed.',
		'Diese Zeile ist noch nicht ausgezahlt. Sie können sie nach dem Abschluss ihres Monats korrigieren.',
	],
});

export const SETTLEMENT_WORDS = catalogue({
	settle: ['Settle outside payroll', 'Außerhalb der Lohnabrechnung begleichen'],
	settleHint: [
		'Use this if the money was paid in another way. The line leaves all later payroll runs, and balances do not change.',
		'Nutzen Sie das, wenn das Geld auf anderem Weg gezahlt wurde. Die Zeile fällt aus allen späteren Abrechnungen, und Guthaben ändern sich nicht.',
	],
	date: ['Paid on', 'Gezahlt am'],
	reasonHint: ['The reason appears in the history.', 'Der Grund erscheint im Verlauf.'],
});
