import fc from 'fast-check';

const EXPENSES = fc.record({
	module: fc.constantFrom('MEALS', 'MEALS', 'MEALS', 'MEALS', 'INTERNET', 'KITA', 'KITA'),
	value: fc.integer({ min: 1, max: 4000 }),
	/** Few, so that the law splits most meals. */
	days: fc.constantFrom(1, 1, 2, 3),
	/** How much the meals cost beyond the amount; null if it is not named. */
	ownShare: fc.option(fc.nat(1500)),
	/** The approved days, if they are fewer. */
	approvedDays: fc.constantFrom(1, 2, 3),
	/** The percentage that is approved. With 0, the expense is rejected. */
	share: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 100 })),
	/** Decided after the run of its month has closed. */
	isLate: fc.constantFrom(false, false, true),
	/** Whether an invoice is the receipt, and says the same as the form. No rule looks at an expense without facts. */
	invoice: fc.constantFrom('none', 'agrees', 'agrees', 'differs'),
	of: fc.nat(2),
});

const MONTHS = fc.record({
	splitsMeals: fc.constantFrom(true, true, true, false),
	sumsBookings: fc.boolean(),
	/** Each run keeps the booking month that it was closed with. */
	bookingMonth: fc.constantFrom('RUN', 'FOLLOWING', 'FOLLOWING'),
	/** Whether the second of the three leaves at the end of the month. */
	isLast: fc.constantFrom(false, false, false, true),
	/** Whether the second wage type of meals is missing, so that free parts are held over. */
	isMissing: fc.boolean(),
	/** The one of the three who gets another personnel number. The third has none before. */
	renumbered: fc.option(fc.nat(2)),
	vouchers: fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 2 }),
	expenses: fc.array(EXPENSES, { maxLength: 5 }),
	/** The rule of the month, if there is one. A sample of all leaves its invoices to a verifier. */
	rule: fc.option(
		fc.record({
			value: fc.integer({ min: 1000, max: 4000 }),
			acceptsInvoices: fc.constantFrom(true, true, true, false),
			samplePercent: fc.constantFrom(0, 100),
		}),
		{ freq: 4 },
	),
	/** Standing expenses that begin this month, and the number of months after it that their proof covers. */
	standing: fc.array(
		fc.record({
			value: fc.integer({ min: 1, max: 4000 }),
			share: fc.integer({ min: 1, max: 100 }),
			months: fc.nat(4),
			of: fc.nat(2),
		}),
		{ maxLength: 1 },
	),
	/** Decisions that are taken back while their lines wait, and made again for another share. With 0, they stay open. */
	reopenings: fc.array(fc.record({ expense: fc.nat(200), share: fc.integer({ min: 0, max: 100 }) }), {
		maxLength: 2,
	}),
	/** Waiting lines that are paid outside payroll, and the percentage of them that is taken back. */
	settlements: fc.array(
		fc.record({ line: fc.nat(200), takenBack: fc.constantFrom(0, 0, 30, 100), isAtOnce: fc.boolean() }),
		{ maxLength: 2 },
	),
	corrections: fc.array(fc.record({ line: fc.nat(200), share: fc.integer({ min: -100, max: 20 }) }), {
		maxLength: 4,
	}),
});

export const YEAR: string[] = [
	...['2023-02', '2023-03', '2023-04', '2023-05', '2023-06'],
	...['2023-07', '2023-08', '2023-09', '2023-10', '2023-11', '2023-12'],
];

/** The events in a company of three employees from February to November. December closes the rest. */
export const MONTHS_PLAYED = YEAR.length - 1;
const yearsOf = (months: number) => fc.array(MONTHS, { minLength: months, maxLength: months });
export const years = yearsOf(MONTHS_PLAYED);
export type Month = typeof MONTHS extends fc.Arbitrary<infer M> ? M : never;

/** How far a move comes at once, in pages: into the copy, into the time without writes, or to its end. */
const pages = fc.constantFrom(8, 16, 28, undefined);
const move = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(null) },
	{ weight: 1, arbitrary: fc.record({ pages }) },
);
/** Before each part of a month: how far a company goes on moving, if it does. */
const moves = fc.tuple(move, move, move);

/** This many companies have years side by side, and move between D1 and cells meanwhile. */
export const moving = (companies: number, months: number) =>
	fc.array(
		fc.record({
			year: yearsOf(months),
			beginsInCell: fc.boolean(),
			moves: fc.array(moves, { minLength: months, maxLength: months }),
		}),
		{ minLength: companies, maxLength: companies },
	);

export interface Played {
	year: Month[];
	beginsInCell?: boolean;
	/** The moves before each part of each month. */
	moves?: ({ pages: number | undefined } | null)[][];
}
