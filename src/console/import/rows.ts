import { rowsOfSheet, type Sheet, sheetOf } from '../../benefits/onboarding/file/contract.ts';
import {
	COLUMN_NAMES,
	type Column,
	columnOf,
	REMARKS,
	requireColumns,
	TITLES,
} from '../../benefits/onboarding/file/rules.ts';
import {
	type ImportReport,
	MAX_FILE_BYTES,
	type Row,
	type RowFault,
	type RowResult,
} from '../../benefits/onboarding/rows/rules.ts';
import { BYTE_ORDER_MARK, csvOf, textOf } from '../../foundation/core/csv.ts';
import type { Language } from '../../foundation/core/language.ts';
import { invalidField, REFUSALS, type RefusalCode } from '../../foundation/core/refusals.ts';
import { sentenceOfFault } from '../faults.ts';
import { type Say, sayIn } from '../format.ts';
import { sentenceOf } from '../refusals.ts';
import { fileIn, textIn } from '../typed.ts';
import { WORDS } from './words.ts';

const MAX_COLUMNS = 100;

/** A file that was selected. Its text is sent with each step, so that nobody selects it again, and all steps see the same rows. */
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

/** Returns the rows of the file in the selected columns. */
export function rowsIn(typed: FormData, { titles, lines }: Given): Row[] {
	const chosen = titles.map((_, index): Column | null | undefined => {
		const name = textIn(typed, fieldOf(index));
		return name === LEFT_OUT ? null : COLUMN_NAMES.find((column) => column === name);
	});
	return rowsOfSheet(lines, requireColumns(titles, chosen));
}

type Kind = keyof (typeof WORDS)['en']['cells'];

const KINDS: Partial<Record<Column, Kind>> = {
	language: 'language',
	currency: 'currency',
	flexBudget: 'amount',
	flexStartDate: 'day',
	flexEndDate: 'day',
	flexAccumulate: 'flag',
	flexModules: 'modules',
	goodiesBudget: 'amount',
	goodiesStartDate: 'day',
	goodiesEndDate: 'day',
};

/** The title of a column, as a reader knows it. */
export const titleOf = (column: Column, { language }: Say): string => TITLES[language][column] ?? column;

/** Returns why a row is refused: each fault with the title of its column. */
export const reasonIn =
	(say: Say) =>
	({ row, faults }: RowResult): string =>
		faults
			.map((fault) => {
				const path = fault.pointer.slice(row.pointer.length + 1);
				const column = COLUMN_NAMES.find((name) => name === path.split('/')[0]);
				const sentence = sentenceOfRow(fault, column, row.cells, say);
				return column === undefined ? sentence : `${titleOf(column, say)}: ${sentence}`;
			})
			.join(' · ');

function sentenceOfRow(
	{ extras = {}, ...fault }: RowFault,
	column: Column | undefined,
	cells: RowResult['row']['cells'],
	say: Say,
): string {
	const { rowFaults, cells: written } = WORDS[say.language];
	const kind = column && KINDS[column];
	const { code } = fault;
	if (code === 'required' && column === 'email') return rowFaults.nobody;
	if (code in rowFaults) return rowFaults[code as keyof typeof rowFaults];
	if (code in REFUSALS) return sentenceOf({ code: code as RefusalCode, extras }, say);
	const isUnreadable = column !== undefined && cells[column] !== undefined && code.startsWith('invalid_');
	return kind !== undefined && isUnreadable ? written[kind] : sentenceOfFault(fault, say);
}

/** The lines of the refused rows as they were given, with the reason of each: a file to correct and import again. */
export function refusedLines({ titles, lines }: Given, report: ImportReport, language: Language): string {
	const own = titles.flatMap((title, index) => (columnOf(title) === null ? [] : [index]));
	const reasonOf = reasonIn(sayIn(language));
	const refused = report.filter(({ result }) => result === 'REFUSED');
	const rows = refused.map((one) => [
		...own.map((index) => lines[one.row.number - 2]?.[index] ?? ''),
		one.row.number,
		reasonOf(one),
	]);
	const head = [...own.map((index) => titles[index]), REMARKS[language].row, REMARKS[language].reason];
	return BYTE_ORDER_MARK + csvOf([head, ...rows], language === 'de' ? ';' : ',');
}
