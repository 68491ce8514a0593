import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';

const CRLF = '\r\n';

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The first characters of a cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEUTRALISED = /^'(?=[=+\-@\t\r])/;

/** RFC 4180 lines, each with its end. Text that would run as a formula gets an apostrophe before it. */
export function csvOf(rows: readonly (readonly unknown[])[], delimiter = ','): string {
	if (rows.length === 0) return '';
	const cells = rows as unknown[][];
	return Papa.unparse(cells, { delimiter, newline: CRLF, escapeFormulae: FORMULA }) + CRLF;
}

/** A formula may begin after any separator, because spreadsheets differ in theirs and ignore quotes here. */
const FORMULA_ANYWHERE = /(^|[,;\t\n\r])(?=[=+\-@\t\r])/g;

export const neutralised = (text: string): string => text.replace(FORMULA_ANYWHERE, "$1'");

/**
 * Returns RFC 4180 lines of neutralised texts and numbers. Cells with `;` or a line break are quoted, whatever the
 * delimiter is.
 */
export function neutralCsvOf(rows: readonly (readonly unknown[])[], delimiter: string): string {
	if (rows.length === 0) return '';
	const quotes = (cell: unknown) => /[;\r\n]/.test(String(cell));
	return Papa.unparse(rows as unknown[][], { delimiter, newline: CRLF, quotes }) + CRLF;
}

/** Spreadsheets write UTF-8 or, in Western Europe, windows-1252, in which all bytes are text. */
export const textOf = (bytes: Uint8Array): string =>
	new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);

/**
 * Returns the trimmed cells of a CSV text, line by line, without the apostrophe before a formula. The delimiter is the
 * most frequent one in the first line. `isBroken` is true when a quoted cell never ends.
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
