/** A comment, a string or a paragraph, with the line on which it begins. */
export interface Passage {
	line: number;
	text: string;
	kind: 'comment' | 'string' | 'title' | 'paragraph' | 'cell';
}

/** A comment, a string, a template with its insertions, or a regular expression, whose quotes are no strings. */
const TOKEN =
	/\/\*[\s\S]*?\*\/|(?:^|(?<=[\s;,({[]))\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|\$\{(?:[^{}`]|\{[^{}]*\}|`(?:[^`$\\]|\$\{[^{}]*\})*`)*\}|[^`\\])*`|(?<=(?:[(,=:[!&|?;]|return|=>)\s*)\/(?![/*>])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/gm;

/** Joins the words of a code span, so that it counts as one word and no sentence ends in it. */
const NO_BREAK = '\u00a0';

const DIRECTIVE = /^(biome-ignore|@ts-|@jsx|<reference|eslint|v8 ignore|istanbul|#)/;

const NAMES_A_TEST = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*$|\]\s*\)\s*\(\s*$/;

function unescaped(token: string): string {
	return token
		.slice(1, -1)
		.replace(/\$\{(?:[^{}`]|\{[^{}]*\}|`(?:[^`$\\]|\$\{[^{}]*\})*`)*\}/g, '…')
		.replaceAll('\\n', '\n')
		.replace(/\\(['"`])/g, '$1');
}

const uncommented = (token: string): string =>
	token.startsWith('//')
		? token.replace(/^\/+ ?/, '')
		: token
				.replace(/^\/\*+|\*+\/$/g, '')
				.replace(/^[\t ]*\*[\t ]?/gm, '')
				.trim();

/** Returns the comments and the string literals of a TypeScript file. Comments on adjacent lines and added strings are joined. */
export function passagesOfCode(code: string): Passage[] {
	const passages: Passage[] = [];
	let line = 1;
	let end = 0;
	let counted = 0;
	for (const { 0: token, index } of code.matchAll(TOKEN)) {
		if (token.startsWith('/') && !/^\/[/*]/.test(token)) continue;
		line += code.slice(counted, index).split('\n').length - 1;
		counted = index;
		const between = code.slice(end, index);
		const last = passages.at(-1);
		const kind = /^\/[/*]/.test(token)
			? 'comment'
			: NAMES_A_TEST.test(code.slice(Math.max(0, index - 60), index))
				? 'title'
				: 'string';
		const text = kind === 'comment' ? uncommented(token) : unescaped(token);
		end = index + token.length;
		if (
			last?.kind === 'comment' &&
			token.startsWith('//') &&
			/^\n?[\t ]*\n?[\t ]*$/.test(between) &&
			!/\n\s*\n/.test(between)
		)
			last.text += `\n${text}`;
		else if (last && last.kind !== 'comment' && /^\s*\+\s*$/.test(between)) last.text += text;
		else passages.push({ line, text, kind });
	}
	return passages.filter(({ text, kind }) => kind !== 'comment' || !DIRECTIVE.test(text));
}

/** Returns the comments of a file whose comments begin with #, such as a shell script. */
export function passagesOfScript(script: string): Passage[] {
	const passages: Passage[] = [];
	let isOpen = false;
	for (const [index, text] of script.split('\n').entries()) {
		const comment = /^\s*#(?!!|\s*\[|\s*[A-Z_]+ =) ?(.*)$/.exec(text)?.[1];
		const last = passages.at(-1);
		if (comment !== undefined && isOpen && last) last.text += `\n${comment}`;
		else if (comment !== undefined) passages.push({ line: index + 1, text: comment, kind: 'comment' });
		isOpen = comment !== undefined;
	}
	return passages;
}

/** Returns the paragraphs, list items, headings and table cells of a Markdown file, without its code blocks. */
export function passagesOfMarkdown(markdown: string): Passage[] {
	const passages: Passage[] = [];
	let isCode = false;
	let isOpen = false;
	for (const [index, text] of markdown.split('\n').entries()) {
		const line = index + 1;
		const last = passages.at(-1);
		if (/^\s*```/.test(text)) isCode = !isCode;
		if (isCode || !text.trim() || /^\s*(```|<|\|[-| :]+\|$)/.test(text)) isOpen = false;
		else if (/^\s*\|/.test(text)) {
			for (const cell of text.replace(/`[^`]*`/g, (code) => code.replaceAll('|', '/')).split('|'))
				passages.push({ line, text: cell.trim(), kind: 'cell' });
			isOpen = false;
		} else if (isOpen && last && !/^\s*([-*#>]|\d+\.)\s/.test(text)) last.text += `\n${text.trim()}`;
		else {
			passages.push({ line, text: text.replace(/^\s*([-*>]|#+|\d+\.)\s+/, ''), kind: 'paragraph' });
			isOpen = !text.startsWith('#');
		}
	}
	return passages;
}

/** Returns the sentences of a passage as they are read. Addresses of links and bold labels do not count. */
export function sentencesOf(text: string): string[] {
	return text
		.replace(/^\*\*[^*]+\*\*:\s/, '')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/`[^`\n]*`/g, (code) => code.replace(/\s/g, NO_BREAK))
		.replace(/<[^>\n]+>|\*\*|__/g, ' ')
		.replace(/\b(e\.g|i\.e|etc|vs|approx|Nr|Abs|Art|bzw|ggf|inkl|z\. ?B|d\. ?h|u\. ?a)\./g, '$1')
		.split(/\n[^\S\n]*\n|\n(?=\s*(?:[-*•]|\d+\.)\s)|(?<=[.!?…]["'”“)]*)[^\S\xa0]+(?=["'“„(]*[\p{Lu}\d…`])/u)
		.map((sentence) => sentence.replace(/[^\S\xa0]+/g, ' ').trim())
		.filter((sentence) => sentence !== '');
}

/** Returns the words of a sentence. A code span is one word. */
export const wordsOf = (sentence: string): string[] =>
	sentence.split(/[^\S\xa0]+/).filter((word) => /[\p{L}\d]/u.test(word));
