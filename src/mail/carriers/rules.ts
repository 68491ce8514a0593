import type { Sender } from '../../core/mail-settings.ts';

/** A mail as it leaves the service. */
export interface Message {
	/** The same in every attempt, so that a carrier may recognise a repetition. */
	id: string;
	to: string;
	from: Sender;
	subject: string;
	text: string;
	html: string;
}

/** What became of a message: taken, refused for its recipient, not now for any message, or not this time. */
export type Delivery =
	| { state: 'sent'; carrierId: string }
	| { state: 'bounced' | 'held_back' | 'failed'; reason: string };

/** Whoever brings mails to their recipients. Never throws. */
export type Carrier = (message: Message) => Promise<Delivery>;

const RECIPIENT_REFUSED = /^(E_RECIPIENT_SUPPRESSED|E_RECIPIENT_NOT_ALLOWED)$/;
const LIMIT_REACHED =
	/^(E_RATE_LIMIT_EXCEEDED|E_DAILY_LIMIT_EXCEEDED|rate_limit_exceeded|daily_quota_exceeded|monthly_quota_exceeded)$/;

/** What a carrier's error code means. Only the code is told: its sentences may hold addresses. */
export function refusedWith(code: string): Delivery {
	if (RECIPIENT_REFUSED.test(code)) {
		return { state: 'bounced', reason: `The carrier does not deliver to this address (${code}).` };
	}
	if (LIMIT_REACHED.test(code)) {
		return { state: 'held_back', reason: `The carrier accepts no more mails for now (${code}).` };
	}
	return { state: 'failed', reason: `The carrier did not accept the mail (${code}).` };
}

/** A code that may be stored and shown, whatever a carrier calls it. */
export const codeOf = (value: unknown): string =>
	typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : 'unknown';
