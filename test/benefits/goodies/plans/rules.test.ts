import { describe, expect, test } from 'vitest';
import {
	earliestBudgetEnd,
	earliestBudgetStart,
	earliestRevocation,
	firstOccurrence,
	firstOfMonthlyBudget,
	isMonthlyBudget,
	passOccurrence,
	type Recurrence,
	restOfPlan,
	shownPlans,
} from '../../../../src/benefits/goodies/plans/rules.ts';
import type { Employment } from '../../../../src/foundation/core/employment.ts';
import { LAST_INSTANT, toIso, toIsoOrNull } from '../../../../src/foundation/core/instant.ts';
import { employed, pause, utc } from '../../../harness/grants.ts';

describe('the earliest dates of a goodies budget (section 4.5)', () => {
	test.each([
		['2023-03-07T00:00:00.000Z', '2023-03-07', '2023-03-08'],
		['2023-03-07T23:59:59.999Z', '2023-03-07', '2023-03-08'],
		['2023-03-08T00:00:00.000Z', '2023-03-08', '2023-03-09'],
		['2023-02-28T23:59:59.999Z', '2023-02-28', '2023-03-01'],
		['2024-02-28T23:59:59.999Z', '2024-02-28', '2024-02-29'],
		['2024-02-29T00:00:00.000Z', '2024-02-29', '2024-03-01'],
		['2023-12-31T23:59:59.999Z', '2023-12-31', '2024-01-01'],
		['2024-01-01T00:00:00.000Z', '2024-01-01', '2024-01-02'],
	])('at %s: start %s, end of %s, revocation from its start', (moment, today, tomorrow) => {
		expect(toIso(earliestBudgetStart(utc(moment)))).toBe(`${today}T00:00:00.000Z`);
		expect(toIso(earliestBudgetEnd(utc(moment)))).toBe(`${tomorrow}T23:59:59.999Z`);
		expect(toIso(earliestRevocation(utc(moment)))).toBe(`${tomorrow}T00:00:00.000Z`);
	});
});

describe('occurrences are counted from the anchor', () => {
	test.each([
		['2023-01-31', ['2023-02-28', '2023-03-31', '2023-04-30', '2023-05-31']],
		['2024-01-31', ['2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31']],
		['2023-12-31', ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30']],
		['2023-01-29', ['2023-02-28', '2023-03-29', '2023-04-29', '2023-05-29']],
		['2024-02-29', ['2024-03-29', '2024-04-29', '2024-05-29', '2024-06-29']],
		['2023-11-01', ['2023-12-01', '2024-01-01', '2024-02-01', '2024-03-01']],
	])('monthly from %s: %j', (anchor, expected) => {
		let occurrence: number | null = utc(`${anchor}T09:30:00.000Z`);
		const plan = { anchor: occurrence, interval: 'MONTHLY' as const };
		for (const day of expected) {
			occurrence = firstOccurrence(plan, (occurrence ?? 0) + 1);
			expect(toIsoOrNull(occurrence)).toBe(`${day}T09:30:00.000Z`);
		}
	});

	test.each([
		['ONCE', '2023-01-31T12:00:00.000Z', '2023-01-31T12:00:00.000Z'],
		['ONCE', '2023-01-31T12:00:00.001Z', null],
		['DAILY', '2023-02-28T12:00:00.001Z', '2023-03-01T12:00:00.000Z'],
		['DAILY', '2023-12-31T12:00:00.000Z', '2023-12-31T12:00:00.000Z'],
		['WEEKLY', '2023-02-07T12:00:00.000Z', '2023-02-07T12:00:00.000Z'],
		['WEEKLY', '2023-02-07T12:00:00.001Z', '2023-02-14T12:00:00.000Z'],
		['MONTHLY', '2023-02-28T12:00:00.000Z', '2023-02-28T12:00:00.000Z'],
		['MONTHLY', '2023-02-28T12:00:00.001Z', '2023-03-31T12:00:00.000Z'],
		['YEARLY', '2024-01-31T12:00:00.000Z', '2024-01-31T12:00:00.000Z'],
		['YEARLY', '2024-01-31T12:00:00.001Z', '2025-01-31T12:00:00.000Z'],
		['YEARLY', '2023-12-31T23:59:59.999Z', '2024-01-31T12:00:00.000Z'],
	] as const)('%s at or after %s: %s', (interval, from, expected) => {
		const anchor = utc('2023-01-31T12:00:00.000Z');
		expect(toIsoOrNull(firstOccurrence({ anchor, interval }, utc(from)))).toBe(expected);
		expect(firstOccurrence({ anchor, interval }, anchor - 1)).toBe(anchor);
	});

	test('yearly from a leap day: 28 February until the next leap year', () => {
		const plan = { anchor: utc('2024-02-29T00:00:00.000Z'), interval: 'YEARLY' as const };
		const days = [2025, 2026, 2027, 2028].map((year) => firstOccurrence(plan, Date.UTC(year, 0)));
		expect(days.map((day) => toIsoOrNull(day)?.slice(0, 10))).toEqual([
			'2025-02-28',
			'2026-02-28',
			'2027-02-28',
			'2028-02-29',
		]);
	});

	test.each(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const)('%s: none after the year 9999', (interval) => {
		const anchor = utc('9999-12-31T12:00:00.000Z');
		expect(firstOccurrence({ anchor, interval }, anchor)).toBe(anchor);
		expect(firstOccurrence({ anchor, interval }, anchor + 1)).toBeNull();
	});

	test('the last millisecond of the year 9999 is the last occurrence there can be', () => {
		const anchor = LAST_INSTANT - 86_400_000;
		expect(firstOccurrence({ anchor, interval: 'DAILY' }, anchor + 1)).toBe(LAST_INSTANT);
	});
});

const [march, april, may, june] = [3, 4, 5, 6].map((month) => Date.UTC(2023, month - 1)) as [
	number,
	number,
	number,
	number,
];
const monthly = (fields: Partial<Recurrence> = {}) => ({
	interval: 'MONTHLY' as const,
	anchor: march,
	validUntil: null,
	nextOccurrence: april,
	...fields,
});

describe('decide', () => {
	test.each<
		[rule: string, plan: Partial<Recurrence>, of: Partial<Employment>, issued: boolean, next: number | null]
	>([
		['a due occurrence is issued', {}, {}, true, may],
		['one in the pause is skipped', {}, { pauses: [pause(april, may)] }, false, may],
		['one on the return is issued', {}, { pauses: [pause(march, april)] }, true, may],
		['one before the pause is issued', {}, { pauses: [pause(april + 1)] }, true, may],
		['an open pause skips one by one', {}, { pauses: [pause(march)] }, false, may],
		['one on the end is not issued', { validUntil: april }, {}, false, null],
		['one a millisecond before the end is issued', { validUntil: april + 1 }, {}, true, may],
		[
			'one on the termination is skipped; the plan goes on, should the date be cleared',
			{},
			{ dateTerminated: april },
			false,
			may,
		],
		['one right before the termination is issued', {}, { dateTerminated: april + 1 }, true, may],
		['the last of a plan leaves none', { interval: 'ONCE' }, {}, true, null],
		['without an occurrence there is nothing to issue', { nextOccurrence: null }, {}, false, null],
	])('%s', (_, plan, of, isIssued, nextOccurrence) => {
		expect(passOccurrence(monthly(plan), { ...employed, ...of })).toEqual({ isIssued, nextOccurrence });
	});
});

describe('nextDate', () => {
	const shown = (plan: Partial<Recurrence>, of: Partial<Employment>) =>
		shownPlans([{ id: 'plan', validFrom: march, ...monthly(plan) }], { ...employed, ...of });

	test.each<[rule: string, plan: Partial<Recurrence>, of: Partial<Employment>, nextDate: number | null]>([
		['is the first occurrence not yet decided', {}, {}, april],
		['is the first one on or after the return', {}, { pauses: [pause(april, may)] }, may],
		['skips one before the return', {}, { pauses: [pause(march, april + 1)] }, may],
		['ignores a pause that is over', {}, { pauses: [pause(march, april)] }, april],
		['ignores a pause that comes later', {}, { pauses: [pause(april + 1)] }, april],
		['is null in an open pause', {}, { pauses: [pause(april)] }, null],
		[
			'is the first one after all pauses in a row',
			{},
			{ pauses: [pause(march, may), pause(may, may + 1)] },
			june,
		],
		['lies between two pauses', {}, { pauses: [pause(april, may), pause(may + 1)] }, may],
		['is null when the plan ends on it', { validUntil: april }, {}, null],
		['stays when the plan ends a millisecond later', { validUntil: april + 1 }, {}, april],
		['is null when all are decided', { nextOccurrence: null }, {}, null],
		['is null when the employee leaves on it', {}, { dateTerminated: april }, null],
		['stays when the employee leaves later', {}, { dateTerminated: april + 1 }, april],
		['is null when the pause reaches to the end', { validUntil: may }, { pauses: [pause(april, may)] }, null],
	])('%s', (_, plan, of, nextDate) => {
		expect(shown(plan, of)).toMatchObject([{ id: 'plan', nextDate }]);
	});

	test('a plan is shown with the termination as its end, and not when it would start at it', () => {
		expect(shown({}, { dateTerminated: may })).toMatchObject([{ validUntil: may }]);
		expect(shown({}, { dateTerminated: march })).toEqual([]);
	});
});

describe('a new monthly budget begins in a month without a voucher', () => {
	test.each([
		['2023-03-07T10:00:00.000Z', null, '2023-03-07T10:00:00.000Z'],
		['2023-03-07T10:00:00.000Z', '2023-02-28T23:59:59.999Z', '2023-03-07T10:00:00.000Z'],
		['2023-03-07T10:00:00.000Z', '2023-03-01T00:00:00.000Z', '2023-04-07T10:00:00.000Z'],
		['2023-03-07T10:00:00.000Z', '2023-04-30T00:00:00.000Z', '2023-05-07T10:00:00.000Z'],
		['2023-01-31T00:00:00.000Z', '2023-01-01T00:00:00.000Z', '2023-02-28T00:00:00.000Z'],
		['2024-01-31T00:00:00.000Z', '2024-01-31T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
		['2023-12-31T23:59:59.999Z', '2023-12-01T00:00:00.000Z', '2024-01-31T23:59:59.999Z'],
		['2024-01-01T00:00:00.000Z', '2023-12-31T23:59:59.999Z', '2024-01-01T00:00:00.000Z'],
		['2023-03-31T00:00:00.000Z', '2023-04-02T00:00:00.000Z', '2023-05-31T00:00:00.000Z'],
	])('from %s, last voucher %s: %s', (start, lastIssued, first) => {
		const last = lastIssued === null ? null : utc(lastIssued);
		expect(toIso(firstOfMonthlyBudget(utc(start), last))).toBe(first);
	});

	test.each([
		['GENERIC', 'MONTHLY', true],
		['SPECIAL', 'MONTHLY', false],
		['GENERIC', 'YEARLY', false],
		['SPECIAL', 'ONCE', false],
	] as const)('a %s %s plan is one: %s', (goodiesVoucherType, interval, expected) => {
		expect(isMonthlyBudget({ goodiesVoucherType, interval })).toBe(expected);
	});
});

describe('the rest of a plan behind a newer one', () => {
	const plan = {
		id: 'plan',
		interval: 'MONTHLY' as const,
		anchor: utc('2023-01-31T00:00:00.000Z'),
		validFrom: utc('2023-03-15T00:00:00.000Z'),
		validUntil: null,
	};

	test.each([
		['2023-02-28T00:00:00.000Z', '2023-03-31T00:00:00.000Z'],
		['2023-03-31T00:00:00.000Z', '2023-03-31T00:00:00.000Z'],
		['2023-05-31T00:00:00.000Z', '2023-05-31T00:00:00.000Z'],
	])('goes on with its own occurrence there: of one due on %s, with that of %s', (next, expected) => {
		const rest = restOfPlan({ ...plan, nextOccurrence: utc(next) });
		expect(toIsoOrNull(rest.nextOccurrence)).toBe(expected);
		expect(rest).toEqual({ ...plan, nextOccurrence: rest.nextOccurrence });
	});

	test('has none when the plan had none left', () => {
		expect(restOfPlan({ ...plan, nextOccurrence: null }).nextOccurrence).toBeNull();
	});
});
