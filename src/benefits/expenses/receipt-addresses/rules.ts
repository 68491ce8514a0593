import { Refusal } from '../../../foundation/core/refusals.ts';
import { type Celled, inCell, isSameSecret } from '../../../foundation/core/vault.ts';

const SECRET_BYTES = 20;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const BOX = 'receipts+';

/** Returns a secret of 160 bits in lower case, because mail servers may change the case. Each character has 5 bits. */
export function newAddressSecret(place: Celled): string {
	const bits = Array.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)), (byte) =>
		byte.toString(2).padStart(8, '0'),
	).join('');
	const letters = bits.match(/.{5}/g) ?? [];
	return inCell(place, letters.map((five) => LETTERS.charAt(Number.parseInt(five, 2))).join(''));
}

export const addressOf = (secret: string, domain: string): string => `${BOX}${secret}@${domain}`;

/** Returns the secret in a recipient's address; null for another address or domain. */
export function secretIn(recipient: string, domain: string): string | null {
	const text = recipient.toLowerCase();
	const secret = /^receipts\+([a-z2-7]{12}\.)?[a-z2-7]{32}@/.exec(text)?.[0].slice(BOX.length, -1);
	return secret !== undefined && isSameSecret(text, addressOf(secret, domain)) ? secret : null;
}

export const sealedForAddress = (id: string): string => `receipt address ${id}`;

/** Returns the domain of the addresses. Without the setting, it refuses. */
export function requireDomain(domain: string | undefined): string {
	if (domain) return domain.toLowerCase();
	throw new Refusal(
		'receipts_by_mail_off',
		'This service takes no receipts by mail. Its operator has to set RECEIPTS_DOMAIN.',
	);
}
