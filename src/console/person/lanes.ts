import type { Scale } from '../parts.tsx';
import type { PeriodRow, ShownPeriod, ShownYear } from './periods.ts';
import type { Year } from './year.ts';

/** In units of the picture: the least height of a bar, the space below it, and the height of a line of its label. */
const [BAR, GAP] = [28, 12];
export const LINE = 14;

/** The top of the first line of bars. */
const TOP = 30;

export interface ShownBar {
	period: ShownPeriod;
	x: number;
	end: number;
	label: Label;
}

/** A line of bars of one row. */
export interface Lane extends PeriodRow {
	isFirst: boolean;
	bars: ShownBar[];
	y: number;
	height: number;
}

/** The left edge of the rows, in the units of the picture. */
const GUTTER = 110;

/** Returns a function that maps an instant of a year to its place in a picture of this width. */
export const scaleOf =
	({ from, until }: Pick<Year, 'from' | 'until'>, width: number): Scale =>
	(at) =>
		GUTTER + ((at - from) / (until - from)) * (width - GUTTER - 2);

/** Returns the bars of the year line by line, and the bottom of the last line. */
export function lanesOf(year: ShownYear, x: Scale): { lanes: Lane[]; bottom: number } {
	const lanes: Lane[] = [];
	let y = TOP;
	for (const row of year.rows) {
		const [first = [], ...others] = linesOf(row, year, x);
		if (first.length === 0 && row.kind !== 'access') continue;
		for (const bars of [first, ...others]) {
			const lineCount = Math.max(1, ...bars.map(({ label }) => label.lines.length));
			const height = BAR + (lineCount - 1) * LINE;
			lanes.push({ ...row, isFirst: bars === first, bars, y, height });
			y += height + GAP;
		}
	}
	return { lanes, bottom: y };
}

/** Distributes the bars of a row over as many lines as they need, so that no bar or label covers another. */
function linesOf({ periods }: PeriodRow, { from, until }: Year, x: Scale): ShownBar[][] {
	const lines: ShownBar[][] = [];
	const picture = { x: x(from), end: x(until) };
	for (const period of periods) {
		if (period.validFrom >= until || period.last < from) continue;
		const start = x(Math.max(period.validFrom, from));
		const span = { x: start, end: Math.max(start + 5, x(Math.min(period.last + 1, until))) };
		const bar = { period, ...span, label: labelOf(period.text, span, picture) };
		const free = lines.find((line) => (line.at(-1)?.label.to ?? 0) <= bar.label.from);
		if (free === undefined) lines.push([bar]);
		else free.push(bar);
	}
	return lines;
}

/** The label of a bar, line by line, with its place in the units of the picture. */
export interface Label {
	lines: string[];
	x: number;
	anchor: 'start' | 'end';
	/** The width that a bar and its label take, with a space around a label beside the bar. */
	from: number;
	to: number;
}

interface Span {
	x: number;
	end: number;
}

const [PADDING, MAX_LINES] = [8, 4];

/** Puts a label into its bar, in several lines if necessary. If the bar is too short, the label stands beside it. No label is cut. */
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

/** Returns null if a word is wider than the room. */
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
export const widthOf = (text: string): number =>
	[...text].reduce((sum, letter) => sum + (NARROW.test(letter) ? 4 : 7.4), 0);
