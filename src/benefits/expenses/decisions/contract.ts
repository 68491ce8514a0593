import { z } from '@hono/zod-openapi';
import { REASONS, type Reason } from '../../../foundation/core/reasons.ts';
import { changedAnswer, NULL, noneOf } from '../../../foundation/http/contract.ts';
import { days, orElse, orNull, positiveMoney, setOf, text, uuid } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { problemOf, problemSchema } from '../../../foundation/http/problem.ts';
import { nullOr, wireId, wireMoney } from '../../../foundation/http/wire.ts';
import { EXPENSE_REFUSALS } from '../circumstances/rules.ts';
import { approvedAmountOf, expenseSchema, reason, state, tags } from '../contract.ts';
import type { Verdict } from '../store.ts';
import { DECISIONS, MAX_DECISIONS } from './rules.ts';

const { write, change } = operations(tags, { dryRuns: true });

export const part = orNull(positiveMoney).openapi({
	description: 'The approved part. The default is the whole amount. The rest is available again',
	example: null,
});

const meals = {
	days: orNull(days).openapi({
		description:
			'Only for MEALS: the approved days, at most the submitted ones. The default is all of them. The others are available again',
		example: null,
	}),
	absencesRecorded: orElse(z.boolean(), false).openapi({
		description:
			'Only for MEALS of a company with `recordsAbsences`: a record of absences proves the days. The month may then have more than the law counts without one',
		example: false,
	}),
};

export const why = {
	reasons: orElse(setOf(reason, 0, REASONS.length), []).openapi({
		description: 'The reasons, shown to the employee',
		example: ['no_items'],
	}),
	reason: orNull(text('The address is missing')).openapi({
		description: 'The text of the reason `other`, in your own words',
		example: null,
	}),
};

/** Refuses `other` without words, and a decision without a reason if `isNeeded`. */
export function requireWhy(
	{ reasons, reason }: { reasons: Reason[]; reason: string | null },
	isNeeded: boolean,
	context: z.core.$RefinementCtx,
): void {
	const fault = (path: string, message: string) =>
		context.addIssue({ code: 'custom', path: [path], params: { code: 'required' }, message });
	if (reasons.includes('other') && reason === null) fault('reason', 'The reason `other` needs a text');
	if (isNeeded && reasons.length === 0 && reason === null) fault('reasons', 'Must contain a reason');
}

// With these schemas, the OpenAPI document states the rules of `requireWhy`.
export const WITHOUT_WORDS = {
	properties: { reasons: { not: NULL, contains: { const: 'other' } }, reason: NULL },
	required: ['reasons'],
};
const WITHOUT_REASONS = { reasons: { maxItems: 0 }, reason: NULL };
const IS_APPROVED = { const: 'APPROVED' };

const approvalBody = z
	.strictObject({ amount: part, ...meals, ...why })
	.superRefine((body, context) => requireWhy(body, false, context))
	.openapi('ExpenseApproval', noneOf(WITHOUT_WORDS));

export const refusalBody = z
	.strictObject(why)
	.superRefine((body, context) => requireWhy(body, true, context))
	.openapi('ExpenseRejection', noneOf(WITHOUT_WORDS, { properties: WITHOUT_REASONS }));

const decisionsBody = z
	.strictObject({
		decisions: z
			.array(
				z
					.strictObject({
						expenseId: uuid(),
						decision: z.enum(DECISIONS).openapi('ExpenseDecisionKind', { example: 'APPROVED' }),
						amount: part,
						...meals,
						...why,
					})
					.superRefine((one, context) => {
						requireWhy(one, one.decision !== 'APPROVED', context);
						if (one.decision === 'APPROVED') return;
						for (const field of ['amount', 'days', 'absencesRecorded'] as const) {
							if (!one[field]) continue;
							const message = `Only an approval has ${field}`;
							context.addIssue({ code: 'custom', path: [field], params: { code: 'unexpected' }, message });
						}
					})
					.openapi(
						'ExpenseDecision',
						noneOf(
							WITHOUT_WORDS,
							{ properties: { decision: { not: IS_APPROVED }, ...WITHOUT_REASONS } },
							{
								properties: { decision: { not: IS_APPROVED }, amount: { not: NULL } },
								required: ['amount'],
							},
							{
								properties: { decision: { not: IS_APPROVED }, days: { not: NULL } },
								required: ['days'],
							},
							{
								properties: { decision: { not: IS_APPROVED }, absencesRecorded: { const: true } },
								required: ['absencesRecorded'],
							},
						),
					),
			)
			.min(1)
			.max(MAX_DECISIONS),
	})
	.superRefine(({ decisions }, context) => {
		const seen = new Set<string>();
		for (const [index, { expenseId }] of decisions.entries()) {
			const message = 'An expense can be decided only once in a call';
			const path = ['decisions', index, 'expenseId'];
			if (seen.has(expenseId))
				context.addIssue({ code: 'custom', path, params: { code: 'repeated' }, message });
			seen.add(expenseId);
		}
	})
	.openapi('ExpenseDecisions');

const verdictSchema = z
	.strictObject({
		expenseId: wireId(),
		state: nullOr(state).openapi({
			description: 'The resulting expense, or `null` if the decision was refused',
		}),
		approvedAmount: nullOr(wireMoney),
		problem: nullOr(problemSchema).openapi({
			description: 'The reason why the decision was refused, as for a single decision',
			example: null,
		}),
	})
	.openapi('ExpenseVerdict');

/** Converts the results of decisions. The pointers of a refusal point into the whole body. */
export const verdictsToWire = (
	verdicts: readonly Verdict[],
	requestId: string,
): z.infer<typeof verdictSchema>[] =>
	verdicts.map(({ expenseId, expense, refusal }, index) => ({
		expenseId,
		state: expense?.state ?? null,
		approvedAmount: expense === null ? null : approvedAmountOf(expense),
		problem: refusal === null ? null : problemOf(refusal, requestId, `#/decisions/${index}`),
	}));

export const approveExpenseRoute = change.post('approveExpense', '/flex/expenses/{expenseId}/approval', {
	summary: 'Approve an expense, or a part of it',
	description: `Checks the rules again and creates the payroll transaction, both for the approved amount. Nobody can
decide on their own expense.`,
	body: { required: false, content: { 'application/json': { schema: approvalBody } } },
	responses: { 200: changedAnswer(expenseSchema, 'The approved expense') },
	refusals: [
		'already_decided',
		'needs_correction',
		'employee_erased',
		'receipt_missing',
		...EXPENSE_REFUSALS,
	],
});

export const rejectExpenseRoute = change.post('rejectExpense', '/flex/expenses/{expenseId}/rejection', {
	summary: 'Reject an expense',
	body: refusalBody,
	responses: { 200: changedAnswer(expenseSchema, 'The rejected expense') },
	refusals: ['already_decided', 'employee_erased'],
});

export const returnExpenseRoute = change.post('returnExpense', '/flex/expenses/{expenseId}/return', {
	summary: 'Return an expense for correction',
	description: `Its author has 30 days to correct it. Then it is rejected. Until then its amount counts as spent, and it
keeps the date of its submission.`,
	body: refusalBody,
	responses: { 200: changedAnswer(expenseSchema, 'The returned expense') },
	refusals: ['already_decided', 'needs_correction', 'employee_erased'],
});

export const decideExpensesRoute = write.post(
	'decideExpenses',
	'/companies/{companyId}/flex/expense-decisions',
	{
		summary: 'Decide on many expenses',
		description: `Up to ${MAX_DECISIONS} decisions, made in order under the rules of single decisions. The response has one result each, in the
order of the request. A refused decision does not stop the others.`,
		body: decisionsBody,
		responses: {
			200: changedAnswer(z.array(verdictSchema).max(MAX_DECISIONS), 'The result of each decision'),
		},
	},
);
