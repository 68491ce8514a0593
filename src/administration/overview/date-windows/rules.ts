import type { Instant } from '../../../foundation/core/instant.ts';

/** The earliest dates that one operation accepts; null when it has no such date, or no limit for it. */
export interface DateWindow {
	start: Instant | null;
	end: Instant | null;
}

export interface DateWindows {
	payrollReferenceDay: number;
	/** The last day of the month on which expenses of the month before may be submitted. */
	submissionDay: number;
	submitExpense: DateWindow;
	setAccess: DateWindow;
	revokeAccess: DateWindow;
	setMonthlyBudget: DateWindow;
	setDefaultAccess: DateWindow;
	revokePlannedVouchers: DateWindow;
}
