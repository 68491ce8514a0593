import { REFUSALS, type RefusalCode } from '../../core/refusals.ts';
import { COLUMN_NAMES, type Column, TITLES } from '../../onboarding/file/rules.ts';
import type { RowFault, RowResult } from '../../onboarding/rows/rules.ts';
import type { Say } from '../format.ts';
import { sentenceOf, sentenceOfFault } from '../refusals.ts';
import { WORDS } from './words.ts';

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

/** Why a row is refused: each fault with the title of its column. */
export const reasonIn =
	(say: Say) =>
	({ row, faults }: RowResult): string =>
		faults
			.map((fault) => {
				const column = columnOf(fault.pointer.slice(row.pointer.length + 1));
				const sentence = sentenceOfRow(fault, column, row.cells, say);
				return column === undefined ? sentence : `${titleOf(column, say)}: ${sentence}`;
			})
			.join(' · ');

const columnOf = (path: string): Column | undefined =>
	COLUMN_NAMES.find((name) => name === path.split('/')[0]);

function sentenceOfRow(
	{ code, extras = {} }: RowFault,
	column: Column | undefined,
	cells: RowResult['row']['cells'],
	say: Say,
): string {
	const { rowFaults, cells: written } = WORDS[say.language];
	const kind = column && KINDS[column];
	if (code === 'required' && column === 'email') return rowFaults.nobody;
	if (code in rowFaults) return rowFaults[code as keyof typeof rowFaults];
	if (code in REFUSALS) return sentenceOf({ code: code as RefusalCode, extras }, say);
	const isUnreadable = column !== undefined && cells[column] !== undefined && code.startsWith('invalid_');
	return kind !== undefined && isUnreadable ? written[kind] : sentenceOfFault(code, say);
}
