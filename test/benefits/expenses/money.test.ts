import { beforeEach, describe, expect, test } from 'vitest';
import { as, at } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

const FEBRUARY = '2023-02-27';
const MARCH = '2023-03-07';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const spend = (date: string, value: number) => spender.submit({ date, amount: cents(value) });
const exceeded = (month: string, limit: number, used: number, left: number) =>
	refusal(409, 'budget_exceeded', { month, limit, used, left });

describe('the last euro', () => {
	test.each([
		[FEBRUARY, 5000],
		[MARCH, 10_000],
	])(
		'the budget of %s, with carry-over, is %d cents: all of it can be spent and not one more',
		async (date, all) => {
			expect(await spend(date, all + 1)).toMatchObject(exceeded(date.slice(0, 7), all, 0, all));
			expect((await spend(date, all)).status).toBe(201);
			expect(await spend(date, 1)).toMatchObject(exceeded(date.slice(0, 7), all, all, 0));
		},
	);

	test('without accumulation is that of the month alone', async () => {
		spender = await newSpender({ accumulateBudget: false });
		expect(await spend(MARCH, 5001)).toMatchObject(exceeded('2023-03', 5000, 0, 5000));
		expect((await spend(MARCH, 5000)).status).toBe(201);
		expect((await spend(FEBRUARY, 5000)).status, 'March took nothing of February').toBe(201);
	});
});

describe('a late receipt of February', () => {
	test('must not overdraw a March that has spent what February left', async () => {
		expect((await spend(MARCH, 9000)).status).toBe(201);
		expect(await spend(FEBRUARY, 1001)).toMatchObject(exceeded('2023-03', 10_000, 9000, 1000));
		expect((await spend(FEBRUARY, 1000)).status).toBe(201);
		expect(await spend(FEBRUARY, 1)).toMatchObject(exceeded('2023-03', 9000, 9000, 0));
		expect(await spender.balance('2023-03')).toMatchObject({ available: 0, overdrawn: 0 });
	});

	test('fits as far as February reaches when March has spent only its own', async () => {
		expect((await spend(MARCH, 5000)).status).toBe(201);
		expect((await spend(FEBRUARY, 5000)).status).toBe(201);
	});
});

describe('the new year', () => {
	test('carries nothing from December, and December’s late receipt takes nothing from January', async () => {
		at('2024-01-05T12:00:00.000Z');
		spender = await newSpender({ startDate: '2023-12-01T00:00:00.000Z' });
		expect(await spend('2024-01-05', 5001)).toMatchObject(exceeded('2024-01', 5000, 0, 5000));
		expect((await spend('2024-01-05', 5000)).status).toBe(201);
		expect((await spend('2023-12-31', 5000)).status).toBe(201);
		expect(await spend('2023-12-31', 1)).toMatchObject(exceeded('2023-12', 5000, 5000, 0));
	});
});

describe('pending expenses count as spent', () => {
	test('from its submission until it is rejected or withdrawn', async () => {
		const [first, second] = [
			await spender.submitted({ amount: cents(3000) }),
			await spender.submitted({ amount: cents(2000) }),
		];
		expect(await spend(FEBRUARY, 1)).toMatchObject(exceeded('2023-02', 5000, 5000, 0));
		await spender.reject(first);
		expect(await spend(FEBRUARY, 3001)).toMatchObject(exceeded('2023-02', 5000, 2000, 3000));
		await spender.withdraw(second);
		expect((await spend(FEBRUARY, 5000)).status).toBe(201);
	});

	test('but not on approval: of two that a smaller budget no longer holds, the first approved wins', async () => {
		const amount = cents(2500);
		const [first, second] = [await spender.submitted({ amount }), await spender.submitted({ amount })];
		await spender.grant({ budget: cents(2500) });
		expect((await spender.approve(second)).status).toBe(200);
		expect(await spender.approve(first)).toMatchObject(exceeded('2023-02', 2500, 2500, 0));
		expect(await spend(FEBRUARY, 1), 'until it is rejected').toMatchObject({ status: 409 });
		await spender.reject(first);
		expect(await spender.balance('2023-02')).toMatchObject({ available: 0, overdrawn: 0 });
	});

	test('and an expense does not stand in its own way when it is approved', async () => {
		const id = await spender.submitted({ amount: cents(5000) });
		expect((await spender.approve(id)).status).toBe(200);
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 5000, pending: 0, available: 0 });
	});
});

describe('an access reduced afterwards', () => {
	const reduce = () => spender.grant({ budget: cents(1000) });
	const blocked = { status: 409, body: { code: 'budget_exceeded', left: 0 } };

	test('leaves what was approved, and shows what is missing as overdrawn in its month', async () => {
		const id = await spender.approved({ amount: cents(4000) });
		const transaction = await spender.transactionOf(id);
		await reduce();
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 4000, available: 0, overdrawn: 3000 });
		expect(await spender.balance('2023-03')).toMatchObject({ carriedIn: 0, available: 1000, overdrawn: 0 });
		expect((await as(spender.employee).get(`/flex/expenses/${id}`)).body.state).toBe('APPROVED');
		expect(await spender.transactionOf(id)).toEqual(transaction);
	});

	test('refuses every further expense of the chain, before and after the overdrawn month', async () => {
		await spender.approved({ date: MARCH, amount: cents(9000) });
		const pending = await spender.submitted({ date: MARCH, amount: cents(100) });
		await reduce();
		expect(await spend(FEBRUARY, 1)).toMatchObject(blocked);
		expect(await spend(MARCH, 1)).toMatchObject(blocked);
		expect(await spender.approve(pending)).toMatchObject(blocked);
		at('2023-04-05T12:00:00.000Z');
		expect(await spend('2023-04-05', 1)).toMatchObject(blocked);
	});

	test('refuses nothing in months that are not of the chain', async () => {
		await spender.approved({ amount: cents(4000) });
		await spender.grant({ budget: cents(1000), accumulateBudget: false });
		expect(await spend(FEBRUARY, 1)).toMatchObject(blocked);
		expect((await spend(MARCH, 1000)).status).toBe(201);
	});

	test('is healed by a larger budget', async () => {
		await spender.approved({ amount: cents(4000) });
		await reduce();
		await spender.grant({ budget: cents(3999) });
		expect(await spend(MARCH, 1)).toMatchObject(blocked);
		await spender.grant({ budget: cents(4000) });
		expect((await spend(MARCH, 4000)).status).toBe(201);
	});

	test('is healed by a negative correction', async () => {
		const id = await spender.approved({ amount: cents(4000) });
		const { id: line } = await spender.transactionOf(id);
		await spender.close('2023-02');
		await reduce();
		expect((await spender.correct(line, -2999)).status).toBe(201);
		expect(await spend(MARCH, 1)).toMatchObject(blocked);
		expect((await spender.correct(line, -1)).status).toBe(201);
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 1000, overdrawn: 0 });
		expect((await spend(MARCH, 1000)).status).toBe(201);
	});

	test('to nothing at all leaves the month overdrawn by all that was spent', async () => {
		await spender.approved({ amount: cents(4000) });
		await as(spender.admin).delete(`/employees/${spender.employeeId}/flex/access`, {
			endDate: '2023-01-31T23:59:59.999Z',
		});
		expect(await spender.balance('2023-02')).toMatchObject({ granted: 0, spent: 4000, overdrawn: 4000 });
		expect(await spend(FEBRUARY, 1)).toMatchObject(refusal(409, 'no_flex_access'));
	});
});
