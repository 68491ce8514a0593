import { hash } from 'node:crypto';

/** Capital letters that cannot be mistaken for another letter or a digit. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 12;
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);
/** Larger bytes are skipped, because they would make some letters more probable than others. */
const LIMIT = 256 - (256 % LETTERS.length);

const lettersOf = (bytes: Uint8Array): string =>
	[...bytes].flatMap((byte) => (byte < LIMIT ? [LETTERS.charAt(byte % LETTERS.length)] : [])).join('');

/** Returns a code of 12 letters for people to type. */
export function randomCode(): string {
	let letters = '';
	while (letters.length < LENGTH) letters += lettersOf(crypto.getRandomValues(new Uint8Array(LENGTH)));
	return letters.slice(0, LENGTH);
}

/** Returns the code that a mail shows beside the link with this token. The code does not reveal the token. */
export const codeBeside = (token: string): string =>
	lettersOf(new Uint8Array(hash('sha512', `code beside ${token}`, 'buffer'))).slice(0, LENGTH);

/** Returns the code in a text, ignoring spaces, hyphens and case; null when it is not a code. */
export function codeIn(text: string): string | null {
	const code = text.replace(/[\s-]/g, '').toUpperCase();
	return CODE.test(code) ? code : null;
}

/** Writes a code as people read it, such as `KTWM-RXQB-HNPV`. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?!$)/g, '$1-');
