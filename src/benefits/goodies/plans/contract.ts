import { z } from '@hono/zod-openapi';
import { toIso, toIsoOrNull, toYearMonth, toYearMonthOrNull } from '../../../foundation/core/instant.ts';
import {
	createdAnswer,
	doneAnswer,
	endingRequest,
	recordAnswers,
	timelineAnswers,
	timelineSetAnswer,
} from '../../../foundation/http/contract.ts';
import { utcDateTime, utcEnd } from '../../../foundation/http/dates.ts';
import { inOrder, moneyInput, positiveMoney } from '../../../foundation/http/fields.ts';
import { pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import {
	amountOf,
	wireBy,
	wireDateDeleted,
	wireId,
	wireInstant,
	wireMoney,
	wireYearMonth,
} from '../../../foundation/http/wire.ts';
import { INTERVALS, VOUCHER_TYPES } from './rules.ts';
import type { Plan } from './table.ts';

export const voucherType = z.enum(VOUCHER_TYPES).openapi('VoucherType', { example: 'GENERIC' });

const interval = z.enum(INTERVALS).openapi('Interval', { example: 'MONTHLY' });

const plannedSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		dateModified: wireInstant('2026-03-07T09:30:00.000Z'),
		dateDeleted: wireDateDeleted,
		employeeId: wireId(),
		amount: wireMoney,
		goodiesVoucherType: voucherType,
		interval,
		nextDate: wireInstant('2026-04-01T00:00:00.000Z').nullable(),
		startDate: wireInstant('2026-04-01T00:00:00.000Z'),
		startDateYearMonth: wireYearMonth('2026-04'),
		endDate: wireInstant('2026-12-31T23:59:59.999Z').nullable(),
		endDateYearMonth: wireYearMonth('2026-12').nullable(),
	})
	.openapi('PlannedVoucher');

export const plannedToWire = wireBy(plannedSchema, {
	amount: amountOf,
	startDate: ({ validFrom }: Plan) => toIso(validFrom),
	startDateYearMonth: ({ validFrom }: Plan) => toYearMonth(validFrom),
	endDate: ({ validUntil }: Plan) => toIsoOrNull(validUntil),
	endDateYearMonth: ({ validUntil }: Plan) => toYearMonthOrNull(validUntil),
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

const planBody = z
	.strictObject({
		amount: positiveMoney.openapi({ example: { value: 6000, currency: 'EUR_CENT' } }),
		goodiesVoucherType: voucherType.openapi({ example: 'SPECIAL' }),
		interval: interval.openapi({ example: 'YEARLY' }),
		startDate: utcDateTime('2026-04-01T00:00:00.000Z'),
		endDate: utcEnd('2030-12-31T23:59:59.999Z').nullish(),
	})
	.refine(...inOrder('startDate', 'endDate'))
	.openapi('PlannedVoucherCreation');

const tags = ['Goodies'];
const { read, write, change } = operations(tags, { dryRuns: true });
const plansPath = '/employees/{employeeId}/goodies/planned-vouchers';
const REVOCATION = '`endDate` must be the start of tomorrow (UTC) or later. Issued vouchers stay.';
const revoked = doneAnswer(plannedSchema, 'No voucher is issued on or after the date');

export const setMonthlyBudgetRoute = change.put(
	'setMonthlyBudget',
	'/employees/{employeeId}/goodies/budget',
	{
		summary: 'Set monthly budget',
		description: `Plans a GENERIC voucher every month, counted from \`startDate\`, and returns all planned vouchers.
\`startDate\` must be today (UTC) or later, \`endDate\` the end of tomorrow or later. A month that
already has a voucher gets no second one. The new budget then begins with the next month.`,
		body: budgetBody,
		responses: { 200: timelineSetAnswer(plannedSchema, 'All planned vouchers, in order of their start') },
		refusals: ['date_out_of_window', 'employee_terminated', 'too_many_periods'],
	},
);

export const createPlannedVoucherRoute = write.post('createPlannedVoucher', plansPath, {
	tags: [...tags, 'Extension'],
	summary: 'Plan a voucher, once or repeatedly',
	description: `Plans vouchers in addition to others, such as a gift for a birthday. They are counted from
\`startDate\`, which must be today (UTC) or later. \`endDate\` must be the end of tomorrow or later. If
a month or year lacks the day (29 to 31, 29 February), its last day is used. Monthly GENERIC vouchers
are the monthly budget, and only one is possible at a time.`,
	body: planBody,
	responses: { 201: createdAnswer(plannedSchema, 'The planned voucher') },
	refusals: ['date_out_of_window', 'employee_terminated', 'periods_overlap', 'too_many_periods'],
});

export const readPlannedVoucherRoute = read(
	'readPlannedVoucher',
	'/goodies/planned-vouchers/{plannedVoucherId}',
	{
		tags: [...tags, 'Extension'],
		summary: 'Read one planned voucher',
		responses: recordAnswers(plannedSchema, 'The planned voucher'),
	},
);

export const listPlannedVouchersRoute = read('listPlannedVouchers', plansPath, {
	summary: 'List planned vouchers',
	query: pageQuery,
	responses: timelineAnswers(plannedSchema, 'The planned vouchers, in order of their start'),
});

export const revokePlannedVouchersRoute = change.delete('revokePlannedVouchers', plansPath, {
	summary: 'Revoke all planned vouchers of an employee',
	description: REVOCATION,
	...endingRequest,
	responses: { 200: revoked },
	refusals: ['date_out_of_window'],
});

export const revokePlannedVoucherRoute = change.delete(
	'revokePlannedVoucher',
	'/goodies/planned-vouchers/{plannedVoucherId}',
	{
		summary: 'Revoke one planned voucher',
		description: REVOCATION,
		...endingRequest,
		responses: { 200: revoked },
		refusals: ['date_out_of_window'],
	},
);
