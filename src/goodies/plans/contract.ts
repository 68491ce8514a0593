import { createRoute, z } from '@hono/zod-openapi';
import { toIso, toIsoOrNull, toYearMonth, toYearMonthOrNull } from '../../core/instant.ts';
import { readHeaders } from '../../http/conditional.ts';
import {
	changedAnswer,
	doneAnswer,
	dryRunQuery,
	endingRequest,
	jsonBody,
	timelineAnswers,
	withPreview,
} from '../../http/contract.ts';
import { inOrder, moneyInput, pathId, utcDateTime, utcEnd } from '../../http/fields.ts';
import { changeHeaders } from '../../http/idempotency.ts';
import { pageQuery } from '../../http/pagination.ts';
import { BODY_REFUSALS, changing, guarded } from '../../http/problem.ts';
import { records, wireDateDeleted, wireId, wireInstant, wireMoney, wireYearMonth } from '../../http/wire.ts';
import { INTERVALS, VOUCHER_TYPES } from './rules.ts';
import type { Plan } from './table.ts';

export const voucherType = z.enum(VOUCHER_TYPES).openapi('VoucherType', { example: 'GENERIC' });

const plannedSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		dateModified: wireInstant('2026-03-07T09:30:00.000Z'),
		dateDeleted: wireDateDeleted,
		employeeId: wireId(),
		amount: wireMoney,
		goodiesVoucherType: voucherType,
		interval: z.enum(INTERVALS).openapi('Interval', { example: 'MONTHLY' }),
		nextDate: wireInstant('2026-04-01T00:00:00.000Z').nullable(),
		startDate: wireInstant('2026-04-01T00:00:00.000Z'),
		startDateYearMonth: wireYearMonth('2026-04'),
		endDate: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
		endDateYearMonth: wireYearMonth('2026-12').nullable(),
	})
	.openapi('PlannedVoucher');

export const plannedToWire = (plan: Plan): z.infer<typeof plannedSchema> => ({
	id: plan.id,
	dateCreated: toIso(plan.dateCreated),
	dateModified: toIso(plan.dateModified),
	dateDeleted: toIsoOrNull(plan.dateDeleted),
	employeeId: plan.employeeId,
	amount: { value: plan.amountValue, currency: plan.amountCurrency },
	goodiesVoucherType: plan.goodiesVoucherType,
	interval: plan.interval,
	nextDate: toIsoOrNull(plan.nextDate),
	startDate: toIso(plan.validFrom),
	startDateYearMonth: toYearMonth(plan.validFrom),
	endDate: toIsoOrNull(plan.validUntil),
	endDateYearMonth: toYearMonthOrNull(plan.validUntil),
});

export const plansToWire = (plans: readonly Plan[]) => plans.map(plannedToWire);

const budgetBody = z
	.strictObject({
		budget: moneyInput,
		startDate: utcDateTime('2026-04-01T00:00:00.000Z'),
		endDate: utcEnd('2026-12-31T23:59:59.999Z').nullish(),
	})
	.refine(...inOrder('startDate', 'endDate'))
	.openapi('GoodiesBudgetSetting');

const tags = ['Goodies'];
const plansPath = '/employees/{employeeId}/goodies/planned-vouchers';
const params = z.object({ employeeId: pathId('employeeId') });
const REVOCATION = '`endDate` is the start of tomorrow (UTC) at the earliest. Vouchers that are issued stay.';
const revoked = doneAnswer(plannedSchema, 'No voucher is issued from the date on');

export const setMonthlyBudgetRoute = createRoute({
	method: 'put',
	path: '/employees/{employeeId}/goodies/budget',
	operationId: 'setMonthlyBudget',
	tags,
	summary: 'Set monthly budget',
	description: `Plans a GENERIC voucher every month, counted from \`startDate\`, and answers with all planned
vouchers. \`startDate\` is today (UTC) at the earliest, \`endDate\` the end of tomorrow. A month that already has its voucher gets no second one: the new budget then begins with the next
month.`,
	request: { headers: changeHeaders, query: dryRunQuery, params, body: jsonBody(budgetBody) },
	responses: {
		200: withPreview(
			changedAnswer(records(plannedSchema), 'All planned vouchers, in order of their start'),
			records(plannedSchema),
		),
		...changing(
			...BODY_REFUSALS,
			'date_out_of_window',
			'not_found',
			'employee_terminated',
			'too_many_periods',
		),
	},
});

export const listPlannedVouchersRoute = createRoute({
	method: 'get',
	path: plansPath,
	operationId: 'listPlannedVouchers',
	tags,
	summary: 'List planned vouchers',
	request: { headers: readHeaders, params, query: pageQuery },
	responses: {
		...timelineAnswers(plannedSchema, 'The planned vouchers, in order of their start'),
		...guarded('validation_failed', 'not_found'),
	},
});

export const revokePlannedVouchersRoute = createRoute({
	method: 'delete',
	path: plansPath,
	operationId: 'revokePlannedVouchers',
	tags,
	summary: 'Revoke all planned vouchers of an employee',
	description: REVOCATION,
	request: { headers: changeHeaders, params, ...endingRequest },
	responses: { 200: revoked, ...changing(...BODY_REFUSALS, 'date_out_of_window', 'not_found') },
});

export const revokePlannedVoucherRoute = createRoute({
	method: 'delete',
	path: '/goodies/planned-vouchers/{plannedVoucherId}',
	operationId: 'revokePlannedVoucher',
	tags,
	summary: 'Revoke one planned voucher',
	description: REVOCATION,
	request: {
		headers: changeHeaders,
		params: z.object({ plannedVoucherId: pathId('plannedVoucherId') }),
		...endingRequest,
	},
	responses: { 200: revoked, ...changing(...BODY_REFUSALS, 'date_out_of_window', 'not_found') },
});
