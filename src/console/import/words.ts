import type { RowResult } from '../../benefits/onboarding/rows/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { catalogue, SHARED } from '../words.ts';

export const WORDS = catalogue({
	title: ['Import people', 'Mitarbeitende importieren'],
	steps: [
		['File', 'Columns', 'Check', 'Done'],
		['Datei', 'Spalten', 'Prüfen', 'Fertig'],
	],
	file: ['CSV file', 'CSV-Datei'],
	fileHint: [
		'Up to 10,000 rows and 10 MB, as a spreadsheet saves it: with commas, semicolons or tabs. The first line has the titles.',
		'Bis zu 10.000 Zeilen und 10 MB, wie eine Tabellenkalkulation sie speichert: mit Semikolon, Komma oder Tabulator. In der ersten Zeile stehen die Titel.',
	],
	templates: ['An empty file with all columns:', 'Eine leere Datei mit allen Spalten:'],
	whatFor: [
		'Rows with a known personnel number or e-mail address change that person. All other rows create a person. An empty cell changes nothing. Nobody is invited yet.',
		'Zeilen mit bekannter Personalnummer oder E-Mail-Adresse ändern diese Person. Alle anderen legen eine Person an. Eine leere Zelle ändert nichts. Eingeladen wird noch niemand.',
	],
	columns: ['Which column is which?', 'Welche Spalte ist welche?'],
	columnsHint: ['Recognised columns are already selected.', 'Erkannte Spalten sind bereits ausgewählt.'],
	column: ['Your column', 'Ihre Spalte'],
	examples: ['Examples', 'Beispiele'],
	untitled: (number: number) => [`Column ${number}, without a title`, `Spalte ${number}, ohne Titel`],
	leftOut: ['Leave out', 'Weglassen'],
	check: ['Check all rows', 'Alle Zeilen prüfen'],
	checking: (rows: string) => [
		`${rows}: checking. This can take a minute.`,
		`${rows}: Prüfung läuft. Das kann eine Minute dauern.`,
	],
	saving: (rows: string) => [
		`${rows}: importing. This can take a minute.`,
		`${rows}: Import läuft. Das kann eine Minute dauern.`,
	],
	together: [
		'All rows are saved together, which can take a minute. There is no percentage, because nothing is saved before the end. If you close the page meanwhile, either all rows are saved or none. The list of people shows which. You can safely import the file again: no row is saved twice.',
		'Alle Zeilen werden gemeinsam gespeichert, das kann eine Minute dauern. Eine Prozentangabe gibt es nicht, weil bis zum Ende nichts gespeichert ist. Wenn Sie die Seite währenddessen schließen, sind entweder alle Zeilen gespeichert oder keine. Die Liste der Mitarbeitenden zeigt es. Sie können die Datei ohne Risiko noch einmal importieren: Keine Zeile wird doppelt gespeichert.',
	],
	otherFile: ['Select another file', 'Andere Datei auswählen'],
	results: {
		CREATED: ['new', 'neu'],
		UPDATED: SHARED.changed,
		UNCHANGED: SHARED.unchanged,
		REFUSED: SHARED.refused,
	} satisfies Record<RowResult['result'], Pair>,
	rows: ['The rows', 'Die Zeilen'],
	row: ['Row', 'Zeile'],
	count: (count: number) =>
		count === 1
			? ['One row', 'Eine Zeile']
			: [`${count.toLocaleString('en-GB')} rows`, `${count.toLocaleString('de-DE')} Zeilen`],
	shown: (shown: string, all: string) => [
		`The first ${shown} of ${all} rows, those that are refused before the others.`,
		`Die ersten ${shown} von ${all} Zeilen, die abgelehnten vor den anderen.`,
	],
	save: (count: string) =>
		count === '1'
			? ['Import one row', 'Eine Zeile importieren']
			: [`Import ${count} rows`, `${count} Zeilen importieren`],
	saveOthers: (count: string) =>
		count === '1'
			? ['Import the other row', 'Die andere Zeile importieren']
			: [`Import the other ${count} rows`, `Die anderen ${count} Zeilen importieren`],
	nothingToDo: ['There is nothing to import.', 'Es gibt nichts zu importieren.'],
	refusedFile: ['Save refused rows as a file', 'Abgelehnte Zeilen als Datei speichern'],
	refusedHint: [
		'The last column of the file contains the reason. Correct the rows there and import that file.',
		'In der letzten Spalte der Datei steht der Grund. Korrigieren Sie die Zeilen dort und importieren Sie diese Datei.',
	],
	otherColumns: ['Change the columns', 'Spalten ändern'],
	done: ['Imported', 'Importiert'],
	toPeople: ['To the people', 'Zu den Mitarbeitenden'],
	invite: [
		'Nobody was invited. You can invite these people next:',
		'Es wurde niemand eingeladen. Diese Personen können Sie als Nächstes einladen:',
	],
	notInvited: ['People without an invitation', 'Mitarbeitende ohne Einladung'],
	fileFaults: {
		not_csv: [
			'This is not a CSV file. Save the table as CSV in your spreadsheet and select that file.',
			'Das ist keine CSV-Datei. Speichern Sie die Tabelle in Ihrer Tabellenkalkulation als CSV und wählen Sie diese Datei aus.',
		],
		malformed_csv: [
			'A quotation mark is out of place, or never closed.',
			'Ein Anführungszeichen steht falsch, oder es fehlt das zweite.',
		],
		too_small: ['There is no row below the titles.', 'Unter den Titeln steht keine Zeile.'],
		too_big: [
			'There are more than 10,000 rows. Split the file.',
			'Das sind mehr als 10.000 Zeilen. Teilen Sie die Datei.',
		],
		too_many_bytes: [
			'The file is larger than 10 MB. Split it.',
			'Die Datei ist größer als 10 MB. Teilen Sie sie.',
		],
		too_many_columns: [
			'There are more than 100 columns. Remove those that are not needed.',
			'Das sind mehr als 100 Spalten. Entfernen Sie, was nicht gebraucht wird.',
		],
	},
	rowFaults: {
		required: ['is missing, or belongs to the other values', 'fehlt, oder gehört zu den anderen Angaben'],
		nobody: [
			'an e-mail address or a personnel number is needed',
			'eine E-Mail-Adresse oder eine Personalnummer ist nötig',
		],
		duplicate: [
			'an earlier row is about the same person',
			'von dieser Person handelt schon eine frühere Zeile',
		],
		read_only: [
			'this number belongs to a person with another address, and an import does not change addresses',
			'diese Nummer hat eine Person mit anderer Adresse, und ein Import ändert keine Adressen',
		],
		too_many_cells: [
			'The row has more cells than there are titles.',
			'Die Zeile hat mehr Zellen, als es Titel gibt.',
		],
	},
	cells: {
		language: ['write de or en', 'schreiben Sie de oder en'],
		currency: ['write EUR, CHF, GBP or RON', 'schreiben Sie EUR, CHF, GBP oder RON'],
		amount: ['write an amount such as 50 or 50.00', 'schreiben Sie einen Betrag wie 50 oder 50,00'],
		day: [
			'write a day such as 2026-04-01 or 01.04.2026',
			'schreiben Sie einen Tag wie 01.04.2026 oder 2026-04-01',
		],
		flag: ['write yes or no', 'schreiben Sie ja oder nein'],
		modules: ['write words such as MEALS|SPORTS', 'schreiben Sie Wörter wie MEALS|SPORTS'],
	},
});
