import { z } from '@hono/zod-openapi';
import { BYTE_ORDER_MARK, cellsOf, csvOf, textOf } from '../../../foundation/core/csv.ts';
import { byText } from '../../../foundation/core/employee-texts.ts';
import { DEFAULT_TEMPLATE_ID, MODULES } from '../../../foundation/core/modules.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import {
	amountCell,
	currencyCell,
	endCell,
	flagCell,
	languageCell,
	listCell,
	startCell,
} from '../../../foundation/http/cells.ts';
import { faultsIn, invalid } from '../../../foundation/http/faults.ts';
import {
	anyText,
	email,
	groups,
	inOrder,
	module,
	moneyInput,
	payrollText,
	setOf,
	text,
} from '../../../foundation/http/fields.ts';
import { MAX_GROUP_LENGTH, MAX_SET_SIZE } from '../../../foundation/http/limits.ts';
import {
	columnsIn,
	type ImportReport,
	LIST_COLUMNS,
	MAX_CELL_LENGTH,
	MAX_ROWS,
	type Row,
	type RowFields,
	reasonOf,
} from '../rows/rules.ts';
import { COLUMN_NAMES, type Column, columnsOf, REMARKS, TITLES } from './rules.ts';

const cell = z
	.union(
		[anyText(MAX_CELL_LENGTH), z.number(), z.boolean(), z.null()],
		'Must be a text, a number, true, false or null',
	)
	.transform((value) => (value === null ? '' : String(value).trim()));
const list = z
	.array(
		text('sales', MAX_GROUP_LENGTH).refine(
			(item) => !item.includes('|'),
			'Must not contain |, which separates the values of a cell',
		),
	)
	.max(MAX_SET_SIZE)
	.transform((items) => items.join('|'));

const jsonRow = z.strictObject(
	Object.fromEntries(
		COLUMN_NAMES.map((name) => [
			name,
			(LIST_COLUMNS.includes(name) ? z.union([list, cell]) : cell).optional(),
		]),
	),
);

/** A JSON file has the cells of a CSV file, under the names of the columns. */
const jsonFileOf = <R extends z.ZodType>(row: R) =>
	z.strictObject({ employees: z.array(row).min(1).max(MAX_ROWS) });
const jsonFile = jsonFileOf(jsonRow);
const jsonFileWithOthers = jsonFileOf(jsonRow.strip());

/** The fields are those of a single employee. */
const rowSchema = z
	.strictObject({
		email: email('ada@demo.example').optional(),
		firstName: text('Ada').optional(),
		lastName: text('Lovelace').optional(),
		language: languageCell.optional(),
		...byText((_, { example }) => payrollText(example).optional()),
		groups: listCell(groups).optional(),
		currency: currencyCell.optional(),
		flexBudget: amountCell.pipe(moneyInput.shape.value).optional(),
		flexStartDate: startCell.optional(),
		flexEndDate: endCell.optional(),
		flexAccumulate: flagCell.optional(),
		flexModules: listCell(setOf(module, 1)).optional(),
		flexTaxRuleTemplateId: text(DEFAULT_TEMPLATE_ID).optional(),
		goodiesBudget: amountCell.pipe(moneyInput.shape.value).optional(),
		goodiesStartDate: startCell.optional(),
		goodiesEndDate: endCell.optional(),
	})
	.superRefine((row, context) => {
		for (const { column, message } of missingIn(row)) {
			context.addIssue({ code: 'custom', path: [column], params: { code: 'required' }, message });
		}
	})
	.refine(...inOrder('flexStartDate', 'flexEndDate'))
	.refine(...inOrder('goodiesStartDate', 'goodiesEndDate'));

/** For each column, the columns that require it. */
const NEEDED: [needed: Column, by: Column[]][] = [
	['flexBudget', ['flexStartDate', 'flexEndDate', 'flexAccumulate', 'flexModules', 'flexTaxRuleTemplateId']],
	['flexStartDate', ['flexBudget']],
	['goodiesBudget', ['goodiesStartDate', 'goodiesEndDate']],
	['goodiesStartDate', ['goodiesBudget']],
];

function missingIn(row: { [column in Column]?: unknown }): { column: Column; message: string }[] {
	const isNobody = row.email === undefined && row.personnelNumber === undefined;
	const nobody = 'A row needs an e-mail address or a personnel number';
	return [
		...(isNobody ? [{ column: 'email' as const, message: nobody }] : []),
		...NEEDED.flatMap(([column, by]) => {
			const given = by.find((name) => row[name] !== undefined);
			if (row[column] !== undefined || given === undefined) return [];
			return [{ column, message: `Must be given beside ${given}` }];
		}),
	];
}

/** An empty cell counts as missing. */
function rowOf(number: number, pointer: string, given: { [column: string]: string | undefined }): Row {
	const cells = Object.fromEntries(
		Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
	);
	const checked = rowSchema.safeParse(cells);
	if (checked.success) return { number, pointer, cells, fields: fieldsOf(checked.data), faults: [] };
	return { number, pointer, cells, fields: null, faults: faultsIn(checked.error, pointer, cells) };
}

function fieldsOf(row: z.output<typeof rowSchema>): RowFields {
	const { email, firstName, lastName, language, groups } = row;
	const currency = row.currency ?? 'EUR_CENT';
	const fields: RowFields = {
		person: { email, firstName, lastName, language, groups, ...byText((name) => row[name]) },
	};
	if (row.flexBudget !== undefined && row.flexStartDate !== undefined) {
		fields.access = {
			budget: { value: row.flexBudget, currency },
			startDate: row.flexStartDate,
			endDate: row.flexEndDate ?? null,
			accumulateBudget: row.flexAccumulate ?? false,
			allowedModules: MODULES.filter((one) => row.flexModules?.includes(one) ?? true),
			flexTaxRuleTemplateId: row.flexTaxRuleTemplateId ?? DEFAULT_TEMPLATE_ID,
		};
	}
	if (row.goodiesBudget !== undefined && row.goodiesStartDate !== undefined) {
		fields.goodies = {
			budget: { value: row.goodiesBudget, currency },
			startDate: row.goodiesStartDate,
			endDate: row.goodiesEndDate ?? null,
		};
	}
	return fields;
}

/** Returns the rows, each checked separately. Refuses a file without rows. It also refuses unknown columns, unless they are ignored. */
export function rowsOf(contentType: string, bytes: Uint8Array, ignoresUnknown: boolean): Row[] {
	const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
	if (type === 'application/json') return rowsOfJson(bytes, ignoresUnknown);
	// http/body removes the content type of an empty body.
	if (type === 'text/csv' || bytes.length === 0) return rowsOfCsv(textOf(bytes), ignoresUnknown);
	throw new Refusal('unsupported_media_type', 'Send the file as text/csv or application/json.');
}

function rowsOfCsv(text: string, ignoresUnknown: boolean): Row[] {
	const { titles, lines } = sheetOf(text);
	return rowsOfSheet(lines, columnsOf(titles, ignoresUnknown));
}

export interface Sheet {
	titles: string[];
	lines: string[][];
}

export function sheetOf(text: string): Sheet {
	const { lines, isBroken } = cellsOf(text);
	if (isBroken)
		throw invalidFile(
			'malformed_csv',
			'A quotation mark is misplaced or not closed. Put quotation marks around a cell that contains one, and double the inner one.',
		);
	const [titles = [], ...rest] = lines;
	const count = rest.filter(isFilled).length;
	if (count === 0) throw invalidFile('too_small', 'The file has no rows below its titles.');
	if (count > MAX_ROWS) throw invalidFile('too_big', `A file may have at most ${MAX_ROWS} rows.`);
	return { titles, lines: rest };
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell !== '');

/** A null column is skipped. */
export function rowsOfSheet(lines: readonly string[][], columns: readonly (Column | null)[]): Row[] {
	const numbered = lines.map((cells, index) => ({
		cells,
		number: index + 2,
		pointer: `#/employees/${index}`,
	}));
	return numbered
		.filter(({ cells }) => isFilled(cells))
		.map(({ cells, number, pointer }) => {
			const row = rowOf(number, pointer, byColumn(columns, cells));
			const isOverfull = isFilled(cells.slice(columns.length));
			return isOverfull ? { ...row, fields: null, faults: [{ ...TOO_MANY_CELLS, pointer }] } : row;
		});
}

const TOO_MANY_CELLS = {
	code: 'too_many_cells',
	detail: 'The row has more cells than titles. Put quotation marks around a cell that holds a delimiter.',
};

const invalidFile = (code: string, detail: string): Refusal =>
	new Refusal('validation_failed', detail, { errors: [{ pointer: '#/employees', code, detail }] });

const byColumn = (columns: readonly (Column | null)[], cells: readonly string[]): Row['cells'] =>
	Object.fromEntries(columns.flatMap((column, index) => (column === null ? [] : [[column, cells[index]]])));

function rowsOfJson(bytes: Uint8Array, ignoresUnknown: boolean): Row[] {
	const data = parsed(new TextDecoder().decode(bytes));
	const checked = (ignoresUnknown ? jsonFileWithOthers : jsonFile).safeParse(data);
	if (!checked.success) throw invalid(faultsIn(checked.error, '#', data));
	return checked.data.employees.map((cells, index) => rowOf(index + 1, `#/employees/${index}`, cells));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Refusal('malformed_json', 'The body is not well-formed JSON.');
	}
}

/** Returns the refused rows unchanged, with the reasons. People can correct this file and import it again. */
export function refusedFile(report: ImportReport): string {
	const refused = report.filter(({ result }) => result === 'REFUSED');
	const columns = columnsIn(refused.map(({ row }) => row));
	const lines = refused.map((one) => [
		...columns.map((name) => one.row.cells[name] ?? ''),
		one.row.number,
		reasonOf(one),
	]);
	return BYTE_ORDER_MARK + csvOf([[...columns, ...Object.keys(REMARKS.en)], ...lines]);
}

/** Returns an empty file with titles. In German it has semicolons, which German spreadsheets expect. */
export const templateFile = (language: 'de' | 'en'): string =>
	BYTE_ORDER_MARK +
	csvOf([COLUMN_NAMES.map((name) => TITLES[language][name])], language === 'de' ? ';' : ',');
