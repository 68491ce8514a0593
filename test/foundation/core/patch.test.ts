import { expect, test } from 'vitest';
import { type Patch, patched } from '../../../src/foundation/core/patch.ts';

interface Note {
	title: string;
	color: string | null;
	pages: number;
}
const note: Note = { title: 'Leave', color: 'red', pages: 3 };

test.each<[rule: string, change: Patch<Note>, expected: Note]>([
	['an omitted field keeps its value', {}, note],
	['an undefined field keeps its value', { color: undefined }, note],
	['null clears', { color: null }, { ...note, color: null }],
	['a value replaces', { title: 'Return' }, { ...note, title: 'Return' }],
	['empty values are values', { title: '', pages: 0 }, { ...note, title: '', pages: 0 }],
])('%s', (_, change, expected) => {
	expect(patched(note, change)).toStrictEqual(expected);
});

test('the record that is changed stays as it was', () => {
	const before = { ...note };
	expect(patched(note, { pages: 4 })).not.toBe(note);
	expect(note).toStrictEqual(before);
});
