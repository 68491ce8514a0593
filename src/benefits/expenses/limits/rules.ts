import type { LimitWarning } from '../../../foundation/core/legal-limits.ts';
import type { Currency } from '../../../foundation/core/money.ts';

/** The most warnings about legal limits that are read at once. */
export const MAX_WARNED = 1000;

/** Benefits in a month or year that are more than a legal limit, with the waiting expense that is one of them. */
export interface Exceeding {
	expenseId: string | null;
	code: LimitWarning;
	value: number;
	limit: number;
	currency: Currency;
}
