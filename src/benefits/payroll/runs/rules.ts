import { addMonths, endOfMonth, type Instant, toYearMonth } from '../../../foundation/core/instant.ts';
import type { Currency } from '../../../foundation/core/money.ts';
import { earliestOpen, monthOfCutOff } from '../../../foundation/core/months.ts';
import { invalidField, Refusal } from '../../../foundation/core/refusals.ts';
import { type ModuleSum, PAYROLL_MODULES, type PayrollModule } from '../../ledger/rules.ts';

export type Sums = Map<string, ModuleSum>;

interface SummedLine {
	module: PayrollModule;
	amountValue: number;
	amountCurrency: Currency;
}

export function addToSums(sums: Sums, lines: readonly SummedLine[]): void {
	for (const { module, amountValue, amountCurrency } of lines) {
		const key = `${PAYROLL_MODULES.indexOf(module)} ${amountCurrency}`;
		const value = (sums.get(key)?.amount.value ?? 0) + amountValue;
		sums.set(key, { module, amount: { value, currency: amountCurrency } });
	}
}

/** Returns the sums in the order of the modules. */
export const sumsOf = (sums: Sums): ModuleSum[] =>
	[...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);

interface Openness {
	company: { payrollReferenceDay: number };
	latest: { month: Instant } | undefined;
	/** The earliest cut-off of the waiting lines. */
	first: { reference: Instant | null } | undefined;
}

/**
 * Returns the months that closing `month` closes. They include earlier months that can still change or have waiting lines. Refuses a future
 * month, and one that is closed.
 */
function monthsToShut(month: Instant, now: Instant, openness: Openness): Instant[] {
	const { payrollReferenceDay } = openness.company;
	const latestClosed = openness.latest?.month ?? null;
	const firstCutOff = openness.first?.reference ?? null;
	if (month > now) throw invalidField('month', 'in_future', 'month must not be in the future.');
	if (latestClosed !== null && latestClosed >= month) throw alreadyClosed();
	const open = earliestOpen(now, payrollReferenceDay);
	const waits = firstCutOff === null ? open : monthOfCutOff(firstCutOff);
	const first = Math.max(Math.min(open, waits), latestClosed === null ? 0 : addMonths(latestClosed, 1));
	const months = [];
	for (let one = Math.min(first, month); one <= month; one = addMonths(one, 1)) months.push(one);
	return months;
}

/** True when closing these months needs a confirmation: one of them is not over, or there are several. */
export const isEarly = (months: readonly Instant[], now: Instant): boolean =>
	months.length > 1 || !areOver(months, now);

const areOver = (months: readonly Instant[], now: Instant): boolean =>
	months.every((month) => endOfMonth(month) < now);

/** Returns the months that closing `month` closes. Without confirmation, it refuses a month that is not over or has earlier open ones. */
export function requireMeant(
	month: Instant,
	now: Instant,
	isEarlyMeant: boolean,
	openness: Openness,
): Instant[] {
	const months = monthsToShut(month, now, openness);
	if (isEarlyMeant || !isEarly(months, now)) return months;
	const shut = months.map(toYearMonth);
	throw new Refusal(
		'early_closing',
		`This would shut ${shut.join(' and ')} for good${areOver(months, now) ? '' : ' before the month is over'}. To confirm, send "early": true. Add ?dryRun=true to see the run without closing anything.`,
		{ months: shut },
	);
}

export const alreadyClosed = (): Refusal =>
	new Refusal('period_closed', 'The payroll run of this month or of a later one is already closed.');
