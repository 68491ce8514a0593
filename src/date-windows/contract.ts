import { createRoute, z } from '@hono/zod-openapi';
import { toIsoOrNull } from '../core/instant.ts';
import { jsonAnswer } from '../http/contract.ts';
import { pathId } from '../http/fields.ts';
import { guarded } from '../http/problem.ts';
import type { DateWindow, DateWindows } from './rules.ts';

const windowSchema = (earliestStartDate: string | null, earliestEndDate: string | null) =>
	z.strictObject({
		earliestStartDate: z.iso
			.datetime()
			.nullable()
			.openapi({ format: 'date-time', example: earliestStartDate }),
		earliestEndDate: z.iso.datetime().nullable().openapi({ format: 'date-time', example: earliestEndDate }),
	});

const dateWindowsSchema = z
	.strictObject({
		payrollReferenceDay: z.int().openapi({ example: 7 }),
		setAccess: windowSchema('2023-02-01T00:00:00.000Z', '2023-01-31T23:59:59.999Z'),
		revokeAccess: windowSchema(null, '2023-01-31T23:59:59.999Z'),
		setMonthlyBudget: windowSchema('2023-03-07T00:00:00.000Z', '2023-03-08T23:59:59.999Z'),
		setDefaultAccess: windowSchema('2023-04-01T00:00:00.000Z', null),
		revokePlannedVouchers: windowSchema(null, '2023-03-08T00:00:00.000Z'),
	})
	.openapi('DateWindows', {
		description:
			'Earliest dates by operation; the examples are of 7 March 2023. `null`: the operation has no such date, or asks only that it lies after the start.',
	});

const windowToWire = ({ start, end }: DateWindow) => ({
	earliestStartDate: toIsoOrNull(start),
	earliestEndDate: toIsoOrNull(end),
});

export const toWire = (windows: DateWindows): z.infer<typeof dateWindowsSchema> => ({
	payrollReferenceDay: windows.payrollReferenceDay,
	setAccess: windowToWire(windows.setAccess),
	revokeAccess: windowToWire(windows.revokeAccess),
	setMonthlyBudget: windowToWire(windows.setMonthlyBudget),
	setDefaultAccess: windowToWire(windows.setDefaultAccess),
	revokePlannedVouchers: windowToWire(windows.revokePlannedVouchers),
});

export const readDateWindowsRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/date-windows',
	operationId: 'readDateWindows',
	tags: ['Employees', 'Extension'],
	summary: 'Read the earliest dates that are allowed now',
	request: { params: z.object({ employeeId: pathId('employeeId') }) },
	responses: { 200: jsonAnswer(dateWindowsSchema, 'The windows of this moment'), ...guarded('not_found') },
});
