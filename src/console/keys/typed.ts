import { dayIn, textIn } from '../typed.ts';

/** What is typed of every key, beside what it may do. */
export function typedKey(typed: FormData) {
	const day = dayIn(typed, 'dateExpires');
	return { name: textIn(typed, 'name'), dateExpires: day === '' ? null : `${day}T23:59:59.999Z` };
}
