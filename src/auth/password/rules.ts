import { newId } from '../../core/id.ts';
import type { Instant } from '../../core/instant.ts';
import { invalidField } from '../../core/refusals.ts';
import { isCommon } from './common.ts';

/** Whose password it is to be. */
export interface Owner {
	email: string;
	firstName?: string | null | undefined;
	lastName?: string | null | undefined;
}

const SERVICE = 'zubrot';
const MIN_WORD_LENGTH = 3;
/** What a password must have beside the words that are known of its owner. */
const MIN_OWN_LENGTH = 8;

const ROWS = [
	'abcdefghijklmnopqrstuvwxyz',
	'1234567890',
	'qwertyuiopasdfghjklzxcvbnm',
	'qwertzuiopasdfghjklyxcvbnm',
].map((row) => row.repeat(3));

/**
 * Refuses a password that is tried early by whoever knows its owner or the most used passwords (NIST SP 800-63B, section 3.1.1.2).
 * Its length is checked by the contract; its composition is free.
 */
export function requireGoodPassword(password: string, owner: Owner): void {
	const spelt = password.normalize('NFKC').toLowerCase();
	const plain = lettersAndDigits(spelt);
	if (isCommon(plain) || repeatsItself(spelt) || isRow(plain)) {
		throw invalidField(
			'password',
			'too_common',
			'password is too common, or only repeats or counts characters.',
		);
	}
	if (isAboutOwner(plain, owner)) {
		throw invalidField(
			'password',
			'personal',
			'password must contain more than the e-mail address, the name or the name of this service.',
		);
	}
}

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the text is one piece again and again, the last time perhaps not whole. */
function repeatsItself(text: string): boolean {
	for (let length = 1; length <= text.length / 2; length++) {
		if (text.slice(length) === text.slice(0, -length)) return true;
	}
	return false;
}

const isRow = (plain: string): boolean => {
	const backwards = [...plain].reverse().join('');
	return ROWS.some((row) => row.includes(plain) || row.includes(backwards));
};

function isAboutOwner(plain: string, { email, firstName, lastName }: Owner): boolean {
	const [name = '', domain = ''] = email.split('@');
	const parts = [email, name, ...name.split(/[^\p{L}\p{N}]/u), domain.split('.')[0], firstName, lastName];
	const words = [...parts, SERVICE]
		.map((part) => lettersAndDigits((part ?? '').normalize('NFKC').toLowerCase()))
		.filter((word) => word.length >= MIN_WORD_LENGTH)
		.sort((a, b) => b.length - a.length);
	const own = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
	return own !== plain && own.length < MIN_OWN_LENGTH;
}

/** Tells a user that the password has changed. */
export const passwordChangedMail = (userId: string, companyId: string | null, now: Instant) => ({
	id: newId(now),
	kind: 'password_changed' as const,
	userId,
	companyId,
	data: {},
	sealed: null,
	dateCreated: now,
	dateDue: now,
});
