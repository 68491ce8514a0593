import { z } from '@hono/zod-openapi';
import { changedAnswer, dryRunQuery, fileAnswer } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { MAX_GROUP_LENGTH, MAX_SET_SIZE } from '../../../foundation/http/limits.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { faultSchema } from '../../../foundation/http/problem.ts';
import { records, wireId } from '../../../foundation/http/wire.ts';
import { COLUMN_NAMES, type Column, EXAMPLES, OTHER_TITLES, TITLES } from '../file/rules.ts';
import {
	errorsIn,
	type ImportReport,
	LIST_COLUMNS,
	MAX_CELL_LENGTH,
	MAX_FAULTS,
	MAX_FILE_BYTES,
	MAX_ROWS,
	ROW_RESULTS,
	type RowResult,
} from '../rows/rules.ts';

const count = integer(0, MAX_ROWS).openapi({ example: 1 });
const columnName = z
	.enum(COLUMN_NAMES as [Column, ...Column[]])
	.openapi('ImportColumn', { example: 'costCenter' });

const report = {
	created: count,
	updated: count,
	unchanged: count,
	refused: count,
	errors: z
		.array(faultSchema)
		.max(MAX_FAULTS)
		.openapi({ description: 'The faults of refused rows, the first 1,000' }),
};

const reportSchema = z
	.strictObject(report)
	.openapi('ImportReport', { description: 'The number of rows with each result' });

const previewSchema = z
	.strictObject({
		...report,
		rows: records(
			z.strictObject({
				row: integer(1, MAX_ROWS + 1).openapi({
					description: 'As in a spreadsheet: the titles are row 1. In JSON the position in the list, from 1',
					example: 2,
				}),
				result: z.enum(ROW_RESULTS).openapi('ImportResult', { example: 'UPDATED' }),
				employeeId: wireId().nullable(),
				changed: z.array(columnName).max(COLUMN_NAMES.length),
				errors: records(faultSchema),
			}),
		),
	})
	.openapi('ImportPreview', { description: 'The result that each row would have' });

export function reportToWire(results: ImportReport): z.infer<typeof reportSchema> {
	const countOf = (result: RowResult['result']) => results.filter((one) => one.result === result).length;
	return {
		created: countOf('CREATED'),
		updated: countOf('UPDATED'),
		unchanged: countOf('UNCHANGED'),
		refused: countOf('REFUSED'),
		errors: errorsIn(results),
	};
}

export const previewToWire = (results: ImportReport): z.infer<typeof previewSchema> => ({
	...reportToWire(results),
	rows: results.map(({ row, result, employeeId, changed, faults }) => ({
		row: row.number,
		result,
		employeeId,
		changed,
		errors: faults.map(({ pointer, code, detail }) => ({ pointer, code, detail })),
	})),
});

const cell = {
	type: ['string' as const, 'number' as const, 'boolean' as const, 'null' as const],
	maxLength: MAX_CELL_LENGTH,
};
const cells = {
	type: 'array' as const,
	maxItems: MAX_SET_SIZE,
	items: { type: 'string' as const, minLength: 1, maxLength: MAX_GROUP_LENGTH, pattern: '^[^\\x00|]+$' },
};

const jsonFile = {
	type: 'object' as const,
	required: ['employees'],
	additionalProperties: false,
	properties: {
		employees: {
			type: 'array' as const,
			minItems: 1,
			maxItems: MAX_ROWS,
			items: {
				type: 'object' as const,
				additionalProperties: false,
				properties: Object.fromEntries(
					COLUMN_NAMES.map((name) => [
						name,
						{
							description: `${TITLES.en[name]}; as a title also ${[TITLES.de[name], ...(OTHER_TITLES[name] ?? [])].join(', ')}`,
							example: EXAMPLES[name],
							...(LIST_COLUMNS.includes(name) ? { anyOf: [cell, cells] } : cell),
						},
					]),
				),
			},
		},
	},
};

const { list, write } = operations(['Employees', 'Extension'], { dryRuns: true });
const path = '/companies/{companyId}/employees/import';
const csvFile = z.string().openapi({ format: 'binary', maxLength: MAX_FILE_BYTES });
const flag = z.enum(['true', 'false']).optional();

export const importEmployeesRoute = write.post('importEmployees', path, {
	summary: 'Import employees from a file',
	description: `Creates and changes up to 10,000 employees with their flex access and monthly budget, by the rules of
the single operations. A row belongs to the employee with its personnel number, else with its e-mail
address. An empty cell changes nothing, and nobody is invited. The body is CSV (UTF-8, UTF-16
or windows-1252) or JSON. One refused row refuses the file, unless \`partial=true\`. With \`dryRun=true\` and \`Accept:
text/csv\` the response is a file of the refused rows.`,
	preview: previewSchema,
	query: dryRunQuery.extend({
		partial: flag.openapi({
			description: 'With `true` all valid rows are imported',
			example: 'false',
		}),
		ignoreUnknown: flag.openapi({
			description: 'With `true` unknown columns are left out. Otherwise they refuse the file',
			example: 'false',
		}),
	}),
	body: {
		required: true,
		content: {
			'application/json': {
				schema: jsonFile,
				example: {
					employees: [
						{
							email: 'ada@demo.example',
							personnelNumber: '00017',
							groups: ['sales'],
							flexBudget: 50,
							flexStartDate: '2026-04-01',
						},
					],
				},
			},
			'text/csv': {
				schema: { type: 'string', maxLength: MAX_FILE_BYTES },
				example: 'E-Mail;Personalnummer;Gruppen\r\nada@demo.example;00017;sales\r\n',
			},
		},
	},
	responses: {
		200: withCsv(changedAnswer(reportSchema, 'The result of each row')),
	},
	refusals: ['rows_refused', 'too_many_attempts'],
});

export const readImportTemplateRoute = list('readImportTemplate', `${path}/template`, {
	summary: 'Download a template for an import of employees',
	description: 'A CSV file with the titles of all columns, in UTF-8 with a byte order mark.',
	query: z.object({
		language: z.enum(['de', 'en']).optional().openapi({
			description: 'The language of the titles, by default `en`. The German file has semicolons',
			example: 'de',
		}),
	}),
	responses: { 200: fileAnswer({ 'text/csv': { schema: csvFile, example: 'E-mail,First name,…' } }) },
});

/** Adds a CSV file to a response. A dry run returns it to clients that accept only CSV. */
function withCsv<A extends { content: object; headers: object }>(answer: A) {
	const example = 'email,row,reason\r\nada@demo.example,2,email: This e-mail address is already in use.\r\n';
	const file = fileAnswer({ 'text/csv': { schema: csvFile, example } });
	return {
		...answer,
		headers: { ...answer.headers, ...file.headers },
		content: { ...answer.content, ...file.content },
	};
}
