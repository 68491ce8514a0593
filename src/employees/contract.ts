import { createRoute, z } from '@hono/zod-openapi';
import { toIsoOrNull } from '../core/instant.ts';
import { createdAnswer, jsonAnswer, jsonBody } from '../http/contract.ts';
import { dateTime, email, groups, pathId, text, wireId, wireInstant } from '../http/fields.ts';
import { listAnswer, pageQuery } from '../http/pagination.ts';
import { BODY_REFUSALS, guarded } from '../http/problem.ts';
import type { DateWindow, DateWindows } from './rules.ts';
import type { Employee } from './store.ts';

const employeeSchema = z
	.strictObject({
		email: z.string().openapi({ example: 'erika@demo.example' }),
		employeeId: wireId(),
		companyId: wireId('01890a5d-ac96-774b-bcce-b302099a8058'),
		personnelNumber: z.string().nullable().openapi({ example: '00017' }),
		costCenter: z.string().nullable().openapi({ example: '4711' }),
		groups: z.array(z.string()).openapi({ example: ['sales'] }),
		datePausedStart: wireInstant('2026-03-01T00:00:00.000Z').nullable(),
		datePausedEnd: wireInstant('2026-09-01T00:00:00.000Z').nullable(),
		dateTerminated: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
	})
	.openapi('Employee');

export const toWire = (employee: Employee): z.infer<typeof employeeSchema> => ({
	email: employee.email,
	employeeId: employee.id,
	companyId: employee.companyId,
	personnelNumber: employee.personnelNumber,
	costCenter: employee.costCenter,
	groups: employee.groups,
	datePausedStart: toIsoOrNull(employee.datePausedStart),
	datePausedEnd: toIsoOrNull(employee.datePausedEnd),
	dateTerminated: toIsoOrNull(employee.dateTerminated),
});

/** The specification spells the cost centre in two ways; both are understood, and become `costCenter`. */
const costCenters = {
	costCenter: text('4711').nullish(),
	costCentre: text('4711').nullish().openapi({ description: 'The same as `costCenter`.' }),
};

interface CostCenters {
	costCenter?: string | null | undefined;
	costCentre?: string | null | undefined;
}

const agreeOnCostCenter = ({ costCenter, costCentre }: CostCenters): boolean =>
	costCenter === undefined || costCentre === undefined || costCenter === costCentre;

const costCenterConflict = {
	path: ['costCentre'],
	params: { code: 'conflict' },
	error: 'Must be the same as costCenter, or be left out',
};

const withOneCostCenter = <T extends CostCenters>({ costCentre, ...body }: T) => ({
	...body,
	costCenter: body.costCenter === undefined ? costCentre : body.costCenter,
});

const createBody = z
	.strictObject({
		email: email('erika@demo.example'),
		companyId: z.string().openapi({ format: 'uuid', example: '01890a5d-ac96-774b-bcce-b302099a8058' }),
		personnelNumber: text('00017').nullish(),
		...costCenters,
		groups: groups.nullish(),
		dateTerminated: dateTime('2026-12-31T23:59:59.999Z').nullish(),
		skipSendRegistrationEmail: z.boolean().nullish().openapi({
			description: 'Accepted. This service sends no mail, so nothing depends on it.',
			example: true,
		}),
	})
	.refine(agreeOnCostCenter, costCenterConflict)
	.transform(withOneCostCenter)
	.openapi('EmployeeCreation');

const updateBody = z
	.strictObject({
		personnelNumber: text('00017').nullish(),
		...costCenters,
		groups: groups.nullish(),
		datePausedStart: dateTime('2026-03-01T00:00:00.000Z').nullish(),
		datePausedEnd: dateTime('2026-09-01T00:00:00.000Z').nullish(),
		dateTerminated: dateTime('2026-12-31T23:59:59.999Z').nullish(),
	})
	.refine(agreeOnCostCenter, costCenterConflict)
	.transform(withOneCostCenter)
	.openapi('EmployeeUpdate');

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

export const dateWindowsToWire = (windows: DateWindows): z.infer<typeof dateWindowsSchema> => ({
	payrollReferenceDay: windows.payrollReferenceDay,
	setAccess: windowToWire(windows.setAccess),
	revokeAccess: windowToWire(windows.revokeAccess),
	setMonthlyBudget: windowToWire(windows.setMonthlyBudget),
	setDefaultAccess: windowToWire(windows.setDefaultAccess),
	revokePlannedVouchers: windowToWire(windows.revokePlannedVouchers),
});

const filterQuery = pageQuery.extend({
	companyId: filter('01890a5d-ac96-774b-bcce-b302099a8058'),
	email: filter('erika@demo.example'),
	personnelNumber: filter('00017'),
	group: filter('sales'),
	costCenter: filter('4711'),
});

const tags = ['Employees'];
const params = z.object({ id: pathId('id') });
const ofEmployee = z.object({ employeeId: pathId('employeeId') });

export const listEmployeesRoute = createRoute({
	method: 'get',
	path: '/employees',
	operationId: 'listEmployees',
	tags,
	summary: 'List employees',
	description:
		'Of the companies that the requesting user manages, in order of creation. All filters must match.',
	request: { query: filterQuery },
	responses: { 200: listAnswer(employeeSchema, 'The employees'), ...guarded('validation_failed') },
});

export const createEmployeeRoute = createRoute({
	method: 'post',
	path: '/employees',
	operationId: 'createEmployee',
	tags,
	summary: 'Create an employee',
	description: 'Creates the employee and its user (role EMPLOYEE, without a password).',
	request: { body: jsonBody(createBody) },
	responses: {
		201: createdAnswer(employeeSchema, 'The new employee'),
		...guarded(...BODY_REFUSALS, 'unknown_company', 'email_taken', 'personnel_number_taken'),
	},
});

export const readEmployeeRoute = createRoute({
	method: 'get',
	path: '/employees/{id}',
	operationId: 'readEmployee',
	tags: [...tags, 'Extension'],
	summary: 'Read an employee',
	request: { params },
	responses: { 200: jsonAnswer(employeeSchema, 'The employee'), ...guarded('not_found') },
});

export const updateEmployeeRoute = createRoute({
	method: 'put',
	path: '/employees/{id}',
	operationId: 'updateEmployee',
	tags,
	summary: 'Change, pause or terminate an employee',
	description: `An omitted field keeps its value, \`null\` clears it. From the moment \`dateTerminated\` is set, every answer shows the
benefits ended on that date; until the date has passed it may be moved or cleared, which brings the original ends back.`,
	request: { params, body: jsonBody(updateBody) },
	responses: {
		200: jsonAnswer(employeeSchema, 'The changed employee'),
		...guarded(...BODY_REFUSALS, 'not_found', 'personnel_number_taken'),
	},
});

export const readDateWindowsRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/date-windows',
	operationId: 'readDateWindows',
	tags: [...tags, 'Extension'],
	summary: 'Read the earliest dates that are allowed now',
	request: { params: ofEmployee },
	responses: { 200: jsonAnswer(dateWindowsSchema, 'The windows of this moment'), ...guarded('not_found') },
});

function filter(example: string) {
	return text(example).optional();
}
