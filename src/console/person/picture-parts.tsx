import type { Instant } from '../../core/instant.ts';
import { BASE } from '../env.ts';
import type { Scale } from '../month-columns.tsx';
import type { ChangeName } from './changes.ts';
import { type ShownPeriod, usePeriods } from './periods.ts';
import type { Year } from './year.ts';

/** The height of a bar, in the units of the picture. */
export const BAR = 28;

/** Where a bar leads: the form of its kind, filled with what the bar is. */
export const formAddress = (employeeId: string, form: ChangeName, period?: { id: string | null }): string =>
	`${BASE}/people/${employeeId}/${form}${period === undefined || period.id === null ? '' : `?of=${period.id}`}`;

interface BarProps {
	class: string;
	x: number;
	end: number;
	y: number;
	name: string;
	period: ShownPeriod;
	/** Whether there is more room on its left. */
	isLate: boolean;
	to: string | undefined;
}

/** A period. What is said of one that lasts an instant stands beside it. */
export function Bar({ x, end, y, name, period, to, isLate, ...rest }: BarProps) {
	const { dates } = usePeriods();
	const { text, validFrom, validUntil } = period;
	const width = Math.max(4, end - x - 1);
	const isInstant = validFrom === validUntil;
	const label = `${name}: ${text} ${dates(period)}`;
	const bar = (
		<>
			<title>{label}</title>
			<rect x={x} y={y} width={width} height={BAR} rx={isInstant ? 2 : 5} class={rest.class} />
			{isInstant ? (
				<svg x={isLate ? x - 6 : x + 10} y={y} height={BAR} overflow="visible" aria-hidden="true">
					<text y="18" text-anchor={isLate ? 'end' : 'start'}>
						{text}
					</text>
				</svg>
			) : (
				<svg x={x} y={y} width={width} height={BAR} aria-hidden="true">
					<text x="8" y="18">
						{text}
					</text>
				</svg>
			)}
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

interface VouchersProps {
	year: Year;
	x: Scale;
	y: number;
	/** Which of the year's vouchers stand here. */
	among: (voucher: Year['issued'][number] | Year['coming'][number]) => boolean;
}

/** Vouchers as dots: full ones are issued, empty ones are to come. */
export const Vouchers = ({ year, x, y, among }: VouchersProps) => (
	<>
		{year.issued.filter(among).map(({ dueDate }) => (
			<circle cx={x(dueDate) + 4} cy={y} r="4" class="voucher" />
		))}
		{year.coming.filter(among).map(({ dueDate }) => (
			<circle cx={x(dueDate) + 4} cy={y} r="3.5" class="coming" />
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
export function Mark({ at, year, x, bottom, text, to, ...rest }: MarkProps) {
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
