import { z } from '@hono/zod-openapi';
import type { Module } from '../../core/modules.ts';
import type { Money } from '../../core/money.ts';
import { changedAnswer, createdAnswer, NULL, noneOf } from '../../http/contract.ts';
import { day } from '../../http/dates.ts';
import { days, module, orElse, orNull, positiveMoney, text } from '../../http/fields.ts';
import { operations } from '../../http/operation.ts';
import { EXPENSE_REFUSALS } from '../circumstances/rules.ts';
import { expenseSchema, tags } from '../contract.ts';

const { write, change } = operations(tags);

/** Each of these fields is required for its module and refused for every other. */
const FIELD_OF = { MEALS: 'days', MOBILITY: 'isPublicTransport' } as const;

interface Priced {
	module: Module;
	amount: Money;
	mealPrice: Money | null;
}

function requireMealPrice({ module, amount, mealPrice }: Priced, context: z.core.$RefinementCtx): void {
	if (mealPrice === null) return;
	const fault = (path: string[], code: string, message: string) =>
		context.addIssue({ code: 'custom', path: ['mealPrice', ...path], params: { code }, message });
	if (module !== 'MEALS') fault([], 'unexpected', 'Only MEALS have a price of the meals');
	else if (mealPrice.currency !== amount.currency) {
		fault(['currency'], 'conflict', 'Must be the currency of amount');
	} else if (mealPrice.value < amount.value) fault(['value'], 'below_amount', 'Must be at least the amount');
}

const submitBody = z
	.strictObject({
		module,
		amount: positiveMoney,
		date: day('2026-03-01'),
		days: orNull(days).openapi({ description: 'Only for MEALS: the number of days', example: 1 }),
		mealPrice: orNull(positiveMoney).openapi({
			description:
				'Only for MEALS: what the meals of the receipt cost together, at least `amount`. The own share of the employee lowers the taxed part. With `upTo`, the default is `amount`',
			example: null,
		}),
		isPublicTransport: orNull(z.boolean()).openapi({
			description: 'Only for MOBILITY: whether by public transport',
			example: null,
		}),
		note: orNull(text('Lunch with the team')),
		upTo: orElse(z.boolean(), false).openapi({
			description: 'Accepts the amount that is left if `amount` is more than that',
			example: false,
		}),
	})
	.superRefine((body, context) => {
		for (const [one, field] of Object.entries(FIELD_OF)) {
			const [isWanted, isGiven] = [body.module === one, body[field] !== null];
			if (isWanted === isGiven) continue;
			const code = isWanted ? 'required' : 'unexpected';
			context.addIssue({
				code: 'custom',
				path: [field],
				params: { code },
				message: `Required for ${one}, and for no other module`,
			});
		}
	})
	.superRefine(requireMealPrice)
	.openapi(
		'ExpenseSubmission',
		noneOf(
			{
				properties: { module: { not: { const: 'MEALS' } }, mealPrice: { not: NULL } },
				required: ['mealPrice'],
			},
			...Object.entries(FIELD_OF).flatMap(([one, field]) => [
				{ properties: { module: { const: one }, [field]: NULL } },
				{ properties: { module: { not: { const: one } }, [field]: { not: NULL } }, required: [field] },
			]),
		),
	);

export const submitExpenseRoute = write.post('submitExpense', '/employees/{employeeId}/flex/expenses', {
	summary: 'Submit an expense',
	description:
		'Refused if a rule prevents it or a month would be overdrawn. The refusal contains the amount left.',
	body: submitBody,
	responses: { 201: createdAnswer(expenseSchema, 'The submitted expense') },
	refusals: ['employee_erased', 'quota_reached', ...EXPENSE_REFUSALS],
});

export const mendExpenseRoute = change.put('mendExpense', '/flex/expenses/{expenseId}', {
	summary: 'Correct a returned expense',
	description: `Replaces the fields of the expense, and submits it again. It keeps the date of its submission, so it
stays in time. Only the user who submitted it may correct it, and only in NEEDS_CORRECTION. With the same day
and module, an amount that is not raised needs no room in the budgets.`,
	body: submitBody,
	responses: { 200: changedAnswer(expenseSchema, 'The corrected expense') },
	refusals: ['already_decided', 'not_returned', 'employee_erased', ...EXPENSE_REFUSALS],
});

export const withdrawExpenseRoute = change.post('withdrawExpense', '/flex/expenses/{expenseId}/withdrawal', {
	summary: 'Withdraw an expense',
	description: 'Only the user who submitted it may withdraw it.',
	responses: { 200: changedAnswer(expenseSchema, 'The withdrawn expense') },
	refusals: ['already_decided'],
});
