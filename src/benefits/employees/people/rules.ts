import type { Instant } from '../../../foundation/core/instant.ts';

/** `TERMINATED` wins over all others. `INVITED` lasts from the first invitation until the registration. */
export const PERSON_STATES = ['CREATED', 'INVITED', 'REGISTERED', 'CLOSED', 'TERMINATED'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/**
 * The status beside the name of a person. The first one that applies wins: left, account closed, paused, leaving,
 * invitation not delivered, then the state. `REGISTERED` is shown as active.
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

/** The status of a person with its day, to stand beside the name. */
export interface ShownStatus {
	status: PersonStatus;
	/** The end of a pause, the last working day, or the day of the invitation. Null when no day belongs to the status. */
	statusDate: Instant | null;
}

/** The fields by which others recognize an employee. */
export interface PersonShown {
	firstName: string | null;
	lastName: string | null;
	personnelNumber: string | null;
	/** Null where no status is wanted. */
	personStatus: ShownStatus | null;
}

export const PEOPLE_SORTS = ['NAME', 'NUMBER', 'STATUS'] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

/**
 * Details that a person may lack. `BUDGET` means neither a flex access nor a monthly budget in force. Former
 * employees lack nothing.
 */
export const LACKS = ['PERSONNEL_NUMBER', 'BUDGET', 'REGISTRATION'] as const;
export type Lack = (typeof LACKS)[number];

/** The replacements in their order. The view `people_texts` makes the same ones, and a test compares both. */
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

/** Returns a text without case and accents, so that Müller, Mueller and Muller are the same. */
export function folded(text: string): string {
	const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const plain = REPLACED.reduce(
		(current, [letters, by]) => current.replace(new RegExp(`[${letters}]`, 'gu'), by),
		lower,
	);
	return plain.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u').replace(SEPARATORS, ' ');
}

/**
 * Returns the words to search for, the longest first. The index finds that one; the others are compared
 * afterwards.
 */
export const wordsOf = (text: string): string[] =>
	[...new Set(folded(text).split(' '))].filter((word) => word !== '').sort((a, b) => b.length - a.length);

export const MIN_INNER_LENGTH = 3;
/** Letters that the index stores from each place of a text. */
export const INDEXED_LENGTH = 8;

/** True when the index would find all words of `wordsOf` in the text. */
export function isFoundIn(text: string, words: readonly string[]): boolean {
	const place = ` ${folded(text)}`;
	return words.every((word) => place.includes([...word].length < MIN_INNER_LENGTH ? ` ${word}` : word));
}
