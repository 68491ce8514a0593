import type { Instant } from '../../../foundation/core/instant.ts';

/** The most devices of a user. A trigger deletes the oldest one when another is added. */
export const MAX_DEVICES = 10;

/** The whole content of a push message. The device shows a text of its own. */
export const MESSAGE = 'changed';

export const sealedForPush = (subscriptionId: string): string => `push ${subscriptionId}`;

export interface Device {
	endpoint: string;
	/** The device's public key, and a secret that it shares with this service. */
	keys: { p256dh: string; auth: string };
}

const MINUTE_MS = 60_000;

/** The time after which an attempt may be repeated. It is longer than any run. */
export const LEASE_MS = 30 * MINUTE_MS;

const PAUSES_MINUTES = [1, 5, 30, 120];

export const MAX_ATTEMPTS = PAUSES_MINUTES.length + 1;

/** Returns the time of the next attempt after this many failures; null when there is none. */
export function nextAttempt(attempts: number, now: Instant): Instant | null {
	const minutes = PAUSES_MINUTES[attempts - 1];
	return minutes === undefined ? null : now + minutes * MINUTE_MS;
}

/** The result of an attempt. With 404 or 410, a push service says that the device is no longer subscribed (RFC 8030). */
export type Result = 'delivered' | 'gone' | 'failed';

export const resultOf = (status: number): Result =>
	status >= 200 && status < 300 ? 'delivered' : [404, 410].includes(status) ? 'gone' : 'failed';

/** How long a push service keeps a message for a device that is off. */
export const KEPT_SECONDS = 86_400;

/** The token that identifies this service is valid for 12 hours. Push services refuse more than 24. */
const TOKEN_SECONDS = 43_200;

/** The claims of the token for a push service (RFC 8292). */
export const claimsFor = (endpoint: string, subject: string, now: Instant) => ({
	aud: new URL(endpoint).origin,
	iat: Math.floor(now / 1000),
	exp: Math.floor(now / 1000) + TOKEN_SECONDS,
	sub: subject,
});
