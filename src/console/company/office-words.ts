import type { Pair } from '../../core/language.ts';
import { FORMAT_NAMES, MODULE_NAMES } from '../../core/words.ts';
import type { WageTypeKey } from '../../ledger/rules.ts';
import type { ExportFormat } from '../../payroll/export/rules.ts';
import { catalogue, LABELS } from '../words.ts';

type Tick = 'usesCompanyNumbers' | 'sumsBookings' | 'splitsMeals';

export const WORDS = catalogue({
	format: ['Format of the files', 'Format der Dateien'],
	noFormat: ['not chosen: nothing is held back', 'nicht gewählt: nichts wird zurückgehalten'],
	formats: FORMAT_NAMES satisfies Record<ExportFormat, Pair>,
	adviserNumber: LABELS.adviserNumber,
	clientNumber: LABELS.clientNumber,
	digits: [
		'Please type digits in the range that DATEV takes: 1 to 9999, keys 1 to 99, advisers from 1000.',
		'Bitte geben Sie Ziffern in dem Bereich ein, den DATEV nimmt: 1 bis 9999, Schlüssel 1 bis 99, Berater ab 1000.',
	],
	wageTypes: LABELS.wageTypes,
	wageTypesHint: [
		'Your payroll office names them. Lohn und Gehalt keeps 6000 to 7999 for itself.',
		'Ihr Lohnbüro nennt sie. Lohn und Gehalt behält 6000 bis 7999 für sich.',
	],
	number: LABELS.number,
	lodasKey: LABELS.lodasKey,
	paid: {
		...MODULE_NAMES,
		GOODIES: ['Vouchers', 'Gutscheine'],
		MEALS_TAX_FREE: ['Meals, free part', 'Essen, freier Teil'],
	} satisfies Record<WageTypeKey, Pair>,
	ticks: {
		usesCompanyNumbers: [
			'The office knows people by our own numbers',
			'Das Lohnbüro arbeitet mit betrieblichen Personalnummern',
		],
		sumsBookings: [
			'Add up what has one person, wage type and cost centre',
			'Zusammenzählen, was Person, Lohnart und Kostenstelle gemeinsam hat',
		],
		splitsMeals: ['Split meals as the law has them', 'Essen aufteilen, wie das Gesetz es vorsieht'],
	} satisfies Record<Tick, Pair>,
	hints: {
		usesCompanyNumbers: [
			'Up to 15 characters, instead of 1 to 99999',
			'Bis zu 15 Zeichen, statt 1 bis 99999',
		],
		sumsBookings: ['In DATEV files', 'In Dateien für DATEV'],
		splitsMeals: [
			'A part with flat tax and a free part, and no more than both',
			'In einen pauschal versteuerten und einen freien Teil, und nicht mehr als beide',
		],
	} satisfies Record<Tick, Pair>,
	example: ['Example of the file', 'Beispiel der Datei'],
	exampleHint: [
		'A file as these settings make it, of people who do not exist:',
		'So sieht eine Datei mit diesen Angaben aus. Die Personen darin sind erfunden.',
	],
	noOffice: [
		'Without a fitting adviser and client number DATEV takes no file.',
		'Ohne passende Berater- und Mandantennummer nimmt DATEV keine Datei an.',
	],
	lacking: (names: string) => [
		`Without a wage type the lines wait for the next month: ${names}.`,
		`Ohne Lohnart warten die Zeilen auf den nächsten Monat: ${names}.`,
	],
	profile: ['Import profile for Lohn und Gehalt', 'Importprofil für Lohn und Gehalt'],
});
