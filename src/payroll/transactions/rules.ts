import type { Instant } from '../../core/instant.ts';
import type { Module } from '../../core/modules.ts';
import type { Money } from '../../core/money.ts';

export const TRANSACTION_STATES = ['PENDING', 'COMMITTED'] as const;

interface ApprovedExpense {
	id: string;
	dateCreated: Instant;
	companyId: string;
	module: Module;
	/** What was approved of it. */
	amount: Money;
}

interface Payee {
	personnelNumber: string | null;
	costCenter: string | null;
}

/** The payroll transaction of an approved expense, with the employee's present payroll data. */
export function pendingTransaction(
	id: string,
	expense: ApprovedExpense,
	{ personnelNumber, costCenter }: Payee,
	payrollReferenceDate: Instant,
	now: Instant,
) {
	const { companyId, module, amount } = expense;
	return {
		id,
		dateCreated: now,
		dateModified: now,
		dateDeleted: null,
		flexDataId: expense.id,
		companyId,
		module,
		personnelNumber,
		costCenter,
		amountValue: amount.value,
		amountCurrency: amount.currency,
		state: 'PENDING' as const,
		payrollReferenceDate,
		submittedDate: expense.dateCreated,
		runId: null,
	};
}
