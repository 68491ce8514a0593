import type { Grant, Spending } from '../../src/core/balance.ts';
import type { Employment } from '../../src/core/employment.ts';
import type { Currency } from '../../src/core/money.ts';

export const utc = Date.parse;

export const employed: Employment = { datePausedStart: null, datePausedEnd: null, dateTerminated: null };

/** 50 a month, carried over; an end that is a day means its last millisecond. */
export const grant = (from: string, until: string | null, fields: Partial<Grant> = {}): Grant => ({
	id: `grant of ${from}`,
	validFrom: utc(from),
	validUntil: until === null ? null : utc(until.length > 10 ? until : `${until}T23:59:59.999Z`),
	budgetValue: 50,
	budgetCurrency: 'EUR_CENT',
	accumulateBudget: true,
	...fields,
});

export const spend = (
	day: string,
	value: number,
	currency: Currency = 'EUR_CENT',
	isPending = false,
): Spending => ({ date: utc(day), amount: { value, currency }, isPending });
