import { z } from '@hono/zod-openapi';
import { createdAnswer } from '../../../foundation/http/contract.ts';
import { dateTimeEnd } from '../../../foundation/http/dates.ts';
import {
	agreeing,
	email,
	groups,
	reference,
	skipSendRegistrationEmail,
} from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	COMPANY_ID,
	employeeSchema,
	givenTexts,
	personal,
	previewSchema,
	withOneCostCenter,
} from '../contract.ts';

const createBody = z
	.strictObject({
		email: email('ada@demo.example'),
		companyId: reference(COMPANY_ID),
		...personal,
		...givenTexts,
		groups: groups.nullish(),
		dateTerminated: dateTimeEnd('2026-12-31T23:59:59.999Z').nullish(),
		skipSendRegistrationEmail,
	})
	.refine(...agreeing('costCenter', 'costCentre'))
	.transform(withOneCostCenter)
	.openapi('EmployeeCreation', {
		example: {
			email: 'ada@demo.example',
			companyId: COMPANY_ID,
			personnelNumber: '00017',
			costCenter: '4711',
			groups: ['sales'],
		},
	});

export const createEmployeeRoute = operations(['Employees'], { dryRuns: true }).write.post(
	'createEmployee',
	'/employees',
	{
		summary: 'Create an employee',
		description: `Creates the employee and its user (role EMPLOYEE, without a password), and invites the user by mail.
After 100 addresses in 15 minutes that were already in use, it returns 429 for a while, also for dry
runs.`,
		preview: previewSchema,
		body: createBody,
		responses: { 201: createdAnswer(employeeSchema, 'The new employee') },
		refusals: [
			'unknown_company',
			'email_taken',
			'personnel_number_taken',
			'quota_reached',
			'too_many_invitations',
			'too_many_attempts',
		],
	},
);
