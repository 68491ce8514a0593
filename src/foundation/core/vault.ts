import { hash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusals.ts';

/** Seals texts that are stored and must be readable again, such as the secret of a second factor. */
export interface Vault {
	/** Returns `<key id>.<AES-256-GCM ciphertext>`. It can only be opened with the same context, which names the purpose and the owner. */
	seal(text: string, context: string): Promise<string>;
	/** Fails when the text was sealed in another context or with another key, or was altered. */
	open(sealed: string, context: string): Promise<string>;
	/** Returns HMACs of a short secret, first with the current key, then with the previous one. They reveal it only with the keys. */
	mark(secret: string): Promise<[string, ...string[]]>;
	/** The id of the previous key, which texts sealed before the last key change have; null when there is no such key. */
	previousKeyId(): Promise<string | null>;
}

export interface VaultKeys {
	ENCRYPTION_KEY?: string;
	/** Opens texts that were sealed before the last change of the key. */
	ENCRYPTION_KEY_PREVIOUS?: string;
}

export const sealedForMail = (mailId: string): string => `mail ${mailId}`;

const MIN_KEY_BYTES = 32;
const NONCE_BYTES = 12;

const vaults = new WeakMap<VaultKeys, Vault>();

/** Returns the vault of an environment. It is created once, so that imported keys are reused. */
export function vaultOf(env: VaultKeys): Vault {
	const known = vaults.get(env) ?? createVault(env);
	vaults.set(env, known);
	return known;
}

/** Imports the keys at their first use. Refuses with `misconfigured` when the current one is missing or any key is too short. */
function createVault({ ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS }: VaultKeys): Vault {
	let imported: Promise<[SealingKey, ...SealingKey[]]> | undefined;
	const keys = () => {
		imported ??= importKeys(ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS);
		return imported;
	};

	return {
		seal: async (text, context) => {
			const [{ id, key }] = await keys();
			const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
			const encrypted = await crypto.subtle.encrypt(algorithm(nonce, context), key, bytesOf(text));
			return `${id}.${Buffer.concat([nonce, Buffer.from(encrypted)]).toString('base64url')}`;
		},
		open: async (sealed, context) => {
			const [id, content = ''] = sealed.split('.');
			const found = (await keys()).find((candidate) => candidate.id === id);
			if (found === undefined) throw new Error('This was encrypted with a key that is no longer configured.');
			const bytes = new Uint8Array(Buffer.from(content, 'base64url'));
			const [nonce, encrypted] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
			const text = await crypto.subtle.decrypt(algorithm(nonce, context), found.key, encrypted);
			return new TextDecoder().decode(text);
		},
		mark: async (secret) => {
			const [current, ...others] = await keys();
			return [
				await markBy(current, secret),
				...(await Promise.all(others.map((one) => markBy(one, secret)))),
			];
		},
		previousKeyId: async () => {
			const [current, previous] = await keys();
			return previous === undefined || previous.id === current.id ? null : previous.id;
		},
	};
}

interface SealingKey {
	id: string;
	key: CryptoKey;
	marking: CryptoKey;
}

const markBy = async ({ marking }: SealingKey, secret: string): Promise<string> =>
	Buffer.from(await crypto.subtle.sign('HMAC', marking, bytesOf(secret))).toString('base64url');

const importKeys = async (
	current: string | undefined,
	previous: string | undefined,
): Promise<[SealingKey, ...SealingKey[]]> => [
	await importKey('ENCRYPTION_KEY', current),
	...(previous ? [await importKey('ENCRYPTION_KEY_PREVIOUS', previous)] : []),
];

async function importKey(name: string, text: string | undefined): Promise<SealingKey> {
	const bytes = bytesOf(text ?? '');
	if (bytes.length < MIN_KEY_BYTES) {
		throw new Refusal(
			'misconfigured',
			`The secret ${name} is missing or shorter than ${MIN_KEY_BYTES} bytes.`,
		);
	}
	const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits', 'deriveKey']);
	const derivation = (info: string) => ({
		name: 'HKDF',
		hash: 'SHA-256',
		salt: new Uint8Array(),
		info: bytesOf(info),
	});
	const id = Buffer.from(await crypto.subtle.deriveBits(derivation('id'), material, 48)).toString(
		'base64url',
	);
	const aes = { name: 'AES-GCM', length: 256 };
	const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
	return {
		id,
		key: await crypto.subtle.deriveKey(derivation('seal'), material, aes, false, ['encrypt', 'decrypt']),
		marking: await crypto.subtle.deriveKey(derivation('mark'), material, hmac, false, ['sign']),
	};
}

const algorithm = (iv: Uint8Array, context: string) => ({
	name: 'AES-GCM',
	iv,
	additionalData: bytesOf(context),
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

const SECRET_BYTES = 32;

/** Returns 256 random bits as 43 characters that are valid in URLs and headers. For a company in a cell, the cell's name comes first. */
export const newSecret = (place: Celled = {}): string =>
	inCell(place, Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64url'));

export interface Celled {
	cell?: string | undefined;
}

/** Puts the name of the cell before a secret. A secret of D1 gets no prefix. */
export const inCell = ({ cell }: Celled, secret: string): string =>
	cell === undefined ? secret : `${cell}.${secret}`;

/** Returns a SHA-256 in 43 characters. Secrets are stored in this form: 256 random bits need no salt and no slow hash. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url');

/** Compares two texts in a time that does not reveal how much of them is equal. */
export function isSameSecret(one: string, other: string): boolean {
	const [first, second] = [Buffer.from(one), Buffer.from(other)];
	return first.length === second.length && timingSafeEqual(first, second);
}
