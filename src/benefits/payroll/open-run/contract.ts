import { z } from '@hono/zod-openapi';
import { toIso, toYearMonth, toYearMonthOrNull } from '../../../foundation/core/instant.ts';
import { recordAnswers } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { MAX_RECORDS } from '../../../foundation/http/limits.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	records,
	wireBy,
	wireId,
	wireInstant,
	wireMoneySum,
	wireText,
	wireYearMonth,
} from '../../../foundation/http/wire.ts';
import { MAX_WARNED } from '../../expenses/limits/rules.ts';
import { payrollModule, transactionKind } from '../../ledger/contract.ts';
import { exportFormat } from '../export/contract.ts';
import { MAX_LEAVERS } from '../export/rules.ts';
import { obstaclesOfLine, obstaclesToWire } from '../obstacles/contract.ts';
import {
	type FaultyLine,
	MAX_NAMED,
	type OpenRun,
	type RunPreview,
	WARNINGS,
	type Warning,
} from './rules.ts';

const warningSchema = z
	.strictObject({
		code: z.enum(WARNINGS).openapi({ example: 'benefits_in_kind_exceeded' }),
		employeeId: wireId(),
		personnelNumber: wireText('17').nullable(),
		firstName: wireText('Ada').nullable(),
		lastName: wireText('Lovelace').nullable(),
		amount: wireMoneySum.openapi({ example: { value: 6000, currency: 'EUR_CENT' } }),
		limit: wireMoneySum.nullable().openapi({
			description: 'The legal limit; `null` for `booked_in_last_month`',
			example: { value: 5000, currency: 'EUR_CENT' },
		}),
		bookedIn: wireYearMonth('2026-02').nullable().openapi({
			description:
				'The last month of a leaver, in which DATEV files book the lines; `null` for other warnings',
		}),
	})
	.openapi('PayrollWarning');

const warnings = z
	.array(warningSchema)
	.max(MAX_WARNED + MAX_LEAVERS)
	.openapi({
		description:
			'Benefits of the month or its year beyond the legal limits of the company’s country, and lines that are booked in a leaver’s last month. They prevent nothing',
		example: [],
	});

const warningToWire = wireBy(warningSchema, {
	amount: ({ value, currency }: Warning) => ({ value, currency }),
	limit: ({ limit, currency }: Warning) => (limit === null ? null : { value: limit, currency }),
	bookedIn: ({ bookedIn }: Warning) => toYearMonthOrNull(bookedIn),
});

const count = integer(0, MAX_RECORDS);

const previewFields = {
	month: wireYearMonth('2026-03'),
	lineCount: count.openapi({ description: 'The number of lines that would be committed', example: 1 }),
	sums: records(
		z
			.strictObject({
				module: payrollModule,
				kind: transactionKind,
				costCenter: wireText('4711').nullable(),
				amount: wireMoneySum,
				lineCount: count.openapi({ example: 1 }),
			})
			.openapi('WaitingSum'),
	),
	heldOverCount: count.openapi({
		description:
			'The number of lines that would move to the next run, because the payroll office’s format cannot carry them',
		example: 0,
	}),
	toVerify: count.openapi({
		description:
			'The number of expenses up to the month’s end without a decision. If approved later, they go into the next run.',
		example: 2,
	}),
	warnings,
};

export const runPreviewSchema = z.strictObject(previewFields).openapi('PayrollRunPreview');

export const previewToWire = wireBy(runPreviewSchema, {
	month: ({ month }: RunPreview) => toYearMonth(month),
	sums: ({ sums }: RunPreview) =>
		sums.map(({ value, currency, ...sum }) => ({ ...sum, amount: { value, currency } })),
	warnings: ({ warnings }: RunPreview) => warnings.map(warningToWire),
});

const faultySchema = z
	.strictObject({
		transactionId: wireId(),
		employeeId: wireId(),
		personnelNumber: wireText('A17').nullable(),
		firstName: wireText('Ada').nullable(),
		lastName: wireText('Lovelace').nullable(),
		module: payrollModule,
		kind: transactionKind,
		amount: wireMoneySum,
		obstacles: obstaclesOfLine,
	})
	.openapi('LineWithObstacles');

const openRunSchema = z
	.strictObject({
		...previewFields,
		closes: wireInstant('2026-04-07T23:59:59.999Z').openapi({
			description: 'The cut-off, at which the cron closes it',
		}),
		format: exportFormat.nullable(),
		obstacles: obstaclesOfLine.openapi({ description: 'Obstacles that keep every line out of the format' }),
		lines: z
			.array(faultySchema)
			.max(MAX_NAMED)
			.openapi({ description: `Lines that the format cannot carry, at most ${MAX_NAMED} of them` }),
		monthsWithoutMealValue: z.array(wireYearMonth('2027-01')).max(2).openapi({
			description:
				'With `splitsMeals`: the open month and the present one, if the service does not know their official value of meals. Lines for MEALS of such a month wait',
			example: [],
		}),
	})
	.openapi('OpenPayrollRun');

const nobody = { wageType: null, personnelNumber: null, otherNumber: null, currency: null };

export const openRunToWire = (run: OpenRun): z.infer<typeof openRunSchema> => ({
	...previewToWire(run),
	closes: toIso(run.closes),
	format: run.format,
	obstacles: obstaclesToWire(run.officeObstacle === null ? [] : [run.officeObstacle], nobody),
	lines: run.faulty.map(lineToWire),
	monthsWithoutMealValue: run.monthsWithoutMealValue.map(toYearMonth),
});

const lineToWire = wireBy(faultySchema, {
	transactionId: ({ id }: FaultyLine) => id,
	amount: ({ amountValue, currency }: FaultyLine) => ({ value: amountValue, currency }),
	obstacles: (line: FaultyLine) => obstaclesToWire(line.faults, line),
});

export const readOpenPayrollRunRoute = operations().read(
	'readOpenPayrollRun',
	'/companies/{companyId}/flex/payroll-runs/open',
	{
		tags: ['Payroll', 'Extension'],
		summary: 'Read the open payroll run of a company',
		description:
			'The lines that the next run would commit now, and every obstacle to resolve before it closes.',
		responses: recordAnswers(openRunSchema, 'The open run'),
	},
);
