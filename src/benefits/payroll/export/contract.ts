import { z } from '@hono/zod-openapi';
import { toYearMonth } from '../../../foundation/core/instant.ts';
import { fileAnswer, timelineAnswers } from '../../../foundation/http/contract.ts';
import { yearMonth } from '../../../foundation/http/dates.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { MAX_RECORDS } from '../../../foundation/http/limits.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { records, wireBy, wireId, wireInstant, wireYearMonth } from '../../../foundation/http/wire.ts';
import { EXPORT_FORMATS } from './rules.ts';
import type { PayrollFile } from './store.ts';

/** This schema has no name in the document. With a name, a field that can be null would change the named schema everywhere. */
export const exportFormat = z.enum(EXPORT_FORMATS).openapi({ example: 'csv' });
const namedFormat = exportFormat.openapi('ExportFormat');

const fileSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-08T08:00:00.000Z'),
		format: namedFormat,
		version: integer(1, MAX_RECORDS).openapi({ example: 1 }),
		authorId: wireId().openapi({ description: 'The user who first requested this version' }),
		leftOut: z
			.array(wireId())
			.max(MAX_RECORDS)
			.openapi({ description: 'The ids of omitted lines', example: [] }),
		bookedEarlier: records(
			z
				.strictObject({ transactionId: wireId(), month: wireYearMonth('2026-02') })
				.openapi('LineBookedEarlier'),
		).openapi({
			description:
				'Lines of leavers that a DATEV file books in the last month of the employment instead of the run’s booking month. In `datev-lug`, each month is a part of its own',
			example: [],
		}),
		sha256: z.string().openapi({
			pattern: '^[0-9a-f]{64}$',
			maxLength: 64,
			description: 'SHA-256 of the file, or of its parts in succession, in hexadecimal',
			example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
		}),
	})
	.openapi('PayrollFile');

export const fileToWire = wireBy(fileSchema, {
	bookedEarlier: ({ earlier }: PayrollFile) =>
		Object.entries(earlier).map(([transactionId, month]) => ({ transactionId, month: toYearMonth(month) })),
});

/** The size limit in the document. A larger file would need about ten million lines. */
const MAX_FILE_BYTES = 2 ** 31 - 1;
const file = z.string().openapi({ format: 'binary', maxLength: MAX_FILE_BYTES });

const { list, read } = operations(['Payroll', 'Extension']);
const path = '/companies/{companyId}/flex/payroll-runs/{runId}';

export const partMonth = yearMonth('2026-02');

const choice = (description: string) =>
	z.enum(['true', 'false']).optional().openapi({ description, example: 'false' });

export const exportPayrollRunRoute = list('exportPayrollRun', `${path}/export`, {
	summary: 'Export a payroll run',
	description: `The file for the payroll office. The first file of a format is kept as version 1, with its payroll
settings. Later requests return the same bytes. If a format cannot carry some lines, the request is
refused and lists them all, each with its remedy. \`leaveOut\` creates a file without them. Amounts are
in minor units in \`csv\`, decimal numbers elsewhere. \`csv-de\` is for German spreadsheets. \`datev-lug\` has
a part for each booking month; without \`month\` the first part is returned.`,
	query: z.object({
		format: namedFormat,
		reissue: choice(
			'With `true` a new version is created from the current settings, if it differs from the last one',
		),
		leaveOut: choice(
			'With `true` a new file omits the lines that the format cannot carry. Its record lists them',
		),
		month: partMonth.optional().openapi({
			description:
				'The booking month of the wanted part of `datev-lug`. The record of the file lists these months. Other formats have one part and ignore it',
		}),
	}),
	responses: {
		200: fileAnswer({
			'text/csv': { schema: file, example: 'id,dateCreated,…' },
			'text/plain': { schema: file, example: '[Allgemein]\r\nZiel=LODAS\r\n…' },
		}),
	},
	refusals: ['export_incomplete', 'export_empty'],
});

export const listPayrollFilesRoute = read('listPayrollFiles', `${path}/files`, {
	summary: 'List the issued files of a payroll run',
	query: pageQuery,
	responses: timelineAnswers(fileSchema, 'Every version, in order of creation'),
});
