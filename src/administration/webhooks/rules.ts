import { xxHash32 } from 'js-xxhash';
import { Webhook } from 'standardwebhooks';
import { isTarget, type Targets } from '../../foundation/core/addresses.ts';
import type { StoredEvent } from '../../foundation/core/history.ts';
import { type Instant, toIso } from '../../foundation/core/instant.ts';
import { invalidField, Refusal } from '../../foundation/core/refusals.ts';

/** The most endpoints of a company. A trigger enforces it. */
export const MAX_ENDPOINTS = 20;

/** The most waiting deliveries of an endpoint that are counted, because a paused endpoint may keep them for a month. */
export const MAX_COUNTED = 10_000;

/** A PAUSED endpoint keeps its deliveries until it is resumed. A DISABLED one gets none. */
export const ENDPOINT_STATES = ['ACTIVE', 'PAUSED', 'DISABLED'] as const;

export const ENDPOINT_REASONS = ['GONE', 'FAILING', 'RESTORED'] as const;
export type EndpointReason = (typeof ENDPOINT_REASONS)[number];

export const DELIVERY_STATES = ['WAITING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const FAILURES = [
	'TIMEOUT',
	'CONNECTION_FAILED',
	'STATUS',
	'REDIRECT',
	'TARGET_REFUSED',
	'EVENT_MISSING',
	'ENDPOINT_DISABLED',
] as const;
export type Failure = (typeof FAILURES)[number];

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1000, 60_000, 3_600_000, 86_400_000];

const WAITS_MS = [
	5 * SECOND_MS,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/** Returns the time of the next attempt after this many failures, up to 10 % later than the wait. Null when there is none. */
export function nextAttempt(deliveryId: string, attempts: number, last: Instant): Instant | null {
	const wait = WAITS_MS[attempts - 1];
	if (wait === undefined) return null;
	const jitter = xxHash32(`${deliveryId} ${attempts}`) / 2 ** 32 / 10;
	return last + Math.round(wait * (1 + jitter));
}

/** An endpoint that has failed for this long is disabled. */
export const FAILING_MS = 5 * DAY_MS;

export const DELIVERIES_KEPT_MS = 30 * DAY_MS;

export const ROTATION_MS = DAY_MS;

export const sealedForWebhook = (endpointId: string): string => `webhook ${endpointId}`;

const PREFIX = 'whsec_';
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const [MIN_SECRET_BYTES, NEW_SECRET_BYTES, MAX_SECRET_BYTES] = [24, 32, 64];

/** Returns the given secret if its length fits the Standard Webhooks scheme. Without one, it returns a new secret. */
export function secretOf(given: string | null): string {
	if (given === null) {
		const bytes = crypto.getRandomValues(new Uint8Array(NEW_SECRET_BYTES));
		return PREFIX + Buffer.from(bytes).toString('base64');
	}
	const { length } = Buffer.from(given.slice(PREFIX.length), 'base64');
	if (SECRET.test(given) && length >= MIN_SECRET_BYTES && length <= MAX_SECRET_BYTES) return given;
	throw invalidField(
		'secret',
		'invalid_secret',
		`Must be whsec_ and the base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes. Omit it to have one generated.`,
	);
}

export function requireTarget(address: string, targets: Targets): void {
	if (isTarget(address, targets)) return;
	throw invalidField(
		'url',
		'invalid_target',
		'Must be an https address with a public name, without credentials and fragment, and not of this service.',
	);
}

export const tooManyEndpoints = (): Refusal =>
	new Refusal(
		'too_many_webhook_endpoints',
		`There are ${MAX_ENDPOINTS} endpoints already. Delete one first.`,
	);

export function requireEnabled(state: (typeof ENDPOINT_STATES)[number]): void {
	if (state !== 'DISABLED') return;
	throw new Refusal('endpoint_disabled', 'The endpoint is disabled. Set its state to ACTIVE first.');
}

export const MAX_REDELIVERED = 5000;

/** Only bodies of a sandbox say so, so that the bodies of real companies stay the same. */
const signOf = (isSandbox: boolean) => (isSandbox ? { sandbox: true } : {});

/** Returns the body of a delivery. It has no values and no names. Only callers who may read the record get them. */
export const payloadOf = (event: StoredEvent, isSandbox: boolean): string =>
	JSON.stringify({
		type: event.type,
		timestamp: toIso(event.date),
		data: {
			companyId: event.companyId,
			subject: { type: event.subjectType, id: event.subjectId },
			recordId: event.recordId,
			eventId: event.id,
			sequence: event.position,
			changedFields: Object.keys(event.after),
			...signOf(isSandbox),
		},
	});

export const PING = 'webhook.ping';

/** Returns the body of a ping, in the form of other deliveries. It belongs to no event, so its sequence is 0. */
export const pingOf = (ping: {
	id: string;
	dateCreated: Instant;
	companyId: string;
	endpointId: string;
	isSandbox: boolean;
}) =>
	JSON.stringify({
		type: PING,
		timestamp: toIso(ping.dateCreated),
		data: {
			companyId: ping.companyId,
			subject: { type: 'COMPANY', id: ping.companyId },
			recordId: ping.endpointId,
			eventId: ping.id,
			sequence: 0,
			changedFields: [],
			...signOf(ping.isSandbox),
		},
	});

/** Returns the headers that sign a body (Standard Webhooks), with one signature for each secret. */
export function signed(id: string, body: string, secrets: readonly string[], at: Instant) {
	const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body));
	return {
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at / SECOND_MS)),
		'webhook-signature': signatures.join(' '),
	};
}
