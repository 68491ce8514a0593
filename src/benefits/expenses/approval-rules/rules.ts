import type { Instant } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import type { MachineFacts } from '../facts/rules.ts';
import type { Check } from '../review/rules.ts';
import type { ExpenseState } from '../rules.ts';

/** After each receipt, the author has this time to add more. No rule decides on the expense before. */
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
 * True when a rule permits an expense. All checks must be fine, even those that a verifier may overrule. People decide on second invoices
 * and credit notes, which are not compared with the form. They also decide on several days of meals, which a receipt cannot prove.
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

/** How people decided differently from a rule. A rule always approves the whole expense. */
export const OPPOSITIONS = ['rejected', 'approvedInPart', 'returned'] as const;
export type Opposition = (typeof OPPOSITIONS)[number];

interface DecidedExpense {
	state: ExpenseState;
	amountValue: number;
	approvedAmountValue: number | null;
	approvedDays: number | null;
	dateReturned: Instant | null;
}

/** Returns how people decided differently from a rule that would have approved the whole expense; null if they agreed. */
export function oppositionTo(expense: DecidedExpense): Opposition | null {
	const { state, amountValue, approvedAmountValue, approvedDays, dateReturned } = expense;
	if (state === 'REJECTED') return 'rejected';
	if (approvedAmountValue !== amountValue || approvedDays !== null) return 'approvedInPart';
	return dateReturned === null ? null : 'returned';
}

/** The results of a rule for the decided purchases of the last 90 days. */
export interface Trial extends Record<Opposition, number> {
	/** The earliest day of the purchases. */
	firstDay: Instant;
	decided: number;
	permitted: number;
}
