import { expect, test } from 'vitest';
import type { Interval } from '../../../../src/benefits/goodies/plans/rules.ts';
import { plannedVouchers } from '../../../../src/benefits/goodies/plans/table.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import {
	as,
	at,
	db,
	newCompany,
	newEmployee,
	now,
	runCron,
	type TestCompany,
} from '../../../harness/service.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';

let company: TestCompany;
let employeeId: string;

// The plans of a test would go on in the runs of later ones, which are years ahead.
eachTestFinds(async () => {
	at('2023-01-01T00:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
});

const plan = async (interval: Interval, start: string, end: string | null = null, value = 9) => {
	const validFrom = Date.parse(start);
	await db.insert(plannedVouchers).values({
		id: newId(now()),
		dateCreated: now(),
		dateModified: now(),
		employeeId,
		goodiesVoucherType: 'SPECIAL',
		interval,
		amountValue: value,
		amountCurrency: 'EUR_CENT',
		validFrom,
		validUntil: end === null ? null : Date.parse(end),
		anchor: validFrom,
		nextOccurrence: validFrom,
	});
};
const days = async () => {
	const { body } = await as(company.admin).get(`/employees/${employeeId}/goodies/vouchers`);
	return body.map((voucher: { dueDate: string }) => voucher.dueDate.slice(0, 10));
};
const nextDates = async () => {
	const { body } = await as(company.admin).get(`/employees/${employeeId}/goodies/planned-vouchers`);
	return body.map((shown: { nextDate: string | null }) => shown.nextDate?.slice(0, 10) ?? null);
};

test.each<[Interval, string, string, string[], string | null]>([
	['ONCE', '2023-02-28', '2023-12-31', ['2023-02-28'], null],
	['DAILY', '2023-02-27', '2023-03-01', ['2023-02-27', '2023-02-28', '2023-03-01'], '2023-03-02'],
	['WEEKLY', '2023-12-20', '2024-01-03', ['2023-12-20', '2023-12-27', '2024-01-03'], '2024-01-10'],
	[
		'MONTHLY',
		'2023-11-30',
		'2024-02-29',
		['2023-11-30', '2023-12-30', '2024-01-30', '2024-02-29'],
		'2024-03-30',
	],
	['YEARLY', '2024-02-29', '2026-02-28', ['2024-02-29', '2025-02-28', '2026-02-28'], '2027-02-28'],
])('%s from %s, run on %s', async (interval, start, run, expected, next) => {
	await plan(interval, `${start}T00:00:00.000Z`);
	await runCron(`${run}T00:00:00.000Z`);
	expect(await days()).toEqual(expected);
	expect(await nextDates()).toEqual([next]);
});

test('a ONCE plan that falls into a pause is skipped for good', async () => {
	await plan('ONCE', '2023-02-01T00:00:00.000Z');
	const path = `/employees/${employeeId}`;
	const pause = { datePausedStart: '2023-01-15T00:00:00.000Z', datePausedEnd: '2023-03-01T00:00:00.000Z' };
	await as(company.admin).put(path, pause);
	expect(await nextDates()).toEqual([null]);
	await runCron('2023-02-01T00:00:00.000Z');
	await as(company.admin).put(path, { datePausedStart: null, datePausedEnd: null });
	await runCron('2023-04-01T00:00:00.000Z');
	expect(await days()).toEqual([]);
});

test('a DAILY plan issues on every day outside the pause, and not on its end', async () => {
	await plan('DAILY', '2023-02-01T00:00:00.000Z', '2023-02-08T00:00:00.000Z');
	await as(company.admin).put(`/employees/${employeeId}`, {
		datePausedStart: '2023-02-03T00:00:00.000Z',
		datePausedEnd: '2023-02-06T00:00:00.000Z',
	});
	await runCron('2023-03-01T00:00:00.000Z');
	expect(await days()).toEqual(['2023-02-01', '2023-02-02', '2023-02-06', '2023-02-07']);
});

test('several plans of one employee issue on the same day and in the same month', async () => {
	await plan('ONCE', '2023-02-01T00:00:00.000Z', null, 1);
	await plan('MONTHLY', '2023-02-01T00:00:00.000Z', null, 2);
	await plan('MONTHLY', '2023-02-01T00:00:00.000Z', null, 3);
	const body = { budget: { value: 4, currency: 'EUR_CENT' }, startDate: '2023-02-01T00:00:00.000Z' };
	await as(company.admin).put(`/employees/${employeeId}/goodies/budget`, body);
	await runCron('2023-02-01T00:00:00.000Z');
	expect(await days()).toEqual(Array(4).fill('2023-02-01'));
});

test('a year of daily vouchers is caught up on within four runs, without a double', async () => {
	await plan('DAILY', '2023-01-01T00:00:00.000Z');
	for (let run = 0; run < 4; run++) await runCron('2023-12-31T00:00:00.000Z');
	const issued = await days();
	expect(issued).toHaveLength(365);
	expect(new Set(issued).size).toBe(365);
}, 30_000);
