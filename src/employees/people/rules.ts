/** `INVITED` from the first invitation until the registration; `TERMINATED` from the termination on, whatever else. */
export const PERSON_STATES = ['CREATED', 'INVITED', 'REGISTERED', 'CLOSED', 'TERMINATED'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** What a person may lack: a personnel number, a flex access or a monthly budget in force, a registration. Of who has left, nothing is missed. */
export const LACKS = ['PERSONNEL_NUMBER', 'BUDGET', 'REGISTRATION'] as const;
export type Lack = (typeof LACKS)[number];

/** In this order. The view `people_texts` does the same to what is stored (see migrations), and a test holds them together. */
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

/** A text as it is compared: without case and accents, and so that Müller, Mueller and Muller are the same. */
export function folded(text: string): string {
	const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const plain = REPLACED.reduce(
		(current, [letters, by]) => current.replace(new RegExp(`[${letters}]`, 'gu'), by),
		lower,
	);
	return plain.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u').replace(SEPARATORS, ' ');
}

/** The words that are looked for, the longest first: it is found by the index, the others are then compared. */
export const wordsOf = (text: string): string[] =>
	[...new Set(folded(text).split(' '))].filter((word) => word !== '').sort((a, b) => b.length - a.length);

/** Shorter words are found at the start of a word only. */
export const MIN_INNER_LENGTH = 3;
/** How many letters the index holds from each place of a text. */
export const INDEXED_LENGTH = 8;

/** Whether all words, as `wordsOf` returns them, stand in a text as the index would find them. */
export function isFoundIn(text: string, words: readonly string[]): boolean {
	const place = ` ${folded(text)}`;
	return words.every((word) => place.includes([...word].length < MIN_INNER_LENGTH ? ` ${word}` : word));
}
