import { addMonths, type Instant, startOfMonth } from '../../core/instant.ts';
import type { DateWindow } from '../../overview/date-windows/rules.ts';
import { DayField } from '../field.tsx';
import { useReader, useWords } from '../page.tsx';
import { dayOf } from './employee.ts';
import { WORDS } from './words.ts';

interface Dates {
	validFrom: Instant;
	validUntil: Instant | null;
}

/** From when and until when. The earliest day is offered first, and the first days of the months behind it. */
export function Span({ window, period }: { window: DateWindow; period: Dates | undefined }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const earliest = window.start ?? 0;
	const end = period?.validUntil ?? null;
	const months = [1, 2, 3].map((count) => startOfMonth(addMonths(earliest, count)));
	return (
		<>
			<DayField
				name="startDate"
				label={words.startDate}
				hint={words.earliest(say.day(earliest))}
				value={dayOf(Math.max(earliest, period?.validFrom ?? 0))}
				min={dayOf(earliest)}
				list="days"
			/>
			<datalist id="days">
				{[earliest, ...months].map((day) => (
					<option value={dayOf(day)} />
				))}
			</datalist>
			<DayField
				name="endDate"
				label={words.endDate}
				hint={words.endHint}
				value={end !== null && end < earliest ? undefined : dayOf(end)}
				isOptional
			/>
		</>
	);
}

/** Until when something that goes on lasts. */
export function EndField({ window }: { window: DateWindow }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const earliest = window.end ?? 0;
	return (
		<DayField
			name="endDate"
			label={words.endDate}
			hint={words.earliest(say.day(earliest))}
			min={dayOf(earliest)}
		/>
	);
}
