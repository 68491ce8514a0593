import { BYTE_ORDER_MARK, neutralCsvOf, neutralised } from '../../../foundation/core/csv.ts';
import { type Instant, toGermanDay, toIso } from '../../../foundation/core/instant.ts';
import { MODULES, type Module } from '../../../foundation/core/modules.ts';
import { type Currency, decimalComma, ISO_CODES } from '../../../foundation/core/money.ts';
import { MODULE_NAMES } from '../../../foundation/core/words.ts';
import type { PayrollModule, TransactionKind } from '../../ledger/rules.ts';

interface CsvLine {
	id: string;
	dateCreated: Instant;
	dateModified: Instant;
	flexDataId: string;
	companyId: string;
	personnelNumber: string | null;
	costCenter: string | null;
	module: PayrollModule;
	kind: TransactionKind;
	amountValue: number;
	amountCurrency: Currency;
	state: string;
	payrollReferenceDate: Instant;
	submittedDate: Instant;
	/** A correction has the corrected line, and a reason. */
	correctsId: string | null;
	reason: string | null;
}

/** The name of an employee; null after an erasure. */
interface Name {
	firstName: string | null;
	lastName: string | null;
}

type NamedLine = CsvLine & Partial<Name>;

interface Column {
	title: string;
	of(line: NamedLine): unknown;
}

interface Layout {
	columns: readonly Column[];
	delimiter: ',' | ';';
	/** Written before the first cell. */
	mark: string;
	hasNames: boolean;
}

const text = (value: string | null | undefined) => (typeof value === 'string' ? neutralised(value) : null);

/** Returns the columns with the names of the API. `amountOf` writes amounts. */
const columnsOfApi = (amountOf: (minorUnits: number) => string | number): Column[] => [
	{ title: 'id', of: ({ id }) => text(id) },
	{ title: 'dateCreated', of: ({ dateCreated }) => toIso(dateCreated) },
	{ title: 'dateModified', of: ({ dateModified }) => toIso(dateModified) },
	{ title: 'flexDataId', of: ({ flexDataId }) => text(flexDataId) },
	{ title: 'companyId', of: ({ companyId }) => text(companyId) },
	{ title: 'personnelNumber', of: ({ personnelNumber }) => text(personnelNumber) },
	{ title: 'costCenter', of: ({ costCenter }) => text(costCenter) },
	{ title: 'module', of: ({ module }) => module },
	{ title: 'amountValue', of: ({ amountValue }) => amountOf(amountValue) },
	{ title: 'amountCurrency', of: ({ amountCurrency }) => amountCurrency },
	{ title: 'state', of: ({ state }) => state },
	{ title: 'payrollReferenceDate', of: ({ payrollReferenceDate }) => toIso(payrollReferenceDate) },
	{ title: 'submittedDate', of: ({ submittedDate }) => toIso(submittedDate) },
	{ title: 'correctsId', of: ({ correctsId }) => text(correctsId) },
	{ title: 'reason', of: ({ reason }) => text(reason) },
];

/** The names of modules and vouchers in German files. */
export const GERMAN_NAMES: Record<PayrollModule, string> = {
	...(Object.fromEntries(MODULES.map((module) => [module, MODULE_NAMES[module][1]])) as Record<
		Module,
		string
	>),
	GOODIES: 'Gutschein',
};

const GERMAN_KINDS: Record<TransactionKind, string> = {
	EXPENSE: 'Ausgabe',
	MEALS_FLAT_TAXED: 'Essen, pauschal versteuert',
	MEALS_TAX_FREE: 'Essen, steuerfrei',
	VOUCHER: 'Gutschein',
};

/** Texts that spreadsheets read as a number or date, unless they are plain numbers of at most 15 digits. */
const LIKE_A_NUMBER = /^\d[\d.,:/ eE+-]*$/;
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** Returns a formula with only a text. Spreadsheets then show its digits unchanged, including leading zeros. */
const digits = (value: string | null) =>
	value !== null && LIKE_A_NUMBER.test(value) && !PLAIN_NUMBER.test(value) ? `="${value}"` : text(value);

const GERMAN_COLUMNS: readonly Column[] = [
	{ title: 'Personalnummer', of: ({ personnelNumber }) => digits(personnelNumber) },
	{ title: 'Nachname', of: ({ lastName }) => text(lastName) },
	{ title: 'Vorname', of: ({ firstName }) => text(firstName) },
	{ title: 'Kostenstelle', of: ({ costCenter }) => digits(costCenter) },
	{ title: 'Leistung', of: ({ module }) => GERMAN_NAMES[module] },
	{ title: 'Art', of: ({ kind }) => GERMAN_KINDS[kind] },
	{ title: 'Betrag', of: ({ amountValue }) => decimalComma(amountValue) },
	{ title: 'Währung', of: ({ amountCurrency }) => ISO_CODES[amountCurrency] },
	{ title: 'Eingereicht am', of: ({ submittedDate }) => toGermanDay(submittedDate) },
	{ title: 'Stichtag', of: ({ payrollReferenceDate }) => toGermanDay(payrollReferenceDate) },
	{ title: 'Angelegt am', of: ({ dateCreated }) => toGermanDay(dateCreated) },
	{ title: 'Abgerechnet am', of: ({ dateModified }) => toGermanDay(dateModified) },
	{ title: 'Korrigierte Zeile', of: ({ correctsId }) => text(correctsId) },
	{ title: 'Grund der Korrektur', of: ({ reason }) => text(reason) },
	{ title: 'Zeile', of: ({ id }) => text(id) },
	{ title: 'Beleg oder Gutschein', of: ({ flexDataId }) => text(flexDataId) },
	{ title: 'Unternehmen', of: ({ companyId }) => text(companyId) },
];

const PLAIN: Layout = { columns: columnsOfApi((value) => value), delimiter: ',', mark: '', hasNames: false };

/** Returns the layout for German spreadsheets: `;` between cells, a byte order mark, and amounts in whole units with a decimal comma. */
const spreadsheet = (columns: readonly Column[], hasNames: boolean): Layout => ({
	columns,
	delimiter: ';',
	mark: BYTE_ORDER_MARK,
	hasNames,
});

const KIND: Column = { title: 'kind', of: ({ kind }) => kind };
const withKind = (layout: Layout): Layout => ({ ...layout, columns: [...layout.columns, KIND] });

interface FileLayouts {
	csv: Layout;
	german: Layout;
	/** Used when some lines are not whole expenses. The first layout has their kind in a last column. */
	csvWithKinds: Layout;
	germanWithKinds: Layout;
	/** True when rows of LODAS contain module and day. */
	hasNotes: boolean;
}

const FIRST_GERMAN = spreadsheet(columnsOfApi(decimalComma), false);
const GERMAN = spreadsheet(GERMAN_COLUMNS, true);

/** All layouts. A run keeps the number of the layouts with which it was closed, so that its files never change. */
const LAYOUTS: readonly [FileLayouts, ...FileLayouts[]] = [
	{
		csv: PLAIN,
		german: FIRST_GERMAN,
		csvWithKinds: withKind(PLAIN),
		germanWithKinds: withKind(FIRST_GERMAN),
		hasNotes: false,
	},
	{ csv: PLAIN, german: GERMAN, csvWithKinds: withKind(PLAIN), germanWithKinds: GERMAN, hasNotes: true },
];

export const PRESENT_LAYOUT = LAYOUTS.length;

const layoutsOf = (number: number): FileLayouts => LAYOUTS[number - 1] ?? LAYOUTS[0];

/** Returns the layout with this number. With `hasParts`, some lines are not whole expenses, so a column has their kind. */
export const layoutOf = (number: number, hasParts = false): Layout =>
	layoutsOf(number)[hasParts ? 'csvWithKinds' : 'csv'];

export const germanLayoutOf = (number: number, hasParts = false): Layout =>
	layoutsOf(number)[hasParts ? 'germanWithKinds' : 'german'];

/** True when rows of LODAS that are not summed contain module and day. */
export const hasNotes = (number: number): boolean => layoutsOf(number).hasNotes;

export const csvHeader = ({ mark, columns, delimiter }: Layout): string =>
	mark + neutralCsvOf([columns.map(({ title }) => title)], delimiter);

export const csvRows = (lines: readonly NamedLine[], { columns, delimiter }: Layout): string =>
	neutralCsvOf(
		lines.map((line) => columns.map((column) => column.of(line))),
		delimiter,
	);
