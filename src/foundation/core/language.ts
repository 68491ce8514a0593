export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

export type Pair<Text = string> = readonly [english: Text, german: Text];

/** Texts by name: pairs, functions that return pairs, and groups of both. A text that lacks a language is a type error. */
export interface Texts {
	readonly [name: string]: Pair<unknown> | ((...given: never[]) => Pair<unknown>) | Texts;
}

export type Said<Source> = {
	readonly [Name in keyof Source]: Source[Name] extends Pair<infer Text>
		? Plain<Text>
		: Source[Name] extends (...given: infer Given) => Pair<infer Text>
			? (...given: Given) => Plain<Text>
			: Said<Source[Name]>;
};

type Plain<Text> = Text extends string ? string : Text;

/** Converts pairs of texts to one set of texts for each language. It does so once, when the module is loaded. */
export const dictionary = <Source extends Texts>(texts: Source): Record<Language, Said<Source>> => ({
	en: saidIn(0, texts) as Said<Source>,
	de: saidIn(1, texts) as Said<Source>,
});

const saidIn = (index: 0 | 1, texts: Texts): object =>
	Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, one(index, text)]));

function one(index: 0 | 1, text: Texts[string]): unknown {
	if (typeof text === 'function') return (...given: never[]) => text(...given)[index];
	return isPair(text) ? text[index] : saidIn(index, text);
}

const isPair = (text: Pair<unknown> | Texts): text is Pair<unknown> => Array.isArray(text);
