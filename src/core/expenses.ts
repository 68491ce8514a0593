import type { RefusalCode } from './domain-error.ts';

export const EXPENSE_STATES = ['SUBMITTED', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];

export const RECEIPT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

/** What the rules may refuse an expense for. */
export const EXPENSE_REFUSALS = [
	'employee_terminated',
	'employee_paused',
	'no_flex_access',
	'module_not_allowed',
	'public_transport_only',
	'max_days_exceeded',
	'tax_budget_exceeded',
	'currency_mismatch',
	'budget_exceeded',
	'period_closed',
] as const satisfies RefusalCode[];

/** What one receipt may have. */
export const MAX_RECEIPT_BYTES = 10 * 1024 * 1024;
