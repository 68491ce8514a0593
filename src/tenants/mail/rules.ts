import { newId } from '../../foundation/core/id.ts';
import { type Instant, toIso } from '../../foundation/core/instant.ts';
import { Refusal } from '../../foundation/core/refusals.ts';

/**
 * All kinds of mail with their priority: lower is sent first. 0 is about security or the operation of the service. It
 * neither counts against `MAIL_PER_DAY` nor waits for it. 1 informs one person of what somebody else has just done.
 * Thousands of 2 may be created at once.
 */
const PRIORITIES = {
	invitation: 2,
	password_reset: 0,
	password_changed: 0,
	address_confirmation: 0,
	address_changed: 0,
	address_restored: 0,
	new_device: 0,
	second_factor_changed: 0,
	second_factor_reset: 0,
	account_closed: 0,
	last_admin_left: 0,
	domain_missing: 0,
	domain_lost: 0,
	webhook_disabled: 0,
	expense_approved: 1,
	expense_rejected: 1,
	expense_returned: 1,
	expense_reopened: 1,
	expenses_waiting: 1,
	standing_expense_approved: 1,
	standing_expense_rejected: 1,
	standing_expense_ended: 1,
	standing_expense_skipped: 2,
	proof_ending: 2,
	voucher_issued: 2,
	budget_expiring: 2,
	access_ending: 2,
	month_closing: 2,
	receipts_taken: 1,
	receipts_refused: 1,
} as const;
export type MailKind = keyof typeof PRIORITIES;

export const MAIL_KINDS = Object.keys(PRIORITIES) as [MailKind, ...MailKind[]];

export const priorityOf = (kind: MailKind): 0 | 1 | 2 => PRIORITIES[kind];

/**
 * A mail is `waiting` until a carrier accepts it (`sent`) or refuses its recipient (`bounced`). It is `failed` after a day
 * of attempts, or when its link has ended. It is `no_carrier` when none is configured.
 */
export const STORED_STATES = ['waiting', 'sent', 'failed', 'bounced', 'no_carrier'] as const;

/** A mail that is stored as `waiting` is shown as `held` when the limit of the day is used up. */
export const MAIL_STATES = [...STORED_STATES, 'held'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Mails in these states do not reach their recipient. */
export const UNREACHED = ['bounced', 'failed', 'no_carrier'] as const satisfies MailState[];

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

const DAY_MS = 86_400_000;

/** Returns the UTC day as days since 1970. */
export const dayOf = (now: Instant): number => Math.floor(now / DAY_MS);

/** The start of the next UTC day. */
export const tomorrow = (now: Instant): Instant => (dayOf(now) + 1) * DAY_MS;

/** Invitations to one address on one UTC day, of all companies together. A trigger enforces it. */
export const MAX_INVITATIONS = 5;

/** The refusal of the sixth invitation to an address, as the violation of a batch. */
export const tooManyInvitations = (now: Instant) => ({
	too_many_invitations: () =>
		new Refusal(
			'too_many_invitations',
			`This address has had ${MAX_INVITATIONS} invitations today. The next one is possible from ${toIso(tomorrow(now))}.`,
			{ retryAfter: Math.ceil((tomorrow(now) - now) / 1000) },
		),
});

/** The mails of one company in the queue of limited mails. */
export interface Share {
	waiting: number;
	/** True for the company whose mails are shown. */
	isOwn: boolean;
	/** True when its next turn comes before that of the company whose mails are shown. */
	isBefore: boolean;
	/** `MAIL_PER_DAY` as the sender has used it today. In a cell, how many mails the directory has granted. */
	perDay: number;
}

/** The most held mails of a company that are counted, and have a place in its queue. */
export const MOST_PLACES = 10_000;

/**
 * Returns the start of the UTC day on which a mail will probably leave, from its place in the queue of its company. Until
 * then, each other company has had as many turns.
 */
export function expectedDay(place: number, shares: readonly Share[], now: Instant): Instant | null {
	const own = shares.find(({ isOwn }) => isOwn);
	if (own === undefined || own.perDay === 0) return null;
	const ahead = shares.reduce(
		(sum, { isOwn, isBefore, waiting }) => sum + Math.min(waiting, isBefore && !isOwn ? place : place - 1),
		0,
	);
	return tomorrow(now) + Math.floor(ahead / own.perDay) * DAY_MS;
}

export const KEPT_MS = 180 * DAY_MS;

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
	expenseReopened: 'expense_reopened',
	expensesWaiting: 'expenses_waiting',
	standingExpenseApproved: 'standing_expense_approved',
	standingExpenseRejected: 'standing_expense_rejected',
	standingExpenseEnded: 'standing_expense_ended',
	standingExpenseSkipped: 'standing_expense_skipped',
	proofEnding: 'proof_ending',
	voucherIssued: 'voucher_issued',
	budgetExpiring: 'budget_expiring',
	accessEnding: 'access_ending',
	monthClosing: 'month_closing',
} as const satisfies Record<string, MailKind>;

export type Notice = keyof typeof NOTICES;
export type NoticeKind = (typeof NOTICES)[Notice];

const NOTICE_KINDS: readonly MailKind[] = Object.values(NOTICES);

export const isNotice = (kind: MailKind): boolean => NOTICE_KINDS.includes(kind);

export type Choices = Record<Notice, boolean>;

export const choicesOf = (muted: readonly MailKind[]): Choices =>
	Object.fromEntries(Object.entries(NOTICES).map(([name, kind]) => [name, !muted.includes(kind)])) as Choices;
