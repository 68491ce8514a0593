import { addMonths, type Instant, startOfMonth } from '../../core/instant.ts';

/** The start of the next month (specification, section 4.5). */
export const earliestDefaultAccessStart = (now: Instant): Instant => startOfMonth(addMonths(now, 1));
