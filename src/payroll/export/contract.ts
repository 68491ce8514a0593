import { createRoute, z } from '@hono/zod-openapi';
import { fileAnswer } from '../../http/contract.ts';
import { pathId } from '../../http/fields.ts';
import { guarded } from '../../http/problem.ts';
import { EXPORT_FORMATS } from './rules.ts';

/** Below this, since no run of a company has the ten million lines that it takes. */
const MAX_FILE_BYTES = 2 ** 31 - 1;
const file = z.string().openapi({ format: 'binary', maxLength: MAX_FILE_BYTES });

export const exportPayrollRunRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/flex/payroll-runs/{runId}/export',
	operationId: 'exportPayrollRun',
	tags: ['Payroll', 'Extension'],
	summary: 'Export a payroll run',
	description: `The file for the payroll office, byte-identical each time. What a format cannot carry is refused with every offending
line; a file with gaps is never made. CSV values are in minor units.`,
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
