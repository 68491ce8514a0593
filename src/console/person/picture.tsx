import type { Instant } from '../../core/instant.ts';
import { isMonthlyBudget } from '../../goodies/plans/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { MonthColumns, type Scale } from '../parts.tsx';
import { lanesOf } from './lanes.ts';
import { usePeriods } from './periods.ts';
import { Bar, formAddress, Mark, Vouchers } from './picture-parts.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

/** The left edge of the rows, in the units of the picture. */
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
	const { lanes, bottom: chart } = lanesOf(rowsOf(year), year, x);
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
				<MonthColumns months={year.months.map(({ first }) => first)} x={x} bottom={bottom} />
				{year.cutOffs.map((at) => (
					<path class="cut-off" d={`M${x(at)} 17v8`} />
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
				<Balances year={year} x={x} top={chart} />
				<Mark
					at={year.now}
					class="today"
					text={words.today(say.shortDay(year.now))}
					year={year}
					x={x}
					bottom={bottom}
				/>
				{year.dateTerminated !== null && (
					<Mark
						at={year.dateTerminated}
						class="leaving"
						text={words.leaving(say.shortDay(year.dateTerminated))}
						bottom={bottom + 14}
						to={isLinked ? formAddress(employeeId, 'termination') : undefined}
						year={year}
						x={x}
					/>
				)}
			</svg>
		</section>
	);
}

/** The height of the balances, in the units of the picture. */
const CHART = 96;

/** The budget of each month: granted in dark, carried over in light, spent beside it. */
function Balances({ year, x, top }: { year: Year; x: Scale; top: number }) {
	const { say } = useReader();
	const highest = Math.max(1, ...year.balances.map((month) => month.granted + month.carriedIn));
	const height = (value: number) => (value / highest) * (CHART - 24);
	const ground = top + CHART;
	return (
		<>
			<text x="0" y={top + CHART / 2} class="quiet">
				{useWords(WORDS).balance}
			</text>
			{year.balances.map(({ granted, carriedIn, spent, pending, available, currency }, index) => {
				const { first, last } = year.months[index] ?? { first: year.from, last: year.until };
				const [left, wide] = [x(first) + 6, (x(last) - x(first)) * 0.5];
				const [own, all] = [height(granted), height(granted + carriedIn)];
				if (currency === null) return null;
				return (
					<g>
						<rect class="carried" x={left} y={ground - all} width={wide} height={all} />
						<rect class="granted" x={left} y={ground - own} width={wide} height={own} />
						<rect
							class="taken"
							x={left + wide + 2}
							y={ground - height(Math.max(0, spent + pending))}
							width="5"
							height={height(Math.max(0, spent + pending))}
						/>
						<text x={left} y={ground - all - 5} class="small">
							{say.wholeAmount(available, currency)}
						</text>
					</g>
				);
			})}
		</>
	);
}
