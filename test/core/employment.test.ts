import { describe, expect, test } from 'vitest';
import {
	type Employment,
	isPaused,
	isPausedThroughout,
	refuseAfterTermination,
	whileEmployed,
} from '../../src/core/employment.ts';
import { toIso } from '../../src/core/instant.ts';

const utc = Date.parse;
const employment = (fields: Partial<Employment> = {}): Employment => ({
	datePausedStart: null,
	datePausedEnd: null,
	dateTerminated: null,
	...fields,
});

const start = utc('2023-03-10T08:00:00.000Z');
const back = utc('2023-05-02T08:00:00.000Z');

describe('the pause reaches from its start up to, not including, its end', () => {
	const paused = employment({ datePausedStart: start, datePausedEnd: back });
	test.each([
		['the millisecond before the start', start - 1, false],
		['the start', start, true],
		['the last millisecond before the return', back - 1, true],
		['the return', back, false],
	])('%s', (_, at, expected) => {
		expect(isPaused(paused, at)).toBe(expected);
	});
});

test('a pause without an end is open', () => {
	const paused = employment({ datePausedStart: start });
	expect(isPaused(paused, start - 1)).toBe(false);
	expect(isPaused(paused, utc('9999-12-31T23:59:59.999Z'))).toBe(true);
});

test('without a start there is no pause', () => {
	expect(isPaused(employment(), start)).toBe(false);
	expect(isPausedThroughout(employment(), start, start)).toBe(false);
});

describe('a day or a month is paused from its first millisecond to its last', () => {
	const first = utc('2023-03-01T00:00:00.000Z');
	const last = utc('2023-03-31T23:59:59.999Z');
	test.each<[rule: string, datePausedStart: number, datePausedEnd: number | null, covered: boolean]>([
		['exactly', first, last + 1, true],
		['when the pause ends on the last millisecond', first, last, true],
		['not when it ends a millisecond before the last', first, last - 1, false],
		['when it starts earlier', first - 1, last + 1, true],
		['not when it starts a millisecond late', first + 1, last + 1, false],
		['when it is open', first, null, true],
		['not when it is open and starts late', first + 1, null, false],
		['not when it ended before', first - 2, first - 1, false],
		['not when it starts after', last + 1, null, false],
	])('%s', (_, datePausedStart, datePausedEnd, covered) => {
		expect(isPausedThroughout(employment({ datePausedStart, datePausedEnd }), first, last)).toBe(covered);
	});
});

describe('termination', () => {
	const dateTerminated = utc('2023-06-30T12:00:00.000Z');
	const leaving = employment({ dateTerminated });
	const periods = [
		{ id: 'c', validFrom: dateTerminated, validUntil: null },
		{ id: 'b', validFrom: dateTerminated - 1, validUntil: dateTerminated + 1 },
		{ id: 'a', validFrom: start, validUntil: dateTerminated - 2 },
	];

	test('shows what reaches beyond it cut, earlier ends as they are, and hides what starts at it', () => {
		expect(whileEmployed(periods, leaving)).toEqual([
			{ id: 'a', validFrom: start, validUntil: dateTerminated - 2 },
			{ id: 'b', validFrom: dateTerminated - 1, validUntil: dateTerminated },
		]);
	});

	test('is a lens: the stored periods stay, and without it they are shown again, by start', () => {
		const stored = structuredClone(periods);
		whileEmployed(periods, leaving);
		expect(periods).toEqual(stored);
		expect(whileEmployed(periods, employment())).toEqual(stored.toReversed());
	});

	test.each([
		['at it', 0],
		['after it', 1],
	])('refuses a benefit that would start %s', (_, later) => {
		expect(() => refuseAfterTermination(leaving, dateTerminated + later)).toThrowError(
			expect.objectContaining({
				code: 'employee_terminated',
				message: `The employee leaves on ${toIso(dateTerminated)}; a benefit must start before that.`,
			}),
		);
	});

	test.each([
		['a millisecond before it', leaving, dateTerminated - 1],
		['whenever, of one who stays', employment(), dateTerminated],
	])('lets a benefit start %s', (_, of, at) => {
		expect(refuseAfterTermination(of, at)).toBeUndefined();
	});
});
