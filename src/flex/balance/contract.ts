import { createRoute, z } from '@hono/zod-openapi';
import { CARRY_OVERS, type MonthBalance, type Year } from '../../core/balance.ts';
import { CURRENCIES } from '../../core/money.ts';
import { readHeaders } from '../../http/conditional.ts';
import { jsonAnswer, timelineAnswers } from '../../http/contract.ts';
import { pathId, yearMonth } from '../../http/fields.ts';
import { pageQuery } from '../../http/pagination.ts';
import { guarded } from '../../http/problem.ts';
import { wireId, wireMoneySum, wireSum, wireYearMonth } from '../../http/wire.ts';

const amount = (example: number, description: string) => wireSum.openapi({ description, example });

const monthFields = {
	month: wireYearMonth('2026-03'),
	currency: z
		.enum(CURRENCIES)
		.nullable()
		.openapi({ description: 'The currency of all amounts, which are in minor units', example: 'EUR_CENT' }),
	granted: amount(
		5000,
		'The budget of the flex access that governs the month; 0 when the whole month is paused',
	),
	carriedIn: amount(3000, 'What was carried over from the month before'),
	spent: amount(2000, 'Approved expenses and their corrections'),
	pending: amount(1000, 'Submitted expenses that are not decided yet; they count as taken'),
	available: amount(5000, 'What is left of the month'),
	overdrawn: amount(0, 'What was taken beyond the budget; it is not carried over'),
};

const derivationSchema = z
	.strictObject({
		...monthFields,
		flexAccessId: wireId()
			.nullable()
			.openapi({ description: 'The flex access that governs the month: the last one in force in it' }),
		accumulateBudget: z.boolean().nullable().openapi({ example: true }),
		isPaused: z
			.boolean()
			.openapi({ description: 'Whether the whole month is paused, from its first to its last millisecond' }),
		carryOver: z.enum(CARRY_OVERS).openapi('CarryOver', {
			description: 'Whether budget was carried over from the month before, or why not',
		}),
		overdrawnElsewhere: z
			.array(wireMoneySum)
			.max(CURRENCIES.length)
			.openapi({ description: 'Spent in other currencies than that of the month', example: [] }),
	})
	.openapi('MonthDerivation');

const balanceSchema = z
	.strictObject({
		...monthFields,
		derivation: z
			.array(derivationSchema)
			.max(12)
			.openapi({ description: 'Every month from January on, this one last' }),
	})
	.openapi('FlexBalance');

const monthToWire = ({ month, currency, ...amounts }: MonthBalance) => ({
	month,
	currency,
	granted: amounts.granted,
	carriedIn: amounts.carriedIn,
	spent: amounts.spent,
	pending: amounts.pending,
	available: amounts.available,
	overdrawn: amounts.overdrawn,
});

export const derivationToWire = (balance: MonthBalance): z.infer<typeof derivationSchema> => ({
	...monthToWire(balance),
	flexAccessId: balance.access?.id ?? null,
	accumulateBudget: balance.access?.accumulateBudget ?? null,
	isPaused: balance.isPaused,
	carryOver: balance.carryOver,
	overdrawnElsewhere: balance.overdrawnElsewhere,
});

/** Takes the months from January to the requested one, which comes last. */
export const balanceToWire = (months: Year): z.infer<typeof balanceSchema> => ({
	...monthToWire(months.at(-1) ?? months[0]),
	derivation: months.map(derivationToWire),
});

const tags = ['Flex', 'Extension'];
const params = z.object({ employeeId: pathId('employeeId') });

export const readBalanceRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/flex/balance',
	operationId: 'readBalance',
	tags,
	summary: 'Read the balance of a month',
	description:
		'Includes the months since January, from which it is derived. Expenses are checked in the same way.',
	request: {
		params,
		query: z.object({
			month: yearMonth('2026-03').optional().openapi({ description: 'The present month when omitted' }),
		}),
	},
	responses: { 200: jsonAnswer(balanceSchema, 'The balance'), ...guarded('validation_failed', 'not_found') },
});

export const readBalancesOfYearRoute = createRoute({
	method: 'get',
	path: '/employees/{employeeId}/flex/balances',
	operationId: 'readBalancesOfYear',
	tags,
	summary: 'Read the balances of a year',
	request: {
		headers: readHeaders,
		params,
		query: pageQuery.extend({
			year: z
				.string()
				.regex(/^[2-9]\d{3}$/, 'Must be a year from 2000 to 9999')
				.transform((year) => Date.UTC(Number(year), 0, 1))
				.optional()
				.openapi({ description: 'The present year when omitted', maxLength: 4, example: '2026' }),
		}),
	},
	responses: {
		...timelineAnswers(derivationSchema, 'The twelve months'),
		...guarded('validation_failed', 'not_found'),
	},
});
