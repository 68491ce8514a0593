import { expect, test } from 'vitest';
import { cellsOf, csvOf } from '../../../src/foundation/core/csv.ts';

const FORMULAS = ['=1+1', '+1', '-1', '@A1', '\t=1', 'a;=1+1;b', 'a,=1+1', 'a\n-2', 'a\r\n=3;=4'];

test.each([',', ';'])(
	'no formula begins a cell, whichever separator a spreadsheet expects beside %s',
	(delimiter) => {
		const file = csvOf(
			FORMULAS.map((cell) => [cell, 'x', -1]),
			delimiter,
		);
		const parts = file.split(/[,;\t\r\n"]/).filter((part) => part !== '-1');
		for (const part of parts) expect(part).not.toMatch(/^[=+\-@]/);
	},
);

test('a cell with a semicolon or a line break is quoted, whatever the delimiter is', () => {
	expect(csvOf([['a;=1+1;b', 'x']])).toBe(`"a;'=1+1;b",x\r\n`);
	expect(csvOf([['a\nb', 'x']])).toBe('"a\nb",x\r\n');
});

test.each(FORMULAS)('the text %j comes back as it was, but for blanks around it', (text) => {
	const { lines } = cellsOf(
		csvOf([
			['one', 'two'],
			[text, 'x'],
		]),
	);
	expect(lines[1]).toEqual([text.trim(), 'x']);
});

test('numbers stay numbers', () => {
	expect(csvOf([[-5, 0, 'x']])).toBe('-5,0,x\r\n');
});
