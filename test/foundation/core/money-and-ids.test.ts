import { validate, version } from 'uuid';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { MAX_MONEY_VALUE } from '../../../src/foundation/core/money.ts';
import { moneyInput } from '../../../src/foundation/http/fields.ts';

const now = Date.parse('2023-03-07T12:00:00.000Z');

describe('ids', () => {
	test('are UUIDs of version 7 that hold their millisecond', () => {
		const id = newId(now);
		expect(validate(id)).toBe(true);
		expect(version(id)).toBe(7);
		expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(now);
	});

	test('made in one millisecond are distinct and sort in the order of their making', () => {
		const ids = Array.from({ length: 5000 }, () => newId(now));
		expect(ids.toSorted()).toEqual(ids);
		expect(new Set(ids).size).toBe(ids.length);
	});

	test('ids of a later millisecond sort after those of an earlier one, whatever the order of creation', () => {
		const [late, early, latest] = [newId(now + 1), newId(now), newId(now + 2)];
		expect([late, early, latest].toSorted()).toEqual([early, late, latest]);
	});

	test.each(['2000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])('are valid at %s', (at) => {
		expect(validate(newId(Date.parse(at)))).toBe(true);
	});
});

describe('money counts minor units: an integer from 0 to 100 000 000', () => {
	test.each([0, 1, 5000, MAX_MONEY_VALUE])('%d is an amount', (value) => {
		const money = { value, currency: 'EUR_CENT' };
		expect(moneyInput.safeParse(money)).toMatchObject({ success: true, data: money });
	});

	test.each([
		-1,
		0.5,
		100_000_000.5,
		100_000_001,
		Number.NaN,
		Number.POSITIVE_INFINITY,
		'1',
		null,
		undefined,
	])('%s is none', (value) => {
		expect(moneyInput.safeParse({ value, currency: 'EUR_CENT' }).success).toBe(false);
	});

	test.each(['EUR_CENT', 'LEU_BANI', 'GBP_PENCE', 'CHF_CENTIMES'])('in %s', (currency) => {
		expect(moneyInput.safeParse({ value: 1, currency }).success).toBe(true);
	});

	test.each(['EUR', 'eur_cent', '', null, undefined])('not in %s', (currency) => {
		expect(moneyInput.safeParse({ value: 1, currency }).success).toBe(false);
	});
});
