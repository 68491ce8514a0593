import type { Grant, MonthBalance } from '../core/balance.ts';
import { type Instant, toYearMonth } from '../core/instant.ts';
import type { Currency, Money } from '../core/money.ts';
import type { Restriction } from '../core/restriction.ts';

/** A later change of what was paid for an expense, and why. */
export interface ExplainedCorrection {
	dateCorrected: Instant;
	amount: Money;
	reason: string;
}

/** A month's balance, with what the monthly budget of goodies permits beside it and the corrections that `spent` contains. */
export interface RestrictedMonth extends MonthBalance<Grant> {
	restriction: Restriction | null;
	corrections: ExplainedCorrection[];
}

/** The balance of one month of an employee, and how the person is called now. */
export interface EmployeeMonth extends RestrictedMonth {
	id: string;
	employeeId: string;
	person: { firstName: string | null; lastName: string | null; personnelNumber: string | null };
}

export type RestrictedYear = [RestrictedMonth, ...RestrictedMonth[]];

interface CorrectionOfExpense {
	/** The day of the expense. */
	date: Instant;
	dateCorrected: Instant;
	value: number;
	currency: Currency;
	reason: string;
}

/** The corrections of a month's expenses, in their order. */
export const correctionsOf = (
	month: string,
	corrected: readonly CorrectionOfExpense[],
): ExplainedCorrection[] =>
	corrected
		.filter(({ date }) => toYearMonth(date) === month)
		.map(({ dateCorrected, value, currency, reason }) => ({
			dateCorrected,
			amount: { value, currency },
			reason,
		}))
		.sort((a, b) => a.dateCorrected - b.dateCorrected);
