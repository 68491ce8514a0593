import type { LimitWarning } from '../../../foundation/core/legal-limits.ts';
import type { Currency } from '../../../foundation/core/money.ts';

export const MAX_WARNED = 1000;

/** Benefits of a month or year above a legal limit, with a waiting expense among them. */
export interface Exceeding {
	expenseId: string | null;
	code: LimitWarning;
	value: number;
	limit: number;
	currency: Currency;
}
