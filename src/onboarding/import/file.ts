import { BYTE_ORDER_MARK, cellsOf, csvOf, textOf } from '../../core/csv.ts';
import { Refusal } from '../../core/refusals.ts';
import { faultsIn, invalid } from '../../http/validation.ts';
import { COLUMN_NAMES, type Column, columnsOf, REMARKS, TITLES } from './columns.ts';
import { jsonFile, rowOf } from './rows.ts';
import { columnsIn, type ImportReport, MAX_ROWS, type Row, reasonOf } from './rules.ts';

/** The rows of a file of employees, by its media type. Each is checked on its own; a file that has no rows is refused. */
export function rowsOf(contentType: string, bytes: Uint8Array): Row[] {
	const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
	if (type === 'application/json') return rowsOfJson(bytes);
	// An empty body has no type any more (see http/body).
	if (type === 'text/csv' || bytes.length === 0) return rowsOfCsv(textOf(bytes));
	throw new Refusal('unsupported_media_type', 'Send the file as text/csv or application/json.');
}

function rowsOfCsv(text: string): Row[] {
	const { titles, lines } = sheetOf(text);
	return rowsOfSheet(lines, columnsOf(titles));
}

/** A CSV file: its titles, and the cells below them, line by line. */
export interface Sheet {
	titles: string[];
	lines: string[][];
}

/** Refuses a text that cannot be read, has no row or too many. */
export function sheetOf(text: string): Sheet {
	const { lines, isBroken } = cellsOf(text);
	if (isBroken)
		throw invalidFile(
			'malformed_csv',
			'A quotation mark is misplaced or not closed. Put quotation marks around a cell that contains one, and double the inner one.',
		);
	const [titles = [], ...rest] = lines;
	const count = rest.filter(isFilled).length;
	if (count === 0) throw invalidFile('too_small', 'The file has no rows below its titles.');
	if (count > MAX_ROWS) throw invalidFile('too_big', `A file may have at most ${MAX_ROWS} rows.`);
	return { titles, lines: rest };
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell !== '');

/** The rows of lines whose cells stand in these columns; null is for cells that are left out. */
export function rowsOfSheet(lines: readonly string[][], columns: readonly (Column | null)[]): Row[] {
	const numbered = lines.map((cells, index) => ({
		cells,
		number: index + 2,
		pointer: `#/employees/${index}`,
	}));
	return numbered
		.filter(({ cells }) => isFilled(cells))
		.map(({ cells, number, pointer }) => {
			const row = rowOf(number, pointer, byColumn(columns, cells));
			const isOverfull = isFilled(cells.slice(columns.length));
			return isOverfull ? { ...row, fields: null, faults: [{ ...TOO_MANY_CELLS, pointer }] } : row;
		});
}

const TOO_MANY_CELLS = {
	code: 'too_many_cells',
	detail: 'The row has more cells than titles. Put quotation marks around a cell that holds a delimiter.',
};

const invalidFile = (code: string, detail: string): Refusal =>
	new Refusal('validation_failed', detail, { errors: [{ pointer: '#/employees', code, detail }] });

const byColumn = (columns: readonly (Column | null)[], cells: readonly string[]): Row['cells'] =>
	Object.fromEntries(columns.flatMap((column, index) => (column === null ? [] : [[column, cells[index]]])));

function rowsOfJson(bytes: Uint8Array): Row[] {
	const data = parsed(new TextDecoder().decode(bytes));
	const checked = jsonFile.safeParse(data);
	if (!checked.success) throw invalid(faultsIn(checked.error, '#', data));
	return checked.data.employees.map((cells, index) => rowOf(index + 1, `#/employees/${index}`, cells));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Refusal('malformed_json', 'The body is not well-formed JSON.');
	}
}

/** The file of the refused rows: their cells as they were given, and why each is refused. It can be corrected and imported. */
export function refusedFile(report: ImportReport): string {
	const refused = report.filter(({ result }) => result === 'REFUSED');
	const columns = columnsIn(refused.map(({ row }) => row));
	const lines = refused.map((one) => [
		...columns.map((name) => one.row.cells[name] ?? ''),
		one.row.number,
		reasonOf(one),
	]);
	return BYTE_ORDER_MARK + csvOf([[...columns, ...Object.keys(REMARKS.en)], ...lines]);
}

/** German spreadsheets expect semicolons. */
export const templateFile = (language: 'de' | 'en'): string =>
	BYTE_ORDER_MARK +
	csvOf([COLUMN_NAMES.map((name) => TITLES[language][name])], language === 'de' ? ';' : ',');
