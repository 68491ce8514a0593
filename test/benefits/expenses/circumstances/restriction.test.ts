import { beforeEach, expect, test } from 'vitest';
import { as, at, newUser } from '../../../harness/service.ts';
import { cents, expenseOf, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	await as(spender.admin).put(`/employees/${spender.employeeId}/goodies/budget`, {
		budget: cents(1500),
		startDate: '2023-03-07T00:00:00.000Z',
	});
});

const restrict = async (monthlyBudgetRestrictsFlex: boolean) =>
	as(await newUser(['PLATFORM_ADMIN'])).put(`/companies/${spender.company.id}`, {
		monthlyBudgetRestrictsFlex,
	});
const spend = (value: number, fields: object = {}) =>
	spender.submit(expenseOf({ date: '2023-03-07', amount: cents(value), ...fields }));

test('the monthly budget restricts nothing unless the company says so', async () => {
	expect((await spend(1501)).status).toBe(201);
	expect((await spender.balance('2023-03')).derivation.at(-1).restriction).toBeNull();
});

test('with the setting, spending on modules other than SPORTS is limited to it in a month', async () => {
	await restrict(true);
	expect((await spend(1000)).status).toBe(201);
	expect(await spend(501)).toMatchObject(
		refusal(409, 'budget_exceeded', { limit: 1500, used: 1000, left: 500 }),
	);
	expect((await spend(500)).status).toBe(201);
	expect((await spend(2000, { module: 'SPORTS' })).status).toBe(201);
	expect((await spender.balance('2023-03')).derivation.at(-1).restriction).toEqual({
		currency: 'EUR_CENT',
		limit: 1500,
		used: 1500,
		left: 0,
	});
	await restrict(false);
	expect((await spend(1)).status).toBe(201);
});

test('it is held against an expense once more on approval, and a month before the budget is free', async () => {
	const early = await spender.submitted({ date: '2023-02-27', amount: cents(1600) });
	const { body } = await spend(1600);
	await restrict(true);
	expect((await spender.approve(early)).status).toBe(200);
	expect(await spender.approve(body.id)).toMatchObject(refusal(409, 'budget_exceeded', { limit: 1500 }));
});
