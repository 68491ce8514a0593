import { isMonthlyBudget } from '../../benefits/goodies/plans/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { MonthColumns, type Scale } from '../parts.tsx';
import { formAddress } from './employee.ts';
import { LINE, lanesOf, type ShownBar, scaleOf } from './lanes.ts';
import { datesText, type ShownYear } from './periods.ts';
import { BALANCES_HEIGHT, BalanceColumns } from './tables.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

interface PictureProps {
	year: ShownYear;
	employeeId: string;
	width: number;
	/** Whether its bars link to forms. */
	isLinked?: boolean;
}

/** A year as a picture. `YearTable` says the same in text. */
export function YearPicture({ year, employeeId, width, isLinked = false }: PictureProps) {
	const words = useWords(WORDS);
	const x = scaleOf(year, width);
	const { lanes, bottom: chart } = lanesOf(year, x);
	const bottom = chart + BALANCES_HEIGHT + 8;
	const leavesNow = year.dateTerminated !== null && year.dateTerminated <= year.until;
	const marks = useMarks(year, bottom, isLinked ? formAddress(employeeId, 'termination') : undefined);
	const title = words.year(new Date(year.from).getUTCFullYear());
	return (
		<section class="year" tabindex={0} aria-label={title}>
			<svg
				viewBox={`0 0 ${width} ${bottom + (leavesNow ? 32 : 18)}`}
				data-width={width > 800 ? 'wide' : undefined}
			>
				<title>{title}</title>
				<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
					<path d="M0 0V6" class="hatch" />
				</pattern>
				<MonthColumns months={year.months.map(({ first }) => first)} x={x} bottom={bottom} />
				{year.cutOffs.map((at) => (
					<path class="cut-off" d={`M${x(at)} 17v8`} />
				))}
				{marks.map(({ at, foot, ...mark }) => (
					<path class={mark.class} d={`M${x(at)} 20V${foot}`} />
				))}
				{lanes.map(({ name, kind, form, bars, y, height, isFirst }) => (
					<>
						<text x="0" y={y + 19} class="quiet">
							{isFirst && name}
						</text>
						{bars.map((bar) => (
							<Bar
								class={kind}
								bar={bar}
								name={name}
								y={y}
								height={height}
								to={isLinked ? formAddress(employeeId, form, bar.period) : undefined}
							/>
						))}
						<Vouchers
							year={year}
							x={x}
							y={y + height + 6}
							among={(one) =>
								kind === 'plan'
									? isMonthlyBudget(one)
									: bars.some(({ period }) => period.id === one.plannedVoucherId)
							}
						/>
					</>
				))}
				<BalanceColumns year={year} x={x} top={chart} />
				{marks.map((mark) => (
					<MarkLabel {...mark} x={x(mark.at)} isLate={mark.at - year.from > (year.until - year.from) / 2} />
				))}
			</svg>
		</section>
	);
}

interface BarProps {
	class: string;
	bar: ShownBar;
	y: number;
	height: number;
	name: string;
	to: string | undefined;
}

function Bar({ bar: { period, x, end, label }, y, height, name, to, ...rest }: BarProps) {
	const { say } = useReader();
	const { lines, anchor } = label;
	const isInside = label.from === x && label.to === end;
	const first = y + (height - lines.length * LINE) / 2 + 11;
	const width = end - x - 1;
	const fullText = `${name}: ${period.text} ${datesText(period, say)}`;
	const bar = (
		<>
			<title>{fullText}</title>
			<rect x={x} y={y} width={width} height={height} rx={Math.min(5, width / 2)} class={rest.class} />
			<svg overflow="visible" text-anchor={anchor} aria-hidden="true" class={isInside ? 'inside' : undefined}>
				{lines.map((line, index) => (
					<text x={label.x} y={first + index * LINE}>
						{`${line} `}
					</text>
				))}
			</svg>
		</>
	);
	return to === undefined ? (
		<g>{bar}</g>
	) : (
		<a href={to} aria-label={fullText}>
			{bar}
		</a>
	);
}

interface VouchersProps {
	year: Year;
	x: Scale;
	y: number;
	/** Selects the vouchers that stand in this row. */
	among: (voucher: Year['issued'][number] | Year['coming'][number]) => boolean;
}

/** Vouchers as dots: full ones are issued, empty ones are to come. */
const Vouchers = ({ year, x, y, among }: VouchersProps) => (
	<>
		{year.issued.filter(among).map(({ dueDate }) => (
			<circle cx={x(dueDate) + 4} cy={y} r="4" class="voucher" />
		))}
		{year.coming.filter(among).map(({ dueDate }) => (
			<circle cx={x(dueDate) + 4} cy={y} r="3.5" class="coming" />
		))}
	</>
);

/** Returns the important days of the year, such as today, as lines behind all rows with labels below. */
function useMarks({ now, dateTerminated: last, from, until }: Year, bottom: number, to: string | undefined) {
	const { say, words } = useReader(WORDS);
	const today = {
		at: now,
		class: 'today',
		text: words.todayIs(say.shortDay(now)),
		foot: bottom,
		to: undefined,
	};
	const leaving = last !== null && {
		at: last,
		class: 'leaving',
		text: words.leaving(say.shortDay(last)),
		foot: bottom + 14,
		to,
	};
	return [today, ...(leaving ? [leaving] : [])].filter(({ at }) => at >= from && at <= until);
}

interface MarkLabelProps {
	text: string;
	x: number;
	foot: number;
	isLate: boolean;
	to: string | undefined;
}

/** The label of an important day, below its line. */
function MarkLabel({ text, x, foot, isLate, to }: MarkLabelProps) {
	const label = (
		<text x={x} y={foot + 13} text-anchor={isLate ? 'end' : 'start'}>
			{text}
		</text>
	);
	return to === undefined ? label : <a href={to}>{label}</a>;
}
