import type { Grant, MonthBalance } from '../../core/balance.ts';
import type { Restriction } from '../../core/restriction.ts';

/** A month's balance, with what the monthly budget of goodies permits beside it. */
export interface RestrictedMonth extends MonthBalance<Grant> {
	restriction: Restriction | null;
}

export type RestrictedYear = [RestrictedMonth, ...RestrictedMonth[]];
