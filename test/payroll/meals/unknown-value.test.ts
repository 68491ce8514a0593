import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, runCron } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';

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
					obstacles: [{ code: 'meal_value_missing', remedy: expect.stringContaining('reopening') }],
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
