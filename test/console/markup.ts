import { pageOf } from '../harness/page.ts';

/** The rows of the tables of a page as they are read, without those that only name columns. */
export const rowsOf = (html: string): string[] => pageOf(html).rows.map(({ text }) => text);

/** Returns the target of a link in the console, or nothing for other links. */
export const linkTo = (html: string, name: string): string =>
	pageOf(html)
		.all('link', name)[0]
		?.href.replace(/^\/console/, '') ?? '';

/** Returns the target of the link to the next or the previous page, or nothing without one. */
export const turnTo = (html: string, rel: 'next' | 'prev'): string =>
	pageOf(html)
		.select(`a[rel=${rel}]`)[0]
		?.href.replace(/^\/console/, '') ?? '';

/** Returns the first value that a browser would send for a field of a page, or an empty text. */
export const valueIn = (html: string, name: string): string => pageOf(html).values(name)[0] ?? '';

/** The sentences of a page of the history, the newest first. */
export const sentencesOf = (html: string): string[] =>
	pageOf(html)
		.select('li > details > summary')
		.map((summary) => summary.text.slice(0, -(summary.select('small')[0]?.text.length ?? 0)).trim());
