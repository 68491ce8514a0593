import type { Instant } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import type { MachineFacts } from '../facts/rules.ts';
import type { Check } from '../review/rules.ts';
import type { ExpenseState } from '../rules.ts';

/** The time after a receipt in which its author may add more. No rule looks at the expense before. */
export const MOMENT_MS = 5 * 60_000;

export const DEFAULT_SAMPLE_PERCENT = 5;

interface Rule {
	maxAmountValue: number;
	maxAmountCurrency: Currency;
	acceptsInvoices: boolean;
}

interface Candidate {
	amountValue: number;
	amountCurrency: Currency;
	days: number | null;
	machineFacts: MachineFacts | null;
}

/**
 * Whether a rule permits an expense. Every check must be fine, also those that a verifier may overrule. Nothing compares a second
 * invoice or a credit note with the form, so a person looks at them. No receipt proves several days of meals.
 */
export function isPermittedBy(
	rule: Rule,
	expense: Candidate,
	receipts: readonly { id: string; invoiceMark: string | null; mediaType: string }[],
	checks: readonly Check[],
): boolean {
	const { amountValue, amountCurrency, days, machineFacts } = expense;
	if (machineFacts === null || machineFacts.isCorrection || (days ?? 1) > 1) return false;
	const ofInvoice = machineFacts.source === 'E_INVOICE';
	const mayBeInvoice = ({ id, invoiceMark, mediaType }: (typeof receipts)[number]) =>
		id !== machineFacts.receiptId &&
		(invoiceMark !== null ||
			mediaType === 'application/xml' ||
			(ofInvoice && mediaType === 'application/pdf'));
	if (receipts.some(mayBeInvoice)) return false;
	if (amountCurrency !== rule.maxAmountCurrency || amountValue > rule.maxAmountValue) return false;
	const isFine = ({ name, result }: Check) =>
		result === 'fine' || (ofInvoice && rule.acceptsInvoices && name === 'machine' && result === 'open');
	return checks.some(({ name }) => name === 'machine') && checks.every(isFine);
}

/** The ways in which people decided otherwise than a rule, which approves all of an expense. */
export const OPPOSITIONS = ['rejected', 'approvedInPart', 'returned'] as const;
export type Opposition = (typeof OPPOSITIONS)[number];

interface DecidedExpense {
	state: ExpenseState;
	amountValue: number;
	approvedAmountValue: number | null;
	approvedDays: number | null;
	dateReturned: Instant | null;
}

/** Returns how people saw a decided expense in another way than a rule that would have approved all of it; null if they agreed. */
export function oppositionTo(expense: DecidedExpense): Opposition | null {
	const { state, amountValue, approvedAmountValue, approvedDays, dateReturned } = expense;
	if (state === 'REJECTED') return 'rejected';
	if (approvedAmountValue !== amountValue || approvedDays !== null) return 'approvedInPart';
	return dateReturned === null ? null : 'returned';
}

/** The result of a rule for the decided purchases of the last 90 days. */
export interface Trial extends Record<Opposition, number> {
	/** The day of the first purchase that may be among them. */
	firstDay: Instant;
	decided: number;
	/** How many of them the rule would have permitted. */
	permitted: number;
}
