import { z } from '@hono/zod-openapi';
import { byText, EMPLOYEE_TEXTS } from '../../foundation/core/employee-texts.ts';
import { toIso, toIsoOrNull } from '../../foundation/core/instant.ts';
import type { Period } from '../../foundation/core/timeline.ts';
import { recordAnswers } from '../../foundation/http/contract.ts';
import { employeeFilters, language, payrollText, text } from '../../foundation/http/fields.ts';
import { listAnswer, modifiedPageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import {
	records,
	wireBy,
	wireEmail,
	wireGroups,
	wireId,
	wireInstant,
	wireText,
} from '../../foundation/http/wire.ts';
import { datesOf, type PauseDates } from './pauses/rules.ts';
import { type Benefits, EMPLOYEE_STATES } from './rules.ts';
import type { Employee, ListedEmployee } from './store.ts';

export const COMPANY_ID = '01890a5d-ac96-774b-bcce-b302099a8058';

export const shownTexts = byText((_, { example }) => wireText(example).nullable());

const shown = {
	email: wireEmail('erika@demo.example'),
	employeeId: wireId(),
	companyId: wireId(COMPANY_ID),
	...shownTexts,
	groups: wireGroups,
	datePausedStart: wireInstant('2026-03-01T00:00:00.000Z').nullable(),
	datePausedEnd: wireInstant('2026-09-01T00:00:00.000Z').nullable(),
	dateTerminated: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
};

export const employeeSchema = z
	.strictObject(shown)
	.openapi('Employee', { description: 'Every field is present. A field without a value is `null`' });

export const employeeToWire = wireBy(employeeSchema, { employeeId: ({ id }: ListedEmployee) => id });

const period = {
	id: wireId(),
	startDate: wireInstant('2026-01-01T00:00:00.000Z'),
	endDate: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
};

export const previewSchema = z
	.strictObject({
		...shown,
		flexAccess: records(z.strictObject(period)),
		plannedVouchers: records(
			z.strictObject({ ...period, nextDate: wireInstant('2026-04-01T00:00:00.000Z').nullable() }),
		),
		defaultAccess: records(z.strictObject(period)),
		pauses: records(
			z.strictObject({
				datePausedStart: wireInstant('2026-03-01T00:00:00.000Z'),
				datePausedEnd: wireInstant('2026-09-01T00:00:00.000Z').nullable(),
			}),
		),
	})
	.openapi('EmployeePreview', {
		description: 'The employee and its benefits as they would be after the change',
	});

export const previewToWire = (employee: Employee & PauseDates & Benefits): z.infer<typeof previewSchema> => ({
	...employeeToWire(employee),
	flexAccess: employee.flexAccess.map(periodToWire),
	plannedVouchers: employee.plannedVouchers.map((plan) => ({
		...periodToWire(plan),
		nextDate: toIsoOrNull(plan.nextDate),
	})),
	defaultAccess: employee.defaultAccess.map(periodToWire),
	pauses: employee.pauses.map((pause) => ({
		datePausedStart: toIso(pause.validFrom),
		datePausedEnd: toIsoOrNull(datesOf(pause).datePausedEnd),
	})),
});

const periodToWire = ({ id, validFrom, validUntil }: Period) => ({
	id,
	startDate: toIso(validFrom),
	endDate: toIsoOrNull(validUntil),
});

/** The texts of a request. The specification spells the cost centre in two ways (sections 2.1 and 4.2). Both are accepted. */
export const givenTexts = {
	...byText((_, { example }) => payrollText(example).nullish()),
	costCentre: payrollText(EMPLOYEE_TEXTS.costCenter.example)
		.nullish()
		.openapi({ description: 'Another spelling of `costCenter`.' }),
};

const OF_USER = 'Stored with the employee’s user: `GET /auth/me` returns it, the employee record does not.';

export const personal = {
	firstName: text('Ada').nullish().openapi({ description: OF_USER }),
	lastName: text('Lovelace').nullish().openapi({ description: OF_USER }),
	language: language.nullish().openapi({ description: OF_USER }),
};

interface CostCenters {
	costCenter?: string | null | undefined;
	costCentre?: string | null | undefined;
}

export const withOneCostCenter = <T extends CostCenters>({ costCentre, ...body }: T) => ({
	...body,
	costCenter: body.costCenter === undefined ? costCentre : body.costCenter,
});

const filterQuery = modifiedPageQuery.extend({
	...employeeFilters,
	state: z.enum(EMPLOYEE_STATES).openapi('EmployeeState', { example: 'ACTIVE' }).optional().openapi({
		description:
			'Only employees with this state now: `TERMINATED` after the termination, else `PAUSED` in a pause, else `ACTIVE`',
	}),
});

const tags = ['Employees'];
const { list, read } = operations(tags);

export const listEmployeesRoute = list('listEmployees', '/employees', {
	summary: 'List employees',
	description:
		'Lists the employees of the managed companies, company by company. The order is creation or, with `modifiedSince`, modification. All filters must match.',
	query: filterQuery,
	responses: { 200: listAnswer(employeeSchema, 'The employees') },
});

export const readEmployeeRoute = read('readEmployee', '/employees/{id}', {
	tags: [...tags, 'Extension'],
	summary: 'Read an employee',
	responses: recordAnswers(employeeSchema, 'The employee'),
});
