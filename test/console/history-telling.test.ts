import { describe, expect, test } from 'vitest';
import { addressOfKey } from '../../src/auth/keys/rules.ts';
import { lineOf } from '../../src/console/history/event.tsx';

const told = (before: object | null, after: object): string =>
	lineOf({ before, after } as Parameters<typeof lineOf>[0], false, 'en');

describe('the sentence of', () => {
	test('a month that is closed names the month; one of before it did reads well without', () => {
		const [closing, closed] = [{ state: 'CLOSING' }, { state: 'CLOSED', lineCount: 3 }];
		const month = '2026-11-01T00:00:00.000Z';
		expect(told({ month, ...closing, lineCount: null }, { month, ...closed })).toBe(
			'month November 2026, status is being closed → closed, lines — → 3',
		);
		expect(told({ ...closing, lineCount: null }, closed)).toBe(
			'status is being closed → closed, lines — → 3',
		);
	});

	test('a file names its format as the page of the month does', () => {
		const file = { month: '2026-11-01T00:00:00.000Z', format: 'datev-lug', version: 1, leftOut: [] };
		expect(told(null, file)).toBe('month November 2026, format DATEV Lohn und Gehalt, version 1');
	});

	test('other wage types says which, and a correction how its line stands', () => {
		expect(
			told({ wageTypes: null }, { wageTypes: { MEALS: { number: '2100', lodasKey: '2' }, HEALTH: null } }),
		).toBe('wage types — → Meals wage type 2100, processing key 2');
		expect(told(null, { module: 'MEALS', state: 'PENDING' })).toBe('for Meals, status waits for its month');
	});

	test('a program that is given a key tells no address made up for it', () => {
		expect(told(null, { email: addressOfKey('0186bbf1'), roles: ['TECHNICAL_USER'] })).toBe(
			'roles Technical user',
		);
	});

	test('the payments of a month are amounts by module', () => {
		const sums = [{ module: 'MEALS', amount: { value: 1450, currency: 'EUR_CENT' } }];
		expect(told({ sums: null }, { sums })).toBe('totals — → for Meals, amount €14.50');
	});
});
