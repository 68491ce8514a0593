import { expect, test } from 'vitest';
import { invalidField, notFound, Refusal } from '../../../src/foundation/core/refusals.ts';

test('a refusal tells its own name, so that a log tells it from a fault of the program', () => {
	expect(String(new Refusal('period_closed', 'It is over.'))).toBe('Refusal: It is over.');
	expect(new Refusal('period_closed', 'It is over.').extras).toEqual({});
});

test('missing and inaccessible records get one answer, which contains only the kind of record', () => {
	const { code, message, extras } = notFound('employee');
	expect({ code, message, extras }).toEqual({
		code: 'not_found',
		message: 'There is no such employee, or you have no access to it.',
		extras: {},
	});
});

test('a fault of one field is pointed at', () => {
	const { code, message, extras } = invalidField('endDate', 'end_not_after_start', 'Too early.');
	expect({ code, message }).toEqual({ code: 'validation_failed', message: 'Too early.' });
	expect(extras.errors).toEqual([
		{ pointer: '#/endDate', code: 'end_not_after_start', detail: 'Too early.' },
	]);
});
