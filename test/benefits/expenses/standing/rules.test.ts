import { describe, expect, test } from 'vitest';
import {
	alreadyDecided,
	firstDate,
	lastDayOf,
	type NewStanding,
	nextOf,
	occurrenceFrom,
	rankOf,
	requireGoingOn,
	requireItsMonth,
	requireLater,
} from '../../../../src/benefits/expenses/standing/rules.ts';
import { Refusal } from '../../../../src/foundation/core/refusals.ts';

const day = (text: string) => Date.parse(text);

/** Returns the code of a refusal, with its fields and their codes. */
function refusalOf(act: () => unknown): unknown[] | null {
	try {
		act();
		return null;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return [error.code, ...(error.extras.errors ?? []).flatMap(({ pointer, code }) => [pointer, code])];
	}
}

test.each([
	['2023-03-10', 10, '2023-03-10'],
	['2023-03-11', 10, '2023-04-10'],
	['2023-03-09', 10, '2023-03-10'],
	['2023-12-29', 28, '2024-01-28'],
	['2023-02-01', 1, '2023-02-01'],
])('from %s on, the first day %i is %s', (from, dayOfMonth, expected) => {
	expect(occurrenceFrom(day(from), dayOfMonth)).toBe(day(expected));
});

test('the last day is the earlier one of the end and the proof', () => {
	const dated = (endDate: string | null, proofUntil: string) =>
		lastDayOf({ endDate: endDate === null ? null : day(endDate), proofUntil: day(proofUntil) });
	expect(dated(null, '2023-05-31')).toBe(day('2023-05-31'));
	expect(dated('2023-04-30', '2023-05-31')).toBe(day('2023-04-30'));
	expect(dated('2023-06-30', '2023-05-31')).toBe(day('2023-05-31'));
});

const ACTIVE = {
	state: 'ACTIVE' as const,
	nextDate: day('2023-04-10'),
	endDate: null,
	proofUntil: day('2023-04-10'),
	dateTerminated: null,
};

test.each([
	['on the last day of the proof', {}, ACTIVE.nextDate],
	['beyond it', { proofUntil: day('2023-04-09') }, null],
	['beyond the end', { endDate: day('2023-04-09') }, null],
	['right before the termination', { dateTerminated: ACTIVE.nextDate + 1 }, ACTIVE.nextDate],
	['at the termination', { dateTerminated: ACTIVE.nextDate }, null],
	['before its verification', { state: 'SUBMITTED' as const }, null],
	['after its end', { state: 'ENDED' as const }, null],
])('the next expense %s', (_, fields, expected) => {
	expect(nextOf({ ...ACTIVE, ...fields })).toBe(expected);
});

describe('the first month', () => {
	const standing: NewStanding = {
		module: 'INTERNET',
		amount: { value: 1000, currency: 'EUR_CENT' },
		dayOfMonth: 10,
		startDate: day('2023-01-11'),
		endDate: null,
		proofUntil: day('2023-02-10'),
		isPublicTransport: null,
		note: null,
		upTo: false,
	};
	test.each([
		['is the first one from the start', {}, '2023-01-01', '2023-02-10'],
		['is the first open one', { proofUntil: day('2023-12-31') }, '2023-03-01', '2023-03-10'],
	])('%s', (_, fields, open, expected) => {
		expect(firstDate({ ...standing, ...fields }, day(open))).toBe(day(expected));
	});

	test.each([
		[{ proofUntil: day('2023-02-09') }, ['validation_failed', '#/proofUntil', 'too_early']],
		[{ endDate: day('2023-02-09') }, ['validation_failed', '#/endDate', 'too_early']],
		[
			{ endDate: day('2023-02-09'), proofUntil: day('2023-02-09') },
			['validation_failed', '#/endDate', 'too_early'],
		],
	])('needs a day in its period: %j', (fields, expected) => {
		expect(refusalOf(() => firstDate({ ...standing, ...fields }, day('2023-01-01')))).toEqual(expected);
	});

	test('is refused when every covered one is closed', () => {
		expect(firstDate(standing, day('2023-02-10'))).toBe(day('2023-02-10'));
		expect(refusalOf(() => firstDate(standing, day('2023-03-01')))).toEqual(['period_closed']);
	});
});

test.each([
	['2023-04-10', ['validation_failed', '#/proofUntil', 'too_early']],
	['2023-05-09', ['validation_failed', '#/proofUntil', 'too_early']],
	['2023-05-10', null],
])('a new proof until %s has to cover the next month', (until, expected) => {
	const standing = { ...ACTIVE, nextDate: day('2023-05-10') };
	expect(refusalOf(() => requireLater(day(until), standing))).toEqual(expected);
});

test('a proof of a month that the verified one covers adds nothing, and before the verification it may replace it', () => {
	const verified = { ...ACTIVE, proofUntil: day('2023-12-31') };
	const too = ['validation_failed', '#/proofUntil', 'too_early'];
	expect(refusalOf(() => requireLater(day('2023-12-31'), verified))).toEqual(too);
	expect(refusalOf(() => requireLater(day('2024-01-01'), verified))).toBeNull();
	expect(refusalOf(() => requireLater(day('2023-12-31'), { ...verified, state: 'SUBMITTED' }))).toBeNull();
});

test('only the expense of a standing one has to stay in its month', () => {
	const date = day('2023-03-10');
	const move = (standingExpenseId: string | null, to: string) =>
		refusalOf(() => requireItsMonth({ standingExpenseId, date }, day(to)));
	expect(move('a', '2023-03-31')).toBeNull();
	expect(move('a', '2023-04-01')).toEqual(['validation_failed', '#/date', 'wrong_month']);
	expect(move(null, '2023-04-01')).toBeNull();
});

test('one that has ended or was rejected takes nothing more', () => {
	const codeOf = (state: Parameters<typeof requireGoingOn>[0]) => refusalOf(() => requireGoingOn(state));
	expect([codeOf('SUBMITTED'), codeOf('ACTIVE')]).toEqual([null, null]);
	expect([codeOf('ENDED'), codeOf('REJECTED')]).toEqual([['standing_expense_ended'], ['already_decided']]);
	expect(alreadyDecided().code).toBe('already_decided');
});

test('those that wait come first in the list of a company', () => {
	expect([rankOf({ waitingSince: 0 }), rankOf({ waitingSince: null })]).toEqual([0, 1]);
});
