import { Webhook } from 'standardwebhooks';
import type { Instant } from '../../../foundation/core/instant.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import { isSameSecret } from '../../../foundation/core/vault.ts';
import { codeOf } from '../sending/rules.ts';

/** A mail that was returned after a carrier had accepted it. */
export interface Bounce {
	carrierId: string;
	reason: string;
}

const cameBack = (...codes: string[]): string => `The mail was returned (${codes.join(', ')}).`;

const BY_CLOUDFLARE = /^cf\.email\.sending\.message\.(bounced|rejected|failed)$/;

interface CloudflareEvent {
	type?: unknown;
	payload?: { messageId?: unknown; delivery?: { smtpEnhancedStatusCode?: unknown } };
}

/**
 * Returns the returned mail that an event of Cloudflare's Email Service reports; null for any other event.
 */
export function bounceFromCloudflare(message: unknown): Bounce | null {
	const { type, payload } = (message ?? {}) as CloudflareEvent;
	const [, how] = BY_CLOUDFLARE.exec(String(type)) ?? [];
	if (how === undefined || typeof payload?.messageId !== 'string') return null;
	const status = String(payload.delivery?.smtpEnhancedStatusCode ?? '');
	const codes = /^\d\.\d{1,3}\.\d{1,3}$/.test(status) ? [how, status] : [how];
	return { carrierId: payload.messageId, reason: cameBack(...codes) };
}

const BY_RESEND = /^email\.(bounced|failed|suppressed)$/;

interface ResendEvent {
	type?: unknown;
	created_at?: unknown;
	data?: { email_id?: unknown; bounce?: { type?: unknown } };
}

/**
 * Returns the returned mail that an event of Resend reports, and when it happened; null for any other
 * event.
 */
export function bounceFromResend(event: unknown): (Bounce & { date: Instant }) | null {
	const { type, data, created_at } = (event ?? {}) as ResendEvent;
	const [, how] = BY_RESEND.exec(String(type)) ?? [];
	if (how === undefined || typeof data?.email_id !== 'string') return null;
	const kind = codeOf(data.bounce?.type);
	const reason = kind === 'unknown' ? cameBack(how) : cameBack(how, kind);
	return { carrierId: data.email_id, reason, date: Date.parse(String(created_at)) };
}

const MINUTE_MS = 60_000;
const TOLERANCE_MS = 5 * MINUTE_MS;
const UNKNOWN_FOR_MS = 10 * MINUTE_MS;

/** True while the mail may still become known, because ids are stored only after sixty mails were sent. */
export const mayBecomeKnown = (date: Instant, now: Instant): boolean => date > now - UNKNOWN_FOR_MS;

/** The headers of Svix, which calls us for Resend. */
export interface Signature {
	id: string;
	timestamp: string;
	signatures: string;
}

const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Refuses a call that was not signed with the secret within five minutes. */
export function requireSigned(
	secret: string,
	{ id, timestamp, signatures }: Signature,
	body: string,
	now: Instant,
): void {
	if (!SECRET.test(secret)) {
		throw new Refusal(
			'misconfigured',
			'RESEND_WEBHOOK_SECRET must be the complete signing secret, beginning with whsec_.',
		);
	}
	const signed = Number(timestamp) * 1000;
	const isInTime = /^\d{1,12}$/.test(timestamp) && Math.abs(now - signed) <= TOLERANCE_MS;
	// This does not use the library's check, because that reads the wall clock.
	const wanted = isInTime && new Webhook(secret).sign(id, new Date(signed), body);
	// There are several signatures while Svix replaces its secret.
	const isSigned = (one: string) => wanted !== false && isSameSecret(one, wanted);
	if (!signatures.split(' ').some(isSigned)) {
		throw new Refusal('unauthenticated', 'The signature is missing, wrong or older than five minutes.');
	}
}
