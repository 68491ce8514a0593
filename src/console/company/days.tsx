import { addMonths, type Instant, startOfMonth, toYearMonth } from '../../core/instant.ts';
import { cutOff, earliestOpen } from '../../core/months.ts';
import { useReader, useWords } from '../page.tsx';
import { Table } from '../parts.tsx';
import { WORDS } from './settings-words.ts';

interface Days {
	payrollReferenceDay: number;
	submissionDay: number | null;
}

/** How many months are shown. */
const SHOWN = 4;

/** Until when expenses of the open months can be handed in and decided on, as it is and as it would be. */
export function MovedDays({ before, after }: { before: Days; after: Days }) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const { now } = c.var;
	const opens = [before, after].map(({ payrollReferenceDay }) => earliestOpen(now, payrollReferenceDay));
	const [openBefore = now, openAfter = now] = opens;
	const months = Array.from({ length: SHOWN }, (_, index) => addMonths(Math.min(...opens), index));
	const moved = (daysOf: (days: Days) => number) => (month: Instant) => {
		const [old, fresh] = [before, after].map((days) => say.shortDay(cutOff(month, daysOf(days))));
		return old === fresh ? old : `${old} → ${fresh}`;
	};
	const submission = moved(({ submissionDay, payrollReferenceDay }) => submissionDay ?? payrollReferenceDay);
	const decision = moved(({ payrollReferenceDay }) => payrollReferenceDay);
	return (
		<>
			<Table
				caption={words.deadlines}
				columns={[words.month, words.submittedUntil, words.decidedUntil]}
				readsDown
				rows={months.map((month) => [
					say.monthName(toYearMonth(startOfMonth(month))),
					submission(month),
					decision(month),
				])}
			/>
			{openAfter > openBefore && <p>{words.closesNow(say.monthName(toYearMonth(openBefore)))}</p>}
			{openAfter < openBefore && <p>{words.opensAgain(say.monthName(toYearMonth(openAfter)))}</p>}
		</>
	);
}
