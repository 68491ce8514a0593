import { addMonths, type Instant } from '../core/instant.ts';
import { useReader } from './page.tsx';

/** Returns the position of an instant in a picture. */
export type Scale = (at: Instant) => number;

const TWELVE = Array.from({ length: 12 }, (_, index) => index);

/** Twelve months of a picture as columns: their names, and the lines between them. */
export function MonthColumns({ from, x, bottom }: { from: Instant; x: Scale; bottom: number }) {
	const { say } = useReader();
	return TWELVE.map((index) => {
		const first = addMonths(from, index);
		return (
			<>
				<path class="grid" d={`M${x(first)} 22V${bottom}`} />
				<text x={x(first) + 5} y="14" class="quiet">
					{say.shortMonth(first)}
				</text>
			</>
		);
	});
}
