import { z } from '@hono/zod-openapi';
import { changedAnswer } from '../../foundation/http/contract.ts';
import { dateTime, dateTimeEnd } from '../../foundation/http/dates.ts';
import { agreeing, groups, inOrder, reference, text } from '../../foundation/http/fields.ts';
import { operations } from '../../foundation/http/operation.ts';
import {
	COMPANY_ID,
	employeeSchema,
	givenTexts,
	personal,
	previewSchema,
	withOneCostCenter,
} from '../employees/contract.ts';

/** The description of read-only fields. Clients may send back a record as they have read it. */
const READ_ONLY = 'Accepted if it equals the stored value. It cannot be changed here.';

const updateBody = z
	.strictObject({
		email: text('erika@demo.example').optional().openapi({ description: READ_ONLY }),
		employeeId: reference().optional().openapi({ description: READ_ONLY }),
		companyId: reference(COMPANY_ID).optional().openapi({ description: READ_ONLY }),
		...personal,
		...givenTexts,
		groups: groups.nullish(),
		datePausedStart: dateTime('2026-03-01T00:00:00.000Z').nullish(),
		datePausedEnd: dateTimeEnd('2026-09-01T00:00:00.000Z').nullish(),
		dateTerminated: dateTimeEnd('2026-12-31T23:59:59.999Z').nullish(),
	})
	.refine(...agreeing('costCenter', 'costCentre'))
	.refine(...inOrder('datePausedStart', 'datePausedEnd'))
	.transform(withOneCostCenter)
	.openapi('EmployeeUpdate', {
		example: { personnelNumber: '00018', costCentre: '4711', groups: ['sales'] },
	});

export const updateEmployeeRoute = operations([], { dryRuns: true }).change.put(
	'updateEmployee',
	'/employees/{id}',
	{
		tags: ['Employees'],
		summary: 'Change, pause or terminate an employee',
		description: `An omitted field keeps its value, \`null\` clears it. Once \`dateTerminated\` is set, every response
shows the benefits as ending on that date. Until the date has passed you can move or clear it, which
restores the original ends.`,
		preview: previewSchema,
		body: updateBody,
		responses: { 200: changedAnswer(employeeSchema, 'The changed employee') },
		refusals: ['personnel_number_taken', 'employee_erased'],
	},
);
