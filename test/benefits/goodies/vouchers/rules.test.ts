import { describe, expect, test } from 'vitest';
import { passDue } from '../../../../src/benefits/goodies/vouchers/rules.ts';
import type { Employment } from '../../../../src/foundation/core/employment.ts';
import { employed, pause, utc } from '../../../harness/grants.ts';

const [march, april, may, june] = [3, 4, 5, 6].map((month) => Date.UTC(2023, month - 1, 10)) as [
	number,
	number,
	number,
	number,
];
const plan = (fields: object = {}) => ({
	id: 'plan',
	goodiesVoucherType: 'GENERIC' as const,
	interval: 'MONTHLY' as const,
	anchor: march,
	validUntil: null as number | null,
	nextOccurrence: march as number | null,
	...fields,
});
const voucher = (plannedVoucherId: string, dueDate: number) => ({
	plannedVoucherId,
	dueDate,
	goodiesVoucherType: 'GENERIC' as const,
	interval: 'MONTHLY' as const,
});
type Leaver = Employment & { dateTerminationSettled: number | null };
const staying: Leaver = { ...employed, dateTerminationSettled: null };

const passed = (
	now: number,
	plans = [plan()],
	of: Partial<Leaver> = {},
	issued: ReturnType<typeof voucher>[] = [],
) =>
	passDue(plans, issued, { ...staying, ...of }, now).passed.map(
		({ plan: { id, nextOccurrence }, isIssued }) => [id, nextOccurrence, isIssued],
	);

describe('occurrences due until a change', () => {
	test.each<[rule: string, now: number, expected: number[]]>([
		['nothing a millisecond before it', march - 1, []],
		['the occurrence on the instant', march, [march]],
		['every occurrence that was missed, in order', may, [march, april, may]],
	])('%s', (_, now, expected) => {
		expect(passed(now)).toEqual(expected.map((at) => ['plan', at, true]));
	});

	test('is decided by the pauses as they are: one in a pause is skipped', () => {
		expect(passed(may, [plan()], { pauses: [pause(april, may)] })).toEqual([
			['plan', march, true],
			['plan', april, false],
			['plan', may, true],
		]);
	});

	test('goes by time across plans, and by id at one instant', () => {
		const special = plan({ id: 'b', goodiesVoucherType: 'SPECIAL', anchor: utc('2023-03-20') });
		const other = { ...special, nextOccurrence: utc('2023-03-20') };
		expect(passed(april, [plan(), other]).map(([id]) => id)).toEqual(['plan', 'b', 'plan']);
		const twins = [plan({ id: 'b', goodiesVoucherType: 'SPECIAL' }), plan({ id: 'a' })];
		expect(passed(march, twins).map(([id]) => id)).toEqual(['a', 'b']);
	});

	test('leaves plans with their next occurrence', () => {
		const { plans } = passDue([plan()], [], staying, may);
		expect(plans).toEqual([plan({ nextOccurrence: june })]);
	});

	test.each([
		['waits for a termination that is not settled', null, [march]],
		['does not wait once that is settled', april, [march, april]],
	])('%s', (_, dateTerminationSettled, expected) => {
		const leaving = { dateTerminated: april, dateTerminationSettled };
		expect(passed(april, [plan()], leaving).map(([, at]) => at)).toEqual(expected);
	});
});

describe('a month that has its voucher gets no second one', () => {
	test.each<[rule: string, issued: ReturnType<typeof voucher>[], expected: boolean]>([
		['from another monthly budget', [voucher('other', utc('2023-03-01'))], false],
		['on its last instant', [voucher('other', utc('2023-03-31T23:59:59.999Z'))], false],
		['but the month before counts for nothing', [voucher('other', utc('2023-02-28'))], true],
	])('%s', (_, issued, expected) => {
		expect(passed(march, [plan()], {}, issued)).toEqual([['plan', march, expected]]);
	});

	test('from two monthly budgets that are due together, the earlier one', () => {
		const later = plan({ id: 'later', anchor: march + 1, nextOccurrence: march + 1 });
		expect(passed(march + 1, [plan(), later])).toEqual([
			['plan', march, true],
			['later', march + 1, false],
		]);
	});

	test('and a special plan only when the very occurrence has one', () => {
		const special = plan({ goodiesVoucherType: 'SPECIAL' });
		expect(passed(march, [special], {}, [voucher('other', march)])).toEqual([['plan', march, true]]);
		expect(passed(march, [special], {}, [voucher('plan', march)])).toEqual([['plan', march, false]]);
	});
});
