import type { Change } from '../../core/history.ts';
import type { Instant } from '../../core/instant.ts';
import type { Module } from '../../core/modules.ts';
import type { Money } from '../../core/money.ts';
import { type Fault, Refusal, type RefusalExtras } from '../../core/refusals.ts';
import { COLUMN_NAMES, type Column } from '../file/rules.ts';

/** Most rows of one file, and most bytes. */
export const MAX_ROWS = 10_000;
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Most faults that a response lists which is kept for repetitions. */
export const MAX_FAULTS = 1000;

/** Most groups of an employee, as every contract has it. */
export const MAX_GROUPS = 50;

/** In characters: fifty groups. */
export const MAX_CELL_LENGTH = 5100;

/** Columns whose cells hold several values. */
export const LIST_COLUMNS: readonly Column[] = ['groups', 'flexModules'];

/** What a row says of a person. What it leaves empty stays as it is. */
export interface PersonFields {
	/** Of an employee that was chosen, which no file has. */
	employeeId?: string;
	/** From one group to another; null is none. */
	moved?: { from: string | null; to: string | null };
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
	language?: string | undefined;
	personnelNumber?: string | null | undefined;
	costCenter?: string | null | undefined;
	groups?: string[] | undefined;
}

interface Benefit {
	budget: Money;
	startDate: Instant;
	endDate: Instant | null;
}

export interface RowFields {
	person: PersonFields;
	access?: Benefit & { accumulateBudget: boolean; allowedModules: Module[]; flexTaxRuleTemplateId: string };
	goodies?: Benefit;
}

/** What is wrong with a row, with what the refusal of a single operation tells besides. */
export interface RowFault extends Fault {
	extras?: RefusalExtras;
}

/** A row of a file as it was given, and what it says, or what is wrong with it. */
export interface Row {
	/** As a spreadsheet counts, in which the titles are row 1; in JSON the place in the list, from 1. */
	number: number;
	/** The JSON pointer of the row. */
	pointer: string;
	cells: Partial<Record<Column, string>>;
	fields: RowFields | null;
	faults: RowFault[];
}

export const ROW_RESULTS = ['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const;

/** What becomes of a row. */
export interface RowResult {
	row: Row;
	result: (typeof ROW_RESULTS)[number];
	/** Null when the row is refused, or its employee does not exist yet. */
	employeeId: string | null;
	/** The columns whose values an update changes. */
	changed: Column[];
	/** What the history would tell. */
	changes: readonly Change[];
	faults: RowFault[];
}

export type ImportReport = RowResult[];

export const refused = (row: Row, faults: RowFault[]): RowResult => ({
	row,
	result: 'REFUSED',
	employeeId: null,
	changed: [],
	changes: [],
	faults,
});

/** What is wrong with refused rows, as much as a stored response may list. */
export const errorsIn = (report: ImportReport): Fault[] =>
	report
		.flatMap(({ row, faults }) =>
			faults.map(({ pointer, code, detail }) => ({ pointer, code, detail: `Row ${row.number}: ${detail}` })),
		)
		.slice(0, MAX_FAULTS);

/** A refusal of a single operation as faults of the row, each in the column that its field has here. */
export function faultsOf(
	row: Row,
	{ code, message, extras }: Refusal,
	columns: Record<string, Column>,
	otherwise: Column,
): RowFault[] {
	const pointer = `#/${columns[extras.field ?? code] ?? otherwise}`;
	const errors: RowFault[] = extras.errors ?? [{ pointer, code, detail: message, extras }];
	return errors.map((fault) => ({ ...fault, pointer: row.pointer + fault.pointer.slice(1) }));
}

/** Refuses each row about somebody of whom an earlier row speaks: with the same personnel number, or address as `keyOf` compares it. */
export function withoutRepeats(rows: readonly Row[], keyOf: (email: string) => string): Row[] {
	const seen = new Map<string, number>();
	return rows.map((row) => {
		const { email, personnelNumber } = row.fields?.person ?? {};
		const keys = [
			...(email === undefined ? [] : [['email', keyOf(email)] as const]),
			...(personnelNumber ? [['personnelNumber', personnelNumber] as const] : []),
		];
		const faults = keys.flatMap(([column, key]): Fault[] => {
			const earlier = seen.get(`${column} ${key}`);
			const detail = `Row ${earlier} has the same value.`;
			return earlier === undefined
				? []
				: [{ pointer: `${row.pointer}/${column}`, code: 'duplicate', detail }];
		});
		for (const [column, key] of keys) if (faults.length === 0) seen.set(`${column} ${key}`, row.number);
		return faults.length === 0 ? row : { ...row, fields: null, faults };
	});
}

/** Refuses the whole file when one of its rows is refused. */
export function refuseRows(report: ImportReport): void {
	const count = report.filter(({ result }) => result === 'REFUSED').length;
	if (count === 0) return;
	throw new Refusal(
		'rows_refused',
		`${count} of ${report.length} rows cannot be imported, so no row was imported. Correct them, or import the others with partial=true.`,
		{ errors: errorsIn(report) },
	);
}

/** The file's own columns, which are those that some row fills. */
export const columnsIn = (rows: readonly Row[]): Column[] =>
	COLUMN_NAMES.filter((name) => rows.some(({ cells }) => cells[name] !== undefined));

/** Why a row is refused, for people. */
export const reasonOf = ({ row, faults }: RowResult): string =>
	faults.map(({ pointer, detail }) => `${pointer.slice(row.pointer.length + 1)}: ${detail}`).join(' ');
