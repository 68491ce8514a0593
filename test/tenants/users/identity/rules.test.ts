import { expect, test } from 'vitest';
import { REST_MS, resetsRest, restOf } from '../../../../src/tenants/users/identity/rules.ts';

const BEGINNING = Date.parse('2023-03-07T12:00:00.000Z');
const restUntil = BEGINNING + REST_MS;

test.each([
	['a user without a rest', null, BEGINNING, null],
	['the last millisecond of a rest', restUntil, restUntil - 1, restUntil],
	['its end', restUntil, restUntil, null],
])('resets by mail rest, at %s: until %s', (_, until, now, expected) => {
	expect(restOf({ restUntil: until }, now)).toBe(expected);
});

test('a rest lasts 72 hours, and its refusal says until when', () => {
	expect(restUntil).toBe(Date.parse('2023-03-10T12:00:00.000Z'));
	expect(resetsRest(restUntil)).toMatchObject({
		code: 'resets_rest',
		extras: { earliestAllowed: '2023-03-10T12:00:00.000Z' },
	});
});
