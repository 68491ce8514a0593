import type { PostSettings, Sender } from '../../../foundation/core/mail-settings.ts';
import { type Carrier, codeOf, type Message, refusedWith } from './rules.ts';

const RESEND_URL = 'https://api.resend.com/emails';
const TIMEOUT_MS = 15_000;
/** Tells mail programs not to send automatic replies (RFC 3834). */
const headers = { 'Auto-Submitted': 'auto-generated' };

export function carrierOf({ EMAIL, RESEND_API_KEY }: PostSettings): Carrier | null {
	if (RESEND_API_KEY) return byResend(RESEND_API_KEY);
	return EMAIL ? byBinding(EMAIL) : null;
}

function byBinding(email: SendEmail): Carrier {
	return async ({ to, from, subject, text, html }: Message) => {
		try {
			const sender = from.name === null ? from.email : { name: from.name, email: from.email };
			const { messageId } = await email.send({ to, from: sender, subject, text, html, headers });
			return { state: 'sent', carrierId: messageId };
		} catch (error) {
			return refusedWith(codeOf((error as { code?: unknown }).code));
		}
	};
}

/** Resend accepts a message with the same id only once in 24 hours. */
function byResend(key: string): Carrier {
	return async ({ id, to, from, subject, text, html }: Message) => {
		try {
			const response = await fetch(RESEND_URL, {
				method: 'POST',
				headers: {
					Authorization: `Bearer ${key}`,
					'Content-Type': 'application/json',
					'Idempotency-Key': id,
				},
				body: JSON.stringify({ from: mailboxOf(from), to: [to], subject, text, html, headers }),
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			const body = (await response.json()) as { id?: string; name?: unknown };
			if (response.ok && body.id !== undefined) return { state: 'sent', carrierId: body.id };
			return refusedWith(response.ok ? 'unknown' : codeOf(body.name));
		} catch {
			return refusedWith('unreachable');
		}
	};
}

const mailboxOf = ({ name, email }: Sender): string => (name === null ? email : `"${name}" <${email}>`);
