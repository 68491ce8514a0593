import { expect, test } from 'vitest';
import { requireFewPeriods } from '../../../src/foundation/core/timeline.ts';

const periods = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ id: String(n), validFrom: n, validUntil: n }));
const change = (added: number, count: number) => ({
	removed: [],
	cut: [],
	added: periods(added),
	timeline: periods(count),
});

test('a timeline may grow to 1,000 periods, and not beyond', () => {
	expect(() => requireFewPeriods(change(1, 1000))).not.toThrow();
	expect(() => requireFewPeriods(change(1, 1001))).toThrowError(
		expect.objectContaining({
			code: 'too_many_periods',
			message: 'The timeline would have 1001 periods; it may have 1000. End some of them first.',
		}),
	);
});

test('one that has more may be ended', () => {
	expect(() => requireFewPeriods(change(0, 5000))).not.toThrow();
});
