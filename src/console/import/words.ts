import type { RowResult } from '../../employees/import/rules.ts';
import type { Catalogue } from '../words.ts';

const RESULTS: Record<RowResult['result'], string> = {
	CREATED: 'new',
	UPDATED: 'changed',
	UNCHANGED: 'unchanged',
	REFUSED: 'refused',
};

/** What is wrong with a file. */
const FILE_FAULTS = {
	not_csv: 'This is no CSV file. Save the table as CSV in your spreadsheet, and choose that file.',
	malformed_csv: 'A quotation mark is out of place, or never closed.',
	too_small: 'There is no row below the titles.',
	too_big: 'There are more than 10,000 rows. Split the file.',
	too_many_bytes: 'The file is larger than 10 MB. Split it.',
	too_many_columns: 'There are more than 100 columns. Remove those that are not needed.',
};

/** What is wrong with a row, by the code of its fault. */
const ROW_FAULTS = {
	required: 'is missing, or has to be given beside the others',
	nobody: 'an e-mail address or a personnel number is needed',
	duplicate: 'an earlier row is about the same person',
	read_only: 'this number belongs to somebody with another address, which an import does not change',
	too_many_cells: 'The row has more cells than there are titles.',
};

/** How a cell is written that cannot be read, by the kind of its column. */
const CELLS = {
	language: 'write de or en',
	currency: 'write EUR, CHF, GBP or RON',
	amount: 'write an amount such as 50 or 50.00',
	day: 'write a day such as 2026-04-01 or 01.04.2026',
	flag: 'write yes or no',
	modules: 'write words such as MEALS|SPORTS',
};

const ENGLISH = {
	people: 'People',
	title: 'Import people',
	steps: ['File', 'Columns', 'Check', 'Done'],
	file: 'CSV file',
	fileHint: (rows: string) =>
		`Up to ${rows} rows and 10 MB, as a spreadsheet saves it: with commas, semicolons or tabs. The first line has the titles.`,
	next: 'Go on',
	templates: 'An empty file with all columns:',
	english: 'in English',
	german: 'in German',
	whatFor:
		'Whoever is known by number or e-mail address is changed, everybody else is created. An empty cell changes nothing. Nobody is invited yet.',
	columns: 'Which column is which?',
	columnsHint: 'What was recognised is chosen already.',
	column: 'Your column',
	examples: 'What stands in it',
	untitled: (number: number) => `Column ${number}, without a title`,
	leftOut: 'Leave out',
	check: 'Check all rows',
	otherFile: 'Choose another file',
	results: RESULTS,
	rows: 'The rows',
	row: 'Row',
	who: 'Who',
	result: 'What happens',
	count: (count: number) => (count === 1 ? 'One row' : `${count.toLocaleString('en-GB')} rows`),
	shown: (shown: string, all: string) =>
		`The first ${shown} of ${all} rows, those that are refused before the others.`,
	save: (count: string) => (count === '1' ? 'Import one row' : `Import ${count} rows`),
	saveOthers: (count: string) => (count === '1' ? 'Import the other row' : `Import the other ${count} rows`),
	nothingToDo: 'There is nothing to import.',
	refusedFile: 'Save refused rows as a file',
	refusedHint: 'The file has the reason in its last column. Correct it there, and import that file.',
	otherColumns: 'Change the columns',
	done: 'Imported',
	toPeople: 'To the people',
	invite: 'Nobody was invited. Those who can be are found here:',
	notInvited: 'People without an invitation',
	fileFaults: FILE_FAULTS,
	rowFaults: ROW_FAULTS,
	cells: CELLS,
};

type Words = typeof ENGLISH;

const GERMAN: Words = {
	people: 'Mitarbeitende',
	title: 'Mitarbeitende einlesen',
	steps: ['Datei', 'Spalten', 'Prüfen', 'Fertig'],
	file: 'CSV-Datei',
	fileHint: (rows) =>
		`Bis zu ${rows} Zeilen und 10 MB, wie eine Tabellenkalkulation sie speichert: mit Semikolon, Komma oder Tabulator. In der ersten Zeile stehen die Titel.`,
	next: 'Weiter',
	templates: 'Eine leere Datei mit allen Spalten:',
	english: 'auf Englisch',
	german: 'auf Deutsch',
	whatFor:
		'Wen es mit Nummer oder E-Mail-Adresse schon gibt, der wird geändert; alle anderen werden angelegt. Eine leere Zelle ändert nichts. Eingeladen wird noch niemand.',
	columns: 'Welche Spalte ist welche?',
	columnsHint: 'Was erkannt wurde, ist schon gewählt.',
	column: 'Ihre Spalte',
	examples: 'Was darin steht',
	untitled: (number) => `Spalte ${number}, ohne Titel`,
	leftOut: 'Weglassen',
	check: 'Alle Zeilen prüfen',
	otherFile: 'Andere Datei wählen',
	results: {
		CREATED: 'neu',
		UPDATED: 'geändert',
		UNCHANGED: 'unverändert',
		REFUSED: 'abgelehnt',
	},
	rows: 'Die Zeilen',
	row: 'Zeile',
	who: 'Wer',
	result: 'Was geschieht',
	count: (count) => (count === 1 ? 'Eine Zeile' : `${count.toLocaleString('de-DE')} Zeilen`),
	shown: (shown, all) => `Die ersten ${shown} von ${all} Zeilen, die abgelehnten vor den anderen.`,
	save: (count) => (count === '1' ? 'Eine Zeile einlesen' : `${count} Zeilen einlesen`),
	saveOthers: (count) =>
		count === '1' ? 'Die andere Zeile einlesen' : `Die anderen ${count} Zeilen einlesen`,
	nothingToDo: 'Es gibt nichts einzulesen.',
	refusedFile: 'Abgelehnte Zeilen als Datei speichern',
	refusedHint:
		'In der letzten Spalte der Datei steht der Grund. Berichtigen Sie sie dort, und lesen Sie diese Datei ein.',
	otherColumns: 'Spalten ändern',
	done: 'Eingelesen',
	toPeople: 'Zu den Mitarbeitenden',
	invite: 'Eingeladen wurde niemand. Wen Sie einladen können, finden Sie hier:',
	notInvited: 'Mitarbeitende ohne Einladung',
	fileFaults: {
		not_csv:
			'Das ist keine CSV-Datei. Speichern Sie die Tabelle in Ihrer Tabellenkalkulation als CSV, und wählen Sie diese Datei.',
		malformed_csv: 'Ein Anführungszeichen steht falsch, oder es fehlt das zweite.',
		too_small: 'Unter den Titeln steht keine Zeile.',
		too_big: 'Das sind mehr als 10.000 Zeilen. Teilen Sie die Datei.',
		too_many_bytes: 'Die Datei ist größer als 10 MB. Teilen Sie sie.',
		too_many_columns: 'Das sind mehr als 100 Spalten. Entfernen Sie, was nicht gebraucht wird.',
	},
	rowFaults: {
		required: 'fehlt, oder gehört zu den anderen Angaben dazu',
		nobody: 'eine E-Mail-Adresse oder eine Personalnummer ist nötig',
		duplicate: 'von dieser Person handelt schon eine frühere Zeile',
		read_only: 'diese Nummer hat jemand mit einer anderen Adresse, und die ändert ein Einlesen nicht',
		too_many_cells: 'Die Zeile hat mehr Zellen, als es Titel gibt.',
	},
	cells: {
		language: 'schreiben Sie de oder en',
		currency: 'schreiben Sie EUR, CHF, GBP oder RON',
		amount: 'schreiben Sie einen Betrag wie 50 oder 50,00',
		day: 'schreiben Sie einen Tag wie 01.04.2026 oder 2026-04-01',
		flag: 'schreiben Sie ja oder nein',
		modules: 'schreiben Sie Wörter wie MEALS|SPORTS',
	},
};

export const WORDS: Catalogue<Words> = { en: ENGLISH, de: GERMAN };
