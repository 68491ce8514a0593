import { newId } from '../core/id.ts';
import type { Instant } from '../core/instant.ts';

export const MAIL_KINDS = [
	'invitation',
	'password_reset',
	'password_changed',
	'new_device',
	'second_factor_changed',
	'second_factor_reset',
	'account_closed',
	'last_admin_left',
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
 * A mail is `waiting` until a carrier accepts it (`sent`) or refuses its recipient (`bounced`). It is `failed` after a day
 * of attempts, or when its link has ended. It is `no_carrier` when none is configured.
 */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'bounced', 'no_carrier'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Mails in these states do not reach their recipient. */
export const UNREACHED = ['bounced', 'failed', 'no_carrier'] as const satisfies MailState[];

/** These tell a person what somebody else has just done. */
const PROMPT: readonly MailKind[] = [
	'expense_approved',
	'expense_rejected',
	'expense_returned',
	'expenses_waiting',
];
/** Thousands of these may be created at once. */
const IN_BULK: readonly MailKind[] = [
	'invitation',
	'voucher_issued',
	'budget_expiring',
	'access_ending',
	'month_closing',
];

/** Lower is sent first. 0 is about security and is not limited per day; the rest waits for the next day. */
export const priorityOf = (kind: MailKind): 0 | 1 | 2 => {
	if (IN_BULK.includes(kind)) return 2;
	return PROMPT.includes(kind) ? 1 : 0;
};

/** A mail without a secret link, to be sent now. Managers of `companyId` may see that it exists. */
export const newMail = (
	kind: MailKind,
	userId: string,
	companyId: string | null,
	now: Instant,
	data: Record<string, string> = {},
) => ({ id: newId(now), kind, userId, companyId, data, sealed: null, dateCreated: now, dateDue: now });

const MINUTE_MS = 60_000;

/** An attempt may be repeated after this time, which is longer than any run. */
export const LEASE_MS = 30 * MINUTE_MS;

/** The nine attempts take a day. */
const PAUSES_MINUTES = [1, 5, 15, 60, 120, 240, 480, 480];

export const MAX_ATTEMPTS = PAUSES_MINUTES.length + 1;

/** Returns the time of the next attempt after so many failures; null when there is none. */
export function nextAttempt(attempts: number, now: Instant): Instant | null {
	const minutes = PAUSES_MINUTES[attempts - 1];
	return minutes === undefined ? null : now + minutes * MINUTE_MS;
}

/** All mails wait this long when the carrier accepts no more for now. */
export const HELD_BACK_MS = 60 * MINUTE_MS;

const KEPT_MS = 180 * 86_400_000;

/** Returns the instant before which mails are deleted. */
export const keptSince = (now: Instant): Instant => now - KEPT_MS;

/**
 * The notices that people may turn off, by their names in the API. All other mails are about security or
 * were requested.
 */
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

export type Choices = Record<Notice, boolean>;

export const choicesOf = (muted: readonly MailKind[]): Choices =>
	Object.fromEntries(Object.entries(NOTICES).map(([name, kind]) => [name, !muted.includes(kind)])) as Choices;
