import { BYTE_ORDER_MARK, csvOf } from '../../core/csv.ts';
import type { Language } from '../../core/language.ts';
import { columnOf, REMARKS } from '../../onboarding/import/columns.ts';
import type { ImportReport } from '../../onboarding/import/rules.ts';
import type { Given } from './given.ts';

/** The lines of the refused rows as they were given, with the reason of each: a file to correct and import again. */
export function refusedLines(
	{ titles, lines }: Given,
	report: ImportReport,
	language: Language,
	reasonOf: (result: ImportReport[number]) => string,
): string {
	const own = titles.flatMap((title, index) => (columnOf(title) === null ? [] : [index]));
	const refused = report.filter(({ result }) => result === 'REFUSED');
	const rows = refused.map((one) => [
		...own.map((index) => lines[one.row.number - 2]?.[index] ?? ''),
		one.row.number,
		reasonOf(one),
	]);
	const head = [...own.map((index) => titles[index]), REMARKS[language].row, REMARKS[language].reason];
	return BYTE_ORDER_MARK + csvOf([head, ...rows], language === 'de' ? ';' : ',');
}
