import { sign } from '@tsndr/cloudflare-worker-jwt';
import { isTarget, type TargetSettings, targetsOf } from '../../../foundation/core/addresses.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { type PushSettings, publicVapidKey, vapidKeyOf } from '../../../foundation/core/push-settings.ts';
import { fetchOutside } from '../../../foundation/http/fetch-outside.ts';
import { claimsFor, type Device, KEPT_SECONDS, MESSAGE, type Result, resultOf } from './rules.ts';

const MAX_RESPONSE_BYTES = 1024;

/** Sends a message to a device. It never throws. A redirect counts as a failure, because it could lead to an internal address. */
export async function push(
	device: Device,
	settings: PushSettings & TargetSettings,
	now: Instant,
): Promise<Result> {
	const { VAPID_KEY = '', PUBLIC_URL = '' } = settings;
	try {
		if (!isTarget(device.endpoint, targetsOf(settings))) return 'failed';
		const { encryptNotification } = await import('@block65/webcrypto-web-push');
		const key = vapidKeyOf(VAPID_KEY);
		const curve = { name: 'ECDSA', namedCurve: 'P-256' };
		const signing = await crypto.subtle.importKey('jwk', key, curve, false, ['sign']);
		const token = await sign(claimsFor(device.endpoint, PUBLIC_URL, now), signing, { algorithm: 'ES256' });
		// The message is padded to a full record, so that its length reveals nothing.
		const body = await encryptNotification(
			{ ...device, expirationTime: null },
			new TextEncoder().encode(MESSAGE),
		);
		const headers = {
			Authorization: `vapid t=${token}, k=${publicVapidKey(key)}`,
			'Content-Encoding': 'aes128gcm',
			'Content-Type': 'application/octet-stream',
			TTL: String(KEPT_SECONDS),
			// A message with the same topic replaces one that was not delivered yet.
			Topic: MESSAGE,
		};
		const limits = { maxBytes: MAX_RESPONSE_BYTES, isCut: true };
		const { status } = await fetchOutside(device.endpoint, { method: 'POST', headers, body }, limits);
		return resultOf(status);
	} catch {
		return 'failed';
	}
}
