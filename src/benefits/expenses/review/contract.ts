import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { toIso } from '../../../foundation/core/instant.ts';
import { LIMIT_WARNINGS } from '../../../foundation/core/legal-limits.ts';
import { ETAG_SHAPE, recordAnswers } from '../../../foundation/http/contract.ts';
import type { AppEnv } from '../../../foundation/http/env.ts';
import { integer } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { problemOf, problemSchema } from '../../../foundation/http/problem.ts';
import { wireId, wireInstant, wireMoneySum } from '../../../foundation/http/wire.ts';
import { etagOf } from '../../../foundation/http/write.ts';
import { expenseSchema, inLanguage, tags } from '../contract.ts';
import { FACT_MATCHES } from '../facts/rules.ts';
import { receiptSchema, receiptToWire } from '../receipts/contract.ts';
import { type Duplicate, type Duplicates, MAX_DUPLICATES } from '../rules.ts';
import type { Queued } from './store.ts';

const { list, read } = operations(tags);

/** The limit in the document. A month cannot have as many expenses. */
const MAX_DAYS = 1_000_000;

const ids = z.array(wireId()).max(MAX_DUPLICATES);

export const duplicatesSchema = z
	.strictObject({
		sameReceipt: ids.openapi({
			description: 'Expenses in the company with an identical receipt',
		}),
		samePurchase: ids.openapi({
			description: 'Expenses in the company whose receipts name the same transaction of the same till',
		}),
		sameDayAndAmount: ids.openapi({
			description: 'Expenses of this employee with the same day, module and amount',
		}),
	})
	.openapi('ExpenseDuplicates');

export const duplicatesToWire = ({
	sameReceipt,
	samePurchase,
	sameDayAndAmount,
}: Duplicates): z.infer<typeof duplicatesSchema> => ({
	sameReceipt: idsOf(sameReceipt),
	samePurchase: idsOf(samePurchase),
	sameDayAndAmount: idsOf(sameDayAndAmount),
});

const idsOf = (duplicates: readonly Duplicate[]): string[] => duplicates.map(({ id }) => id).toSorted();

const queuedSchema = z
	.strictObject({
		expense: expenseSchema,
		etag: z.string().openapi({
			...ETAG_SHAPE,
			description:
				'The `ETag` of the expense. As `If-Match` of a decision, it ensures that the expense has not changed since',
			example: '"b1946ac92492d234"',
		}),
		deadline: wireInstant('2026-04-07T23:59:59.999Z').openapi({
			description:
				'The last time for a decision to include it in its own month’s payroll run: the cut-off, or the last moment before an earlier closing. Later ones go into the next run',
		}),
		receipts: z.array(receiptSchema).max(5),
		problems: z.array(problemSchema).max(10).openapi({
			description:
				'The reasons that would prevent the caller from approving all of it now. Empty if there are none',
			example: [],
		}),
		duplicates: duplicatesSchema,
		warnings: z
			.array(
				z
					.strictObject({ code: z.enum(LIMIT_WARNINGS), amount: wireMoneySum, limit: wireMoneySum })
					.openapi('LimitWarning'),
			)
			.max(LIMIT_WARNINGS.length)
			.openapi({
				description:
					'The limits in `observedLimits` of the company that the employee’s month or year would exceed with an approval of all of it. They prevent nothing',
				example: [],
			}),
		left: wireMoneySum.nullable().openapi({
			description:
				'The amount that its month’s budgets leave for it, not counting expenses without a decision. `null` if no access is in force in the month',
		}),
		mealDays: z
			.strictObject({ used: integer(0, MAX_DAYS), limit: integer(0, 31) })
			.nullable()
			.openapi({
				description:
					'Days of meals in its month without this expense, and the current limit. `null` if no law limits them',
				example: { used: 8, limit: 15 },
			}),
	})
	.openapi('QueuedExpense');

/** Returns a function that converts entries of the queue in the caller's language. */
export function queuedToWire(c: Context<AppEnv>): (queued: Queued) => z.infer<typeof queuedSchema> {
	const expenseToWire = inLanguage(c);
	return ({ expense, deadline, receipts, refusals, duplicates, warnings, room }) => {
		const wire = expenseToWire(expense);
		return {
			expense: wire,
			etag: etagOf(JSON.stringify(wire)),
			deadline: toIso(deadline),
			receipts: receipts.map(receiptToWire),
			problems: refusals.map((refusal) => problemOf(refusal, c.var.requestId)),
			duplicates: duplicatesToWire(duplicates),
			warnings: warnings.map(({ code, value, limit, currency }) => ({
				code,
				amount: { value, currency },
				limit: { value: limit, currency },
			})),
			...room,
		};
	};
}

export const listExpenseQueueRoute = list('listExpenseQueue', '/companies/{companyId}/flex/expense-queue', {
	summary: 'List expenses that wait for a decision',
	description: `The oldest deadline comes first. Each has its receipts, reasons that would prevent an approval, possible
duplicates, legal limits that it would exceed, and the amount left in its month. A returned expense is not in the queue until it is
corrected.`,
	query: pageQuery.extend({
		facts: z
			.enum(FACT_MATCHES)
			.optional()
			.openapi({
				description: `Only expenses whose day and amount AGREE with those of their \`machineFacts\`, DIFFER from them, or that have
NONE. AGREE says nothing about the signature. A corrected invoice always counts as DIFFER`,
			}),
		sampled: z.enum(['true', 'false']).optional().openapi({
			description: '`true`: only expenses that were drawn for the sample. `false`: only the others',
			example: 'true',
		}),
	}),
	responses: { 200: listAnswer(queuedSchema, 'The waiting expenses, ordered by their date') },
});

export const readDuplicatesRoute = read('readDuplicates', '/flex/expenses/{expenseId}/duplicates', {
	summary: 'List possible duplicates of an expense',
	description: `A warning, never a refusal. Lists only expenses that the caller may read and that are neither rejected
nor withdrawn, so an employee sees no expenses of colleagues. At most ${MAX_DUPLICATES} of each kind.`,
	responses: recordAnswers(duplicatesSchema, 'The ids of the other expenses'),
});
