import { describe, expect, test } from 'vitest';
import {
	datesOf,
	editPauses,
	requirePauseInOrder,
	shownPause,
} from '../../../../src/benefits/employees/pauses/rules.ts';
import type { Period } from '../../../../src/foundation/core/timeline.ts';
import { pause, utc } from '../../../harness/grants.ts';

const start = utc('2023-03-10T08:00:00.000Z');
const check = (datePausedStart: number | null, datePausedEnd: number | null) => () =>
	requirePauseInOrder({ datePausedStart, datePausedEnd });

test.each([
	['no pause', null, null],
	['an open pause', start, null],
	['a pause of one millisecond', start, start + 1],
])('%s is in order', (_, datePausedStart, datePausedEnd) => {
	expect(check(datePausedStart, datePausedEnd)).not.toThrow();
});

const NEEDS_START = 'datePausedEnd requires an earlier datePausedStart.';
const AFTER_START = 'datePausedEnd must be after datePausedStart.';

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

const day = (text: string | null) => (text === null ? null : utc(`2023-${text}`));
const span = (from: string, back: string | null) => pause(utc(`2023-${from}`), day(back));
const spell = ({ validFrom, validUntil }: Omit<Period, 'id'>) => {
	const text = (at: number) => new Date(at).toISOString().slice(5, 10);
	return `${text(validFrom)} to ${validUntil === null ? 'open' : text(validUntil + 1)}`;
};

describe('the record shows', () => {
	const [feb, may, aug] = [span('02-01', '03-01'), span('05-01', '06-01'), span('08-01', null)];
	test.each([
		['nothing without pauses', [], '04-01', null],
		['the pause in force', [feb, may], '02-10', feb],
		['the next one before any has begun', [feb, may], '01-01', feb],
		['the next one when one is over', [feb, may, aug], '03-01', may],
		['one to its last millisecond', [feb, may], '02-28T23:59:59.999Z', feb],
		['the last one when all are over', [feb, may], '06-01', may],
		['the last of three', [span('01-01', '01-02'), feb, may], '06-01', may],
		['the open one for ever', [feb, may, aug], '12-31', aug],
	])('%s', (_, pauses, at, expected) => {
		expect(shownPause(pauses, utc(`2023-${at}`)) ?? null).toBe(expected);
	});

	test('its return as the first instant after it, and no dates without one', () => {
		expect(datesOf(feb)).toEqual({ datePausedStart: day('02-01'), datePausedEnd: day('03-01') });
		expect(datesOf(aug)).toEqual({ datePausedStart: day('08-01'), datePausedEnd: null });
		expect(datesOf(undefined)).toEqual({ datePausedStart: null, datePausedEnd: null });
	});
});

describe('on 15 June, a change of the two dates', () => {
	const NOW = utc('2023-06-15');
	const edited = (
		pauses: [from: string, back: string | null][],
		start: string | null,
		back: string | null,
	) => {
		const stored = pauses.map(([from, until], n) => ({ id: `old${n}`, ...span(from, until) }));
		let count = 0;
		const edit = editPauses(
			stored,
			{ datePausedStart: day(start), datePausedEnd: day(back) },
			NOW,
			(validFrom, validUntil) => ({ id: `new${count++}`, validFrom, validUntil }),
		);
		return { ...edit, spelt: edit.timeline.map(spell), stored };
	};

	test.each<
		[
			rule: string,
			pauses: [from: string, back: string | null][],
			start: string | null,
			back: string | null,
			expected: string[],
		]
	>([
		['lays the first pause', [], '07-01', '08-01', ['07-01 to 08-01']],
		[
			'lays another one beside one that is over',
			[['02-01', '04-01']],
			'08-01',
			null,
			['02-01 to 04-01', '08-01 to open'],
		],
		['replaces one that is to come', [['07-01', '08-01']], '09-01', '10-01', ['09-01 to 10-01']],
		['corrects the start of one that has begun', [['06-01', '08-01']], '06-05', '08-01', ['06-05 to 08-01']],
		['brings the return of one in force forward', [['06-01', null]], '06-01', '07-01', ['06-01 to 07-01']],
		[
			'keeps the past of one that begins again later',
			[['06-01', '08-01']],
			'07-01',
			'08-01',
			['06-01 to 06-15', '07-01 to 08-01'],
		],
		['ends the one in force now', [['06-01', '08-01']], null, null, ['06-01 to 06-15']],
		['removes the one to come', [['07-01', null]], null, null, []],
		['leaves what is over when it is cleared', [['02-01', '04-01']], null, null, ['02-01 to 04-01']],
		[
			'lays a past one around what is over',
			[['02-01', '04-01']],
			'01-01',
			'05-01',
			['01-01 to 02-01', '02-01 to 04-01', '04-01 to 05-01'],
		],
		['lays nothing over what is over', [['02-01', '04-01']], '02-10', '03-01', ['02-01 to 04-01']],
		[
			'lets an open one begin behind what is over',
			[['02-01', '04-01']],
			'03-01',
			null,
			['02-01 to 04-01', '04-01 to open'],
		],
		[
			'returns now, and what is over now stays',
			[['06-01', '06-15']],
			'06-01',
			'07-01',
			['06-01 to 06-15', '06-15 to 07-01'],
		],
	])('%s', (_, pauses, start, back, expected) => {
		expect(edited(pauses, start, back).spelt).toEqual(expected);
	});

	test('touches no stored row of a pause that is over', () => {
		const { removed, cut, added, stored } = edited(
			[
				['02-01', '04-01'],
				['07-01', null],
			],
			'03-01',
			null,
		);
		expect(removed).toEqual([stored[1]]);
		expect(cut).toEqual([]);
		expect(added.map(spell)).toEqual(['04-01 to open']);
	});

	test.each<[rule: string, pauses: [from: string, back: string | null][]]>([
		['in force', [['06-01', '08-01']]],
		['open', [['06-01', null]]],
		['to come', [['07-01', '08-01']]],
		['over', [['02-01', '04-01']]],
	])('that writes one back that is %s changes nothing', (_, pauses) => {
		const [[start, back]] = pauses as [[string, string | null]];
		const { removed, cut, added, timeline, stored } = edited(pauses, start, back);
		expect({ removed, cut, added, timeline }).toEqual({ removed: [], cut: [], added: [], timeline: stored });
	});

	test('cuts and lays to the millisecond', () => {
		expect(edited([['06-01', null]], '07-01', null).timeline).toMatchObject([
			{ validFrom: utc('2023-06-01'), validUntil: NOW - 1 },
			{ validFrom: utc('2023-07-01'), validUntil: null },
		]);
		expect(edited([['02-01', '04-01']], '01-01', null).timeline).toMatchObject([
			{ validFrom: utc('2023-01-01'), validUntil: utc('2023-02-01') - 1 },
			{ validFrom: utc('2023-02-01'), validUntil: utc('2023-04-01') - 1 },
			{ validFrom: utc('2023-04-01'), validUntil: null },
		]);
		const toTheMillisecond = edited([['02-01', '04-01']], '02-01', '2023-04-01T00:00:00.001Z'.slice(5));
		expect(toTheMillisecond.added).toMatchObject([
			{ validFrom: utc('2023-04-01'), validUntil: utc('2023-04-01') },
		]);
	});

	test.each([
		['now takes the place of the one in force', '06-15T00:00:00.000Z', ['06-15 to open']],
		['a millisecond later keeps what has passed', '06-15T00:00:00.001Z', ['06-01 to 06-15', '06-15 to open']],
	])('a start %s', (_, start, expected) => {
		expect(edited([['06-01', null]], start, null).spelt).toEqual(expected);
	});

	test('keeps the id of one that is cut', () => {
		const { cut, removed } = edited([['06-01', '08-01']], null, null);
		expect(cut.map(({ id }) => id)).toEqual(['old0']);
		expect(removed).toEqual([]);
	});
});
