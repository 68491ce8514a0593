import { z } from '@hono/zod-openapi';
import { changedAnswer } from '../../../foundation/http/contract.ts';
import { orNull, text } from '../../../foundation/http/fields.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { expenseSchema, tags } from '../contract.ts';

const reopeningBody = z
	.strictObject({
		reason: orNull(text('Approved the wrong receipt')).openapi({
			description:
				'Why the decision is taken back. The decider may omit it within ten minutes of the decision',
		}),
	})
	.openapi('ExpenseReopening');

export const reopenExpenseRoute = operations(tags, { dryRuns: true }).change.post(
	'reopenExpense',
	'/flex/expenses/{expenseId}/reopening',
	{
		summary: 'Take back the decision on an expense',
		description: `Takes back an approval, a rejection or a return. The expense waits again and keeps its place in the
queue. Its amount counts as pending again. The payroll transactions of an approval are withdrawn, which is possible until
a run commits one of them. The mail about a decision leaves ten minutes after it, unless the decision is taken back.
If it has left, another mail says that the expense waits again. Nobody can take back the decision on their own expense.`,
		body: { required: false, content: { 'application/json': { schema: reopeningBody } } },
		responses: { 200: changedAnswer(expenseSchema, 'The expense, which waits for a decision again') },
		refusals: ['not_decided', 'line_committed', 'line_settled', 'receipts_removed', 'employee_erased'],
	},
);
