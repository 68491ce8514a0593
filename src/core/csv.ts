import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';

const CRLF = '\r\n';

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The first characters of a cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Such a cell as `csvOf` writes it. */
const NEUTRALISED = /^'(?=[=+\-@\t\r])/;

/** RFC 4180 lines, each with its end. Text that would run as a formula gets an apostrophe before it. */
export function csvOf(rows: readonly (readonly unknown[])[], delimiter = ','): string {
	if (rows.length === 0) return '';
	const cells = rows as unknown[][];
	return Papa.unparse(cells, { delimiter, newline: CRLF, escapeFormulae: FORMULA }) + CRLF;
}

/** Where a spreadsheet would see a formula begin, whatever separates its cells and though it minds no quotes. */
const FORMULA_ANYWHERE = /(^|[,;\t\n\r])(?=[=+\-@\t\r])/g;

export const neutralised = (text: string): string => text.replace(FORMULA_ANYWHERE, "$1'");

/** RFC 4180 lines of neutralised texts and of numbers. Cells with `;` or a line end are quoted, whatever the delimiter is. */
export function neutralCsvOf(rows: readonly (readonly unknown[])[], delimiter: string): string {
	if (rows.length === 0) return '';
	const quotes = (cell: unknown) => /[;\r\n]/.test(String(cell));
	return Papa.unparse(rows as unknown[][], { delimiter, newline: CRLF, quotes }) + CRLF;
}

/** The text of a file. Spreadsheets write UTF-8 or, in Western Europe, windows-1252, in which any bytes are text. */
export const textOf = (bytes: Uint8Array): string =>
	new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);

/**
 * The trimmed cells of a CSV text, line by line, and its delimiter, which is the one that its first line has most often. The
 * apostrophe before a formula is taken off again. `isBroken` says that a quoted cell never ends.
 */
export function cellsOf(text: string): { lines: string[][]; delimiter: string; isBroken: boolean } {
	const delimiter = delimiterOf(text);
	const { data, errors } = Papa.parse<string[]>(text, { delimiter });
	const lines = data.map((cells) => cells.map((cell) => cell.trim().replace(NEUTRALISED, '')));
	return { lines, delimiter, isBroken: errors.some(({ type }) => type === 'Quotes') };
}

function delimiterOf(text: string): string {
	const [first = ''] = text.split(/\r|\n/, 1);
	const unquoted = first.replaceAll(/"[^"]*"/g, '');
	const countOf = (delimiter: string) => unquoted.split(delimiter).length;
	return [',', ';', '\t'].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}
