import { addMonths, type Instant, startOfMonth } from '../../core/instant.ts';

/** The first day of the next month (section 4.5). */
export const earliestDefaultAccessStart = (now: Instant): Instant => startOfMonth(addMonths(now, 1));
