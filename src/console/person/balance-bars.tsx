import { endOfMonth } from '../../core/instant.ts';
import type { Scale } from '../month-columns.tsx';
import { useReader, useWords } from '../page.tsx';
import { WORDS } from './words.ts';
import type { Year } from './year.ts';

/** The height of the balances, in the units of the picture. */
export const CHART = 96;

/** What each month has: granted dark, carried over light, taken beside it. */
export function Balances({ year, x, top }: { year: Year; x: Scale; top: number }) {
	const { say } = useReader();
	const highest = Math.max(1, ...year.balances.map((month) => month.granted + month.carriedIn));
	const height = (value: number) => (value / highest) * (CHART - 24);
	const ground = top + CHART;
	return (
		<>
			<text x="0" y={top + CHART / 2} class="quiet">
				{useWords(WORDS).balance}
			</text>
			{year.balances.map(({ month, granted, carriedIn, spent, pending, available, currency }) => {
				const first = Date.parse(month);
				const [left, wide] = [x(first) + 6, (x(endOfMonth(first)) - x(first)) * 0.5];
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
