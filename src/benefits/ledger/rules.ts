import type { Country } from '../../foundation/core/countries.ts';
import { newId } from '../../foundation/core/id.ts';
import { addMonths, type Instant, startOfMonth } from '../../foundation/core/instant.ts';
import { lacksMealValues, type Meals, mealParts, mealValuesOn } from '../../foundation/core/meals.ts';
import { MODULES, type Module } from '../../foundation/core/modules.ts';
import type { Currency, Money } from '../../foundation/core/money.ts';
import { cutOff } from '../../foundation/core/months.ts';

/**
 * A payroll run commits PENDING lines. A SETTLED line was paid outside payroll. A WITHDRAWN line belongs to a cancelled approval, and counts
 * nowhere. Only PENDING lines can change their state.
 */
export const TRANSACTION_STATES = ['PENDING', 'COMMITTED', 'SETTLED', 'WITHDRAWN'] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** The states of corrections. They are never withdrawn, because they follow a final line. */
export const CORRECTION_STATES = ['PENDING', 'COMMITTED', 'SETTLED'] as const satisfies TransactionState[];

/** The states of transactions in the specification. For its readers, lines in other states are deleted. */
export const LISTED_STATES = ['PENDING', 'COMMITTED'] as const satisfies TransactionState[];

/** The thing that a line books: a whole expense, a part of an expense for meals, or a voucher. A correction has the kind of the corrected line. */
export const TRANSACTION_KINDS = ['EXPENSE', 'MEALS_FLAT_TAXED', 'MEALS_TAX_FREE', 'VOUCHER'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** The modules of payroll lines. Vouchers belong to no module of the flex budget, so they have one of their own. */
export const PAYROLL_MODULES = [...MODULES, 'GOODIES'] as const;
export type PayrollModule = (typeof PAYROLL_MODULES)[number];

/** The keys of wage types. The taxed part of meals uses that of MEALS. */
export const WAGE_TYPE_KEYS = [...PAYROLL_MODULES, 'MEALS_TAX_FREE'] as const;
export type WageTypeKey = (typeof WAGE_TYPE_KEYS)[number];

export const wageTypeKeyOf = ({
	kind,
	module,
}: {
	kind: TransactionKind;
	module: PayrollModule;
}): WageTypeKey => (kind === 'MEALS_TAX_FREE' ? kind : module);

export const RUN_STATES = ['CLOSING', 'CLOSED'] as const;

/** The month in which DATEV books a run: the run's own, or the following one. */
export const BOOKING_MONTHS = ['RUN', 'FOLLOWING'] as const;
export type BookingMonth = (typeof BOOKING_MONTHS)[number];

/** A month, and the month in which the company's payroll office books it. */
export interface BookedRun {
	month: Instant;
	bookingMonth: BookingMonth;
}

export const bookedIn = ({ month, bookingMonth }: BookedRun): Instant =>
	bookingMonth === 'RUN' ? month : addMonths(month, 1);

/** Returns the last month of a leaver if the following month would be too late for booking; null for all others. */
export function bookedEarlier(run: BookedRun, dateTerminated: Instant | null): Instant | null {
	if (run.bookingMonth === 'RUN' || dateTerminated === null || dateTerminated > bookedIn(run)) return null;
	return startOfMonth(dateTerminated - 1);
}

export interface ModuleSum {
	module: PayrollModule;
	amount: Money;
}

interface ApprovedExpense {
	id: string;
	dateCreated: Instant;
	companyId: string;
	module: Module;
	date: Instant;
	/** Null for other modules. */
	meals: Meals | null;
	amount: Money;
}

interface Payee {
	personnelNumber: string | null;
	costCenter: string | null;
}

/** Returns the payroll transactions of an approved expense, with the employee's present payroll data. They add up to its amount. */
export const pendingTransactions = (
	expense: ApprovedExpense,
	{ personnelNumber, costCenter }: Payee,
	mealsCountry: Country | null,
	payrollReferenceDate: Instant,
	now: Instant,
) =>
	lawfulParts(expense, mealsCountry).map(({ kind, value }) => ({
		id: newId(now),
		dateCreated: now,
		dateModified: now,
		dateDeleted: null,
		flexDataId: expense.id,
		companyId: expense.companyId,
		module: expense.module,
		kind,
		personnelNumber,
		costCenter,
		amountValue: value,
		amountCurrency: expense.amount.currency,
		state: 'PENDING' as const,
		payrollReferenceDate,
		submittedDate: expense.dateCreated,
		runId: null,
		awaitsMealValue: expense.meals !== null && lacksMealValues(mealsCountry, expense.date),
	}));

/** Splits meals if the company has chosen that and its country has statutory values. */
export function lawfulParts(
	{ date, meals, amount }: Pick<ApprovedExpense, 'date' | 'meals' | 'amount'>,
	mealsCountry: Country | null,
): { kind: TransactionKind; value: number }[] {
	const values = mealValuesOn(mealsCountry, date);
	if (meals === null || values === null) return [{ kind: 'EXPENSE', value: amount.value }];
	const { flatTaxed, taxFree } = mealParts(values, meals, amount.value);
	const parts = [
		{ kind: 'MEALS_FLAT_TAXED' as const, value: flatTaxed },
		{ kind: 'MEALS_TAX_FREE' as const, value: taxFree },
	];
	return parts.filter(({ value }) => value > 0);
}

export interface Booking {
	referenceDay: number;
	latestClosed: Instant | null;
}

export interface VoucherToBook extends Payee {
	voucherId: string;
	companyId: string;
	amountValue: number;
	amountCurrency: Currency;
	dueDate: Instant;
}

/** Returns the payroll transaction of a voucher. It belongs to the run of the month of its due date, or else to the next open run. */
export const voucherTransaction = (
	id: string,
	{ voucherId, companyId, personnelNumber, costCenter, amountValue, amountCurrency, dueDate }: VoucherToBook,
	{ referenceDay, latestClosed }: Booking,
	now: Instant,
) => ({
	id,
	dateCreated: now,
	dateModified: now,
	dateDeleted: null,
	flexDataId: voucherId,
	companyId,
	module: 'GOODIES' as const,
	kind: 'VOUCHER' as const,
	personnelNumber,
	costCenter,
	amountValue,
	amountCurrency,
	state: 'PENDING' as const,
	payrollReferenceDate: cutOff(
		latestClosed === null ? dueDate : Math.max(startOfMonth(dueDate), addMonths(latestClosed, 1)),
		referenceDay,
	),
	submittedDate: dueDate,
	runId: null,
	awaitsMealValue: false,
});
