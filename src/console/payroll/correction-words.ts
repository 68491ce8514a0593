import type { Catalogue } from '../words.ts';

const ENGLISH = {
	direction: 'What is wrong?',
	tooMuch: 'Too much was paid: take back',
	tooLittle: 'Too little was paid: pay more',
	howMuch: 'Amount',
	reasonHint: 'It stands in the history and in the CSV file.',
	saveCorrection: 'Correct',
	typeFirst: 'Say how much and why; here stands what would follow.',
	wouldBe: 'Paid in all then',
	wouldGo: (month: string) => `A new line of ${month}`,
	own: 'This was paid to you. Somebody else corrects it.',
	pending: 'This line is not paid yet. It can be corrected once its month is closed.',
};

const GERMAN: typeof ENGLISH = {
	direction: 'Was stimmt nicht?',
	tooMuch: 'Es wurde zu viel gezahlt: zurücknehmen',
	tooLittle: 'Es wurde zu wenig gezahlt: nachzahlen',
	howMuch: 'Betrag',
	reasonHint: 'Steht im Verlauf und in der CSV-Datei.',
	saveCorrection: 'Korrigieren',
	typeFirst: 'Sagen Sie, wie viel und warum; hier steht dann, was folgt.',
	wouldBe: 'Dann insgesamt gezahlt',
	wouldGo: (month) => `Eine neue Zeile für ${month}`,
	own: 'Das wurde Ihnen gezahlt. Jemand anderes korrigiert es.',
	pending: 'Diese Zeile ist noch nicht gezahlt. Korrigiert werden kann sie nach dem Abschluss ihres Monats.',
};

export const CORRECTION_WORDS: Catalogue<typeof ENGLISH> = { en: ENGLISH, de: GERMAN };
