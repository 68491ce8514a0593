import type { Instant } from '../../core/instant.ts';
import { lastInstant, type Period } from '../../core/timeline.ts';
import { BASE } from '../env.ts';
import { MonthColumns, type Scale } from '../month-columns.tsx';
import { useReader } from '../page.tsx';
import { Balances, CHART } from './balance-bars.tsx';
import type { ChangeName } from './changes.ts';
import { usePeriods } from './periods.ts';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

/** Heights and places of the rows, in the units of the picture. */
const GUTTER = 110;
const BAR = 28;

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
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const { accessText, planText } = usePeriods();
	const x = (at: Instant) => GUTTER + ((at - year.from) / (year.until - year.from)) * (width - GUTTER - 2);
	const rows = [
		{ name: words.access, kind: 'access', form: 'access', periods: year.accesses, text: accessText },
		{ name: words.plan, kind: 'plan', form: 'budget', periods: year.plans, text: planText },
		{ name: words.defaults, kind: 'default', form: 'default-access', periods: year.defaults, text: () => '' },
		{ name: words.pause, kind: 'pause', form: 'pause', periods: year.pauses, text: () => words.pause },
	].filter(({ periods, kind }) => periods.length > 0 || kind === 'access');
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
				{rows.map(({ name, kind, form, periods, text }, index) => (
					<>
						<text x="0" y={30 + index * 40 + 19} class="quiet">
							{name}
						</text>
						{(periods as readonly Omit<Period, 'id'>[]).filter(isWithin(year)).map((period) => (
							<Bar
								class={kind}
								x={x(Math.max(period.validFrom, year.from))}
								end={x(Math.min(lastInstant(period) + 1, year.until))}
								y={30 + index * 40}
								text={text(period as never)}
								name={name}
								period={period}
								to={isLinked ? formAddress(employeeId, form as ChangeName, period) : undefined}
							/>
						))}
						{kind === 'plan' && <Vouchers year={year} x={x} y={30 + index * 40 + BAR + 6} />}
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

const isWithin =
	({ from, until }: Pick<Year, 'from' | 'until'>) =>
	(period: Omit<Period, 'id'>) =>
		period.validFrom < until && lastInstant(period) >= from;

/** Where a bar leads: the form of its kind, filled with what the bar is. */
export const formAddress = (employeeId: string, form: ChangeName, period?: object): string =>
	`${BASE}/people/${employeeId}/${form}${period !== undefined && 'id' in period ? `?of=${period.id}` : ''}`;

interface BarProps {
	class: string;
	x: number;
	end: number;
	y: number;
	text: string;
	name: string;
	period: Omit<Period, 'id'>;
	to: string | undefined;
}

function Bar({ x, end, y, text, name, period, to, ...rest }: BarProps) {
	const { say } = useReader();
	const { until } = usePeriods();
	const width = Math.max(3, end - x - 1);
	const label = `${name}: ${text} ${say.day(period.validFrom)} – ${until(period)}`;
	const bar = (
		<>
			<title>{label}</title>
			<rect x={x} y={y} width={width} height={BAR} rx="5" class={rest.class} />
			<svg x={x} y={y} width={width} height={BAR} aria-hidden="true">
				<text x="8" y="18">
					{text}
				</text>
			</svg>
		</>
	);
	return to === undefined ? (
		<g>{bar}</g>
	) : (
		<a href={to} aria-label={label}>
			{bar}
		</a>
	);
}

/** Vouchers as dots: full ones are issued, empty ones are to come. */
const Vouchers = ({ year, x, y }: { year: Year; x: Scale; y: number }) => (
	<>
		{year.issued.map(({ dueDate }) => (
			<circle cx={x(dueDate) + 4} cy={y} r="4" class="voucher" />
		))}
		{year.coming.map((due) => (
			<circle cx={x(due) + 4} cy={y} r="3.5" class="coming" />
		))}
	</>
);

interface MarkProps {
	at: Instant;
	year: Year;
	x: Scale;
	bottom: number;
	class: string;
	text: string;
	to?: string | undefined;
}

/** A day that matters, as a line through all rows. */
function Mark({ at, year, x, bottom, text, to, ...rest }: MarkProps) {
	if (at < year.from || at > year.until) return null;
	const anchor = at - year.from > (year.until - year.from) / 2 ? 'end' : 'start';
	const mark = (
		<>
			<path class={rest.class} d={`M${x(at)} 20V${bottom}`} />
			<text x={x(at)} y={bottom + 13} text-anchor={anchor}>
				{text}
			</text>
		</>
	);
	return to === undefined ? mark : <a href={to}>{mark}</a>;
}
