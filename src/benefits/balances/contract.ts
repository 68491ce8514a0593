import { z } from '@hono/zod-openapi';
import { CARRY_OVERS } from '../../foundation/core/balance.ts';
import { toIso, toIsoOrNull } from '../../foundation/core/instant.ts';
import { CURRENCIES } from '../../foundation/core/money.ts';
import { jsonAnswer, timelineAnswers } from '../../foundation/http/contract.ts';
import { yearMonth } from '../../foundation/http/dates.ts';
import { currency } from '../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import {
	records,
	wireBy,
	wireId,
	wireInstant,
	wireMoneySum,
	wireSum,
	wireText,
	wireYearMonth,
} from '../../foundation/http/wire.ts';
import type { RestrictedMonth, RestrictedYear } from './rules.ts';

const amount = (example: number, description: string) => wireSum.openapi({ description, example });

const limitSchema = z
	.strictObject({ currency, limit: wireSum, used: wireSum, left: wireSum })
	.openapi('Restriction', { example: { currency: 'EUR_CENT', limit: 5000, used: 2000, left: 3000 } });

const restrictionSchema = limitSchema.nullable().openapi({
	description:
		'The limit for spending in the month on all modules except SPORTS, if the company has one: the monthly goodies budget',
	example: null,
});

const monthFields = {
	month: wireYearMonth('2026-03'),
	currency: z
		.enum(CURRENCIES)
		.nullable()
		.openapi({ description: 'The currency of all amounts. They are in minor units', example: 'EUR_CENT' }),
	granted: amount(5000, 'The budget of the flex access for the month, or 0 if the whole month is paused'),
	carriedIn: amount(3000, 'The amount carried over from the previous month'),
	carryEnds: wireInstant('2026-03-20T00:00:00.000Z').nullable().openapi({
		description:
			'The start of the day from which `carriedIn` is gone, because an access that does not accumulate begins on it. `null` if it stays',
		example: null,
	}),
	spent: amount(2000, 'Approved expenses and their corrections'),
	pending: amount(1000, 'Submitted expenses without a decision. They count as spent'),
	available: amount(5000, 'The amount left in the month, for expenses before `carryEnds`'),
	availableAfterwards: amount(5000, 'The amount left for later expenses and for the following months'),
	overdrawn: amount(0, 'The amount beyond the budget. It is not carried over'),
	restriction: restrictionSchema,
};

const derivationSchema = z
	.strictObject({
		...monthFields,
		flexAccessId: wireId()
			.nullable()
			.openapi({ description: 'The flex access for the month: the last one in force in it' }),
		accumulateBudget: z.boolean().nullable().openapi({ example: true }),
		isPaused: z
			.boolean()
			.openapi({ description: 'Whether the whole month is paused, from its first to its last millisecond' }),
		carryOver: z.enum(CARRY_OVERS).openapi('CarryOver', {
			description: 'Whether budget was carried over from the previous month, or why not',
		}),
		corrections: records(
			z
				.strictObject({
					dateCreated: wireInstant('2026-04-10T10:00:00.000Z'),
					amount: wireMoneySum,
					reason: wireText('The receipt was counted twice'),
				})
				.openapi('ExplainedCorrection'),
		).openapi({ description: 'Corrections of the month’s expenses. `spent` includes them', example: [] }),
		overdrawnElsewhere: z
			.array(wireMoneySum)
			.max(CURRENCIES.length)
			.openapi({ description: 'Spending in currencies other than that of the month', example: [] }),
	})
	.openapi('MonthDerivation');

const balanceSchema = z
	.strictObject({
		...monthFields,
		derivation: z
			.array(derivationSchema)
			.max(12)
			.openapi({ description: 'Every month from January to this one' }),
	})
	.openapi('FlexBalance');

const restrictionToWire = wireBy(limitSchema);

const ofMonth = {
	carryEnds: ({ carryEnds }: RestrictedMonth) => toIsoOrNull(carryEnds),
	restriction: ({ restriction }: RestrictedMonth) => restriction && restrictionToWire(restriction),
};

const ofDerivation = {
	...ofMonth,
	flexAccessId: ({ access }: RestrictedMonth) => access?.id ?? null,
	accumulateBudget: ({ access }: RestrictedMonth) => access?.accumulateBudget ?? null,
	corrections: ({ corrections }: RestrictedMonth) =>
		corrections.map(({ dateCorrected, amount, reason }) => ({
			dateCreated: toIso(dateCorrected),
			amount,
			reason,
		})),
};

const balanceOfEmployeeSchema = z
	.strictObject({ employeeId: wireId(), ...derivationSchema.shape })
	.openapi('EmployeeMonthBalance');

const monthToWire = wireBy(z.strictObject(monthFields), ofMonth);

export const derivationToWire = wireBy(derivationSchema, ofDerivation);

export const balanceOfEmployeeToWire = wireBy(balanceOfEmployeeSchema, ofDerivation);

/** Converts the months from January to the requested one, which is the last. */
export const balanceToWire = (months: RestrictedYear): z.infer<typeof balanceSchema> => ({
	...monthToWire(months.at(-1) ?? months[0]),
	derivation: months.map(derivationToWire),
});

const { list, read } = operations(['Flex', 'Extension']);

const monthQuery = z.object({
	month: yearMonth('2026-03').optional().openapi({ description: 'The default is the current month' }),
});

export const readBalanceRoute = list('readBalance', '/employees/{employeeId}/flex/balance', {
	summary: 'Read the balance of a month',
	description:
		'Includes the months since January on which it is based. Expenses are checked in the same way.',
	query: monthQuery,
	responses: { 200: jsonAnswer(balanceSchema, 'The balance') },
});

export const readBalancesOfYearRoute = read('readBalancesOfYear', '/employees/{employeeId}/flex/balances', {
	summary: 'Read the balances of a year',
	query: pageQuery.extend({
		year: z
			.string()
			.regex(/^[2-9]\d{3}$/, 'Must be a year from 2000 to 9999')
			.transform((year) => Date.UTC(Number(year), 0, 1))
			.optional()
			.openapi({ description: 'The default is the current year', maxLength: 4, example: '2026' }),
	}),
	responses: timelineAnswers(derivationSchema, 'The twelve months'),
});

export const listBalancesOfCompanyRoute = list(
	'listBalancesOfCompany',
	'/companies/{companyId}/flex/balances',
	{
		summary: 'List the balances of a company in a month',
		description:
			'One for each employee, in order of their creation, including employees without flex access and former employees.',
		query: pageQuery.extend(monthQuery.shape),
		responses: { 200: listAnswer(balanceOfEmployeeSchema, 'The balances of the month') },
	},
);
