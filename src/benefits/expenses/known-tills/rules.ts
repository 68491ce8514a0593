import { X509Certificate } from 'node:crypto';
import type { Instant } from '../../../foundation/core/instant.ts';
import { type Fault, Refusal } from '../../../foundation/core/refusals.ts';
import { signerMark } from '../tills/rules.ts';

export const MAX_CERTIFICATES = 500;
/** The most characters of an import. A device's certificate has about 1,500. */
export const MAX_IMPORT_LENGTH = 1_000_000;
/** The most known tills. Each company's database has the whole list. */
export const MAX_TILLS = 10_000;

export const IMPORT_RESULTS = ['IMPORTED', 'ALREADY_KNOWN', 'AUTHORITY'] as const;

/** The certificate of a till’s security device. */
export interface Certificate {
	/** Identifies the key, as in the facts of receipts. */
	issuerMark: string;
	/** The common name of its subject, or the serial number if there is none. */
	subject: string;
	/** In hexadecimal digits. */
	serialNumber: string;
	/** In whole seconds. The last second is included. */
	validFrom: Instant;
	validUntil: Instant;
	/** The SHA-256 of the certificate in hexadecimal digits. */
	fingerprint: string;
}

/** The first byte of DER, the tag of a sequence. Certificates in Base64 never begin with this byte, but text before PEM may. */
const SEQUENCE = 0x30;

/** Converts a file with certificates to the text that an import needs. */
export function textOfFile(file: Uint8Array): string {
	const text = Buffer.from(file).toString();
	const isDer = file[0] === SEQUENCE && !text.includes('-----BEGIN ');
	return isDer ? Buffer.from(file).toString('base64') : text;
}

type CertificateFault = 'cut_off' | 'not_a_certificate' | 'key_not_supported' | 'never_valid';

/** A device's certificate, or that of the authority that signed it. */
type Read = { certificate: Certificate } | { isAuthority: true } | { fault: CertificateFault };

/** Reads the certificates in a text: PEM blocks, or one certificate in Base64. Refuses all of them if one cannot be imported. */
export function certificatesIn(text: string): (Certificate | null)[] {
	if (text.includes('PRIVATE KEY-----'))
		throw refused([{ code: 'private_key', detail: 'certificates must not contain a private key.' }]);
	const blocks = text.split(/(?=-----BEGIN )/).filter((one) => one.startsWith('-----BEGIN '));
	const given = blocks.length === 0 ? [text] : blocks;
	if (given.length > MAX_CERTIFICATES)
		throw refused([
			{
				code: 'too_big',
				detail: `certificates must not contain more than ${MAX_CERTIFICATES} certificates.`,
			},
		]);
	const read = given.map((one) => readCertificate(blocks.length === 0 ? one : inPem(one)));
	const faults = read.flatMap((one, index) => ('fault' in one ? faultAt(index + 1, one.fault) : []));
	if (faults.length > 0) throw refused(faults);
	const found = read.map((one) => ('certificate' in one ? one.certificate : null));
	if (found.every((one) => one === null)) throw refused([NO_DEVICE]);
	return found;
}

const faultAt = (place: number, code: CertificateFault) => ({
	code,
	detail: `Certificate ${place} ${FAULTS[code]}`,
	limit: { of: 'place', value: place } as const,
});

const FAULTS: Record<CertificateFault, string> = {
	cut_off: 'is cut off. Send it whole, from its line BEGIN CERTIFICATE to its line END CERTIFICATE.',
	not_a_certificate: 'is not an X.509 certificate, or is damaged. Send it as PEM, or one as DER in Base64.',
	key_not_supported:
		'has a key with which no till signs. Keys are on the curve P-256, P-384, brainpoolP256r1 or brainpoolP384r1.',
	never_valid: 'ends before it begins.',
};

const NO_DEVICE = {
	code: 'no_device',
	detail: 'certificates contains only certificates of authorities. Send those of the devices.',
};

const refused = (faults: readonly Omit<Fault, 'pointer'>[]): Refusal =>
	new Refusal('validation_failed', faults[0]?.detail ?? '', {
		errors: faults.map((one) => ({ pointer: '#/certificates', ...one })),
	});

/** Returns the Base64 in a PEM block; null for a block without an end, and an empty text if it is not a certificate. */
function inPem(block: string): string | null {
	const [, label, base64 = ''] =
		/^-----BEGIN ([A-Z0-9 ]{1,40})-----([\w+/=\s]*)-----END \1-----/.exec(block) ?? [];
	if (label === undefined) return null;
	return label === 'CERTIFICATE' ? base64 : '';
}

function readCertificate(base64: string | null): Read {
	if (base64 === null) return { fault: 'cut_off' };
	const der = Buffer.from(base64, 'base64');
	const x509 = parsed(der);
	if (x509 === null || x509.raw.length !== der.length) return { fault: 'not_a_certificate' };
	if (x509.ca) return { isAuthority: true };
	const key = keyIn(der);
	if (key === null) return { fault: 'key_not_supported' };
	const { serialNumber, validFrom, validTo, fingerprint256 } = x509;
	const [from, until] = [Date.parse(validFrom), Date.parse(validTo)];
	if (!(from <= until)) return { fault: 'never_valid' };
	// The text of the whole subject would have escaped commas.
	const name = [x509.toLegacyObject().subject.CN ?? ''].flat()[0]?.trim() || serialNumber;
	return {
		certificate: {
			issuerMark: signerMark('KASSENSICHV', Buffer.from(key).toString('base64')),
			subject: [...name.toWellFormed()].slice(0, MAX_NAME_LENGTH).join(''),
			serialNumber,
			validFrom: from,
			validUntil: until,
			fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
		},
	};
}

const MAX_NAME_LENGTH = 255;

function parsed(der: Uint8Array): X509Certificate | null {
	try {
		return new X509Certificate(der);
	} catch {
		return null;
	}
}

/** The curves of tills by object identifier, with the length of an uncompressed key. */
const CURVES: Record<string, number> = {
	'2a8648ce3d030107': 65,
	'2b81040022': 97,
	'2b2403030208010107': 65,
	'2b240303020801010b': 97,
};
const EC_KEY = '2a8648ce3d0201';
const VERSION = 0xa0;
const UNCOMPRESSED = 4;

/** Returns the public key in the form of a till's code: an uncompressed point. The platform cannot export brainpool keys. */
function keyIn(der: Uint8Array): Uint8Array | null {
	const fields = childrenOf(childrenOf(childrenOf(der)[0])[0]);
	// The key comes after the serial number, algorithm, issuer, validity and subject.
	const [algorithm, bits] = childrenOf(fields[fields[0]?.tag === VERSION ? 6 : 5]);
	const [kind, curve] = childrenOf(algorithm).map(({ content }) => Buffer.from(content).toString('hex'));
	const key = bits?.content.subarray(1);
	const isSupported = kind === EC_KEY && key?.length === CURVES[curve ?? ''] && key?.[0] === UNCOMPRESSED;
	return isSupported && key !== undefined ? key : null;
}

interface Element {
	tag: number;
	content: Uint8Array;
}

/** Returns the child elements of an element, or of DER that the platform has parsed. */
function childrenOf(parent: Element | Uint8Array | undefined): Element[] {
	const bytes = parent instanceof Uint8Array ? parent : (parent?.content ?? new Uint8Array());
	const elements: Element[] = [];
	for (let at = 0; at < bytes.length; ) {
		const [tag = 0, first = 0] = bytes.subarray(at);
		const digits = first < 0x80 ? 0 : first - 0x80;
		const start = at + 2 + digits;
		const length =
			digits === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, one) => sum * 256 + one, 0);
		at = start + length;
		elements.push({ tag, content: bytes.subarray(start, at) });
	}
	return elements;
}
