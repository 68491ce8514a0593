import { startOfMonth, toYearMonth } from '../../core/instant.ts';
import type { Context } from '../env.ts';
import { monthIn, addressOf as payrollAddress } from '../payroll/place.ts';
import type { Asked } from './listing.ts';

/** What the address asks for: of the present month, unless it names one. */
export const askedIn = (c: Context, companyId: string): Asked => ({
	companyId,
	month: monthIn(c, 'month') ?? startOfMonth(c.var.now),
	state: c.req.query('state') || undefined,
});

/** The address of a list, or below it. */
export const addressOf = (path: string, { companyId, month, state }: Asked): string =>
	payrollAddress(companyId, `/${path}`, {
		month: toYearMonth(month),
		...(state !== undefined && { state }),
	});
