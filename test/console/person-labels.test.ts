import { expect, test } from 'vitest';
import { labelOf } from '../../src/console/person/lanes.ts';

const PICTURE = { x: 110, end: 638 };
const SHORT = '50,00\u00a0€ · alles · überträgt';
const LONGEST =
	'1.234,00\u00a0CHF · Essen, Gesundheit, Internet, Erholung, Kinderbetreuung, Mobilität · überträgt';
const at = (x: number, end: number, text = SHORT) => labelOf(text, { x, end }, PICTURE);

test('a label stands in its bar, in as many lines as it takes, and a line never begins with a point between two things', () => {
	expect(at(200, 400)).toEqual({ lines: [SHORT], x: 208, anchor: 'start', from: 200, to: 400 });
	expect(at(200, 320).lines).toEqual(['50,00\u00a0€ · alles ·', 'überträgt']);
	expect(at(200, 280)).toMatchObject({ lines: ['50,00\u00a0€ ·', 'alles ·', 'überträgt'], to: 280 });
});

test('the label of a bar that is narrower than one of its words stands on its right, and on its left where the year ends', () => {
	expect(at(200, 240)).toMatchObject({ lines: [SHORT], x: 248, anchor: 'start', from: 200 });
	expect(at(600, 638)).toMatchObject({ lines: [SHORT], x: 592, anchor: 'end', to: 638 });
});

test('a label that would take five lines stands beside its bar', () => {
	expect(at(200, 373, LONGEST)).toMatchObject({ x: 381, anchor: 'start', from: 200 });
	expect(at(200, 374, LONGEST)).toMatchObject({ x: 208, to: 374 });
});

test('a bar without a text needs no further space', () => {
	expect(at(600, 605, '')).toMatchObject({ lines: [''], from: 600, to: 605 });
});

test('no word of a label is left out, and none leaves the picture, wherever its bar lies', () => {
	for (let x = PICTURE.x; x < PICTURE.end; x += 3) {
		for (let end = x + 5; end <= PICTURE.end; end += 3) {
			const { lines, from, to } = at(x, end, LONGEST);
			expect(lines.join(' ')).toBe(LONGEST);
			expect([lines.length <= 4, from >= PICTURE.x - 8, to <= PICTURE.end + 8]).toEqual([true, true, true]);
		}
	}
});
