import type { Instant } from '../../../foundation/core/instant.ts';

/** `TERMINATED` takes precedence. `INVITED` lasts from the first invitation until the registration. */
export const PERSON_STATES = ['CREATED', 'INVITED', 'REGISTERED', 'CLOSED', 'TERMINATED'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/**
 * The statuses that pages show beside a person's name. The first one that applies is shown: left, account closed, paused, leaving,
 * invitation not delivered, then the state. `REGISTERED` appears as active.
 */
export const PERSON_STATUSES = [
	'TERMINATED',
	'CLOSED',
	'PAUSED',
	'LEAVING',
	'UNDELIVERED',
	'INVITED',
	'CREATED',
	'REGISTERED',
] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** The status to show beside a person's name, with its day. */
export interface ShownStatus {
	status: PersonStatus;
	/** The end of a pause, the last working day, or the day of the invitation; null for a status without a day. */
	statusDate: Instant | null;
}

export interface PersonShown {
	firstName: string | null;
	lastName: string | null;
	personnelNumber: string | null;
	/** Null when no status is wanted. */
	personStatus: ShownStatus | null;
}

export const PEOPLE_SORTS = ['NAME', 'NUMBER', 'STATUS'] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

/** Details that a person may lack. `BUDGET`: no flex access and no monthly budget is in force. Former employees lack nothing. */
/** UNPROVEN: somebody has registered the account, but nobody has proven its address. */
export const ADDRESS_STATES = ['UNPROVEN'] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

export const LACKS = ['PERSONNEL_NUMBER', 'BUDGET', 'REGISTRATION'] as const;
export type Lack = (typeof LACKS)[number];

/** The replacements in the order in which they are applied. The view `people_texts` makes the same ones, and a test compares both. */
export const REPLACED: readonly (readonly [letters: string, by: string])[] = [
	['äÄáÁàÀâÂåÅ', 'a'],
	['öÖóÓôÔøØ', 'o'],
	['üÜúÚûÛ', 'u'],
	['ß', 'ss'],
	['éÉèÈêÊëË', 'e'],
	['íÍîÎïÏ', 'i'],
	['çÇčČćĆ', 'c'],
	['ñÑ', 'n'],
	['šŠşŞ', 's'],
	['žŽ', 'z'],
	['łŁ', 'l'],
	['ğĞ', 'g'],
];
const SEPARATORS = /[-._/]/g;

/** Returns a text without case and accents, so that Müller, Mueller and Muller are equal. */
export function folded(text: string): string {
	const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const plain = REPLACED.reduce(
		(current, [letters, by]) => current.replace(new RegExp(`[${letters}]`, 'gu'), by),
		lower,
	);
	return plain.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u').replace(SEPARATORS, ' ');
}

/** Returns the words to search for, the longest first. The index finds the first word, and the others are compared afterwards. */
export const wordsOf = (text: string): string[] =>
	[...new Set(folded(text).split(' '))].filter((word) => word !== '').sort((a, b) => b.length - a.length);

export const MIN_INNER_LENGTH = 3;
export const INDEXED_LENGTH = 8;

/** True when the index would find all the words in the text. */
export function isFoundIn(text: string, words: readonly string[]): boolean {
	const place = ` ${folded(text)}`;
	return words.every((word) => place.includes([...word].length < MIN_INNER_LENGTH ? ` ${word}` : word));
}
