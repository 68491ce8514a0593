import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { as, at, newCompany, runCron, type TestCompany } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';

let company: TestCompany;
let id: string;
let spender: Spender | undefined;

beforeEach(async () => {
	at('2023-12-20T12:00:00.000Z');
	company = await newCompany();
	spender = undefined;
});

interface Access {
	currency?: string;
	accumulates?: boolean;
	until?: string;
}

/** Grants 5,000 a month to the employee of the test. */
async function grant(startDate: string, { currency, accumulates = false, until }: Access = {}) {
	const access = {
		budget: cents(5000, currency),
		accumulateBudget: accumulates,
		startDate,
		endDate: until ?? null,
	};
	if (spender === undefined) {
		spender = await newSpender(access, company);
		id = spender.employeeId;
	} else expect((await spender.grant(access)).status).toBe(200);
	return spender;
}

/** The budgets that have expired, as the history says. */
async function expired(): Promise<string[]> {
	const events = await eventsFor(company.admin, 'type=budget.expired');
	return events.map(({ subject, recordId, date, after: { month, amount, carryOver, dateExpired } }) => {
		expect([subject.id, recordId]).toEqual([id, id]);
		const { value, currency } = amount as { value: number; currency: string };
		const told = [date, dateExpired, month].map((instant) => String(instant).slice(0, 10));
		return [...told, value, currency, carryOver].join(' ');
	});
}

describe('a budget that does not accumulate expires with its month', () => {
	const JANUARY = '2024-02-01 2024-02-01 2024-01-01 5000 EUR_CENT NOT_ACCUMULATING';
	const FEBRUARY = '2024-03-01 2024-03-01 2024-02-01 5000 EUR_CENT NOT_ACCUMULATING';
	test.each([
		[['2024-01-31T23:59:59.999Z'], []],
		[['2024-02-01T00:00:00.000Z'], [JANUARY]],
		[['2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'], [JANUARY]],
		[
			['2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
			[JANUARY, FEBRUARY],
		],
	])('after runs at %j', async (runs, told) => {
		await grant('2024-01-01T00:00:00.000Z');
		for (const run of runs) await runCron(run);
		expect(await expired()).toEqual(told);
	});
});

test('a budget that accumulates expires with the year, however late the cron is', async () => {
	await grant('2024-01-01T00:00:00.000Z', { accumulates: true });
	await runCron('2024-12-31T23:59:59.999Z');
	expect(await expired()).toEqual([]);
	await runCron('2026-01-02T10:00:00.000Z');
	expect(await expired()).toEqual([
		'2026-01-02 2025-01-01 2024-12-01 60000 EUR_CENT NEW_YEAR',
		'2026-01-02 2026-01-01 2025-12-01 60000 EUR_CENT NEW_YEAR',
	]);
});

test('only the unspent rest of a budget expires, and a budget without a rest has no event', async () => {
	const { submitted } = await grant('2024-01-01T00:00:00.000Z');
	at('2024-01-10T12:00:00.000Z');
	await submitted({ date: '2024-01-05', amount: cents(2000) });
	at('2024-02-10T12:00:00.000Z');
	await submitted({ date: '2024-02-05', amount: cents(5000) });
	await runCron('2024-03-01T00:00:00.000Z');
	expect(await expired()).toEqual(['2024-03-01 2024-02-01 2024-01-01 3000 EUR_CENT NOT_ACCUMULATING']);
});

test('a break in the middle of a month ends the budget that was carried into it, and no other', async () => {
	await grant('2024-01-01T00:00:00.000Z', { accumulates: true, until: '2024-02-09T23:59:59.999Z' });
	await grant('2024-02-10T00:00:00.000Z', { until: '2024-02-19T23:59:59.999Z' });
	await grant('2024-02-20T00:00:00.000Z', { accumulates: true });
	await runCron('2024-02-09T23:59:59.999Z');
	expect(await expired()).toEqual([]);
	await runCron('2024-02-10T00:00:00.000Z');
	await runCron('2024-03-05T00:00:00.000Z');
	expect(await expired()).toEqual(['2024-02-10 2024-02-10 2024-02-01 5000 EUR_CENT NOT_ACCUMULATING']);
});

test('a budget expires when its access ends', async () => {
	await grant('2024-01-01T00:00:00.000Z', { accumulates: true });
	await runCron('2024-02-01T00:00:00.000Z');
	at('2024-02-05T12:00:00.000Z');
	await as(company.admin).delete(`/employees/${id}/flex/access`, { endDate: '2024-02-15T23:59:59.999Z' });
	await runCron('2024-02-15T23:59:59.999Z');
	expect(await expired()).toEqual([]);
	await runCron('2024-02-16T00:00:00.000Z');
	await runCron('2024-03-01T00:00:00.000Z');
	expect(await expired()).toEqual(['2024-02-16 2024-02-16 2024-02-01 10000 EUR_CENT NO_ACCESS']);
});

test('a termination ends the budget, and a withdrawn one does not', async () => {
	await grant('2024-01-01T00:00:00.000Z', { accumulates: true });
	const employee = `/employees/${id}`;
	await as(company.admin).put(employee, { dateTerminated: '2024-01-20T23:59:59.999Z' });
	await as(company.admin).put(employee, { dateTerminated: null });
	await runCron('2024-02-01T00:00:00.000Z');
	expect(await expired()).toEqual([]);
	at('2024-02-02T12:00:00.000Z');
	await as(company.admin).put(employee, { dateTerminated: '2024-03-10T23:59:59.999Z' });
	await runCron('2024-05-01T00:00:00.000Z');
	expect(await expired()).toEqual(['2024-05-01 2024-03-11 2024-03-01 15000 EUR_CENT NO_ACCESS']);
});

test('another currency ends the budget of the one before', async () => {
	await grant('2024-01-01T00:00:00.000Z', { accumulates: true, until: '2024-02-29T23:59:59.999Z' });
	await grant('2024-03-01T00:00:00.000Z', { accumulates: true, currency: 'CHF_CENTIMES' });
	await runCron('2024-03-02T00:00:00.000Z');
	expect(await expired()).toEqual(['2024-03-02 2024-03-01 2024-02-01 10000 EUR_CENT CURRENCY_CHANGED']);
});

test('an access that is entered late records no expiry for the months before', async () => {
	at('2024-03-05T12:00:00.000Z');
	await grant('2024-02-01T00:00:00.000Z');
	await runCron('2024-04-01T00:00:00.000Z');
	expect(await expired()).toEqual(['2024-04-01 2024-04-01 2024-03-01 5000 EUR_CENT NOT_ACCUMULATING']);
});

test('a paused month has nothing that could expire', async () => {
	await grant('2024-01-01T00:00:00.000Z');
	await as(company.admin).put(`/employees/${id}`, {
		datePausedStart: '2024-02-01T00:00:00.000Z',
		datePausedEnd: '2024-03-01T00:00:00.000Z',
	});
	await runCron('2024-04-01T00:00:00.000Z');
	expect((await expired()).map((line) => line.slice(11, 32))).toEqual([
		'2024-02-01 2024-01-01',
		'2024-04-01 2024-03-01',
	]);
});
