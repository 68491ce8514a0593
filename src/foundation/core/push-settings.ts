import { Refusal } from './refusals.ts';

export interface PushSettings {
	/** The private key (VAPID) that identifies this service to push services: a P-256 key as JWK. Without it, there are no push messages. */
	VAPID_KEY?: string;
	/** The origin of this service, which identifies the sender to push services. */
	PUBLIC_URL?: string;
}

export interface VapidKey {
	kty: 'EC';
	crv: 'P-256';
	x: string;
	y: string;
	d: string;
}

/** True when this service can send push messages. Only then do pages offer them. */
export const isPushed = ({ VAPID_KEY, PUBLIC_URL }: PushSettings): boolean =>
	Boolean(VAPID_KEY && PUBLIC_URL);

const COORDINATE = /^[\w-]{43}$/;

export function vapidKeyOf(text: string): VapidKey {
	try {
		const { kty, crv, x, y, d } = JSON.parse(text);
		if (kty === 'EC' && crv === 'P-256' && [x, y, d].every((one) => COORDINATE.test(one)))
			return { kty, crv, x, y, d };
	} catch {
		// The message leaves the setting out, because it may contain the key.
	}
	throw new Refusal('misconfigured', 'VAPID_KEY must be a private key of the curve P-256 as a JWK.');
}

/** Returns the public key in the format of browsers: the uncompressed point in base64url. */
export function publicVapidKey({ x, y }: VapidKey): string {
	const bytes = [x, y].map((part) => Buffer.from(part, 'base64url'));
	return Buffer.concat([Buffer.of(4), ...bytes]).toString('base64url');
}
