import { describe, expect, test } from 'vitest';
import {
	type Employment,
	inForceOn,
	isPausedThroughout,
	pauseAt,
	refuseAfterTermination,
	whileEmployed,
} from '../../../src/foundation/core/employment.ts';
import { toIso } from '../../../src/foundation/core/instant.ts';
import { employed, pause, utc } from '../../harness/grants.ts';

const employment = (fields: Partial<Employment> = {}): Employment => ({ ...employed, ...fields });

const start = utc('2023-03-10T08:00:00.000Z');
const back = utc('2023-05-02T08:00:00.000Z');

describe('the pause reaches from its start up to, not including, its end', () => {
	const paused = employment({ pauses: [pause(start, back)] });
	test.each([
		['the millisecond before the start', start - 1, false],
		['the start', start, true],
		['the last millisecond before the return', back - 1, true],
		['the return', back, false],
	])('%s', (_, at, expected) => {
		expect(pauseAt(paused, at) !== undefined).toBe(expected);
	});
});

test('a pause without an end is open', () => {
	const paused = employment({ pauses: [pause(start)] });
	expect(pauseAt(paused, start - 1)).toBeUndefined();
	expect(pauseAt(paused, utc('9999-12-31T23:59:59.999Z'))).toBe(paused.pauses[0]);
});

test('without pauses nothing is paused', () => {
	expect(pauseAt(employment(), start)).toBeUndefined();
	expect(isPausedThroughout(employment(), start, start + 1)).toBe(false);
});

describe('a day or a month is paused from its first millisecond to its last', () => {
	const first = utc('2023-03-01T00:00:00.000Z');
	const last = utc('2023-03-31T23:59:59.999Z');
	test.each<[rule: string, from: number, until: number | null, covered: boolean]>([
		['exactly', first, last + 1, true],
		['when the pause ends on the last millisecond', first, last, true],
		['not when it ends a millisecond before the last', first, last - 1, false],
		['when it starts earlier', first - 1, last + 1, true],
		['not when it starts a millisecond late', first + 1, last + 1, false],
		['when it is open', first, null, true],
		['not when it is open and starts late', first + 1, null, false],
		['not when it ended before', first - 2, first - 1, false],
		['not when it starts after', last + 1, null, false],
	])('%s', (_, from, until, covered) => {
		expect(isPausedThroughout(employment({ pauses: [pause(from, until)] }), first, last)).toBe(covered);
	});

	test.each([
		['the last millisecond of a day', '2023-03-14T23:59:59.999Z', true],
		['a millisecond before that', '2023-03-14T23:59:59.998Z', false],
	])('two pauses: the first ends on %s, the second begins the next day', (_, ended, covered) => {
		const pauses = [pause(first, utc(ended)), pause(utc('2023-03-15T00:00:00.000Z'), last)];
		expect(isPausedThroughout(employment({ pauses }), first, last)).toBe(covered);
	});

	test.each([
		['together when they touch', 0, true],
		['not with a millisecond between them', 1, false],
	])('by two pauses %s', (_, gap, covered) => {
		const pauses = [pause(first, start), pause(start + gap)];
		expect(isPausedThroughout(employment({ pauses }), first, last)).toBe(covered);
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
				message: `The employment ends at ${toIso(dateTerminated)}. A benefit must start before that.`,
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

describe('the accesses in force on a day', () => {
	const access = (id: string, from: string, until: string | null) => ({
		id,
		validFrom: utc(from),
		validUntil: until === null ? null : utc(until),
	});
	const timeline = [
		access('spring', '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'),
		access('morning', '2024-03-02T00:00:00.000Z', '2024-03-02T11:59:59.999Z'),
		access('noon', '2024-03-02T12:00:00.000Z', '2024-03-05T00:00:00.000Z'),
		access('open', '2024-03-06T23:59:59.999Z', null),
	];
	const onDay = (day: string, fields: Partial<Employment> = {}) =>
		inForceOn(timeline, employment(fields), utc(day)).map(({ id }) => id);

	test.each([
		['2024-01-31', []],
		['2024-02-01', ['spring']],
		['2024-02-29', ['spring']],
		['2024-03-01', []],
		['2024-03-02', ['morning', 'noon']],
		['2024-03-05', ['noon']],
		['2024-03-06', ['open']],
		['9999-12-31', ['open']],
	])('%s: every one that holds at any instant of it: %j', (day, expected) => {
		expect(onDay(day)).toEqual(expected);
	});

	test.each([
		['a pause of the whole day', '2024-02-10T00:00:00.000Z', '2024-02-11T00:00:00.000Z', []],
		['a pause to its last millisecond', '2024-02-10T00:00:00.000Z', '2024-02-10T23:59:59.999Z', []],
		['a return before that', '2024-02-10T00:00:00.000Z', '2024-02-10T23:59:59.998Z', ['spring']],
		[
			'a pause from its second millisecond',
			'2024-02-10T00:00:00.001Z',
			'2024-02-12T00:00:00.000Z',
			['spring'],
		],
		['an open pause since before', '2024-01-01T00:00:00.000Z', null, []],
		['an open pause from the next day', '2024-02-11T00:00:00.000Z', null, ['spring']],
		['a pause that has ended', '2024-02-01T00:00:00.000Z', '2024-02-10T00:00:00.000Z', ['spring']],
	])('with %s', (_, from, until, expected) => {
		const pauses = [pause(utc(from), until === null ? null : utc(until))];
		expect(onDay('2024-02-10', { pauses })).toEqual(expected);
	});

	test.each([
		['2024-02-10', ['spring']],
		['2024-02-11', []],
		['2024-03-06', []],
	])('on %s of one who leaves on 10 February: %j', (day, expected) => {
		expect(onDay(day, { dateTerminated: utc('2024-02-10T23:59:59.999Z') })).toEqual(expected);
	});
});
