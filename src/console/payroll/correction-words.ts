import { catalogue, LABELS } from '../words.ts';

export const CORRECTION_WORDS = catalogue({
	direction: ['What is wrong?', 'Was stimmt nicht?'],
	tooMuch: ['Too much was paid: take back', 'Es wurde zu viel gezahlt: zurücknehmen'],
	tooLittle: ['Too little was paid: pay more', 'Es wurde zu wenig gezahlt: nachzahlen'],
	amount: LABELS.amount,
	reason: LABELS.reason,
	reasonHint: [
		'The reason appears in the history and in the CSV file.',
		'Der Grund erscheint im Verlauf und in der CSV-Datei.',
	],
	saveCorrection: ['Correct', 'Korrigieren'],
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
	pending: [
		'This line is not paid yet. You can correct it after its month has been closed.',
		'Diese Zeile ist noch nicht ausgezahlt. Sie können sie nach dem Abschluss ihres Monats korrigieren.',
	],
});
