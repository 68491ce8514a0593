import type { components } from './api.ts';

type Event = components['schemas']['Event'];

/** A delivery. It contains no values and no names: read the record, if you may. */
export interface WebhookEvent {
	/** The type of the event, such as `employee.created`. Later versions of the service may add types. */
	type: Event['type'] | 'webhook.ping' | (string & {});
	/** When the event happened. */
	timestamp: string;
	data: {
		companyId: string;
		/** The person, user or company that the event is about. */
		subject: Event['subject'];
		recordId: Event['recordId'];
		/** Each delivery of the event has this id. */
		eventId: string;
		/** Sorts the events of a company, because deliveries may arrive in any order. */
		sequence: number;
		changedFields: string[];
		/** Only for a sandbox, whose events never happened to anybody. */
		sandbox?: true;
	};
}

/** The headers of a request, as `fetch` or Node give them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface WebhookOptions {
	/** How old or new a delivery may be. The default is 300. */
	toleranceSeconds?: number;
	/** The current time in milliseconds, for tests. */
	now?: number;
}

/** A delivery that does not come from the service, or comes too late. Respond with 400. */
export class WebhookError extends Error {
	override readonly name = 'WebhookError';
}

const PREFIX = 'whsec_';

/**
 * Checks the signature of a delivery (Standard Webhooks) and returns its content. Pass the body exactly as it arrived, because JSON that
 * was parsed and written again has another signature. While a secret is being rotated, either secret is right.
 */
export async function verifyWebhook(
	secret: string,
	headers: WebhookHeaders,
	body: string | Uint8Array,
	{ toleranceSeconds = 300, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
	const id = headerOf(headers, 'webhook-id');
	const timestamp = headerOf(headers, 'webhook-timestamp');
	const signatures = headerOf(headers, 'webhook-signature');
	const age = now / 1000 - (/^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN);
	if (!(Math.abs(age) <= toleranceSeconds))
		throw new WebhookError('The timestamp of the delivery is too old or too new.');

	const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
	const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
	const key = await keyOf(secret);
	for (const signature of signatures.split(' ')) {
		const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
		if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text);
	}
	throw new WebhookError('No signature of the delivery is right.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
	const value = headers instanceof Headers ? headers.get(name) : headers[name];
	if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
	return value;
}

async function keyOf(secret: string): Promise<CryptoKey> {
	const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
	if (!bytes?.length) throw new TypeError(`The secret of a webhook is ${PREFIX} and Base64.`);
	return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
	try {
		return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
	} catch {
		return undefined;
	}
}
