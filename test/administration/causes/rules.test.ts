import { expect, test } from 'vitest';
import { type Caused, countsOf, withoutRepeated } from '../../../src/administration/causes/rules.ts';

const record = (kind: Caused['kind'], id: string, isEnded: boolean): Caused => ({
	kind,
	id,
	companyId: 'c',
	subjectId: 'c',
	isEnded,
});
const many = (kind: Caused['kind'], count: number, isEnded: boolean) =>
	Array.from({ length: count }, (_, index) => record(kind, `${kind} ${index}`, isEnded));

test('all records are counted, and at most 1,000 of them are named', () => {
	const { ended, kept } = countsOf([
		...many('PROPOSAL', 600, true),
		...many('INVITATION', 399, true),
		...many('PROPOSAL', 2, false),
		...many('EXPENSE', 3, false),
	]);
	const told = (counts: typeof ended) => counts.map(({ kind, count, ids }) => [kind, count, ids.length]);
	expect(told(ended)).toEqual([
		['PROPOSAL', 600, 600],
		['INVITATION', 399, 399],
	]);
	expect(told(kept)).toEqual([
		['PROPOSAL', 2, 1],
		['EXPENSE', 3, 0],
	]);
});

test('a record that was changed last by the cause ends, whatever came in between', () => {
	const found = [record('WEBHOOK_ENDPOINT', 'e', false), record('WEBHOOK_ENDPOINT', 'e', true)];
	expect(withoutRepeated(found)).toEqual([record('WEBHOOK_ENDPOINT', 'e', true)]);
	expect(withoutRepeated(found.toReversed())).toEqual([record('WEBHOOK_ENDPOINT', 'e', true)]);
	expect(withoutRepeated([record('PROPOSAL', 'e', true), ...found])).toHaveLength(2);
});
