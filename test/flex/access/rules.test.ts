import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Employment } from '../../../src/core/employment.ts';
import { inForceOn } from '../../../src/core/employment.ts';
import { FIRST_INSTANT, toIso } from '../../../src/core/instant.ts';
import { earliestAccessEnd, earliestAccessStart } from '../../../src/flex/access/rules.ts';

const utc = Date.parse;

describe('the earliest dates of a flex access (section 4.3)', () => {
	test.each([
		// now, reference day, earliest start, earliest end
		['2023-03-07T00:00:00.000Z', 7, '2023-02-01', '2023-01-31'],
		['2023-03-07T23:59:59.999Z', 7, '2023-02-01', '2023-01-31'],
		['2023-03-08T00:00:00.000Z', 7, '2023-03-01', '2023-02-28'],
		['2024-03-08T00:00:00.000Z', 7, '2024-03-01', '2024-02-29'],
		['2024-01-07T23:59:59.999Z', 7, '2023-12-01', '2023-11-30'],
		['2024-01-08T00:00:00.000Z', 7, '2024-01-01', '2023-12-31'],
		['2024-02-07T12:00:00.000Z', 7, '2024-01-01', '2023-12-31'],
		['2024-04-07T12:00:00.000Z', 7, '2024-03-01', '2024-02-29'],
		['2023-04-07T12:00:00.000Z', 7, '2023-03-01', '2023-02-28'],
		['2023-03-31T23:59:59.999Z', 7, '2023-03-01', '2023-02-28'],
		['2023-12-31T23:59:59.999Z', 7, '2023-12-01', '2023-11-30'],
		['2023-03-01T23:59:59.999Z', 1, '2023-02-01', '2023-01-31'],
		['2023-03-02T00:00:00.000Z', 1, '2023-03-01', '2023-02-28'],
		['2024-02-28T23:59:59.999Z', 28, '2024-01-01', '2023-12-31'],
		['2024-02-29T00:00:00.000Z', 28, '2024-02-01', '2024-01-31'],
		['2023-03-01T00:00:00.000Z', 28, '2023-02-01', '2023-01-31'],
	])('at %s with reference day %i: start %s, end of %s', (moment, referenceDay, start, end) => {
		expect(toIso(earliestAccessStart(utc(moment), referenceDay))).toBe(`${start}T00:00:00.000Z`);
		expect(toIso(earliestAccessEnd(utc(moment), referenceDay))).toBe(`${end}T23:59:59.999Z`);
	});

	test('for every moment and reference day: the start of this or the last month, the end right before it', () => {
		const moments = fc.integer({ min: FIRST_INSTANT, max: Date.UTC(2100, 0) });
		const referenceDays = fc.integer({ min: 1, max: 28 });
		fc.assert(
			fc.property(moments, referenceDays, (now, referenceDay) => {
				const date = new Date(now);
				const monthsBack = date.getUTCDate() <= referenceDay ? 1 : 0;
				const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1);
				expect(earliestAccessStart(now, referenceDay)).toBe(start);
				expect(earliestAccessEnd(now, referenceDay)).toBe(start - 1);
			}),
			{ numRuns: 2000 },
		);
	});

	test.each(Array.from({ length: 28 }, (_, index) => index + 1))(
		'reference day %i is the last on which the month before is open',
		(day) => {
			const nextDay = Date.UTC(2023, 2, day + 1);
			expect(toIso(earliestAccessStart(nextDay - 1, day))).toBe('2023-02-01T00:00:00.000Z');
			expect(toIso(earliestAccessStart(nextDay, day))).toBe('2023-03-01T00:00:00.000Z');
		},
	);
});

describe('the accesses in force on a day', () => {
	const staying: Employment = { datePausedStart: null, datePausedEnd: null, dateTerminated: null };
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
	const onDay = (day: string, employment: Partial<Employment> = {}) =>
		inForceOn(timeline, { ...staying, ...employment }, utc(day)).map(({ id }) => id);

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
		const pause = { datePausedStart: utc(from), datePausedEnd: until === null ? null : utc(until) };
		expect(onDay('2024-02-10', pause)).toEqual(expected);
	});

	test.each([
		['2024-02-10', ['spring']],
		['2024-02-11', []],
		['2024-03-06', []],
	])('on %s of one who leaves on 10 February: %j', (day, expected) => {
		expect(onDay(day, { dateTerminated: utc('2024-02-10T23:59:59.999Z') })).toEqual(expected);
	});
});
