import { z } from '@hono/zod-openapi';
import { DEFAULT_TEMPLATE_ID, MODULES } from '../../core/modules.ts';
import {
	amountCell,
	currencyCell,
	endCell,
	flagCell,
	languageCell,
	listCell,
	startCell,
} from '../../http/cells.ts';
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
} from '../../http/fields.ts';
import { MAX_GROUP_LENGTH, MAX_SET_SIZE } from '../../http/limits.ts';
import { faultsIn } from '../../http/validation.ts';
import { COLUMN_NAMES, type Column } from './columns.ts';
import { LIST_COLUMNS, MAX_CELL_LENGTH, MAX_ROWS, type Row, type RowFields } from './rules.ts';

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

/** A file in JSON: the same cells under the names of the columns. */
export const jsonFile = z.strictObject({
	employees: z
		.array(
			z.strictObject(
				Object.fromEntries(
					COLUMN_NAMES.map((name) => [
						name,
						(LIST_COLUMNS.includes(name) ? z.union([list, cell]) : cell).optional(),
					]),
				),
			),
		)
		.min(1)
		.max(MAX_ROWS),
});

/** The fields are those of the operations for one employee. */
const rowSchema = z
	.strictObject({
		email: email('ada@demo.example').optional(),
		firstName: text('Ada').optional(),
		lastName: text('Lovelace').optional(),
		language: languageCell.optional(),
		personnelNumber: payrollText('00017').optional(),
		costCenter: payrollText('4711').optional(),
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

/** Which column needs which other ones beside it. */
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

/** What the cells of a row say. Empty ones say nothing. */
export function rowOf(number: number, pointer: string, given: { [column: string]: string | undefined }): Row {
	const cells = Object.fromEntries(
		Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
	);
	const checked = rowSchema.safeParse(cells);
	if (checked.success) return { number, pointer, cells, fields: fieldsOf(checked.data), faults: [] };
	return { number, pointer, cells, fields: null, faults: faultsIn(checked.error, pointer, cells) };
}

function fieldsOf(row: z.output<typeof rowSchema>): RowFields {
	const { email, firstName, lastName, language, personnelNumber, costCenter, groups } = row;
	const currency = row.currency ?? 'EUR_CENT';
	const fields: RowFields = {
		person: { email, firstName, lastName, language, groups, personnelNumber, costCenter },
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
