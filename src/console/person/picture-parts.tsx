import type { Instant } from '../../core/instant.ts';
import { BASE } from '../env.ts';
import type { Scale } from '../parts.tsx';
import type { ChangeName } from './changes.ts';
import { LINE, type ShownBar } from './lanes.ts';
import { usePeriods } from './periods.ts';
import type { Year } from './year.ts';

/** Returns the link of a bar: the form of its kind, filled with its values. */
export const formAddress = (employeeId: string, form: ChangeName, period?: { id: string | null }): string =>
	`${BASE}/people/${employeeId}/${form}${period === undefined || period.id === null ? '' : `?of=${period.id}`}`;

interface BarProps {
	class: string;
	bar: ShownBar;
	y: number;
	height: number;
	name: string;
	to: string | undefined;
}

/** A period, and what is said of it. */
export function Bar({ bar: { period, x, end, label }, y, height, name, to, ...rest }: BarProps) {
	const { dates } = usePeriods();
	const { lines, anchor } = label;
	const first = y + (height - lines.length * LINE) / 2 + 11;
	const width = end - x - 1;
	const fullText = `${name}: ${period.text} ${dates(period)}`;
	const bar = (
		<>
			<title>{fullText}</title>
			<rect x={x} y={y} width={width} height={height} rx={Math.min(5, width / 2)} class={rest.class} />
			<svg overflow="visible" text-anchor={anchor} aria-hidden="true">
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
