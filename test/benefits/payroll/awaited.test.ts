import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { as, at, newUser, runCron } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

let spender: Spender;
let company: string;

beforeEach(async () => {
	at('2027-01-10T12:00:00.000Z');
	spender = await newSpender({ budget: cents(50_000), startDate: '2027-01-01T00:00:00.000Z' });
	company = `/companies/${spender.company.id}`;
	await configure();
});

const configure = (fields: object = {}) =>
	as(spender.admin).put(`${company}/payroll-settings`, { wageTypes: {}, splitsMeals: true, ...fields });
const meal = { module: 'MEALS', days: 1, date: '2027-01-05', amount: cents(500) };
const openRun = async () => (await as(spender.admin).get(`${company}/flex/payroll-runs/open`)).body;

describe('meals of a year whose official value is not known', () => {
	test.each([null, 'csv'])('wait in every run, with the format %s, and tell the remedy', async (format) => {
		await configure({ format });
		const id = await spender.approved(meal);
		const other = await spender.approved({ amount: cents(700), date: '2027-01-05' });
		expect(await openRun()).toMatchObject({
			monthsWithoutMealValue: ['2027-01'],
			heldOverCount: 1,
			lines: [
				{
					amount: cents(500),
					obstacles: [{ code: 'meal_value_missing', remedy: expect.stringContaining('splits the line') }],
				},
			],
		});
		await runCron('2027-02-08T00:00:00.000Z');
		expect((await spender.transactionOf(id)).state).toBe('PENDING');
		expect((await spender.transactionOf(other)).state).toBe('COMMITTED');
		expect(await spender.runs()).toMatchObject([{ lineCount: 1, heldOverCount: 1 }]);
		await runCron('2027-03-08T00:00:00.000Z');
		expect((await spender.transactionOf(id)).state).toBe('PENDING');
	});

	test('wait also when a settlement of their line is taken back', async () => {
		const { id } = await spender.transactionOf(await spender.approved(meal));
		await spender.settle(id, { date: '2027-01-10' });
		const { body: back } = await spender.correct(id, 500);
		await runCron('2027-02-08T00:00:00.000Z');
		expect(await spender.runs()).toMatchObject([{ lineCount: 0, heldOverCount: 1 }]);
		expect(await spender.transactions()).toMatchObject([{ id: back.id, state: 'PENDING' }]);
	});

	test('do not wait where the company does not split them', async () => {
		await configure({ splitsMeals: false });
		const id = await spender.approved(meal);
		expect(await openRun()).toMatchObject({ monthsWithoutMealValue: [], heldOverCount: 0 });
		await runCron('2027-02-08T00:00:00.000Z');
		expect((await spender.transactionOf(id)).state).toBe('COMMITTED');
	});

	test('still have at most 15 days', async () => {
		at('2027-01-31T12:00:00.000Z');
		expect((await spender.submit({ ...meal, days: 16 })).body).toMatchObject({ code: 'max_days_exceeded' });
	});
});

test('a month with a value has no warning', async () => {
	at('2026-12-20T12:00:00.000Z');
	expect(await openRun()).toMatchObject({ monthsWithoutMealValue: [] });
});

describe('a line that waited for a value that is known by now', () => {
	const february = { module: 'MEALS', days: 1, date: '2026-02-20', amount: cents(767) };

	beforeEach(async () => {
		at('2026-02-20T12:00:00.000Z');
		spender = await newSpender({ budget: cents(50_000), startDate: '2026-02-01T00:00:00.000Z' });
		company = `/companies/${spender.company.id}`;
		await configure();
	});

	/** A line as a release without the value has left it. */
	async function waiting(fields: object = {}): Promise<string> {
		await configure({ splitsMeals: false });
		const { id } = await spender.transactionOf(await spender.approved({ ...february, ...fields }));
		await configure();
		await env.DB.prepare('UPDATE payroll_transactions SET awaits_meal_value = 1 WHERE id = ?').bind(id).run();
		return id;
	}

	const linesIn = async (kind: string) =>
		(await as(spender.admin).get(`${company}/flex/payroll-transactions?kind=${kind}`)).body;
	const amounts = async () =>
		Promise.all(
			['EXPENSE', 'MEALS_FLAT_TAXED', 'MEALS_TAX_FREE'].map(async (kind) =>
				(await linesIn(kind)).map(({ amount }: { amount: object }) => amount),
			),
		);

	test('is split by the cron before the next run, and the history tells of both parts', async () => {
		const id = await waiting();
		await runCron('2026-03-08T00:00:00.000Z');
		expect(await amounts()).toEqual([[], [cents(457)], [cents(310)]]);
		expect(await spender.runs()).toMatchObject([{ lineCount: 2, heldOverCount: 0 }]);
		const events = await eventsFor(await newUser(['PLATFORM_ADMIN']), `subject=${spender.employeeId}`);
		expect(events.filter(({ type }) => /payroll_transaction/.test(type)).slice(1)).toMatchObject([
			{
				type: 'payroll_transaction.split',
				recordId: id,
				before: { amount: cents(767), kind: 'EXPENSE' },
				after: { amount: cents(457), kind: 'MEALS_FLAT_TAXED' },
			},
			{ type: 'payroll_transaction.created', after: { amount: cents(310), kind: 'MEALS_TAX_FREE' } },
		]);
	});

	test('is split by the price that the employee has paid', async () => {
		await waiting({ mealPrice: cents(1250) });
		await runCron('2026-02-21T00:00:00.000Z');
		expect(await amounts()).toEqual([[], [], [cents(767)]]);
	});

	test('and was settled and taken back is split, and can be corrected part by part', async () => {
		const settled = await waiting();
		await spender.settle(settled, { date: '2026-02-20' });
		await spender.correct(settled, 767, { reason: 'Not paid' });
		await runCron('2026-03-08T00:00:00.000Z');
		expect(await amounts()).toEqual([[], [cents(457)], [cents(310)]]);
		expect(await spender.settlements()).toMatchObject([{ takenBack: cents(767) }]);
		const [free] = await linesIn('MEALS_TAX_FREE');
		expect(await spender.correct(free.id, -311)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 310 }),
		);
		expect((await spender.correct(free.id, -310)).status).toBe(201);
	});
});
