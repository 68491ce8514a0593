import type { Pair } from '../../core/language.ts';
import { FORMAT_NAMES, MODULE_NAMES } from '../../core/words.ts';
import type { WageTypeKey } from '../../ledger/rules.ts';
import type { ExportFormat } from '../../payroll/export/rules.ts';
import { catalogue, LABELS } from '../words.ts';

export const WORDS = catalogue({
	format: ['Format of the files', 'Format der Dateien'],
	formats: FORMAT_NAMES satisfies Record<ExportFormat, Pair>,
	formatNone: ['none: no lines are held back', 'keines: keine Zeile wird zurückgehalten'],
	adviserNumber: LABELS.adviserNumber,
	clientNumber: LABELS.clientNumber,
	digits: [
		'Please enter digits in the range that DATEV accepts: 1 to 9999, keys 1 to 99, advisers from 1000.',
		'Bitte geben Sie Ziffern in dem Bereich ein, den DATEV annimmt: 1 bis 9999, Schlüssel 1 bis 99, Berater ab 1000.',
	],
	wageTypes: LABELS.wageTypes,
	wageTypesHint: [
		'Ask your payroll office for these numbers. Lohn und Gehalt reserves 6000 to 7999.',
		'Ihr Lohnbüro nennt Ihnen diese Nummern. Lohn und Gehalt reserviert 6000 bis 7999.',
	],
	what: ['Benefit', 'Leistung'],
	number: LABELS.number,
	lodasKey: LABELS.lodasKey,
	paid: {
		...MODULE_NAMES,
		GOODIES: ['Vouchers', 'Gutscheine'],
		MEALS_TAX_FREE: ['Meals, free part', 'Essen, freier Teil'],
	} satisfies Record<WageTypeKey, Pair>,
	usesCompanyNumbers: ['Use company personnel numbers', 'Betriebliche Personalnummern verwenden'],
	sumsBookings: [
		'Combine lines of one person, wage type and cost centre',
		'Zeilen mit gleicher Person, Lohnart und Kostenstelle zusammenfassen',
	],
	splitsMeals: [
		'Split meals into taxed and tax-free parts',
		'Essen in versteuerten und freien Teil aufteilen',
	],
	usesCompanyNumbersHint: [
		'Up to 15 characters instead of 1 to 99999',
		'Bis zu 15 Zeichen statt 1 bis 99999',
	],
	sumsBookingsHint: ['In DATEV files', 'In Dateien für DATEV'],
	splitsMealsHint: [
		'A part with flat-rate tax and a tax-free part, up to the legal limits of both',
		'In einen pauschal versteuerten und einen steuerfreien Teil, bis zu den gesetzlichen Grenzen',
	],
	example: ['Example of the file', 'Beispiel der Datei'],
	exampleHint: [
		'These settings produce files like this one. The people in it are invented.',
		'Diese Einstellungen erzeugen Dateien wie diese. Die Personen darin sind erfunden.',
	],
	noOffice: [
		'DATEV accepts no file without a matching adviser and client number.',
		'DATEV nimmt ohne passende Berater- und Mandantennummer keine Datei an.',
	],
	lacking: (names: string) => [
		`Without a wage type the lines wait for the next month: ${names}.`,
		`Ohne Lohnart warten die Zeilen auf den nächsten Monat: ${names}.`,
	],
	profile: ['Import profile for Lohn und Gehalt', 'Importprofil für Lohn und Gehalt'],
});
