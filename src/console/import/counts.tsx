import type { reportToWire } from '../../onboarding/import/contract.ts';
import { ROW_RESULTS } from '../../onboarding/rows/rules.ts';
import { useWords } from '../page.tsx';
import { Badge } from '../parts.tsx';
import { WORDS } from './words.ts';

export const MOODS = { CREATED: 'good', UPDATED: 'waiting', UNCHANGED: 'calm', REFUSED: 'bad' } as const;

export type Wire = ReturnType<typeof reportToWire>;
const COUNTS = {
	CREATED: 'created',
	UPDATED: 'updated',
	UNCHANGED: 'unchanged',
	REFUSED: 'refused',
} as const;

/** How many rows there are of each result. */
export function Counts({ counts }: { counts: Wire }) {
	const words = useWords(WORDS);
	return (
		<ul class="rows">
			{ROW_RESULTS.filter((result) => counts[COUNTS[result]] > 0).map((result) => (
				<li>
					<strong>{words.count(counts[COUNTS[result]])}</strong>
					<Badge mood={MOODS[result]}>{words.results[result]}</Badge>
				</li>
			))}
		</ul>
	);
}
