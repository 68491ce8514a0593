import { expect, test } from 'vitest';
import { requirePauseInOrder } from '../../src/employees/rules.ts';

const start = Date.parse('2023-03-10T08:00:00.000Z');
const check = (datePausedStart: number | null, datePausedEnd: number | null) => () =>
	requirePauseInOrder({ datePausedStart, datePausedEnd, dateTerminated: null });

test.each([
	['no pause', null, null],
	['an open pause', start, null],
	['a pause of one millisecond', start, start + 1],
])('%s is in order', (_, datePausedStart, datePausedEnd) => {
	expect(check(datePausedStart, datePausedEnd)).not.toThrow();
});

const NEEDS_START = 'datePausedEnd needs a datePausedStart before it.';
const AFTER_START = 'datePausedEnd must lie after datePausedStart.';

test.each([
	['an end without a start', null, start, 'required', NEEDS_START],
	['an end on the start', start, start, 'end_not_after_start', AFTER_START],
	['an end before the start', start, start - 1, 'end_not_after_start', AFTER_START],
])('%s is refused', (_, datePausedStart, datePausedEnd, code, detail) => {
	expect(check(datePausedStart, datePausedEnd)).toThrowError(
		expect.objectContaining({
			code: 'validation_failed',
			message: detail,
			extras: { errors: [{ pointer: '#/datePausedEnd', code, detail }] },
		}),
	);
});
