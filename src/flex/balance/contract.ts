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
	month: wireYearMonth('2023-03'),
	currency: z
		.enum(CURRENCIES)
		.nullable()
		.openapi({ description: 'Of all amounts, in minor units', example: 'EUR_CENT' }),
	granted: amount(
		5000,
		'What the access that governs the month grants; nothing in a month that is paused as a whole',
	),
	carriedIn: amount(3000, 'What the month before left'),
	spent: amount(2000, 'Approved expenses and their corrections'),
	pending: amount(1000, 'Submitted expenses; they count as taken'),
	available: amount(5000, 'What the month has left'),
	overdrawn: amount(0, 'What is missing for what was spent; it carries over as zero'),
};

const derivationSchema = z
	.strictObject({
		...monthFields,
		flexAccessId: wireId()
			.nullable()
			.openapi({ description: 'The access in force last in the month; it governs it' }),
		accumulateBudget: z.boolean().nullable().openapi({ example: true }),
		isPaused: z.boolean().openapi({ description: 'Paused from the first to the last millisecond' }),
		carryOver: z.enum(CARRY_OVERS).openapi('CarryOver', {
			description: 'Whether the month before carried into this one, or why it did not',
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

/** The months from January to the one that is asked for, which comes last. */
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
	description: 'With the months that it follows from. The same function decides on expenses.',
	request: {
		params,
		query: z.object({
			month: yearMonth('2023-03').optional().openapi({ description: 'The present month when omitted' }),
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
				.openapi({ description: 'The present year when omitted', maxLength: 4, example: '2023' }),
		}),
	},
	responses: {
		...timelineAnswers(derivationSchema, 'The twelve months'),
		...guarded('validation_failed', 'not_found'),
	},
});
