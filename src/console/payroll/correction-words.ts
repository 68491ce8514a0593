import { catalogue, LABELS } from '../words.ts';

export const CORRECTION_WORDS = catalogue({
	direction: ['What is wrong?', 'Was stimmt nicht?'],
	tooMuch: ['Too much was paid: take back', 'Es wurde zu viel gezahlt: zurücknehmen'],
	tooLittle: ['Too little was paid: pay more', 'Es wurde zu wenig gezahlt: nachzahlen'],
	howMuch: LABELS.amount,
	reasonHint: ['It stands in the history and in the CSV file.', 'Steht im Verlauf und in der CSV-Datei.'],
	saveCorrection: ['Correct', 'Korrigieren'],
	typeFirst: [
		'Say how much and why; here stands what would follow.',
		'Sagen Sie, wie viel und warum; hier steht dann, was folgt.',
	],
	wouldBe: ['Paid in all then', 'Dann insgesamt gezahlt'],
	wouldGo: (month: string) => [`A new line of ${month}`, `Eine neue Zeile für ${month}`],
	own: [
		'This was paid to you. Somebody else corrects it.',
		'Das wurde Ihnen gezahlt. Jemand anderes korrigiert es.',
	],
	pending: [
		'This line is not paid yet. It can be corrected once its month is closed.',
		'Diese Zeile ist noch nicht gezahlt. Korrigiert werden kann sie nach dem Abschluss ihres Monats.',
	],
});
