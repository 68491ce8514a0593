import type { Instant } from '../core/instant.ts';

/** What a mail is about. Each has its text in `texts`. */
export const MAIL_KINDS = [
	'invitation',
	'password_reset',
	'password_changed',
	'new_device',
	'second_factor_changed',
	'second_factor_reset',
	'account_closed',
	'domain_missing',
	'domain_lost',
	'expense_approved',
	'expense_rejected',
	'expense_returned',
	'expenses_waiting',
	'voucher_issued',
	'budget_expiring',
	'access_ending',
	'month_closing',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * `waiting` until a carrier has taken it (`sent`), has refused its recipient (`bounced`) or has failed for a day
 * (`failed`); `no_carrier` when none is configured.
 */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'bounced', 'no_carrier'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Those of a mail that does not reach its recipient. */
export const UNREACHED = ['bounced', 'failed', 'no_carrier'] as const satisfies MailState[];

/** What tells one person what somebody else has just done. */
const PROMPT: readonly MailKind[] = [
	'expense_approved',
	'expense_rejected',
	'expense_returned',
	'expenses_waiting',
];
/** Of these there may be thousands at once. */
const IN_BULK: readonly MailKind[] = [
	'invitation',
	'voucher_issued',
	'budget_expiring',
	'access_ending',
	'month_closing',
];

/** Lower is sent first. What has 0 is about security and is sent whatever was sent before; the rest waits for another day. */
export const priorityOf = (kind: MailKind): 0 | 1 | 2 => {
	if (IN_BULK.includes(kind)) return 2;
	return PROMPT.includes(kind) ? 1 : 0;
};

const MINUTE_MS = 60_000;

/** How long an attempt may take until another one may begin: longer than any run. */
export const LEASE_MS = 30 * MINUTE_MS;

/** Between the nine attempts, which take a day. */
const PAUSES_MINUTES = [1, 5, 15, 60, 120, 240, 480, 480];

export const MAX_ATTEMPTS = PAUSES_MINUTES.length + 1;

/** When a mail is tried again that has failed so many times; null when it is given up. */
export function nextAttempt(attempts: number, now: Instant): Instant | null {
	const minutes = PAUSES_MINUTES[attempts - 1];
	return minutes === undefined ? null : now + minutes * MINUTE_MS;
}

/** How long everything waits when the carrier takes no more for now. */
export const HELD_BACK_MS = 60 * MINUTE_MS;

const KEPT_MS = 180 * 86_400_000;

/** Mails from before this instant are removed. */
export const keptSince = (now: Instant): Instant => now - KEPT_MS;

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
