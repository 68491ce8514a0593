import type { MailKind } from '../rules.ts';

/** What a person may choose not to be told, by the names of the API. All else is about security or was asked for. */
export const NOTICES = {
	expenseApproved: 'expense_approved',
	expenseRejected: 'expense_rejected',
	expenseReturned: 'expense_returned',
	expensesWaiting: 'expenses_waiting',
	voucherIssued: 'voucher_issued',
	budgetExpiring: 'budget_expiring',
	accessEnding: 'access_ending',
	monthClosing: 'month_closing',
} as const satisfies Record<string, MailKind>;

export type Notice = keyof typeof NOTICES;
export type NoticeKind = (typeof NOTICES)[Notice];

/** Which notices a person gets. */
export type Choices = Record<Notice, boolean>;

/** All but those that were turned off. */
export const choicesOf = (muted: readonly MailKind[]): Choices =>
	Object.fromEntries(Object.entries(NOTICES).map(([name, kind]) => [name, !muted.includes(kind)])) as Choices;
