import { csvOf } from '../../core/csv.ts';
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

export const csvHeader = (): string => csvOf([COLUMNS]);

/** One row per transaction. */
export const csvRows = (lines: readonly CsvLine[]): string =>
	csvOf(
		lines.map((line) =>
			COLUMNS.map((column) => (INSTANTS.has(column) ? toIso(line[column] as Instant) : line[column])),
		),
	);
