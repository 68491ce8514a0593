import { expect, test } from 'vitest';
import { counting } from '../harness/counting.ts';
import { as, at, newCompany, runCron } from '../harness/service.ts';
import { cents, newSpender, type Spender } from '../harness/spending.ts';

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
