import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import measured from './costs/measured.json' with { type: 'json' };
import data from './costs/prices.json' with { type: 'json' };
import { amountsOf, dollarsOf, withTables } from './costs/tables.ts';

test('docs/costs.md has the tables that follow from the measured figures and the prices', () => {
	const page = readFileSync(resolve(import.meta.dirname, '../../../docs/costs.md'), 'utf8');
	expect(withTables(page, measured)).toBe(page);
	for (const { name } of Object.values(data.prices)) expect(page).toContain(`| ${name}`);
});

test('each price has a source, and a day on which it was confirmed or none', () => {
	for (const { source, confirmed, included, dollars, per } of Object.values(data.prices)) {
		expect(source).toMatch(/^https:\/\/developers\.cloudflare\.com\//);
		expect(confirmed ?? '2026-01-01').toMatch(/^\d{4}-\d\d-\d\d$/);
		expect(Math.min(included, dollars, per)).toBeGreaterThan(0);
	}
});

test('only what is beyond the included amount costs something', () => {
	expect(dollarsOf('rowsWritten', 50_000_000)).toBe(0);
	expect(dollarsOf('rowsWritten', 52_000_000)).toBe(2);
	expect(dollarsOf('mails', 13_000)).toBe(3.5);
	expect(dollarsOf('gbInR2', 1010)).toBe(15);
});

test('companies are in D1 up to 7 GB, and in cells beyond', () => {
	const [small, large] = [1000, 1_000_000].map((employees) => amountsOf(employees, 1, measured));
	expect([small?.gbInCells, small?.callsOfCells]).toEqual([0, 0]);
	expect(small?.gbInD1).toBeCloseTo((1000 * measured.bytes.year) / 1e9);
	expect(large?.gbInD1).toBe(0);
	expect(large?.gbInCells).toBeGreaterThan((1_000_000 * measured.bytes.year) / 1e9);
	expect(large?.callsOfCells).toBeGreaterThan(1_000_000 * measured.month.roundTrips);
});
