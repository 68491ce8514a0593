import { z } from '@hono/zod-openapi';
import { toYearMonth } from '../../../foundation/core/instant.ts';
import { CURRENCIES } from '../../../foundation/core/money.ts';
import { createdAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { yearMonth } from '../../../foundation/http/dates.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { MAX_RECORDS } from '../../../foundation/http/limits.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy, wireId, wireInstant, wireMoneySum, wireYearMonth } from '../../../foundation/http/wire.ts';
import { payrollModule } from '../../ledger/contract.ts';
import { PAYROLL_MODULES, RUN_STATES } from '../../ledger/rules.ts';
import { runPreviewSchema } from '../open-run/contract.ts';
import { bookingMonth } from '../settings/contract.ts';
import type { PayrollRun } from './store.ts';

const COMPANY_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

const runSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-08T00:00:00.000Z'),
		dateModified: wireInstant('2026-03-08T00:00:00.000Z'),
		companyId: wireId(COMPANY_ID),
		month: wireYearMonth('2026-02'),
		state: z.enum(RUN_STATES).openapi('PayrollRunState', {
			description: 'CLOSING while the committed lines are counted',
			example: 'CLOSED',
		}),
		dateClosed: wireInstant('2026-03-08T00:00:00.000Z').nullable(),
		closedBy: wireId()
			.nullable()
			.openapi({ description: 'The user who closed it early; `null` for the cron' }),
		lineCount: integer(0, MAX_RECORDS).nullable().openapi({ example: 1 }),
		sums: z
			.array(z.strictObject({ module: payrollModule, amount: wireMoneySum }).openapi('ModuleSum'))
			.max(PAYROLL_MODULES.length * CURRENCIES.length)
			.nullable()
			.openapi({ example: [{ module: 'MEALS', amount: { value: 1290, currency: 'EUR_CENT' } }] }),
		sha256: z.string().nullable().openapi({
			pattern: '^[0-9a-f]{64}$',
			maxLength: 64,
			description: 'SHA-256 of the CSV export, in hexadecimal',
			example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
		}),
		heldOverCount: integer(0, MAX_RECORDS).openapi({
			description:
				'The number of lines that moved to the next run, because the payroll office’s format cannot carry them',
			example: 0,
		}),
		bookingMonth,
	})
	.openapi('PayrollRun');

export const runToWire = wireBy(runSchema, { month: ({ month }: PayrollRun) => toYearMonth(month) });

const closeBody = z
	.strictObject({
		month: yearMonth('2026-02'),
		early: z.boolean().default(false).openapi({
			description: '`true` confirms closing a month that is not over, or that follows an open month',
			example: false,
		}),
	})
	.openapi('PayrollRunClosing', { example: { month: '2026-02' } });

const { list, read, write } = operations(['Payroll', 'Extension'], { dryRuns: true });
const path = '/companies/{companyId}/flex/payroll-runs';

export const closePayrollRunRoute = write.post('closePayrollRun', path, {
	summary: 'Close a payroll run early',
	description: `Commits the month’s pending transactions permanently. The cron closes all other runs after their
cut-off, the end of the reference day in the following month. A month that is not over, or that follows
an open month, needs \`early\`. Lines that the payroll office’s format cannot carry move to the next
run.`,
	preview: runPreviewSchema,
	body: closeBody,
	responses: { 201: createdAnswer(runSchema, 'The closed run') },
	refusals: ['period_closed', 'early_closing'],
});

export const listPayrollRunsRoute = list('listPayrollRuns', path, {
	summary: 'List the payroll runs of a company',
	query: pageQuery,
	responses: { 200: listAnswer(runSchema, 'The runs, in order of creation') },
});

export const readPayrollRunRoute = read('readPayrollRun', `${path}/{runId}`, {
	summary: 'Read a payroll run',
	responses: recordAnswers(runSchema, 'The run'),
});
