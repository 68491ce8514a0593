/** What is said of a bar, line by line, and where, in the units of the picture. */
export interface Label {
	lines: string[];
	x: number;
	anchor: 'start' | 'end';
	/** What the bar and its label take of a row, with a space around a label beside it. */
	from: number;
	to: number;
}

interface Span {
	x: number;
	end: number;
}

const [PADDING, MAX_LINES] = [8, 4];

/** A label stands in its bar, in as many lines as it takes. That of a bar too short for it stands beside it, and none is cut. */
export function labelOf(text: string, { x, end }: Span, picture: Span): Label {
	const within = wrapped(text, end - x - 1.5 * PADDING);
	if (within !== null && within.length <= MAX_LINES) {
		return { lines: within, x: x + PADDING, anchor: 'start', from: x, to: end };
	}
	const [left, right] = [x - picture.x - PADDING, picture.end - end - PADDING];
	const isRight = widthOf(text) <= right || right >= left;
	const lines = wrapped(text, isRight ? right : left) ?? [text];
	const reach = 2 * PADDING + Math.max(...lines.map(widthOf));
	return isRight
		? { lines, x: end + PADDING, anchor: 'start', from: x, to: end + reach }
		: { lines, x: x - PADDING, anchor: 'end', from: x - reach, to: end };
}

/** Null where a word is wider than the room. */
function wrapped(text: string, room: number): string[] | null {
	const lines: string[] = [];
	for (const word of text.split(/ (?!·)/)) {
		if (widthOf(word) > room && word !== '') return null;
		const longer = `${lines.at(-1)} ${word}`;
		if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}

const NARROW = /[\s.,·:;|'()/fijlrt-]/u;

/** About how wide a text is in a wide font, so that it fits in narrower ones too. */
const widthOf = (text: string): number =>
	[...text].reduce((sum, letter) => sum + (NARROW.test(letter) ? 4 : 7.4), 0);
