import { describe, expect, test } from 'vitest';
import {
	addDays,
	addMonths,
	dayOfMonth,
	endOfDay,
	endOfMonth,
	FIRST_INSTANT,
	LAST_INSTANT,
	monthsBetween,
	startOfDay,
	startOfMonth,
	toIso,
	toIsoOrNull,
	toYearMonth,
	toYearMonthOrNull,
} from '../../../src/foundation/core/instant.ts';
import { refuseBefore } from '../../../src/foundation/core/months.ts';

const utc = Date.parse;

describe('addMonths', () => {
	test.each([
		['2023-01-31T00:00:00.000Z', 1, '2023-02-28T00:00:00.000Z'],
		['2024-01-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
		['2023-01-31T00:00:00.000Z', 2, '2023-03-31T00:00:00.000Z'],
		['2023-03-31T00:00:00.000Z', 1, '2023-04-30T00:00:00.000Z'],
		['2023-03-31T00:00:00.000Z', -1, '2023-02-28T00:00:00.000Z'],
		['2024-03-31T00:00:00.000Z', -1, '2024-02-29T00:00:00.000Z'],
		['2023-12-31T23:59:59.999Z', 1, '2024-01-31T23:59:59.999Z'],
		['2024-01-31T23:59:59.999Z', -1, '2023-12-31T23:59:59.999Z'],
		['2023-01-15T12:34:56.789Z', -1, '2022-12-15T12:34:56.789Z'],
		['2024-02-29T00:00:00.000Z', 12, '2025-02-28T00:00:00.000Z'],
		['2024-02-29T00:00:00.000Z', 48, '2028-02-29T00:00:00.000Z'],
		['2096-02-29T00:00:00.000Z', 48, '2100-02-28T00:00:00.000Z'],
		['2023-03-07T10:00:00.000Z', 0, '2023-03-07T10:00:00.000Z'],
		// The night in which Central Europe changes its clocks has 24 hours in UTC.
		['2023-02-26T01:30:00.000Z', 1, '2023-03-26T01:30:00.000Z'],
	])('%s and %i months make %s', (from, months, expected) => {
		expect(toIso(addMonths(utc(from), months))).toBe(expected);
	});
});

describe('addDays', () => {
	test.each([
		['2023-02-28T23:59:59.999Z', 1, '2023-03-01T23:59:59.999Z'],
		['2024-02-28T23:59:59.999Z', 1, '2024-02-29T23:59:59.999Z'],
		['2023-12-31T00:00:00.000Z', 1, '2024-01-01T00:00:00.000Z'],
		['2023-03-25T23:30:00.000Z', 1, '2023-03-26T23:30:00.000Z'],
		['2024-01-01T00:00:00.000Z', -1, '2023-12-31T00:00:00.000Z'],
	])('%s and %i days make %s', (from, days, expected) => {
		expect(toIso(addDays(utc(from), days))).toBe(expected);
	});
});

describe('a day and a month reach from their first to their last millisecond in UTC', () => {
	test.each([
		['2023-03-07T00:00:00.000Z', '2023-03-07', '2023-03-01', '2023-03-31'],
		['2023-03-07T23:59:59.999Z', '2023-03-07', '2023-03-01', '2023-03-31'],
		['2023-02-28T23:59:59.999Z', '2023-02-28', '2023-02-01', '2023-02-28'],
		['2024-02-28T23:59:59.999Z', '2024-02-28', '2024-02-01', '2024-02-29'],
		['2024-02-29T00:00:00.000Z', '2024-02-29', '2024-02-01', '2024-02-29'],
		['2023-12-31T23:59:59.999Z', '2023-12-31', '2023-12-01', '2023-12-31'],
		['2024-01-01T00:00:00.000Z', '2024-01-01', '2024-01-01', '2024-01-31'],
		['2000-01-01T00:00:00.000Z', '2000-01-01', '2000-01-01', '2000-01-31'],
		['9999-12-31T23:59:59.999Z', '9999-12-31', '9999-12-01', '9999-12-31'],
	])('%s', (at, day, first, last) => {
		expect(toIso(startOfDay(utc(at)))).toBe(`${day}T00:00:00.000Z`);
		expect(toIso(endOfDay(utc(at)))).toBe(`${day}T23:59:59.999Z`);
		expect(toIso(startOfMonth(utc(at)))).toBe(`${first}T00:00:00.000Z`);
		expect(toIso(endOfMonth(utc(at)))).toBe(`${last}T23:59:59.999Z`);
		expect(dayOfMonth(utc(at))).toBe(Number(day.slice(-2)));
		expect(toYearMonth(utc(at))).toBe(day.slice(0, 7));
	});
});

describe('monthsBetween counts calendar months, not days', () => {
	test.each([
		['2023-01-31T23:59:59.999Z', '2023-02-01T00:00:00.000Z', 1],
		['2023-02-01T00:00:00.000Z', '2023-02-28T23:59:59.999Z', 0],
		['2023-12-31T00:00:00.000Z', '2024-01-01T00:00:00.000Z', 1],
		['2022-02-28T00:00:00.000Z', '2024-02-29T00:00:00.000Z', 24],
		['2024-01-01T00:00:00.000Z', '2023-12-31T23:59:59.999Z', -1],
	])('from %s to %s: %i', (earlier, later, months) => {
		expect(monthsBetween(utc(earlier), utc(later))).toBe(months);
	});
});

test('instants are answered with milliseconds and Z, and no instant as null', () => {
	expect(toIso(utc('2023-03-07T01:00:00+02:00'))).toBe('2023-03-06T23:00:00.000Z');
	expect(toIsoOrNull(FIRST_INSTANT)).toBe('2000-01-01T00:00:00.000Z');
	expect(toIsoOrNull(null)).toBeNull();
	expect(toYearMonthOrNull(LAST_INSTANT)).toBe('9999-12');
	expect(toYearMonthOrNull(null)).toBeNull();
});

describe('refuseBefore', () => {
	const earliest = utc('2023-02-01T00:00:00.000Z');

	test.each([
		['the earliest', earliest],
		['a later date', earliest + 1],
		['no end', null],
	])('lets %s pass', (_, at) => {
		expect(refuseBefore('endDate', at, earliest)).toBeUndefined();
	});

	test.each([earliest - 1, 0])('refuses an earlier date (%i) and names the earliest', (at) => {
		expect(() => refuseBefore('endDate', at, earliest)).toThrowError(
			expect.objectContaining({
				code: 'date_out_of_window',
				message: 'endDate must not be before 2023-02-01T00:00:00.000Z.',
				extras: { field: 'endDate', earliestAllowed: '2023-02-01T00:00:00.000Z' },
			}),
		);
	});
});
