import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { toIso } from '../../core/instant.ts';
import { ETAG_SHAPE, etagOf } from '../../http/conditional.ts';
import { recordAnswers } from '../../http/contract.ts';
import type { AppEnv } from '../../http/env.ts';
import { integer, pathId } from '../../http/fields.ts';
import { readHeaders } from '../../http/headers.ts';
import { listAnswer, pageQuery } from '../../http/list-contract.ts';
import { guarded, problemOf, problemSchema } from '../../http/problem.ts';
import { wireId, wireInstant, wireMoneySum } from '../../http/wire.ts';
import { expenseParams, expenseSchema, inLanguage, tags } from '../contract.ts';
import { receiptSchema, receiptToWire } from '../receipts/contract.ts';
import { type Duplicates, MAX_DUPLICATES } from '../rules.ts';
import type { Queued } from './store.ts';

/** More than the most expenses of a month can have. */
const MAX_DAYS = 1_000_000;

const ids = z.array(wireId()).max(MAX_DUPLICATES);

export const duplicatesSchema = z
	.strictObject({
		sameReceipt: ids.openapi({
			description: 'Expenses of anybody in the company with a receipt of the same bytes',
		}),
		sameDayAndAmount: ids.openapi({
			description: 'Expenses of the same employee with the same day, module and amount',
		}),
	})
	.openapi('ExpenseDuplicates');

export const duplicatesToWire = ({
	sameReceipt,
	sameDayAndAmount,
}: Duplicates): z.infer<typeof duplicatesSchema> => ({
	sameReceipt: sameReceipt.toSorted(),
	sameDayAndAmount: sameDayAndAmount.toSorted(),
});

const queuedSchema = z
	.strictObject({
		expense: expenseSchema,
		etag: z.string().openapi({
			...ETAG_SHAPE,
			description:
				'The `ETag` of the expense, for the `If-Match` of a decision on what was seen and nothing newer',
			example: '"b1946ac92492d234"',
		}),
		deadline: wireInstant('2026-04-07T23:59:59.999Z').openapi({
			description:
				'Until when a decision brings it into the payroll run of its own month; later, into the next one',
		}),
		receipts: z.array(receiptSchema).max(5),
		problems: z.array(problemSchema).max(10).openapi({
			description: 'Why an approval by the caller of all of it would be refused now; empty when it would not',
			example: [],
		}),
		duplicates: duplicatesSchema,
		left: wireMoneySum.nullable().openapi({
			description:
				'What the budgets of its month leave for it, without what waits for a decision; `null` when no access is in force in the month',
		}),
		mealDays: z
			.strictObject({ used: integer(0, MAX_DAYS), limit: integer(0, 31) })
			.nullable()
			.openapi({
				description:
					'Days of meals that its month has taken without it, and may have so far; `null` where no law counts them',
				example: { used: 8, limit: 15 },
			}),
	})
	.openapi('QueuedExpense');

/** Entries of the queue as the caller reads them, in the caller's language. */
export function queuedToWire(c: Context<AppEnv>): (queued: Queued) => z.infer<typeof queuedSchema> {
	const expenseToWire = inLanguage(c);
	return ({ expense, deadline, receipts, refusals, duplicates, room }) => {
		const wire = expenseToWire(expense);
		return {
			expense: wire,
			etag: etagOf(JSON.stringify(wire)),
			deadline: toIso(deadline),
			receipts: receipts.map(receiptToWire),
			problems: refusals.map((refusal) => problemOf(refusal, c.var.requestId)),
			duplicates: duplicatesToWire(duplicates),
			...room,
		};
	};
}

export const listExpenseQueueRoute = createRoute({
	method: 'get',
	path: '/companies/{companyId}/flex/expense-queue',
	operationId: 'listExpenseQueue',
	tags,
	summary: 'List the expenses that wait for a decision',
	description: `The oldest deadline first, each with its receipts, what an approval would be refused for now, what may be the
same spending, and what its month has left. What was sent back is not in the queue until it is mended.`,
	request: { params: z.object({ companyId: pathId('companyId') }), query: pageQuery },
	responses: {
		200: listAnswer(queuedSchema, 'The waiting expenses, by the day on which they were made'),
		...guarded('validation_failed', 'not_found'),
	},
});

export const readDuplicatesRoute = createRoute({
	method: 'get',
	path: '/flex/expenses/{expenseId}/duplicates',
	operationId: 'readDuplicates',
	tags,
	summary: 'Read which expenses may be the same spending',
	description: `A warning, never a refusal. It tells only of expenses that the caller may read and that are neither rejected nor
withdrawn: an employee learns nothing of colleagues. At most ${MAX_DUPLICATES} of each kind.`,
	parameters: readHeaders,
	request: { params: expenseParams },
	responses: {
		...recordAnswers(duplicatesSchema, 'The ids of the other expenses'),
		...guarded('validation_failed', 'not_found'),
	},
});
