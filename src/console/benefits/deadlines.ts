import { addMonths, startOfMonth, toYearMonth } from '../../core/instant.ts';
import { cutOff } from '../../core/months.ts';
import type { DateWindows } from '../../overview/date-windows/rules.ts';
import { useReader } from '../page.tsx';
import { WORDS } from './words.ts';

/** Until when receipts of each month that is open can be handed in. */
export function useDeadlines({ submitExpense, submissionDay }: DateWindows): string[] {
	const { c, say } = useReader();
	const words = WORDS[c.var.language];
	const present = startOfMonth(c.var.now);
	const earliest = startOfMonth(submitExpense.start ?? present);
	const months = earliest < present ? [addMonths(present, -1), present] : [present];
	return months.map((month) =>
		words.handInUntil(say.monthName(toYearMonth(month)), say.day(cutOff(month, submissionDay))),
	);
}
