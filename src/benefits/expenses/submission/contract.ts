import { z } from '@hono/zod-openapi';
import type { Module } from '../../../foundation/core/modules.ts';
import type { Money } from '../../../foundation/core/money.ts';
import { changedAnswer, createdAnswer } from '../../../foundation/http/contract.ts';
import { day } from '../../../foundation/http/dates.ts';
import {
	days,
	module,
	orElse,
	orNull,
	positiveMoney,
	reference,
	text,
} from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { EXPENSE_REFUSALS } from '../circumstances/rules.ts';
import { expenseSchema, recreationFor, requireAnswers, tags, withAnswers } from '../contract.ts';
import { CODE, machineReadable } from '../facts/contract.ts';
import { ANSWER_NAMES, ANSWERS, belongsTo } from '../rules.ts';

const { write, change } = operations(tags, { dryRuns: true });

interface Priced {
	module: Module;
	amount: Money;
	mealPrice: Money | null;
}

function requireMealPrice({ module, amount, mealPrice }: Priced, context: z.core.$RefinementCtx): void {
	if (mealPrice === null || !belongsTo('mealPrice', module)) return;
	const fault = (name: string, code: string, message: string) =>
		context.addIssue({ code: 'custom', path: ['mealPrice', name], params: { code }, message });
	if (mealPrice.currency !== amount.currency) fault('currency', 'conflict', 'Must be the currency of amount');
	else if (mealPrice.value < amount.value) fault('value', 'below_amount', 'Must be at least the amount');
}

const submitBody = z
	.strictObject({
		module,
		amount: positiveMoney,
		date: day('2026-03-01'),
		days: orNull(days).openapi({
			description: `Only for ${ANSWERS.days.only}: the number of days`,
			example: 1,
		}),
		mealPrice: orNull(positiveMoney).openapi({
			description: `Only for ${ANSWERS.mealPrice.only}: what the meals of the receipt cost together, at least \`amount\`. The own share of the employee lowers the taxed part. With \`upTo\`, the default is \`amount\``,
			example: null,
		}),
		recreationFor: orNull(recreationFor).openapi({
			description: `Only for ${ANSWERS.recreationFor.only}: the relatives that it was also for. The spouse raises the German limit of 156 € a year by 104 €, and each child by 52 €. The expense of the year with the most children counts`,
			example: null,
		}),
		isPublicTransport: orNull(z.boolean()).openapi({
			description: `Only for ${ANSWERS.isPublicTransport.only}: whether by public transport`,
			example: null,
		}),
		note: orNull(text('Lunch with the team')),
		machineReadable: orNull(machineReadable).openapi({
			description: `${CODE}. The service verifies it. \`null\` keeps that of a returned expense`,
			example: null,
		}),
		draftId: orNull(reference()).openapi({
			description:
				'The draft whose file becomes a receipt of the expense. Only its employee can use it. What the service read from it counts like `machineReadable`',
			example: null,
		}),
		factsDiffer: orElse(z.boolean(), false).openapi({
			description: 'Accepts another day or amount than those in `machineReadable`',
			example: false,
		}),
		upTo: orElse(z.boolean(), false).openapi({
			description: 'Accepts the amount that is left if `amount` is more than that',
			example: false,
		}),
	})
	.superRefine(requireAnswers(ANSWER_NAMES))
	.superRefine(requireMealPrice)
	.openapi('ExpenseSubmission', withAnswers(ANSWER_NAMES));

export const submitExpenseRoute = write.post('submitExpense', '/employees/{employeeId}/flex/expenses', {
	summary: 'Submit an expense',
	description:
		'Refused if a rule prevents it or a month would be overdrawn. The refusal contains the amount left.',
	body: submitBody,
	responses: { 201: createdAnswer(expenseSchema, 'The submitted expense') },
	refusals: [
		'employee_erased',
		'quota_reached',
		'code_unusable',
		'facts_differ',
		'draft_used',
		...EXPENSE_REFUSALS,
	],
});

export const mendExpenseRoute = change.put('mendExpense', '/flex/expenses/{expenseId}', {
	summary: 'Correct a returned expense',
	description: `Replaces the fields of the expense, and submits it again. It keeps the date of its submission, so it
stays in time. Only the user who submitted it may correct it, and only in NEEDS_CORRECTION. With the same day
and module, an amount that is not raised needs no room in the budgets.`,
	body: submitBody,
	responses: { 200: changedAnswer(expenseSchema, 'The corrected expense') },
	refusals: [
		'already_decided',
		'not_returned',
		'employee_erased',
		'code_unusable',
		'facts_differ',
		'draft_used',
		'too_many_receipts',
		'quota_reached',
		...EXPENSE_REFUSALS,
	],
});

export const withdrawExpenseRoute = change.post('withdrawExpense', '/flex/expenses/{expenseId}/withdrawal', {
	summary: 'Withdraw an expense',
	description: 'Only the user who submitted it may withdraw it.',
	responses: { 200: changedAnswer(expenseSchema, 'The withdrawn expense') },
	refusals: ['already_decided'],
});
