import type { ExportFormat } from '../../payroll/export/rules.ts';
import type { WageTypeKey } from '../../payroll/transactions/rules.ts';
import { WORDS as PERSON_WORDS } from '../person/words.ts';
import type { Catalogue } from '../words.ts';

type Tick = 'usesCompanyNumbers' | 'sumsBookings' | 'splitsMeals';

const ENGLISH = {
	format: 'Format of the files',
	noFormat: 'not chosen: nothing is held back',
	formats: {
		csv: 'CSV, every field',
		'csv-de': 'CSV for German spreadsheets',
		'datev-lodas': 'DATEV LODAS',
		'datev-lug': 'DATEV Lohn und Gehalt',
	} satisfies Record<ExportFormat, string>,
	adviserNumber: 'Adviser number (Berater)',
	clientNumber: 'Client number (Mandant)',
	digits: 'Please type digits in the range that DATEV takes: 1 to 9999, keys 1 to 99, advisers from 1000.',
	wageTypes: 'Wage types',
	wageTypesHint: 'Your payroll office names them. Lohn und Gehalt keeps 6000 to 7999 for itself.',
	what: 'What',
	number: 'Wage type',
	lodasKey: 'Key',
	paid: {
		...PERSON_WORDS.en.modules,
		GOODIES: 'Vouchers',
		MEALS_TAX_FREE: 'Meals, free part',
	} satisfies Record<WageTypeKey, string>,
	ticks: {
		usesCompanyNumbers: 'The office knows people by our own numbers',
		sumsBookings: 'Add up what has one person, wage type and cost centre',
		splitsMeals: 'Split meals as the law has them',
	} satisfies Record<Tick, string>,
	hints: {
		usesCompanyNumbers: 'Up to 15 characters, instead of 1 to 99999',
		sumsBookings: 'In DATEV files',
		splitsMeals: 'A part with flat tax and a free part, and no more than both',
	} satisfies Record<Tick, string>,
	example: 'Example of the file',
	exampleHint: 'A file as these settings make it, of people who do not exist:',
	noOffice: 'Without a fitting adviser and client number DATEV takes no file.',
	lacking: (names: string) => `Without a wage type the lines wait for the next month: ${names}.`,
	profile: 'Import profile for Lohn und Gehalt',
};

export const WORDS: Catalogue<typeof ENGLISH> = {
	en: ENGLISH,
	de: {
		format: 'Format der Dateien',
		noFormat: 'nicht gewählt: nichts wird zurückgehalten',
		formats: {
			csv: 'CSV mit allen Feldern',
			'csv-de': 'CSV für deutsche Tabellenprogramme',
			'datev-lodas': 'DATEV LODAS',
			'datev-lug': 'DATEV Lohn und Gehalt',
		},
		adviserNumber: 'Beraternummer',
		clientNumber: 'Mandantennummer',
		digits:
			'Bitte geben Sie Ziffern in dem Bereich ein, den DATEV nimmt: 1 bis 9999, Schlüssel 1 bis 99, Berater ab 1000.',
		wageTypes: 'Lohnarten',
		wageTypesHint: 'Ihr Lohnbüro nennt sie. Lohn und Gehalt behält 6000 bis 7999 für sich.',
		what: 'Wofür',
		number: 'Lohnart',
		lodasKey: 'Schlüssel',
		paid: { ...PERSON_WORDS.de.modules, GOODIES: 'Gutscheine', MEALS_TAX_FREE: 'Essen, freier Teil' },
		ticks: {
			usesCompanyNumbers: 'Das Lohnbüro arbeitet mit betrieblichen Personalnummern',
			sumsBookings: 'Zusammenzählen, was Person, Lohnart und Kostenstelle gemeinsam hat',
			splitsMeals: 'Essen aufteilen, wie das Gesetz es vorsieht',
		},
		hints: {
			usesCompanyNumbers: 'Bis zu 15 Zeichen, statt 1 bis 99999',
			sumsBookings: 'In Dateien für DATEV',
			splitsMeals: 'In einen pauschal versteuerten und einen freien Teil, und nicht mehr als beide',
		},
		example: 'Beispiel der Datei',
		exampleHint: 'So sieht eine Datei mit diesen Angaben aus. Die Personen darin sind erfunden.',
		noOffice: 'Ohne passende Berater- und Mandantennummer nimmt DATEV keine Datei an.',
		lacking: (names) => `Ohne Lohnart warten die Zeilen auf den nächsten Monat: ${names}.`,
		profile: 'Importprofil für Lohn und Gehalt',
	},
};
