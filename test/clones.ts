/** As many equal words and signs in a row are a clone. Shorter stretches are what the language repeats by itself. */
const SHORTEST = 50;

export interface Source {
	path: string;
	text: string;
}

export interface Clone {
	/** The places of both copies, as `path:line`. */
	first: string;
	second: string;
	/** The lines of the second copy. */
	lines: number;
}

/**
 * Finds code that stands a second time, in another file or further down in the same one. Spaces, line breaks, comments and imports do not
 * count, so a clone is found although it is indented or wrapped in another way.
 */
export function clonesIn(sources: readonly Source[]): Clone[] {
	const { words, places, ends } = wordsOf(sources);
	const known = new Map<number, number>();
	const found: { from: number; at: number; end: number }[] = [];
	let start = 0;
	for (const end of ends) {
		for (const [index, hash] of hashesOf(words.slice(start, end)).entries()) {
			const at = start + index;
			const from = known.get(hash);
			if (from === undefined) known.set(hash, at);
			else if (!(at < from + SHORTEST) && areEqual(words, from, at)) {
				const last = found.at(-1);
				if (last !== undefined && at > start && at <= last.end) last.end = at + SHORTEST;
				else found.push({ from, at, end: at + SHORTEST });
			}
		}
		start = end;
	}
	return found.map(({ from, at, end }) => {
		const [first, second, last] = [from, at, end - 1].map((index) => places[index]);
		return {
			first: `${first?.path}:${first?.line}`,
			second: `${second?.path}:${second?.line}`,
			lines: (last?.line ?? 0) - (second?.line ?? 0) + 1,
		};
	});
}

/** Comments are no code, and files repeat the imports of others by nature. */
const LEFT_OUT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import\b[\s\S]*?;$/gm;

/** Returns the words and signs of all files as numbers, with the place of each, and where each file ends. */
function wordsOf(sources: readonly Source[]) {
	const numbers = new Map<string, number>();
	const words: number[] = [];
	const places: { path: string; line: number }[] = [];
	const ends: number[] = [];
	for (const { path, text } of sources) {
		const code = text.replace(LEFT_OUT, (left) => left.replace(/[^\n]+/g, ''));
		for (const [index, content] of code.split('\n').entries()) {
			const place = { path, line: index + 1 };
			for (const word of content.match(/[\w$]+|[^\s\w]/g) ?? []) {
				const number = numbers.get(word) ?? numbers.size;
				numbers.set(word, number);
				words.push(number);
				places.push(place);
			}
		}
		ends.push(words.length);
	}
	return { words, places, ends };
}

const BASE = 1_000_003;

/** Returns a hash for each stretch of the shortest length. Each is computed from the one before, as Rabin and Karp do. */
function hashesOf(words: readonly number[]): number[] {
	let weight = 1;
	for (let index = 0; index < SHORTEST; index++) weight = Math.imul(weight, BASE);
	let hash = 0;
	return words.flatMap((word, index) => {
		hash = (Math.imul(hash, BASE) + word - Math.imul(weight, words[index - SHORTEST] ?? 0)) | 0;
		return index < SHORTEST - 1 ? [] : [hash];
	});
}

/** Different stretches may have the same hash. */
function areEqual(words: readonly number[], one: number, other: number): boolean {
	for (let index = 0; index < SHORTEST; index++) {
		if (words[one + index] !== words[other + index]) return false;
	}
	return true;
}
