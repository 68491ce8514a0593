import { describe, expect, test } from 'vitest';
import { aboutEmployee } from '../../src/core/history.ts';
import { changesOfEmployee, refuseErased, requirePauseInOrder } from '../../src/employees/rules.ts';

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

describe('what a change of an employee is called', () => {
	const about = aboutEmployee({ id: 'e', companyId: 'c' });
	const fields = { costCenter: '1', dateTerminated: null, datePausedStart: null, datePausedEnd: null };
	const typesOf = (before: object, after: object) =>
		changesOfEmployee(about, { ...fields, ...before }, { ...fields, ...after }).map(({ type }) => type);
	const [left, moved] = ['2023-04-30T00:00:00.000Z', '2023-05-31T00:00:00.000Z'];

	test.each([
		['nothing', {}, {}, []],
		['an attribute', {}, { costCenter: '2' }, ['employee.updated']],
		['a termination', {}, { dateTerminated: left }, ['employee.terminated']],
		['another termination', { dateTerminated: left }, { dateTerminated: moved }, ['employee.terminated']],
		['no termination', { dateTerminated: left }, {}, ['employee.termination_cleared']],
		['a pause', {}, { datePausedStart: left }, ['employee.paused']],
		[
			'its end',
			{ datePausedStart: left },
			{ datePausedStart: left, datePausedEnd: moved },
			['employee.paused'],
		],
		['no pause', { datePausedStart: left, datePausedEnd: moved }, {}, ['employee.pause_cleared']],
		[
			'everything at once',
			{},
			{ costCenter: '2', dateTerminated: moved, datePausedStart: left },
			['employee.updated', 'employee.paused', 'employee.terminated'],
		],
	])('%s', (_, before, after, types) => {
		expect(typesOf(before, after)).toEqual(types);
	});

	test('each tells its own fields only', () => {
		const [updated, terminated] = changesOfEmployee(about, fields, {
			...fields,
			costCenter: '2',
			dateTerminated: left,
		});
		expect(updated?.after).toEqual({ costCenter: '2' });
		expect(terminated).toMatchObject({ before: { dateTerminated: null }, after: { dateTerminated: left } });
	});
});

test('a record whose values were erased takes no new ones', () => {
	expect(() => refuseErased({ dateErased: null })).not.toThrow();
	expect(() => refuseErased({ dateErased: 0 })).toThrowError(
		expect.objectContaining({
			code: 'employee_erased',
			message: 'The personal values of this employee were erased. Create a new employee.',
		}),
	);
});
