import { textOf } from '../../core/csv.ts';
import { invalidField } from '../../core/refusals.ts';
import { rowsOfSheet, type Sheet, sheetOf } from '../../onboarding/file/contract.ts';
import { COLUMN_NAMES, type Column, columnOf, requireColumns } from '../../onboarding/file/rules.ts';
import { MAX_FILE_BYTES, type Row } from '../../onboarding/rows/rules.ts';
import { fileIn, textIn } from '../typed.ts';

const MAX_COLUMNS = 100;

/** A file that was chosen. Its text goes along with each step, so that nobody chooses it again and each step is about the same rows. */
export interface Given extends Sheet {
	text: string;
}

/** The file of a form, or the text that an earlier step has made of it. A faulty file is reported at its field. */
export async function givenIn(typed: FormData): Promise<Given> {
	const file = fileIn(typed, 'employees');
	const bytes = file === null ? null : new Uint8Array(await file.arrayBuffer());
	const text = bytes === null ? String(typed.get('text') ?? '') : textOf(bytes);
	if (text === '') throw invalidField('employees', 'required', 'Choose a file.');
	if (text.includes('\0')) throw invalidField('employees', 'not_csv', 'This is no CSV file.');
	if (new TextEncoder().encode(text).length > MAX_FILE_BYTES)
		throw invalidField('employees', 'too_many_bytes', 'The file is too large.');
	const sheet = sheetOf(text);
	if (sheet.titles.length > MAX_COLUMNS)
		throw invalidField('employees', 'too_many_columns', 'The file has too many columns.');
	return { text, ...sheet };
}

/** The name of the field in which the column of a title is chosen, as faults point to it. */
export const fieldOf = (index: number): string => `columns/${index}`;

/** The value that stands for a column to leave out. */
export const LEFT_OUT = '-';

/** Returns the field that is suggested for a title, or an empty text when none fits. */
export const guessFor = (title: string): string => {
	const column = columnOf(title);
	return column === null ? LEFT_OUT : (column ?? '');
};

/** The rows of the file in the columns that were chosen. */
export function rowsIn(typed: FormData, { titles, lines }: Given): Row[] {
	const chosen = titles.map((_, index): Column | null | undefined => {
		const name = textIn(typed, fieldOf(index));
		return name === LEFT_OUT ? null : COLUMN_NAMES.find((column) => column === name);
	});
	return rowsOfSheet(lines, requireColumns(titles, chosen));
}
