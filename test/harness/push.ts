import { env } from 'cloudflare:workers';
import type { Received } from './outside/receiver.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const base64 = (bytes: ArrayBuffer | Uint8Array): string =>
	Buffer.from(bytes as Uint8Array).toString('base64url');

/** A browser with a subscription at the push service of the tests, which keeps what it gets. */
export async function newDevice() {
	const name = `push-${crypto.randomUUID()}`;
	const { publicKey, privateKey } = (await crypto.subtle.generateKey(CURVE, false, [
		'deriveBits',
	])) as CryptoKeyPair;
	const point = new Uint8Array((await crypto.subtle.exportKey('raw', publicKey)) as ArrayBuffer);
	const secret = crypto.getRandomValues(new Uint8Array(16));
	const at = (path: string) => `${env.RECEIVER}/${path}/${name}`;
	return {
		subscription: {
			endpoint: `${env.RECEIVER}/${name}`,
			keys: { p256dh: base64(point), auth: base64(secret) },
		},
		/** Sets the statuses with which the push service answers, one for each message. The last one is repeated. */
		answer: (...statuses: string[]) => fetch(at('script'), { method: 'PUT', body: JSON.stringify(statuses) }),
		received: async (): Promise<Received[]> => {
			const { all } = await (await fetch(at('received'))).json<{ all: Received[] }>();
			return all;
		},
		/** Decrypts a message as RFC 8291 and RFC 8188 describe it. */
		read: (body: Uint8Array) => decrypted(body, { privateKey, point, secret }),
	};
}

interface Keys {
	privateKey: CryptoKey;
	point: Uint8Array;
	secret: Uint8Array<ArrayBuffer>;
}

async function decrypted(body: Uint8Array, { privateKey, point, secret }: Keys): Promise<string> {
	const [salt, length] = [body.slice(0, 16), body[20] ?? 0];
	const sender = body.slice(21, 21 + length);
	const senderKey = await crypto.subtle.importKey('raw', sender, CURVE, false, []);
	const shared = await crypto.subtle.deriveBits(
		{ name: 'ECDH', public: senderKey } as unknown as SubtleCryptoDeriveKeyAlgorithm,
		privateKey,
		256,
	);
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
	const material = await derived(shared, secret, info, 32);
	const key = await derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
	const nonce = await derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
	const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
	const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, aes, body.slice(21 + length));
	const text = Buffer.from(plain);
	// A record ends with a byte 2 and padding.
	return text.subarray(0, text.lastIndexOf(2)).toString();
}

async function derived(
	material: ArrayBuffer,
	salt: Uint8Array<ArrayBuffer>,
	info: Uint8Array,
	bytes: number,
) {
	const key = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits']);
	const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array(info) };
	return crypto.subtle.deriveBits(algorithm, key, bytes * 8);
}
