import { Refusal } from './refusals.ts';

/** The settings of the environment for push messages. */
export interface PushSettings {
	/** The private key (VAPID) that identifies this service to push services: a JWK of the curve P-256. Without it, there is no push. */
	VAPID_KEY?: string;
	/** The origin of this service, which tells push services who sends. */
	PUBLIC_URL?: string;
}

/** A private key of P-256 with its public point. */
export interface VapidKey {
	kty: 'EC';
	crv: 'P-256';
	x: string;
	y: string;
	d: string;
}

/** True when push messages leave this service, so that pages offer them. */
export const isPushed = ({ VAPID_KEY, PUBLIC_URL }: PushSettings): boolean =>
	Boolean(VAPID_KEY && PUBLIC_URL);

const COORDINATE = /^[\w-]{43}$/;

export function vapidKeyOf(text: string): VapidKey {
	try {
		const { kty, crv, x, y, d } = JSON.parse(text);
		if (kty === 'EC' && crv === 'P-256' && [x, y, d].every((one) => COORDINATE.test(one)))
			return { kty, crv, x, y, d };
	} catch {
		// The text is not repeated, because it may hold the key.
	}
	throw new Refusal('misconfigured', 'VAPID_KEY must be a private key of the curve P-256 as a JWK.');
}

/** Returns the public key as browsers take it: the uncompressed point in base64url. */
export function publicVapidKey({ x, y }: VapidKey): string {
	const bytes = [x, y].map((part) => Buffer.from(part, 'base64url'));
	return Buffer.concat([Buffer.of(4), ...bytes]).toString('base64url');
}
