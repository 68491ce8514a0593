import { addMonths, type Instant } from '../../core/instant.ts';
import { lastInstant } from '../../core/timeline.ts';
import { isMonthlyBudget } from '../../goodies/plans/rules.ts';
import { MonthColumns } from '../month-columns.tsx';
import { useReader, useWords } from '../page.tsx';
import { Balances, CHART } from './balance-bars.tsx';
import { type PeriodRow, type ShownPeriod, usePeriods } from './periods.ts';
import { BAR, Bar, formAddress, Mark, Vouchers } from './picture-parts.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

/** Where the rows begin, in the units of the picture. */
const GUTTER = 110;

interface PictureProps {
	year: Year;
	/** Whose year it is. */
	employeeId: string;
	width: number;
	/** Whether its bars lead to forms. */
	isLinked?: boolean;
}

/** A year as a picture. All of it stands in `YearTable` too. */
export function YearPicture({ year, employeeId, width, isLinked = false }: PictureProps) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { rowsOf } = usePeriods();
	const x = (at: Instant) => GUTTER + ((at - year.from) / (year.until - year.from)) * (width - GUTTER - 2);
	const rows = rowsOf(year)
		.flatMap((row) => lanesOf(row, year))
		.filter(({ periods, kind }) => periods.length > 0 || kind === 'access');
	const chart = 30 + rows.length * 40;
	const bottom = chart + CHART + 8;
	const leavesNow = year.dateTerminated !== null && year.dateTerminated <= year.until;
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
				<MonthColumns from={year.from} x={x} bottom={bottom} />
				{year.cutOffs.map((at) => (
					<path class="cut-off" d={`M${x(at)} 17v8`} />
				))}
				{rows.map(({ name, kind, form, periods, isFirst }, index) => (
					<>
						<text x="0" y={30 + index * 40 + 19} class="quiet">
							{isFirst && name}
						</text>
						{periods.map((period) => (
							<Bar
								class={kind}
								x={x(Math.max(period.validFrom, year.from))}
								end={x(Math.min(lastInstant(period) + 1, year.until))}
								y={30 + index * 40}
								name={name}
								period={period}
								isLate={x(period.validFrom) > width - GUTTER}
								to={isLinked ? formAddress(employeeId, form, period) : undefined}
							/>
						))}
						<Vouchers
							year={year}
							x={x}
							y={30 + index * 40 + BAR + 6}
							among={(one) =>
								kind === 'plan' ? isMonthlyBudget(one) : periods.some(({ id }) => id === one.plannedVoucherId)
							}
						/>
					</>
				))}
				<Balances year={year} x={x} top={chart} />
				<Mark
					at={year.now}
					class="today"
					text={words.today(say.shortDay(year.now))}
					{...{ year, x, bottom }}
				/>
				{year.dateTerminated !== null && (
					<Mark
						at={year.dateTerminated}
						class="leaving"
						text={words.leaving(say.shortDay(year.dateTerminated))}
						bottom={bottom + 14}
						to={isLinked ? formAddress(employeeId, 'termination') : undefined}
						{...{ year, x }}
					/>
				)}
			</svg>
		</section>
	);
}

interface Lane extends PeriodRow {
	isFirst: boolean;
}

/** What of a row lies in the year, in as many lines as its periods need that overlap. */
function lanesOf(row: PeriodRow, { from, until }: Year): Lane[] {
	const lanes: ShownPeriod[][] = [];
	for (const period of row.periods) {
		if (period.validFrom >= until || lastInstant(period) < from) continue;
		const free = lanes.find((lane) => endOf(lane.at(-1)) < period.validFrom);
		if (free === undefined) lanes.push([period]);
		else free.push(period);
	}
	const [first = [], ...others] = lanes;
	return [
		{ ...row, periods: first, isFirst: true },
		...others.map((periods) => ({ ...row, periods, isFirst: false })),
	];
}

/** Until when the line of a period is taken, with what is said beside an instant. */
const endOf = (period: ShownPeriod | undefined): Instant =>
	period === undefined
		? 0
		: period.validFrom === period.validUntil
			? addMonths(period.validFrom, 3)
			: lastInstant(period);
