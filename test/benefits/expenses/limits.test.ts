import { expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { as, at, newCompany, runCron } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';

const RICH = { budget: cents(200_000), startDate: '2022-12-01T00:00:00.000Z' };

/** An employee in the last days on which December 2022 is open, whose company observes all limits. */
async function newObserved(observedLimits: string[] | null = ['HEALTH', 'INTERNET', 'HOLIDAY', 'SPORTS']) {
	at('2023-01-05T12:00:00.000Z');
	const spender = await newSpender(RICH);
	const { status, body } = await as(spender.admin).put(`/companies/${spender.company.id}`, {
		observedLimits,
	});
	expect([status, body.observedLimits]).toEqual([200, observedLimits ?? []]);
	return spender;
}

const expense = (module: string, value: number, date = '2022-12-31') => ({
	module,
	amount: cents(value),
	date,
});

const warning = (code: string, value: number, limit: number) => ({
	code,
	amount: cents(value),
	limit: cents(limit),
});

async function inQueue({ verifier, company }: Spender) {
	const { body } = await as(verifier).get(`/companies/${company.id}/flex/expense-queue`);
	return body.flatMap(({ warnings }: { warnings: object[] }) => warnings);
}

async function inOpenRun({ admin, company }: Spender) {
	const { body } = await as(admin).get(`/companies/${company.id}/flex/payroll-runs/open`);
	return body.warnings;
}

const YEARLY = [
	['HEALTH', 'health_exceeded', 60_000],
	['HOLIDAY', 'recreation_exceeded', 15_600],
] as const;
const LIMITS = [
	...YEARLY,
	['INTERNET', 'internet_exceeded', 5000],
	['SPORTS', 'benefits_in_kind_exceeded', 5000],
] as const;

test.each(LIMITS)(
	'%s: the verifier and the open run see what exceeds the limit by a cent',
	async (module, code, limit) => {
		const spender = await newObserved();
		await spender.approved(expense(module, limit - 1000));
		const id = await spender.submitted(expense(module, 1000));
		expect(await inQueue(spender)).toEqual([]);
		await spender.approve(id);
		expect(await inOpenRun(spender)).toEqual([]);
		const more = await spender.submitted(expense(module, 1));
		expect(await inQueue(spender)).toEqual([warning(code, limit + 1, limit)]);
		expect(await inOpenRun(spender), 'what waits does not count yet').toEqual([]);
		expect((await spender.approve(more)).status, 'a warning refuses nothing').toBe(200);
		expect(await inOpenRun(spender)).toMatchObject([
			{ ...warning(code, limit + 1, limit), employeeId: spender.employeeId, bookedIn: null },
		]);
	},
);

test.each(LIMITS)(
	'%s: a company that does not observe the limit sees no warning',
	async (module, _, limit) => {
		const others = LIMITS.map(([one]) => one).filter((one) => one !== module);
		for (const observed of [null, others]) {
			const spender = await newObserved(observed);
			await spender.approved(expense(module, limit));
			const id = await spender.submitted(expense(module, 1));
			expect(await inQueue(spender)).toEqual([]);
			await spender.approve(id);
			expect(await inOpenRun(spender)).toEqual([]);
		}
	},
);

test.each(LIMITS)(
	'%s: 31 December and 1 January belong to different periods',
	async (module, code, limit) => {
		const spender = await newObserved();
		await spender.approved(expense(module, limit, '2022-12-31'));
		await spender.submitted(expense(module, limit, '2023-01-01'));
		expect(await inQueue(spender)).toEqual([]);
		await spender.submitted(expense(module, 2, '2022-12-31'));
		expect(await inQueue(spender)).toEqual([warning(code, limit + 2, limit)]);
	},
);

test('a limit of the year counts earlier months, a limit of the month does not', async () => {
	const spender = await newObserved();
	for (const [module, , limit] of LIMITS) await spender.approved(expense(module, limit, '2023-01-05'));
	at('2023-02-05T12:00:00.000Z');
	for (const [module] of LIMITS) await spender.submitted(expense(module, 1, '2023-02-05'));
	const told = await inQueue(spender);
	expect(told).toHaveLength(2);
	expect(told).toEqual(
		expect.arrayContaining(YEARLY.map(([, code, limit]) => warning(code, limit + 1, limit))),
	);
});

/** Holidays of the year in this order: the amount, the spouse, the number of children. */
type Holiday = [value: number, spouse?: boolean, children?: number];
const holiday = ([value, spouse, children = 0]: Holiday, date?: string) => ({
	...expense('HOLIDAY', value, date),
	...(spouse !== undefined && { recreationFor: { spouse, children } }),
});

test.each<[string, Holiday[], number]>([
	['the employee alone', [[15_599], [1]], 15_600],
	[
		'nobody else',
		[
			[15_599, false],
			[1, false],
		],
		15_600,
	],
	['the spouse, named first', [[25_999, true], [1]], 26_000],
	['the spouse, named last', [[25_999], [1, true]], 26_000],
	['a child', [[20_799], [1, false, 1]], 20_800],
	['spouse and two children', [[36_399, true, 2], [1]], 36_400],
	[
		'spouse and two children, named apart',
		[
			[36_398, true],
			[1, false, 1],
			[1, false, 2],
		],
		36_400,
	],
])('recreation for %s has its limit in the queue and the open run', async (_, holidays, limit) => {
	const spender = await newObserved();
	const last = holidays.at(-1) ?? [0];
	for (const one of holidays.slice(0, -1)) await spender.approved(holiday(one));
	const id = await spender.submitted(holiday(last));
	expect(await inQueue(spender), 'up to the limit').toEqual([]);
	await spender.approve(id);
	expect(await inOpenRun(spender)).toEqual([]);
	const more = await spender.submitted(holiday([1]));
	const exceeded = warning('recreation_exceeded', limit + 1, limit);
	expect(await inQueue(spender), 'a cent more').toEqual([exceeded]);
	await spender.approve(more);
	expect(await inOpenRun(spender)).toMatchObject([exceeded]);
});

test('relatives count in the calendar year of their day, and only of approved expenses', async () => {
	const spender = await newObserved();
	await spender.approved(holiday([26_000, true], '2022-12-31'));
	await spender.approved(holiday([15_600], '2023-01-01'));
	await spender.reject(await spender.submitted(holiday([100, true, 2], '2023-01-02')));
	await spender.submitted(holiday([1], '2023-01-01'));
	expect(await inQueue(spender)).toEqual([warning('recreation_exceeded', 15_601, 15_600)]);
	await spender.submitted(holiday([1, false, 1], '2022-12-31'));
	expect(await inQueue(spender), 'a child of the year before').toHaveLength(1);
	await spender.submitted(holiday([5201, false, 1], '2022-12-31'));
	expect(await inQueue(spender)).toContainEqual(warning('recreation_exceeded', 31_201, 31_200));
});

test('the relatives of a colleague do not count', async () => {
	const spender = await newObserved();
	const colleague = await newSpender(RICH, spender.company);
	await colleague.approved(holiday([26_000, true]));
	await spender.approved(holiday([15_601]));
	expect(await inOpenRun(spender)).toMatchObject([warning('recreation_exceeded', 15_601, 15_600)]);
});

test('expenses of other modules, people and decisions do not count', async () => {
	const spender = await newObserved();
	const colleague = await newSpender(RICH, spender.company);
	for (const module of ['KITA', 'SPORTS', 'HEALTH']) await spender.approved(expense(module, 5000));
	await colleague.approved(expense('INTERNET', 5000));
	await spender.reject(await spender.submitted(expense('INTERNET', 5000)));
	await spender.approvePart(await spender.submitted(expense('INTERNET', 5000)), 100);
	await spender.submitted(expense('INTERNET', 4900));
	expect(await inQueue(spender)).toEqual([]);
	await spender.submitted(expense('INTERNET', 4901));
	expect(await inQueue(spender)).toEqual([warning('internet_exceeded', 5001, 5000)]);
});

test('a correction lowers what counts', async () => {
	const spender = await newObserved();
	const id = await spender.approved(expense('HEALTH', 60_000, '2023-01-01'));
	await spender.close('2022-12');
	at('2023-02-05T12:00:00.000Z');
	await spender.close('2023-01');
	await spender.correct((await spender.transactionOf(id)).id, -1000);
	await spender.submitted(expense('HEALTH', 1000, '2023-02-05'));
	expect(await inQueue(spender)).toEqual([]);
	await spender.submitted(expense('HEALTH', 1001, '2023-02-05'));
	expect(await inQueue(spender)).toEqual([warning('health_exceeded', 60_001, 60_000)]);
});

test('sports and vouchers of a month count together towards 50 euros', async () => {
	const spender = await newObserved();
	const voucher = {
		amount: cents(4000),
		startDate: '2023-01-06T00:00:00.000Z',
		goodiesVoucherType: 'GENERIC',
		interval: 'MONTHLY',
	};
	const plans = `/employees/${spender.employeeId}/goodies/planned-vouchers`;
	expect((await as(spender.admin).post(plans, voucher)).status).toBe(201);
	await runCron('2023-01-10T00:00:00.000Z');
	at('2023-01-10T12:00:00.000Z');
	await spender.approved(expense('SPORTS', 1000, '2023-01-09'));
	expect(await inOpenRun(spender)).toEqual([]);
	const id = await spender.submitted(expense('SPORTS', 1, '2023-01-10'));
	expect(await inQueue(spender)).toEqual([warning('benefits_in_kind_exceeded', 5001, 5000)]);
	await spender.approve(id);
	expect(await inOpenRun(spender)).toMatchObject([warning('benefits_in_kind_exceeded', 5001, 5000)]);
	await as(spender.admin).put(`/companies/${spender.company.id}`, { observedLimits: [] });
	expect(await inOpenRun(spender), 'vouchers alone are below').toEqual([]);
});

test('other countries have no limits, and a setting knows no other modules', async () => {
	at('2023-01-05T12:00:00.000Z');
	const company = await newCompany(7, 'AT');
	const spender = await newSpender(RICH, company);
	const set = (modules: string[]) =>
		as(company.admin).put(`/companies/${company.id}`, { observedLimits: modules });
	expect((await set(['INTERNET'])).status).toBe(200);
	expect((await set(['MEALS'])).status).toBe(400);
	await spender.submitted(expense('INTERNET', 9000));
	expect(await inQueue(spender)).toEqual([]);
});

test('a queue with a warning is read in one round trip', async () => {
	const spender = await newObserved();
	await spender.submitted(expense('INTERNET', 5001));
	const { counted, bindings } = counting();
	const path = `/companies/${spender.company.id}/flex/expense-queue`;
	await as(spender.verifier).get(path);
	expect((await as(spender.verifier, bindings).get(path)).body[0].warnings).toHaveLength(1);
	expect(counted.trips).toBe(1);
});
