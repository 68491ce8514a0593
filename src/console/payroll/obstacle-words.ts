import type { ObstacleCode } from '../../payroll/obstacles/rules.ts';
import type { WARNINGS } from '../../payroll/warnings/rules.ts';
import type { Catalogue } from '../words.ts';

/** What the sentence about an obstacle names. */
interface Named {
	wageType: string;
	personnelNumber: string;
	/** The number of somebody else; null when it is not known any more. */
	otherNumber: string | null;
	currency: string;
}

interface ObstacleWords {
	says: Record<ObstacleCode, (named: Named) => string>;
	/** Where it is mended. */
	inSettings: string;
	inPerson: string;
	elsewhere: string;
	warnings: Record<(typeof WARNINGS)[number], string>;
	limit: (limit: string) => string;
}

/** Obstacles that are mended at the person whom they concern; the others are mended in the company's settings. */
export const AT_PERSON: readonly ObstacleCode[] = [
	'personnel_number_missing',
	'personnel_number_not_numeric',
	'personnel_number_not_supported',
	'personnel_number_ambiguous',
	'cost_center_not_supported',
];

const ENGLISH: ObstacleWords = {
	says: {
		office_numbers_missing: () => 'The office’s adviser number and client number are missing.',
		office_numbers_not_supported: () =>
			'DATEV takes adviser numbers from 1000 to 9999999 and client numbers from 1 to 99999.',
		wage_type_missing: ({ wageType }) => `${wageType} has no wage type.`,
		wage_type_not_supported: ({ wageType }) => `The format does not take the wage type of ${wageType}.`,
		lodas_key_missing: ({ wageType }) => `The wage type of ${wageType} has no LODAS processing key.`,
		personnel_number_missing: () => 'The personnel number is missing.',
		personnel_number_not_numeric: ({ personnelNumber }) =>
			`DATEV takes personnel numbers from 1 to 99999, not ${personnelNumber}.`,
		personnel_number_not_supported: ({ personnelNumber }) =>
			`DATEV takes personnel numbers of at most 15 characters, not ${personnelNumber}.`,
		personnel_number_ambiguous: ({ personnelNumber, otherNumber }) =>
			`To the payroll office, ${personnelNumber} is one number with ${otherNumber ?? 'that'} of somebody else.`,
		currency_not_supported: ({ currency }) => `DATEV carries euros only, not ${currency}.`,
		cost_center_not_supported: () =>
			'The cost centre is too long, or has signs that DATEV does not take: 13 characters in LODAS, 8 in Lohn und Gehalt.',
	},
	inSettings: 'Mend it in the company’s payroll settings.',
	inPerson: 'Mend it in the person’s form.',
	elsewhere: 'Pay it in another way, or choose CSV for this month in the company’s payroll settings.',
	warnings: {
		benefits_in_kind_exceeded: 'Benefits in kind of the month',
		gift_exceeded: 'Gift for an occasion',
	},
	limit: (limit) => `free of tax: ${limit}`,
};

const GERMAN: ObstacleWords = {
	says: {
		office_numbers_missing: () => 'Beraternummer und Mandantennummer fehlen.',
		office_numbers_not_supported: () =>
			'DATEV nimmt Beraternummern von 1000 bis 9999999 und Mandantennummern von 1 bis 99999.',
		wage_type_missing: ({ wageType }) => `${wageType} hat keine Lohnart.`,
		wage_type_not_supported: ({ wageType }) => `Das Format nimmt die Lohnart von ${wageType} nicht.`,
		lodas_key_missing: ({ wageType }) =>
			`Der Lohnart von ${wageType} fehlt der Bearbeitungsschlüssel für LODAS.`,
		personnel_number_missing: () => 'Die Personalnummer fehlt.',
		personnel_number_not_numeric: ({ personnelNumber }) =>
			`DATEV nimmt Personalnummern von 1 bis 99999, nicht ${personnelNumber}.`,
		personnel_number_not_supported: ({ personnelNumber }) =>
			`DATEV nimmt Personalnummern mit höchstens 15 Zeichen, nicht ${personnelNumber}.`,
		personnel_number_ambiguous: ({ personnelNumber, otherNumber }) =>
			`Für das Lohnbüro ist ${personnelNumber} dieselbe Nummer wie ${otherNumber ?? 'die'} von jemand anderem.`,
		currency_not_supported: ({ currency }) => `DATEV kennt nur Euro, nicht ${currency}.`,
		cost_center_not_supported: () =>
			'Die Kostenstelle ist zu lang oder hat Zeichen, die DATEV nicht nimmt: 13 Zeichen in LODAS, 8 in Lohn und Gehalt.',
	},
	inSettings: 'Zu beheben in den Lohneinstellungen der Firma.',
	inPerson: 'Zu beheben im Formular der Person.',
	elsewhere:
		'Zahlen Sie es auf anderem Weg, oder wählen Sie in den Lohneinstellungen der Firma für diesen Monat CSV.',
	warnings: {
		benefits_in_kind_exceeded: 'Sachbezüge des Monats',
		gift_exceeded: 'Geschenk zu einem Anlass',
	},
	limit: (limit) => `steuerfrei: ${limit}`,
};

export const OBSTACLE_WORDS: Catalogue<ObstacleWords> = { en: ENGLISH, de: GERMAN };
