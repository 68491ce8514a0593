import { BYTE_ORDER_MARK, csvOf } from '../../core/csv.ts';
import { toYearMonth } from '../../core/instant.ts';
import { answerFile } from '../../http/file.ts';
import { noteListRead } from '../../http/pagination.ts';
import { companyNamed } from '../company-choice.tsx';
import { asApi, type Context } from '../env.ts';
import { type Say, sayIn } from '../format.ts';
import type { Cell, ListedRow, Listing } from './listing.ts';
import { askedIn } from './place.ts';
import { ofLanguage } from './words.ts';

/** Rows of one round trip. */
const PART_SIZE = 1000;

/** A whole list as a file. More than one part is noted as data that leaves in bulk. */
export async function exportList<Row extends ListedRow>(
	c: Context,
	{ name, operation, load, cursorOf, currencyOf, columns }: Listing<Row>,
): Promise<Response> {
	const asked = askedIn(c, companyNamed(c, operation));
	const [words, say] = [ofLanguage(c.var.language), sayIn(c.var.language)];
	const delimiter = c.var.language === 'de' ? ';' : ',';
	const titles = columns.map(({ title }) => words.columns[title]);
	let file = BYTE_ORDER_MARK + csvOf([[words.number, words.person, ...titles, words.currency]], delimiter);
	for (let after = ''; ; ) {
		const rows = await load(c.var.call, asked, after, PART_SIZE);
		const lines = rows.map((row) => {
			const currency = currencyOf(row);
			return [
				...[row.person.personnelNumber, nameOf(row)],
				...columns.map((column) => written(column.of(row, words), say)),
				currency === null ? '' : words.currencies[currency],
			];
		});
		file += csvOf(lines, delimiter);
		const last = rows.at(-1);
		if (last === undefined || rows.length < PART_SIZE) break;
		if (after === '') await noteListRead(asApi(c));
		after = cursorOf(last);
	}
	const fileName = `${name}_${toYearMonth(asked.month)}.csv`;
	return answerFile(asApi(c), fileName, 'text/csv; charset=utf-8', file);
}

const nameOf = ({ person: { firstName, lastName } }: ListedRow): string =>
	[firstName, lastName].filter(Boolean).join(' ');

function written(cell: Cell, say: Say): string {
	if (cell === null || typeof cell === 'string') return cell ?? '';
	return 'amount' in cell ? say.typedAmount(cell.amount) : new Date(cell.day).toISOString().slice(0, 10);
}
