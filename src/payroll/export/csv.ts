import { BYTE_ORDER_MARK, csvOf, neutralCsvOf, neutralised } from '../../core/csv.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import { decimalComma } from '../../core/money.ts';

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
	/** Of a correction: the line that it corrects, and why. */
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
] as const satisfies Column[];

interface Layout {
	columns: readonly Column[];
	delimiter: ',' | ';';
	/** Before the first cell. */
	mark: string;
	amountOf(minorUnits: number): string | number;
	/** What the files of the first layout neutralised: formulas at the start of a cell alone. */
	isLegacy: boolean;
}

const WITH_CORRECTIONS = [...COLUMNS, 'correctsId', 'reason'] as const;
const plain = { delimiter: ',', mark: '', amountOf: (value: number) => value } as const;

/** Runs keep the layout with which they were closed, so that their files stay the same byte for byte. */
const LAYOUTS: readonly [Layout, ...Layout[]] = [
	{ ...plain, columns: COLUMNS, isLegacy: true },
	{ ...plain, columns: WITH_CORRECTIONS, isLegacy: false },
];

/** For German spreadsheets: `;` between cells, a byte order mark, and amounts in euros or francs with a decimal comma. */
const GERMAN: Layout = {
	columns: WITH_CORRECTIONS,
	delimiter: ';',
	mark: BYTE_ORDER_MARK,
	amountOf: decimalComma,
	isLegacy: false,
};

/** The layout that runs are closed with now. */
export const PRESENT_LAYOUT = 2;

/** The layout with the number that a run keeps. Lines that are no whole expenses (`hasParts`) add a column with the kind of each. */
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
	const { columns, delimiter, isLegacy } = layout;
	const rows = lines.map((line) => columns.map((column) => cellOf(line, column, layout)));
	return isLegacy ? csvOf(rows, delimiter) : neutralCsvOf(rows, delimiter);
}

function cellOf(line: CsvLine, column: Column, { amountOf, isLegacy }: Layout) {
	const value = line[column];
	if (INSTANTS.has(column)) return toIso(value as Instant);
	if (column === 'amountValue') return amountOf(value as number);
	return isLegacy || typeof value !== 'string' ? value : neutralised(value);
}
