import { addMonths, startOfMonth, toYearMonth } from '../../core/instant.ts';
import type { Correction } from '../../payroll/corrections/store.ts';
import type { LineSheet } from '../../payroll/sheets/actions.ts';
import type { Refused } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Facts, Money } from '../parts.tsx';
import { CORRECTION_WORDS } from './correction-words.ts';

export interface LineProps {
	companyId: string;
	sheet: LineSheet;
	state: Refused;
	/** What the correction would be, once somebody has asked. */
	after: Correction | undefined;
}

/** What was paid in all, less what was taken back. */
export const totalOf = (lines: LineSheet['lines']): number =>
	lines.reduce((sum, { amountValue }) => sum + amountValue, 0);

/** The month whose run has this cut-off. */
export const monthOf = (cutOff: number): string => toYearMonth(addMonths(startOfMonth(cutOff), -1));

/** What a correction would leave behind. */
export function WouldBe({ sheet: { line, lines }, state, after }: LineProps) {
	const { say } = useReader();
	const words = useWords(CORRECTION_WORDS);
	if (after === undefined) return state.refusal === undefined ? <p>{words.typeFirst}</p> : null;
	const { amountValue, amountCurrency, payrollReferenceDate } = after;
	return (
		<Facts
			rows={[
				[
					words.wouldGo(say.monthName(monthOf(payrollReferenceDate))),
					<Money value={amountValue} currency={amountCurrency} />,
				],
				[words.wouldBe, <Money value={totalOf(lines) + amountValue} currency={line.amountCurrency} />],
			]}
		/>
	);
}
