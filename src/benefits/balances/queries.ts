import { and, gte, lt, type SQL } from 'drizzle-orm';
import { addMonths, type Instant, startOfYear } from '../../foundation/core/instant.ts';
import { expenses } from '../expenses/table.ts';

/** The condition that the day of an expense is in the year of an instant. */
export const inYear = (anyInstant: Instant): SQL | undefined => {
	const first = startOfYear(anyInstant);
	return and(gte(expenses.date, first), lt(expenses.date, addMonths(first, 12)));
};
