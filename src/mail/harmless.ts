const MAX_LENGTH = 300;
const MAX_LINE_LENGTH = 150;

/** Control characters, line and paragraph separators, and those that hide or turn the text around them. */
const INVISIBLE = /([\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c)\p{Cf})+/gu;
/** What mail programs make links of: an address of the web or of a person, a name of a host. */
const LINK_PARTS = /(?<=\S)([.:@/])(?=\S)/g;
/** Takes no room. Mail programs see the end of a link in it. */
const SEPARATOR = '\u200c';

/** Somebody's data as one line of text in which a mail program finds no link. */
export const harmless = (text: string): string =>
	clipped(visible(text), MAX_LENGTH).replace(LINK_PARTS, `$1${SEPARATOR}`);

/** A subject or a sender's name: no line break can begin another header. */
export const oneLine = (text: string): string => clipped(visible(text), MAX_LINE_LENGTH);

const visible = (text: string): string => text.replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();

const clipped = (text: string, length: number): string => {
	const characters = [...text];
	return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
};
