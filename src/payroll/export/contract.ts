import { createRoute, z } from '@hono/zod-openapi';
import { fileAnswer } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { guarded } from '../../http/problem.ts';
import { EXPORT_FORMATS } from './rules.ts';

/** No file is as large: a company's run would need some ten million lines. */
const MAX_FILE_BYTES = 2 ** 31 - 1;
const file = z.string().openapi({ format: 'binary', maxLength: MAX_FILE_BYTES });

export const exportPayrollRunRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/flex/payroll-runs/{runId}/export',
	operationId: 'exportPayrollRun',
	tags: ['Payroll', 'Extension'],
	summary: 'Export a payroll run',
	description: `The file for the payroll office, with the same bytes each time. When a format cannot carry
some of the lines, the request is refused and names them all; a file with gaps is never made. CSV amounts are
in minor units.`,
	request: {
		params: z.object({ companyId: pathId('companyId'), runId: pathId('runId') }),
		query: z.object({ format: z.enum(EXPORT_FORMATS).openapi('ExportFormat', { example: 'csv' }) }),
	},
	responses: {
		200: fileAnswer({
			'text/csv': { schema: file, example: 'id,dateCreated,…' },
			'text/plain': { schema: file, example: '[Allgemein]\r\nZiel=LODAS\r\n…' },
		}),
		...guarded('validation_failed', 'not_found', 'export_incomplete'),
	},
});
