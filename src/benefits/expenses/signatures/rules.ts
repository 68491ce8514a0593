import { createHash } from 'node:crypto';
import { toIso } from '../../../foundation/core/instant.ts';
import type { SignedTransaction } from '../tills/rules.ts';

/** The hashes of signature algorithms, with the last number of their object identifiers (BSI TR-03111). */
const HASHES = new Map([
	['ecdsa-plain-SHA256', { name: 'SHA-256', number: 3 }],
	['ecdsa-plain-SHA384', { name: 'SHA-384', number: 4 }],
	['ecdsa-plain-SHA512', { name: 'SHA-512', number: 5 }],
]);

/** The curves of tills' keys, by the length of an uncompressed key in bytes. The platform can compute those of NIST. */
const CURVES = {
	65: 'P-256',
	97: 'P-384',
} as const;

/** True when a signature belongs to the transaction in a code. It proves little alone, because anybody can create a key. */
export async function isSignatureValid(signed: SignedTransaction): Promise<boolean> {
	const [key, signature] = [bytesIn(signed.publicKey), bytesIn(signed.signature)];
	if (key === undefined || signature === undefined) return false;
	const [curve, hash] = [CURVES[key.length as keyof typeof CURVES], HASHES.get(signed.algorithm)];
	const time = timeOf(signed);
	if (curve === undefined || hash === undefined || time === undefined) return false;
	const compact = compactOf(signature, (key.length - 1) / 2);
	if (compact === undefined) return false;
	const message = messageOf(signed, time, key, hash.number);
	const nist = await importedKey(key, curve);
	if (nist !== null) return crypto.subtle.verify({ name: 'ECDSA', hash: hash.name }, nist, compact, message);
	const digest = createHash(hash.name.replace('-', '')).update(message).digest();
	const { brainpoolP256r1, brainpoolP384r1 } = await import('./curves.ts');
	const brainpool = curve === 'P-256' ? brainpoolP256r1 : brainpoolP384r1;
	try {
		return brainpool.verify(compact, digest, key, { prehash: false, lowS: false });
	} catch {
		// The key is not a point on the curve.
		return false;
	}
}

/** Returns the bytes of a Base64 text. Undefined if the text contains anything superfluous. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> | undefined {
	const bytes = Buffer.from(base64, 'base64');
	return bytes.toString('base64') === base64 ? new Uint8Array(bytes) : undefined;
}

/** Returns null for a key that is not on the curve. */
const importedKey = (key: Uint8Array<ArrayBuffer>, namedCurve: string): Promise<CryptoKey | null> =>
	crypto.subtle.importKey('raw', key, { name: 'ECDSA', namedCurve }, false, ['verify']).catch(() => null);

/** Returns the time of the log message as its tag and content. Undefined for an unknown format. */
function timeOf({ logTime, timeFormat }: SignedTransaction): Uint8Array | undefined {
	// For example 20190710184104.000Z
	const digits = toIso(logTime).replaceAll(/[-:T]/g, '');
	const seconds = `${digits.slice(0, 14)}Z`;
	switch (timeFormat) {
		case 'unixTime':
			return integer(Math.floor(logTime / 1000));
		case 'utcTime':
			return element(UTC_TIME, ascii(`${digits.slice(2, 12)}Z`));
		case 'utcTimeWithSeconds':
			return element(UTC_TIME, ascii(seconds.slice(2)));
		case 'generalizedTime':
			return element(GENERALIZED_TIME, ascii(seconds));
		case 'generalizedTimeWithMilliseconds':
			return element(GENERALIZED_TIME, ascii(digits));
		default:
			return undefined;
	}
}

const [INTEGER, OCTETS, OBJECT_ID, UTC_TIME, GENERALIZED_TIME, SEQUENCE] = [
	0x02, 0x04, 0x06, 0x17, 0x18, 0x30,
];
const [OPERATION, CLIENT, DATA, TYPE, TRANSACTION] = [0x80, 0x81, 0x82, 0x83, 0x85];

/** 0.4.0.127.0.7.3.7.1.1: a log message of a transaction. */
const TRANSACTION_LOG = [4, 0, 127, 0, 7, 3, 7, 1, 1];
/** 0.4.0.127.0.7.1.1.4.1: ecdsa-plain signatures. */
const PLAIN_SIGNATURES = [4, 0, 127, 0, 7, 1, 1, 4, 1];

/** Returns the log message for the end of a transaction, as the security module has signed it (BSI TR-03151, in DER). */
function messageOf(
	{ till, processType, processData, transaction, counter }: SignedTransaction,
	time: Uint8Array,
	key: Uint8Array,
	hashNumber: number,
): Uint8Array<ArrayBuffer> {
	return joined(
		integer(2),
		element(OBJECT_ID, TRANSACTION_LOG),
		element(OPERATION, ascii('FinishTransaction')),
		element(CLIENT, ascii(till)),
		element(DATA, ascii(processData)),
		element(TYPE, ascii(processType)),
		element(TRANSACTION, bytesOfInteger(transaction)),
		element(OCTETS, createHash('sha256').update(key).digest()),
		element(SEQUENCE, element(OBJECT_ID, [...PLAIN_SIGNATURES, hashNumber])),
		integer(counter),
		time,
	);
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

const integer = (value: number): Uint8Array => element(INTEGER, bytesOfInteger(value));

/** Returns the shortest big-endian form of a non-negative integer. A leading bit of 1 would make it negative. */
function bytesOfInteger(value: number): Uint8Array {
	const digits = value.toString(16);
	const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
	return (bytes[0] ?? 0) < 0x80 ? bytes : joined([0], bytes);
}

function element(tag: number, content: Uint8Array | number[]): Uint8Array {
	const { length } = content;
	if (length < 0x80) return joined([tag, length], content);
	return length < 0x1_00
		? joined([tag, 0x81, length], content)
		: joined([tag, 0x82, length >> 8, length & 0xff], content);
}

function joined(...parts: readonly (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let place = 0;
	for (const part of parts) {
		bytes.set(part, place);
		place += part.length;
	}
	return bytes;
}

/** Returns r and s of a signature, each with this many bytes. Codes contain them in this form or in DER. */
function compactOf(signature: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> | undefined {
	if (signature.length === 2 * size) return signature;
	const [tag, length, ...rest] = signature;
	if (tag !== SEQUENCE || length !== rest.length) return undefined;
	const [r, behind] = numberIn(rest, size);
	const [s, end] = numberIn(behind ?? [], size);
	return r === undefined || s === undefined || end?.length !== 0 ? undefined : joined(r, s);
}

/** Reads an integer in DER. Returns it with this many bytes, and the bytes after it. */
function numberIn(bytes: readonly number[], size: number): [number[] | undefined, number[]?] {
	const [tag, length = 0, ...rest] = bytes;
	const digits = rest.slice(0, length);
	if (tag !== INTEGER || length === 0 || digits.length !== length) return [undefined];
	const value = digits[0] === 0 ? digits.slice(1) : digits;
	if (value.length > size) return [undefined];
	return [[...new Array<number>(size - value.length).fill(0), ...value], rest.slice(length)];
}
