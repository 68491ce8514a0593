import type { Grant, Spending } from '../../src/foundation/core/balance.ts';
import type { ModuleSpending } from '../../src/foundation/core/budget.ts';
import type { Employment, Pause } from '../../src/foundation/core/employment.ts';
import type { Module } from '../../src/foundation/core/modules.ts';
import type { Currency } from '../../src/foundation/core/money.ts';

export const utc = Date.parse;

export const employed: Employment = { pauses: [], dateTerminated: null };

/** A pause from an instant up to, not including, the return; without a return it is open. */
export const pause = (start: number, back: number | null = null): Pause => ({
	validFrom: start,
	validUntil: back === null ? null : back - 1,
});

/** Pauses whose starts and returns follow each other in a list in order; the last one may be open. */
export const pausedBetween = (turns: readonly number[]): Pause[] =>
	turns.flatMap((start, n) => (n % 2 === 0 ? [pause(start, turns[n + 1])] : []));

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

export const spendOn = (module: Module, ...spent: Parameters<typeof spend>): ModuleSpending => ({
	...spend(...spent),
	module,
});
