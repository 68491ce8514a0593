import { createRoute, z } from '@hono/zod-openapi';
import { changedAnswer, jsonBody, recordAnswers } from '../../http/contract.ts';
import { changeHeaders, readHeaders } from '../../http/headers.ts';
import { BODY_REFUSALS, changing, guarded } from '../../http/problem.ts';
import type { Choices } from '../rules.ts';

const choice = (description: string) => z.boolean().openapi({ description, example: true });

const choices = {
	expenseApproved: choice('An expense of yours was approved'),
	expenseRejected: choice('An expense of yours was rejected, and why'),
	expenseReturned: choice('An expense of yours was sent back to be mended, and why'),
	expensesWaiting: choice('Expenses were submitted that you may decide on; once an hour at most'),
	voucherIssued: choice('A voucher was issued for you'),
	budgetExpiring: choice('On 1 December: what is left of your flex budget expires at the end of the year'),
	accessEnding: choice('Your flex access ends in 30 days'),
	monthClosing: choice('Three days before a month closes for which you have submitted nothing'),
};

const noticesSchema = z.strictObject(choices).openapi('Notices');

export const noticesToWire = (of: Choices): z.infer<typeof noticesSchema> => ({
	expenseApproved: of.expenseApproved,
	expenseRejected: of.expenseRejected,
	expenseReturned: of.expenseReturned,
	expensesWaiting: of.expensesWaiting,
	voucherIssued: of.voucherIssued,
	budgetExpiring: of.budgetExpiring,
	accessEnding: of.accessEnding,
	monthClosing: of.monthClosing,
});

const tags = ['Mail', 'Extension'];
const path = '/auth/me/notices';

export const readNoticesRoute = createRoute({
	method: 'get',
	path,
	operationId: 'readNotices',
	tags,
	summary: 'Read which notices you get',
	description: 'Mails about the security of your account, and those that you asked for, are always sent.',
	parameters: readHeaders,
	responses: {
		...recordAnswers(noticesSchema, 'The notices that the requesting user gets by mail'),
		...guarded('validation_failed'),
	},
});

export const updateNoticesRoute = createRoute({
	method: 'put',
	path,
	operationId: 'updateNotices',
	tags,
	summary: 'Turn notices on or off',
	description: 'What is left out stays as it is.',
	parameters: changeHeaders,
	request: {
		body: jsonBody(z.strictObject(choices).partial().openapi('NoticesChange')),
	},
	responses: {
		200: changedAnswer(noticesSchema, 'The notices that the requesting user gets from now on'),
		...changing(...BODY_REFUSALS),
	},
});
