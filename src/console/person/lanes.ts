import { lastInstant } from '../../core/timeline.ts';
import type { Scale } from '../month-columns.tsx';
import { type Label, labelOf } from './labels.ts';
import type { PeriodRow, ShownPeriod } from './periods.ts';
import type { Year } from './year.ts';

/** The least height of a bar, of a line in it, and the space below it, in the units of the picture. */
const [BAR, GAP] = [28, 12];
export const LINE = 14;

/** Where the first line of bars begins. */
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

/** What of the rows lies in the year, line below line, and where the last one ends. */
export function lanesOf(rows: readonly PeriodRow[], year: Year, x: Scale): { lanes: Lane[]; bottom: number } {
	const lanes: Lane[] = [];
	let y = TOP;
	for (const row of rows) {
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

/** The bars of a row in as many lines as they need, with what is said of them, so that none covers another. */
function linesOf({ periods }: PeriodRow, { from, until }: Year, x: Scale): ShownBar[][] {
	const lines: ShownBar[][] = [];
	const picture = { x: x(from), end: x(until) };
	for (const period of periods) {
		if (period.validFrom >= until || lastInstant(period) < from) continue;
		const start = x(Math.max(period.validFrom, from));
		const span = { x: start, end: Math.max(start + 5, x(Math.min(lastInstant(period) + 1, until))) };
		const bar = { period, ...span, label: labelOf(period.text, span, picture) };
		const free = lines.find((line) => (line.at(-1)?.label.to ?? 0) <= bar.label.from);
		if (free === undefined) lines.push([bar]);
		else free.push(bar);
	}
	return lines;
}
