import type { Instant } from '../../../foundation/core/instant.ts';

/** The earliest dates that an operation accepts. Null when it has no such date, or does not limit it. */
export interface DateWindow {
	start: Instant | null;
	end: Instant | null;
}

export interface DateWindows {
	payrollReferenceDay: number;
	/** The last day of a month on which expenses of the previous month can be submitted. */
	submissionDay: number;
	submitExpense: DateWindow;
	setAccess: DateWindow;
	revokeAccess: DateWindow;
	setMonthlyBudget: DateWindow;
	setDefaultAccess: DateWindow;
	revokePlannedVouchers: DateWindow;
}
