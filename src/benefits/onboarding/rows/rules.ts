import type { EmployeeTexts } from '../../../foundation/core/employee-texts.ts';
import type { Change } from '../../../foundation/core/history.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import type { Module } from '../../../foundation/core/modules.ts';
import type { Money } from '../../../foundation/core/money.ts';
import type { Patch } from '../../../foundation/core/patch.ts';
import { type Fault, Refusal, type RefusalExtras } from '../../../foundation/core/refusals.ts';
import { COLUMN_NAMES, type Column } from '../file/rules.ts';

export const MAX_ROWS = 10_000;
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The most faults in a response. It is limited, because responses are stored for repeated requests. */
export const MAX_FAULTS = 1000;

export const MAX_GROUPS = 50;

/** The most characters of a cell. Fifty groups fit into it. */
export const MAX_CELL_LENGTH = 5100;

export const LIST_COLUMNS: readonly Column[] = ['groups', 'flexModules'];

/** The fields of a person. Undefined ones stay unchanged. */
export interface PersonFields extends Patch<EmployeeTexts> {
	/** Set for employees who were selected in the console. Files never have it. */
	employeeId?: string;
	/** Moves the person from one group to another. Null means no group. */
	moved?: { from: string | null; to: string | null };
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
	language?: string | undefined;
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

export interface RowFault extends Fault {
	extras?: RefusalExtras;
}

/** A row of a file, with its fields or its faults. */
export interface Row {
	/** The number of the row in a spreadsheet, where the titles are row 1. In JSON, it is the place in the list, from 1. */
	number: number;
	pointer: string;
	cells: Partial<Record<Column, string>>;
	fields: RowFields | null;
	faults: RowFault[];
}

export const ROW_RESULTS = ['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const;

export interface RowResult {
	row: Row;
	result: (typeof ROW_RESULTS)[number];
	/** Null when the row is refused or the employee is new. */
	employeeId: string | null;
	changed: Column[];
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

/** Returns the faults, up to the number that a stored response may contain. */
export const errorsIn = (report: ImportReport): Fault[] =>
	report
		.flatMap(({ row, faults }) =>
			faults.map(({ pointer, code, detail }) => ({ pointer, code, detail: `Row ${row.number}: ${detail}` })),
		)
		.slice(0, MAX_FAULTS);

/** Converts a refusal of a single operation to faults of the row, each in the column of its field. */
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

/** Refuses each row with the personnel number or address of an earlier row. `keyOf` returns an address in the form that is compared. */
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

export function refuseRows(report: ImportReport): void {
	const count = report.filter(({ result }) => result === 'REFUSED').length;
	if (count === 0) return;
	throw new Refusal(
		'rows_refused',
		`${count} of ${report.length} rows cannot be imported, so no row was imported. Correct them, or import the others with partial=true.`,
		{ errors: errorsIn(report) },
	);
}

export const columnsIn = (rows: readonly Row[]): Column[] =>
	COLUMN_NAMES.filter((name) => rows.some(({ cells }) => cells[name] !== undefined));

export const reasonOf = ({ row, faults }: RowResult): string =>
	faults.map(({ pointer, detail }) => `${pointer.slice(row.pointer.length + 1)}: ${detail}`).join(' ');
