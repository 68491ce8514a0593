import { z } from '@hono/zod-openapi';
import { toIso, toIsoOrNull, toYearMonth, toYearMonthOrNull } from '../../../foundation/core/instant.ts';
import { DEFAULT_TEMPLATE_ID, MODULES } from '../../../foundation/core/modules.ts';
import {
	doneAnswer,
	endingRequest,
	timelineAnswers,
	timelineSetAnswer,
} from '../../../foundation/http/contract.ts';
import { day, utcDateTime, utcEnd } from '../../../foundation/http/dates.ts';
import { inOrder, module, moneyInput, orElse, setOf, text } from '../../../foundation/http/fields.ts';
import { employeesPageQuery, listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	wireDateDeleted,
	wireId,
	wireInstant,
	wireMoney,
	wireText,
	wireYearMonth,
} from '../../../foundation/http/wire.ts';
import type { FlexAccess } from './table.ts';

const accessSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		dateModified: wireInstant('2026-03-07T09:30:00.000Z'),
		dateDeleted: wireDateDeleted,
		employeeId: wireId(),
		budget: wireMoney,
		allowedModules: z.array(module).max(MODULES.length),
		accumulateBudget: z.boolean().openapi({ default: false }),
		flexTaxRuleTemplateId: wireText(DEFAULT_TEMPLATE_ID).nullable().openapi({ default: DEFAULT_TEMPLATE_ID }),
		validFrom: wireInstant('2026-03-01T00:00:00.000Z'),
		validFromYearMonth: wireYearMonth('2026-03'),
		validUntil: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
		validUntilYearMonth: wireYearMonth('2026-12').nullable(),
	})
	.openapi('FlexAccess');

export const accessToWire = (access: FlexAccess): z.infer<typeof accessSchema> => ({
	id: access.id,
	dateCreated: toIso(access.dateCreated),
	dateModified: toIso(access.dateModified),
	dateDeleted: toIsoOrNull(access.dateDeleted),
	employeeId: access.employeeId,
	budget: { value: access.budgetValue, currency: access.budgetCurrency },
	allowedModules: access.allowedModules,
	accumulateBudget: access.accumulateBudget,
	flexTaxRuleTemplateId: access.taxRuleTemplateId,
	validFrom: toIso(access.validFrom),
	validFromYearMonth: toYearMonth(access.validFrom),
	validUntil: toIsoOrNull(access.validUntil),
	validUntilYearMonth: toYearMonthOrNull(access.validUntil),
});

export const accessesToWire = (timeline: readonly FlexAccess[]) => timeline.map(accessToWire);

const setAccessBody = z
	.strictObject({
		budget: moneyInput,
		accumulateBudget: z.boolean().openapi({
			description:
				'Whether a month’s unspent budget is carried over to the next one, until the end of the year',
			example: true,
		}),
		startDate: utcDateTime('2026-03-01T00:00:00.000Z'),
		endDate: utcEnd('2026-12-31T23:59:59.999Z').nullish(),
		allowedModules: setOf(module, 1)
			.nullish()
			.transform((given) => MODULES.filter((one) => given?.includes(one) ?? true))
			.openapi({
				description: 'All seven when omitted or `null`',
				example: ['MEALS', 'MOBILITY'],
			}),
		flexTaxRuleTemplateId: orElse(text(DEFAULT_TEMPLATE_ID).toLowerCase(), DEFAULT_TEMPLATE_ID).openapi({
			default: DEFAULT_TEMPLATE_ID,
		}),
	})
	.refine(...inOrder('startDate', 'endDate'))
	.openapi('FlexAccessSetting');

const tags = ['Flex'];
const { list, read, change } = operations(tags, { dryRuns: true });
const path = '/employees/{employeeId}/flex/access';

export const setAccessRoute = change.put('setAccess', path, {
	summary: 'Set flex access',
	description: `Adds a period to the employee’s timeline and returns the whole timeline. Overlapping older periods are
shortened, split or removed. The earliest allowed dates depend on the company’s payroll reference day.
\`GET …/date-windows\` returns them.`,
	body: setAccessBody,
	responses: { 200: timelineSetAnswer(accessSchema, 'All entries, in order of their start') },
	refusals: ['date_out_of_window', 'unknown_tax_rule_template', 'employee_terminated', 'too_many_periods'],
});

export const readAccessRoute = read('readAccess', path, {
	summary: 'Read flex access',
	query: pageQuery.extend({
		date: day('2026-03-07').optional().openapi({
			description: 'Only entries in force at any time on this UTC day. None if a pause covers the whole day',
		}),
	}),
	responses: timelineAnswers(accessSchema, 'The entries, in order of their start'),
});

export const listAccessesOfCompanyRoute = list(
	'listAccessesOfCompany',
	'/companies/{companyId}/flex/access',
	{
		tags: [...tags, 'Extension'],
		summary: 'List the flex access of a company in a month',
		description: 'Ordered by the creation of the employees.',
		query: employeesPageQuery,
		responses: {
			200: listAnswer(
				accessSchema,
				'The entries in force at any time in the month, without employees who are paused for all of it',
			),
		},
	},
);

export const revokeAccessRoute = change.delete('revokeAccess', path, {
	summary: 'Revoke flex access',
	description: 'Ends every entry that continues beyond the date and removes those that start at or after it.',
	...endingRequest,
	responses: { 200: doneAnswer(accessSchema, 'The access ends on the date') },
	refusals: ['date_out_of_window'],
});
