import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';

const CRLF = '\r\n';

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A formula may begin after any separator, because spreadsheets differ in theirs and ignore quotes here. */
const FORMULA = /(?<=^|[,;\t\n\r])(?=[=+\-@\t\r])/g;
const NEUTRALISED = /(?<=^|[,;\t\n\r])'(?=[=+\-@\t\r])/g;

/** Puts an apostrophe before each part of a text that a spreadsheet would run as a formula. */
export const neutralised = (text: string): string => text.replace(FORMULA, "'");

/** Returns RFC 4180 lines, each with a line end. Texts are neutralised. */
export const csvOf = (rows: readonly (readonly unknown[])[], delimiter = ','): string =>
	neutralCsvOf(
		rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? neutralised(cell) : cell))),
		delimiter,
	);

/**
 * Returns RFC 4180 lines of numbers and texts that are already neutralised. Cells with `;` or a line break are quoted for every delimiter.
 */
export function neutralCsvOf(rows: readonly (readonly unknown[])[], delimiter: string): string {
	if (rows.length === 0) return '';
	const quotes = (cell: unknown) => /[;\r\n]/.test(String(cell));
	return Papa.unparse(rows as unknown[][], { delimiter, newline: CRLF, quotes }) + CRLF;
}

/** Spreadsheets write UTF-8, UTF-16 with a byte order mark or, in Western Europe, windows-1252. Every byte is valid in windows-1252. */
export function textOf(bytes: Uint8Array): string {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

/**
 * Returns the trimmed cells of a CSV text by line, without the apostrophes before formulas. The delimiter comes from a first line such as
 * `sep=;`, else it is the most frequent one in the first line. `isBroken` is true when a quoted cell never ends.
 */
export function cellsOf(text: string): { lines: string[][]; delimiter: string; isBroken: boolean } {
	const [named, separator] = SEPARATOR.exec(text) ?? [''];
	const rest = text.slice(named.length);
	const delimiter = separator ?? delimiterOf(rest);
	const { data, errors } = Papa.parse<string[]>(rest, { delimiter });
	const lines = data.map((cells) => cells.map((cell) => cell.replace(NEUTRALISED, '').trim()));
	return { lines, delimiter, isBroken: errors.some(({ type }) => type === 'Quotes') };
}

/** Excel reads this line and does not show it. */
const SEPARATOR = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i;

function delimiterOf(text: string): string {
	const [first = ''] = text.split(/\r|\n/, 1);
	const unquoted = first.replaceAll(/"[^"]*"/g, '');
	const countOf = (delimiter: string) => unquoted.split(delimiter).length;
	return [',', ';', '\t'].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}
