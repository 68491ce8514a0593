import type { Text } from './letter.ts';
import type { MailKind } from './rules.ts';
import { accessEnding } from './texts/access-ending.ts';
import { accountClosed } from './texts/account-closed.ts';
import { budgetExpiring } from './texts/budget-expiring.ts';
import { domainLost } from './texts/domain-lost.ts';
import { domainMissing } from './texts/domain-missing.ts';
import { expenseApproved } from './texts/expense-approved.ts';
import { expenseRejected } from './texts/expense-rejected.ts';
import { expenseReturned } from './texts/expense-returned.ts';
import { expensesWaiting } from './texts/expenses-waiting.ts';
import { invitation } from './texts/invitation.ts';
import { monthClosing } from './texts/month-closing.ts';
import { newDevice } from './texts/new-device.ts';
import { passwordChanged } from './texts/password-changed.ts';
import { passwordReset } from './texts/password-reset.ts';
import { secondFactorChanged } from './texts/second-factor-changed.ts';
import { secondFactorReset } from './texts/second-factor-reset.ts';
import { voucherIssued } from './texts/voucher-issued.ts';

export const TEXTS: Record<MailKind, Text> = {
	invitation,
	password_reset: passwordReset,
	password_changed: passwordChanged,
	new_device: newDevice,
	second_factor_changed: secondFactorChanged,
	second_factor_reset: secondFactorReset,
	account_closed: accountClosed,
	domain_missing: domainMissing,
	domain_lost: domainLost,
	expense_approved: expenseApproved,
	expense_rejected: expenseRejected,
	expense_returned: expenseReturned,
	expenses_waiting: expensesWaiting,
	voucher_issued: voucherIssued,
	budget_expiring: budgetExpiring,
	access_ending: accessEnding,
	month_closing: monthClosing,
};
