/** Returns the visible text of a piece of a page. */
export const textOf = (html: string): string =>
	html
		.replaceAll(/<[^>]*>/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim();

/** The rows of the tables in a piece of a page, without those that only name columns. */
export const rowsOf = (html: string): string[] =>
	[...html.matchAll(/<tr>(.*?)<\/tr>/gs)]
		.map(([row]) => row)
		.filter((row) => row.includes('<td'))
		.map(textOf);

/** Returns the target of a link in the console, or nothing for other links. */
export const linkTo = (html: string, text: string): string =>
	(new RegExp(`href="/console([^"]*)"[^>]*>${text}<`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** The sentences of a page of the history, the newest first. */
export const sentencesOf = (html: string): string[] =>
	[...html.matchAll(/<li><details><summary>(.*?)<small>/gs)].map(([, sentence = '']) =>
		sentence.replaceAll(/<[^>]*>/g, ''),
	);
