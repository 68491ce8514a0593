import type { Country } from '../core/countries.ts';
import { newId } from '../core/id.ts';
import { addMonths, type Instant, startOfMonth } from '../core/instant.ts';
import { mealParts, mealValuesOn } from '../core/meals.ts';
import { MODULES, type Module } from '../core/modules.ts';
import type { Currency, Money } from '../core/money.ts';
import { cutOff } from '../core/months.ts';

export const TRANSACTION_STATES = ['PENDING', 'COMMITTED'] as const;

/** What a line books: a whole expense, one part of an expense for meals, or a voucher. A correction is of the kind that it corrects. */
export const TRANSACTION_KINDS = ['EXPENSE', 'MEALS_FLAT_TAXED', 'MEALS_TAX_FREE', 'VOUCHER'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** What lines belong to. Vouchers belong to no module of the flex budget. */
export const PAYROLL_MODULES = [...MODULES, 'GOODIES'] as const;
export type PayrollModule = (typeof PAYROLL_MODULES)[number];

/** What can have a wage type of its own. The part of a meal that is taxed has that of MEALS. */
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

/** What a run commits of one module. */
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
	days: number | null;
	/** What was approved of it. */
	amount: Money;
}

interface Payee {
	personnelNumber: string | null;
	costCenter: string | null;
}

/** The payroll transactions of an approved expense, with the employee's present payroll data. Their amounts add up to what was approved. */
export const pendingTransactions = (
	expense: ApprovedExpense,
	{ personnelNumber, costCenter }: Payee,
	mealsCountry: Country | null,
	payrollReferenceDate: Instant,
	now: Instant,
) =>
	partsOf(expense, mealsCountry).map(({ kind, value }) => ({
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
	}));

/** Meals are split where the company has asked for it, and the law of its country has values. */
function partsOf(
	{ module, date, days, amount }: ApprovedExpense,
	mealsCountry: Country | null,
): { kind: TransactionKind; value: number }[] {
	const values = mealValuesOn(mealsCountry, date);
	if (module !== 'MEALS' || days === null || values === null)
		return [{ kind: 'EXPENSE', value: amount.value }];
	const { flatTaxed, taxFree } = mealParts(values, days, amount);
	const taxed = { kind: 'MEALS_FLAT_TAXED' as const, value: flatTaxed };
	return taxFree === 0 ? [taxed] : [taxed, { kind: 'MEALS_TAX_FREE', value: taxFree }];
}

/** How a company books vouchers. */
export interface Booking {
	referenceDay: number;
	/** The latest month with a closed run. */
	latestClosed: Instant | null;
}

export interface VoucherToBook extends Payee {
	voucherId: string;
	companyId: string;
	amountValue: number;
	amountCurrency: Currency;
	dueDate: Instant;
}

/** The payroll transaction of an issued voucher. It goes into the run of the month in which it was due, or the next open one. */
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
});
