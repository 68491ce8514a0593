import { BYTE_ORDER_MARK, neutralCsvOf, neutralised } from '../../core/csv.ts';
import { type Instant, toIso, toYearMonth } from '../../core/instant.ts';
import { decimalComma } from '../../core/money.ts';
import { Refusal } from '../../core/refusals.ts';
import { type BookedRun, bookedIn } from '../../ledger/rules.ts';
import type { WageTypes } from '../settings/rules.ts';

export const EXPORT_FORMATS = ['csv', 'csv-de', 'datev-lodas', 'datev-lug'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const DATEV_FORMATS = ['datev-lodas', 'datev-lug'] as const satisfies ExportFormat[];
export type DatevFormat = (typeof DATEV_FORMATS)[number];

export const isDatev = (format: ExportFormat): format is DatevFormat =>
	DATEV_FORMATS.some((datev) => datev === format);

/** The payroll settings that decide the bytes of a DATEV file. */
export interface FileSettings {
	adviserNumber: string | null;
	clientNumber: string | null;
	/** The number of the wage type (Lohnart) and, for LODAS, its processing key (bs_nr). */
	wageTypes: WageTypes;
	usesCompanyNumbers: boolean;
	sumsBookings: boolean;
}

/** Under which number and cost centre a line is paid. */
export interface Payee {
	personnelNumber: string | null;
	costCenter: string | null;
}

/** The most leavers that are named. */
export const MAX_LEAVERS = 1000;

/** Lines of leavers, by id, with the first instant of the month in which a file books them instead of its own. */
export type EarlierLines = Record<string, Instant>;

/** The header of Lohn und Gehalt names one month, so the file has a part for each month. */
const hasOneMonth = (format: ExportFormat): boolean => format === 'datev-lug';

interface Carried extends BookedRun {
	lineCount: number | null;
}

/** The months that the parts of a file carry: first that of the run, then those of leavers. Null is a whole file. */
export function partsOf(
	run: Carried,
	{ format, leftOut, earlier }: { format: ExportFormat; leftOut: readonly string[]; earlier: EarlierLines },
): [Instant | null, ...Instant[]] {
	const month = bookedIn(run);
	const others = Object.values(earlier);
	const [first, ...more] = [...new Set(others)].sort((a, b) => a - b);
	if (!hasOneMonth(format) || first === undefined) return [null];
	return (run.lineCount ?? 0) > leftOut.length + others.length ? [month, first, ...more] : [first, ...more];
}

/**
 * How a given file is called: by its layout or program, its month, the month of leavers that it is a part for, and its
 * version from the second one on.
 */
export function nameOfFile(
	run: BookedRun,
	{ format, settings, version }: { format: ExportFormat; settings: FileSettings | null; version: number },
	part: Instant | null,
): string {
	const { month } = run;
	const later = version === 1 ? '' : `_v${version}`;
	if (!isDatev(format)) return `payroll_${toYearMonth(month)}${format === 'csv-de' ? '_de' : ''}${later}.csv`;
	const program = format === 'datev-lodas' ? 'lodas' : 'lug';
	const leavers = part === null || part === bookedIn(run) ? '' : `_leavers_${toYearMonth(part)}`;
	return `${program}_${settings?.clientNumber}_${toYearMonth(month)}${leavers}${later}.txt`;
}

export const nothingToExport = (): Refusal =>
	new Refusal('export_empty', 'The run has no lines for this file, so no file was created.');

interface CsvLine {
	id: string;
	dateCreated: Instant;
	dateModified: Instant;
	flexDataId: string;
	companyId: string;
	personnelNumber: string | null;
	costCenter: string | null;
	module: string;
	kind: string;
	amountValue: number;
	amountCurrency: string;
	state: string;
	payrollReferenceDate: Instant;
	submittedDate: Instant;
	/** A correction names the line that it corrects, and the reason. */
	correctsId: string | null;
	reason: string | null;
}

type Column = keyof CsvLine;

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
	'correctsId',
	'reason',
] as const satisfies Column[];

interface Layout {
	columns: readonly Column[];
	delimiter: ',' | ';';
	/** Before the first cell. */
	mark: string;
	amountOf(minorUnits: number): string | number;
}

/** A run keeps the number of the layout with which it was closed, so that its file stays the same byte for byte. */
const LAYOUTS: readonly [Layout, ...Layout[]] = [
	{ columns: COLUMNS, delimiter: ',', mark: '', amountOf: (value) => value },
];

/** For German spreadsheets: `;` between cells, a byte order mark, and amounts in euros or francs with a decimal comma. */
const GERMAN: Layout = {
	columns: COLUMNS,
	delimiter: ';',
	mark: BYTE_ORDER_MARK,
	amountOf: decimalComma,
};

/** The number of the layout for runs that are closed now. */
export const PRESENT_LAYOUT = LAYOUTS.length;

/** Returns the layout with this number. Lines that are not whole expenses (`hasParts`) add a column with the kind of each. */
export const layoutOf = (number: number, hasParts = false): Layout =>
	withKinds(LAYOUTS[number - 1] ?? LAYOUTS[0], hasParts);

export const germanLayoutOf = (hasParts = false): Layout => withKinds(GERMAN, hasParts);

const withKinds = (layout: Layout, hasParts: boolean): Layout =>
	hasParts ? { ...layout, columns: [...layout.columns, 'kind'] } : layout;

const INSTANTS: ReadonlySet<string> = new Set<Column>([
	'dateCreated',
	'dateModified',
	'payrollReferenceDate',
	'submittedDate',
]);

export const csvHeader = ({ mark, columns, delimiter }: Layout): string =>
	mark + neutralCsvOf([columns], delimiter);

/** One row per transaction. */
export function csvRows(lines: readonly CsvLine[], layout: Layout): string {
	const { columns, delimiter } = layout;
	const rows = lines.map((line) => columns.map((column) => cellOf(line, column, layout)));
	return neutralCsvOf(rows, delimiter);
}

function cellOf(line: CsvLine, column: Column, { amountOf }: Layout) {
	const value = line[column];
	if (INSTANTS.has(column)) return toIso(value as Instant);
	if (column === 'amountValue') return amountOf(value as number);
	return typeof value === 'string' ? neutralised(value) : value;
}
