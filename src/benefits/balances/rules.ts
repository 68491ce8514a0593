import type { Grant, MonthBalance } from '../../foundation/core/balance.ts';
import type { Restriction } from '../../foundation/core/budget.ts';
import { type Instant, toYearMonth } from '../../foundation/core/instant.ts';
import type { Currency, Money } from '../../foundation/core/money.ts';
import type { PersonShown } from '../employees/people/rules.ts';

/** A later change of the amount paid for an expense, with its reason. */
export interface ExplainedCorrection {
	dateCorrected: Instant;
	amount: Money;
	reason: string;
}

/** A month's balance with the limit of the monthly goodies budget, and the corrections that `spent` includes. */
export interface RestrictedMonth extends MonthBalance<Grant> {
	restriction: Restriction | null;
	corrections: ExplainedCorrection[];
}

export interface EmployeeMonth extends RestrictedMonth {
	id: string;
	employeeId: string;
	/** Sorts lists by personnel number. */
	position: string;
	person: PersonShown;
}

export type RestrictedYear = [RestrictedMonth, ...RestrictedMonth[]];

interface CorrectionOfExpense {
	date: Instant;
	dateCorrected: Instant;
	value: number;
	currency: Currency;
	reason: string;
}

/** Returns the corrections of expenses, grouped by the month of the expense. */
export function correctionsByMonth(
	corrected: readonly CorrectionOfExpense[],
): Map<string, ExplainedCorrection[]> {
	const byMonth = new Map<string, ExplainedCorrection[]>();
	for (const { date, dateCorrected, value, currency, reason } of corrected) {
		const ofMonth = byMonth.get(toYearMonth(date)) ?? [];
		ofMonth.push({ dateCorrected, amount: { value, currency }, reason });
		byMonth.set(toYearMonth(date), ofMonth);
	}
	for (const ofMonth of byMonth.values()) ofMonth.sort((a, b) => a.dateCorrected - b.dateCorrected);
	return byMonth;
}

/** Returns a function that returns the rows of an employee, or an empty list. */
export function byEmployee<R extends { employeeId: string }>(
	rows: readonly R[],
): (employeeId: string) => R[] {
	const grouped = Map.groupBy(rows, ({ employeeId }) => employeeId);
	return (employeeId) => grouped.get(employeeId) ?? [];
}
