import { type Instant, monthsBetween } from '../../core/instant.ts';
import type { Currency } from '../../core/money.ts';
import { MonthColumns } from '../month-columns.tsx';
import { useReader, useWords } from '../page.tsx';
import { type Drawn, useRowName } from './spending-rows.ts';
import { WORDS } from './words.ts';

const [WIDTH, GUTTER, TOP, ROW, BAR] = [1056, 110, 26, 62, 34];

/** A row of bars for each module, all of one currency in one scale. */
export function SpendingPicture({ months, rows }: Drawn) {
	const { say } = useReader();
	const title = useWords(WORDS).spending;
	const rowName = useRowName(rows);
	const from = months[0]?.month ?? 0;
	const x = (at: Instant) => GUTTER + (monthsBetween(from, at) / months.length) * (WIDTH - GUTTER - 2);
	const bottom = TOP + rows.length * ROW;
	const highest = (currency: Currency) =>
		Math.max(1, ...rows.flatMap((row) => (row.currency === currency ? row.values : [])));
	return (
		<section class="year latest" tabindex={0} aria-label={title}>
			<svg viewBox={`0 0 ${WIDTH} ${bottom + 4}`} data-width="wide">
				<title>{title}</title>
				<MonthColumns from={from} x={x} bottom={bottom} />
				{rows.map((row, index) => {
					const ground = TOP + (index + 1) * ROW - 4;
					return (
						<>
							<text x="0" y={ground - 6} class="quiet">
								{rowName(row)}
							</text>
							<text x={WIDTH} y={ground - BAR - 16} text-anchor="end" class="quiet again">
								{rowName(row)}
							</text>
							<path class="grid" d={`M0 ${ground}H${WIDTH}`} />
							{row.values.map((value, position) => {
								const { month, isOpen = false } = months[position] ?? { month: from };
								const height = Math.max(2, (value / highest(row.currency)) * BAR);
								if (value === 0) return null;
								return (
									<>
										<rect
											class={isOpen ? 'carried' : 'granted'}
											x={x(month) + 6}
											y={ground - height}
											width={44}
											height={height}
										/>
										<text x={x(month) + 6} y={ground - height - 4} class="small">
											{say.shortAmount(value, row.currency)}
										</text>
									</>
								);
							})}
						</>
					);
				})}
			</svg>
		</section>
	);
}
