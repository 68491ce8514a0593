import { z } from '@hono/zod-openapi';
import { toIsoOrNull } from '../../../foundation/core/instant.ts';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireInstant } from '../../../foundation/http/wire.ts';
import type { DateWindow, DateWindows } from './rules.ts';

const windowSchema = z
	.strictObject({
		earliestStartDate: wireInstant('2026-03-07T00:00:00.000Z').nullable(),
		earliestEndDate: wireInstant('2026-03-08T23:59:59.999Z').nullable(),
	})
	.openapi('DateWindow');

const windowOf = (earliestStartDate: string | null, earliestEndDate: string | null) =>
	windowSchema.openapi({ example: { earliestStartDate, earliestEndDate } });

const dateWindowsSchema = z
	.strictObject({
		payrollReferenceDay: integer(1, 28).openapi({ example: 7 }),
		submissionDay: integer(1, 28).openapi({
			description: 'The last UTC day of a month to submit expenses of the previous month',
			example: 7,
		}),
		submitExpense: windowOf('2026-02-01T00:00:00.000Z', null),
		setAccess: windowOf('2026-02-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'),
		revokeAccess: windowOf(null, '2026-01-31T23:59:59.999Z'),
		setMonthlyBudget: windowOf('2026-03-07T00:00:00.000Z', '2026-03-08T23:59:59.999Z'),
		setDefaultAccess: windowOf('2026-04-01T00:00:00.000Z', null),
		revokePlannedVouchers: windowOf(null, '2026-03-08T00:00:00.000Z'),
	})
	.openapi('DateWindows', {
		description: `The earliest allowed dates of each operation. The examples are for the 7th of a month. \`null\` means
that the operation has no such date, or that it must only be after the start. A month with a closed
payroll run accepts no expense.`,
	});

const windowToWire = ({ start, end }: DateWindow) => ({
	earliestStartDate: toIsoOrNull(start),
	earliestEndDate: toIsoOrNull(end),
});

export const windowsToWire = (windows: DateWindows): z.infer<typeof dateWindowsSchema> => ({
	payrollReferenceDay: windows.payrollReferenceDay,
	submissionDay: windows.submissionDay,
	submitExpense: windowToWire(windows.submitExpense),
	setAccess: windowToWire(windows.setAccess),
	revokeAccess: windowToWire(windows.revokeAccess),
	setMonthlyBudget: windowToWire(windows.setMonthlyBudget),
	setDefaultAccess: windowToWire(windows.setDefaultAccess),
	revokePlannedVouchers: windowToWire(windows.revokePlannedVouchers),
});

export const readDateWindowsRoute = operations().list(
	'readDateWindows',
	'/employees/{employeeId}/date-windows',
	{
		tags: ['Employees', 'Extension'],
		summary: 'Read the earliest allowed dates',
		responses: { 200: jsonAnswer(dateWindowsSchema, 'The current date windows') },
	},
);
