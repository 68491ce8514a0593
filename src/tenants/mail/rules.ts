import { newId } from '../../foundation/core/id.ts';
import { type Instant, toIso } from '../../foundation/core/instant.ts';
import { Refusal } from '../../foundation/core/refusals.ts';

/**
 * All kinds of mail with their priority. Lower numbers are sent first. 0 is about security or the operation of the service. `MAIL_PER_DAY`
 * neither counts nor delays it. 1 informs one person of somebody else's recent action. For 2, thousands of mails may be created at once.
 */
const PRIORITIES = {
	invitation: 2,
	password_reset: 0,
	password_reset_rests: 0,
	password_reset_unproven: 0,
	proof_requested: 0,
	rights_gained: 0,
	rights_given: 0,
	password_changed: 0,
	password_ended: 0,
	address_lost: 0,
	address_confirmation: 0,
	address_proof: 0,
	address_agreement: 0,
	address_set: 0,
	address_stopped: 0,
	identity_change_asked: 0,
	identity_released: 0,
	release_asked: 0,
	release_given: 0,
	address_changed: 0,
	address_left: 0,
	address_restored: 0,
	address_undone: 0,
	identity_undone: 0,
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
 * A mail is `waiting` until a carrier accepts it (`sent`) or refuses its recipient (`bounced`). It is `failed` after a day of attempts, or
 * when its link has ended. It is `no_carrier` when the service has no carrier.
 */
export const STORED_STATES = ['waiting', 'sent', 'failed', 'bounced', 'no_carrier'] as const;

/** All states that people see. A `waiting` mail is shown as `held` while the day's limit is used up. */
export const MAIL_STATES = [...STORED_STATES, 'held'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Mails in these states do not reach their recipient. */
export const UNREACHED = ['bounced', 'failed', 'no_carrier'] as const satisfies MailState[];

/** Returns a mail without a secret link, to be sent now. Managers of `companyId` may see that it exists. */
export const newMail = (
	kind: MailKind,
	userId: string,
	companyId: string | null,
	now: Instant,
	data: Record<string, string> = {},
) => ({ id: newId(now), kind, userId, companyId, data, sealed: null, dateCreated: now, dateDue: now });

const MINUTE_MS = 60_000;

/** The time after which an attempt may be repeated. It is longer than any run. */
export const LEASE_MS = 30 * MINUTE_MS;

/** With these pauses, the nine attempts take a day. */
const PAUSES_MINUTES = [1, 5, 15, 60, 120, 240, 480, 480];

export const MAX_ATTEMPTS = PAUSES_MINUTES.length + 1;

/** Returns the time of the next attempt after this many failures; null when there is none. */
export function nextAttempt(attempts: number, now: Instant): Instant | null {
	const minutes = PAUSES_MINUTES[attempts - 1];
	return minutes === undefined ? null : now + minutes * MINUTE_MS;
}

/** How long all mails wait when the carrier accepts no more for now. */
export const HELD_BACK_MS = 60 * MINUTE_MS;

const DAY_MS = 86_400_000;

/** Returns the UTC day as days since 1970. */
export const dayOf = (now: Instant): number => Math.floor(now / DAY_MS);

export const tomorrow = (now: Instant): Instant => (dayOf(now) + 1) * DAY_MS;

/** The most invitations to an address on a UTC day, from all companies together. A trigger enforces it. */
export const MAX_INVITATIONS = 5;

/** The refusal of one invitation too many to an address, for the violations of a batch. */
export const tooManyInvitations = (now: Instant) => ({
	too_many_invitations: () =>
		new Refusal(
			'too_many_invitations',
			`This address has had ${MAX_INVITATIONS} invitations today. The next one is possible from ${toIso(tomorrow(now))}.`,
			{ retryAfter: Math.ceil((tomorrow(now) - now) / 1000) },
		),
});

/** A company's mails in the queue of limited mails. */
export interface Share {
	waiting: number;
	/** True for the company whose mails are shown. */
	isOwn: boolean;
	/** True when its next turn comes before the next turn of that company. */
	isBefore: boolean;
	/** The value of `MAIL_PER_DAY` that the sender has used today. In a cell, it is the number of mails that the directory has granted. */
	perDay: number;
}

/** At most this many held mails of a company are counted, and have a place in its queue. */
export const MOST_PLACES = 10_000;

/**
 * Returns the start of the UTC day on which a mail will probably be sent, from its place in its company's queue. Until then, each other
 * company has had as many turns.
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

export const keptSince = (now: Instant): Instant => now - KEPT_MS;

/** The notices that people may turn off, by their names in the API. All other mails are about security or were requested. */
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
