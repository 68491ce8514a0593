import Papa from 'papaparse';
import { type Instant, toIso } from '../../core/instant.ts';

interface CsvLine {
	id: string;
	dateCreated: Instant;
	dateModified: Instant;
	flexDataId: string;
	companyId: string;
	personnelNumber: string | null;
	costCenter: string | null;
	module: string;
	amountValue: number;
	amountCurrency: string;
	state: string;
	payrollReferenceDate: Instant;
	submittedDate: Instant;
}

const COLUMNS = [
	'id',
	'dateCreated',
	'dateModified',
	'flexDataId',
	'companyId',
	'personnelNumber',
	'costCenter',
	'module',
	'amountValue',
	'amountCurrency',
	'state',
	'payrollReferenceDate',
	'submittedDate',
] as const satisfies (keyof CsvLine)[];

const INSTANTS: ReadonlySet<string> = new Set([
	'dateCreated',
	'dateModified',
	'payrollReferenceDate',
	'submittedDate',
]);

const CRLF = '\r\n';

/** The first characters of a cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export const csvHeader = (): string => COLUMNS.join(',') + CRLF;

/** RFC 4180 rows, one per transaction. Text that would run as a formula gets an apostrophe before it. */
export function csvRows(lines: readonly CsvLine[]): string {
	if (lines.length === 0) return '';
	const cells = lines.map((line) =>
		COLUMNS.map((column) => (INSTANTS.has(column) ? toIso(line[column] as Instant) : line[column])),
	);
	return Papa.unparse(cells, { newline: CRLF, escapeFormulae: FORMULA }) + CRLF;
}
