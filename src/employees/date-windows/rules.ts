import type { Instant } from '../../core/instant.ts';

/** The earliest dates that one operation accepts; null when it has no such date, or no limit for it. */
export interface DateWindow {
	start: Instant | null;
	end: Instant | null;
}

export interface DateWindows {
	payrollReferenceDay: number;
	setAccess: DateWindow;
	revokeAccess: DateWindow;
	setMonthlyBudget: DateWindow;
	setDefaultAccess: DateWindow;
	revokePlannedVouchers: DateWindow;
}
