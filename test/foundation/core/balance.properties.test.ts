import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balancesOfYear, type Grant, type Spending } from '../../../src/foundation/core/balance.ts';
import { budgetAt } from '../../../src/foundation/core/budget.ts';
import { CURRENCIES, type Currency } from '../../../src/foundation/core/money.ts';
import { pausedBetween } from '../../harness/grants.ts';
import { type History, isChainOverdrawn, isLinkedByHand, monthByHand, YEAR } from './balance-by-hand.ts';

const FIRST = Date.UTC(YEAR, 0);
const NEXT = Date.UTC(YEAR + 1, 0);
const DAY = 86_400_000;
const TIMEOUT = 120_000;
/** The nightly script asks for many more. */
const RUNS = { numRuns: process.env.ALL_FAULTS === 'true' ? 10_000 : 200 };
const MONTHS = Array.from({ length: 12 }, (_, month) => month);

/** Half of the instants lie on month ends and right beside them, the others anywhere, also in neighbouring years. */
const instants = fc.oneof(
	fc
		.tuple(fc.integer({ min: -3, max: 15 }), fc.integer({ min: -2, max: 1 }))
		.map(([month, offset]) => Date.UTC(YEAR, month) + offset),
	fc.integer({ min: Date.UTC(YEAR, -3), max: Date.UTC(YEAR, 15) }),
);
const currencies = fc.oneof(
	{ weight: 5, arbitrary: fc.constant<Currency>('EUR_CENT') },
	{ weight: 1, arbitrary: fc.constantFrom(...CURRENCIES) },
);
const values = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 20_000 }));

/** Timelines that touch, have gaps, or split a month, a day, and even a millisecond. */
const timelines: fc.Arbitrary<Grant[]> = fc
	.tuple(
		fc.uniqueArray(instants, { minLength: 1, maxLength: 7 }),
		fc.array(
			fc.record({
				budgetValue: values,
				budgetCurrency: currencies,
				accumulateBudget: fc.oneof(fc.constant(true), fc.boolean()),
				isGap: fc.nat(5).map((n) => n === 0),
			}),
			{ minLength: 7, maxLength: 7 },
		),
		fc.boolean(),
	)
	.chain(([cuts, fields, isOpen]) => {
		const starts = cuts.toSorted((a, b) => a - b);
		const grants = starts.flatMap((validFrom, n) => {
			const { isGap = true, ...field } = fields[n] ?? {};
			const next = starts[n + 1];
			const validUntil = next === undefined ? (isOpen ? null : validFrom + 4_000_000_000) : next - 1;
			return isGap ? [] : [{ id: `grant-${n}`, validFrom, validUntil, ...field } as Grant];
		});
		return fc.shuffledSubarray(grants, { minLength: grants.length });
	});

const employments = fc
	.tuple(fc.uniqueArray(instants, { maxLength: 5 }), fc.option(instants, { freq: 2 }))
	.map(([turns, dateTerminated]) => ({
		pauses: pausedBetween(turns.toSorted((a, b) => a - b)),
		dateTerminated,
	}));

/** An expense, pending or approved; corrections take back at most the whole of it, or add to it. */
const expenses: fc.Arbitrary<Spending[]> = fc
	.record({
		date: instants,
		value: values.map((value) => value + 1),
		currency: currencies,
		isPending: fc.boolean(),
		change: fc.option(fc.double({ min: -1, max: 2, noNaN: true })),
	})
	.map(({ date, value, currency, isPending, change }) => {
		const one = { date, amount: { value, currency }, isPending };
		if (isPending || change === null) return [one];
		return [one, { ...one, amount: { currency, value: Math.trunc(value * change) } }];
	});

const histories: fc.Arbitrary<History> = fc.record({
	grants: timelines,
	employment: employments,
	spendings: fc.array(expenses, { maxLength: 8 }).map((all) => all.flat()),
});

const balancesOf = ({ grants, employment, spendings }: History, at = FIRST) =>
	balancesOfYear(at, grants, employment, spendings);
const budgetOn = (date: number, history: History) => budgetAt(balancesOf(history), date);
const withExpense = (history: History, date: number, value: number, currency: Currency): History => ({
	...history,
	spendings: [...history.spendings, { date, amount: { value, currency }, isPending: true }],
});
const days = fc.integer({ min: 0, max: (NEXT - FIRST) / DAY - 1 }).map((day) => FIRST + day * DAY);

function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
	return value;
}

test('every month is what walking day by day finds', { timeout: TIMEOUT }, () => {
	fc.assert(
		fc.property(histories, (history) => {
			const found = balancesOf(history).map((one) => ({
				accessId: one.access?.id ?? null,
				granted: one.granted,
				carriedIn: one.carriedIn,
				carryEnds: one.carryEnds,
				available: one.available,
				availableAfterwards: one.availableAfterwards,
				missing: Object.fromEntries([
					...one.overdrawnElsewhere.map(({ currency, value }) => [currency, value]),
					...(one.overdrawn > 0 ? [[one.currency, one.overdrawn]] : []),
				]),
			}));
			expect(found).toEqual(MONTHS.map((month) => monthByHand(month, history)));
		}),
		RUNS,
	);
});

test('the rest is the largest amount that overdraws no month of the chain', { timeout: TIMEOUT }, () => {
	let fitting = 0;
	fc.assert(
		fc.property(histories, days, (history, date) => {
			const month = new Date(date).getUTCMonth();
			const { currency, left } = budgetOn(date, history);
			const oneMore = withExpense(history, date, left + 1, currency ?? 'EUR_CENT');
			expect(isChainOverdrawn(month, oneMore)).toBe(true);
			if (left === 0) return;
			fitting++;
			const all = withExpense(history, date, left, currency ?? 'EUR_CENT');
			expect(isChainOverdrawn(month, all)).toBe(false);
			expect(budgetOn(date, all).left).toBe(0);
		}),
		RUNS,
	);
	expect(fitting).toBeGreaterThan(RUNS.numRuns / 10);
});

test('every entry adds up: granted and carried in is taken, left, or overdrawn', { timeout: TIMEOUT }, () => {
	fc.assert(
		fc.property(histories, (history) => {
			balancesOf(history).forEach((one, month) => {
				const { spent, pending, availableAfterwards, overdrawn } = one;
				const lost = overdrawn > 0 ? null : one.available - availableAfterwards;
				const taken = spent + pending + availableAfterwards - overdrawn;
				if (lost !== null) expect(one.granted + one.carriedIn).toBe(taken + lost);
				if (one.carryEnds === null) expect(one.granted + one.carriedIn).toBe(taken);
				expect(one.available === 0 || one.overdrawn === 0).toBe(true);
				const isLinked = one.carryOver === 'CARRIED' || one.carryOver === 'OVERDRAWN';
				expect(isLinked).toBe(isLinkedByHand(month, history));
				if (one.carryOver !== 'CARRIED') expect(one.carriedIn).toBe(0);
			});
		}),
		RUNS,
	);
});

test('expenses taken only as far as they fit overdraw nothing, and a refused one changes nothing', {
	timeout: TIMEOUT,
}, () => {
	const attempts = fc.array(fc.tuple(days, values), { minLength: 1, maxLength: 12 });
	fc.assert(
		fc.property(histories, attempts, (start, expenses) => {
			let history = deepFreeze({ ...start, spendings: [] as Spending[] });
			for (const [date, value] of expenses) {
				const before = balancesOf(history);
				const { currency, left } = budgetOn(date, history);
				if (currency !== null && value <= left)
					history = deepFreeze(withExpense(history, date, value, currency));
				else expect(balancesOf(history)).toEqual(before);
			}
			expect(balancesOf(history).filter((one) => one.overdrawn > 0)).toEqual([]);
		}),
		RUNS,
	);
});

test('a chain never crosses a year: what other years hold counts for nothing', { timeout: TIMEOUT }, () => {
	fc.assert(
		fc.property(histories, fc.integer({ min: FIRST, max: NEXT - 1 }), (history, at) => {
			const ofYear = history.spendings.filter(({ date }) => date >= FIRST && date < NEXT);
			const grants = history.grants.filter(
				({ validFrom, validUntil }) => validFrom < NEXT && (validUntil ?? NEXT) >= FIRST,
			);
			const balances = balancesOf(history, at);
			expect(balances).toEqual(balancesOf({ ...history, grants, spendings: ofYear }));
			expect(balances[0]).toMatchObject({ month: `${YEAR}-01`, carryOver: 'NEW_YEAR', carriedIn: 0 });
		}),
		RUNS,
	);
});
