import type { Grant, MonthBalance } from '../../foundation/core/balance.ts';
import type { Restriction } from '../../foundation/core/budget.ts';
import { type Instant, toYearMonth } from '../../foundation/core/instant.ts';
import type { Currency, Money } from '../../foundation/core/money.ts';
import type { PersonShown } from '../employees/people/rules.ts';

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
	/** Orders lists by personnel number. */
	position: string;
	person: PersonShown;
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

/** Returns the corrections of expenses by the month of the expense, in their order. */
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

/** Returns the rows of an employee, who may have none. */
export function byEmployee<R extends { employeeId: string }>(
	rows: readonly R[],
): (employeeId: string) => R[] {
	const grouped = Map.groupBy(rows, ({ employeeId }) => employeeId);
	return (employeeId) => grouped.get(employeeId) ?? [];
}
