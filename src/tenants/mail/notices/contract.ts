import { z } from '@hono/zod-openapi';
import { changedAnswer, recordAnswers } from '../../../foundation/http/contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireBy } from '../../../foundation/http/wire.ts';
import type { Choices } from '../rules.ts';

const choice = (description: string) => z.boolean().openapi({ description, example: true });

const choices = {
	expenseApproved: choice('Your expense was approved'),
	expenseRejected: choice('Your expense was rejected, with the reasons'),
	expenseReturned: choice('Your expense was returned for correction, with the reasons'),
	expenseReopened: choice('A decision that you know of was taken back, so your expense waits again'),
	expensesWaiting: choice('Expenses wait for your decision; at most once an hour'),
	standingExpenseApproved: choice('Your standing expense was verified'),
	standingExpenseRejected: choice('The proof of your standing expense was rejected, with the reasons'),
	standingExpenseEnded: choice('Somebody else ended your standing expense'),
	standingExpenseSkipped: choice('A month of your standing expense was not submitted, with the reason'),
	proofEnding: choice('The proof of your standing expense ends in 30 days, and again in 7 days'),
	voucherIssued: choice('A voucher was issued for you'),
	budgetExpiring: choice('On 1 December: your remaining flex budget expires at the end of the year'),
	accessEnding: choice('Your flex access ends in 30 days'),
	monthClosing: choice('Three days before a month closes, if you have submitted nothing for it'),
};

const noticesSchema = z.strictObject(choices).openapi('Notices');

export const noticesToWire: (of: Choices) => z.infer<typeof noticesSchema> = wireBy(noticesSchema);

const { read, change } = operations(['Mail', 'Extension']);
const path = '/auth/me/notices';

export const readNoticesRoute = read('readNotices', path, {
	summary: 'Read your notices',
	description: 'Mails about the security of your account, and mails that you requested, are always sent.',
	responses: recordAnswers(noticesSchema, 'The notices that the requesting user gets by mail'),
});

export const updateNoticesRoute = change.put('updateNotices', path, {
	summary: 'Turn notices on or off',
	description: 'Omitted notices do not change.',
	body: z.strictObject(choices).partial().openapi('NoticesChange'),
	responses: { 200: changedAnswer(noticesSchema, 'The notices that the requesting user gets from now on') },
});
