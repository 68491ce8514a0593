import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newUser } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const year = async (query = '?year=2023') =>
	(await as(spender.employee).get(`/employees/${spender.employeeId}/flex/balances${query}`)).body;
const accessId = async (index = 0): Promise<string> =>
	(await as(spender.admin).get(`/employees/${spender.employeeId}/flex/access`)).body[index].id;

describe('the balance of a month', () => {
	test('has what was granted, carried in, spent, pending and left, and every month from January on', async () => {
		await spender.approved({ amount: cents(2000) });
		await spender.submitted({ date: '2023-03-07', amount: cents(1500) });
		const flexAccessId = await accessId();
		const none = { spent: 0, pending: 0, overdrawn: 0, carryEnds: null };
		const march = {
			month: '2023-03',
			currency: 'EUR_CENT',
			granted: 5000,
			carriedIn: 3000,
			...none,
			pending: 1500,
			available: 6500,
			availableAfterwards: 6500,
			restriction: null,
		};
		const derived = {
			flexAccessId,
			accumulateBudget: true,
			isPaused: false,
			overdrawnElsewhere: [],
			restriction: null,
			corrections: [],
		};
		expect(await spender.balance('2023-03')).toEqual({
			...march,
			derivation: [
				{
					month: '2023-01',
					currency: null,
					granted: 0,
					carriedIn: 0,
					...none,
					...derived,
					flexAccessId: null,
					accumulateBudget: null,
					carryOver: 'NEW_YEAR',
					available: 0,
					availableAfterwards: 0,
				},
				{
					month: '2023-02',
					currency: 'EUR_CENT',
					granted: 5000,
					carriedIn: 0,
					...none,
					spent: 2000,
					available: 3000,
					availableAfterwards: 3000,
					...derived,
					carryOver: 'NO_ACCESS',
				},
				{ ...march, ...derived, carryOver: 'CARRIED' },
			],
		});
	});

	test('is that of the present month unless another one is named', async () => {
		const path = `/employees/${spender.employeeId}/flex/balance`;
		at('2023-03-31T23:59:59.999Z');
		expect((await as(spender.employee).get(path)).body.month).toBe('2023-03');
		at('2023-04-01T00:00:00.000Z');
		expect((await as(spender.employee).get(path)).body.month).toBe('2023-04');
	});

	test('counts what is dated at either end of the month', async () => {
		await spender.submitted({ date: '2023-02-01' });
		await spender.submitted({ date: '2023-02-28' });
		await spender.submitted({ date: '2023-03-01' });
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 2000 });
		expect(await spender.balance('2023-03')).toMatchObject({ pending: 1000 });
	});

	test('takes the access in force last in it, and tells why a chain broke', async () => {
		const from = (startDate: string, fields: object) => spender.grant({ startDate, ...fields });
		await from('2023-03-31T12:00:00.000Z', { budget: cents(7000) });
		await from('2023-05-01T00:00:00.000Z', { accumulateBudget: false });
		await from('2023-06-01T00:00:00.000Z', { budget: cents(100) });
		await from('2023-07-01T00:00:00.000Z', { budget: cents(900, 'CHF_CENTIMES') });
		const months = (await year()).slice(1, 8);
		const shown = months.map((month: Record<string, unknown>) => [
			month.granted,
			month.carriedIn,
			month.available,
			month.carryOver,
		]);
		expect(shown).toEqual([
			[5000, 0, 5000, 'NO_ACCESS'],
			[7000, 5000, 12_000, 'CARRIED'],
			[7000, 12_000, 19_000, 'CARRIED'],
			[5000, 0, 5000, 'NOT_ACCUMULATING'],
			[100, 0, 100, 'NOT_ACCUMULATING'],
			[900, 0, 900, 'CURRENCY_CHANGED'],
			[900, 900, 1800, 'CARRIED'],
		]);
		expect(months[1].flexAccessId).toBe(await accessId(1));
	});

	test('that is paused as a whole grants nothing and keeps the chain', async () => {
		await as(spender.admin).put(`/employees/${spender.employeeId}`, {
			datePausedStart: '2023-03-01T00:00:00.000Z',
			datePausedEnd: '2023-03-31T23:59:59.999Z',
		});
		const [, february, march, april] = await year();
		expect(february).toMatchObject({ isPaused: false, available: 5000 });
		expect(march).toMatchObject({ isPaused: true, granted: 0, carriedIn: 5000, available: 5000 });
		expect(april).toMatchObject({ isPaused: false, granted: 5000, available: 10_000 });
	});

	test('names what is overdrawn in another currency, which blocks the chain until it is covered', async () => {
		await spender.approved({ amount: cents(700) });
		const id = (await spender.transactions())[0]?.id ?? '';
		await spender.close('2023-02');
		await spender.grant({ budget: cents(900, 'CHF_CENTIMES') });
		const [, february, march] = await year();
		expect(february).toMatchObject({ currency: 'CHF_CENTIMES', overdrawnElsewhere: [cents(700)] });
		expect(march).toMatchObject({ carriedIn: 0, carryOver: 'OVERDRAWN', available: 900 });
		const francs = { date: '2023-03-07', amount: cents(900, 'CHF_CENTIMES') };
		expect(await spender.submit(francs)).toMatchObject(refusal(409, 'budget_exceeded', { left: 0 }));
		await spender.correct(id, -700);
		expect((await spender.submit(francs)).status).toBe(201);
	});

	test('counts corrections in the month of their expense', async () => {
		const { id } = await spender.transactionOf(await spender.approved({ amount: cents(2000) }));
		await spender.close('2023-02');
		await spender.correct(id, -500);
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 1500, available: 3500 });
		await spender.correct(id, 100);
		expect(await spender.balance('2023-03')).toMatchObject({ spent: 0, carriedIn: 3400 });
	});
});

describe('the balances of a year', () => {
	test('are the twelve derivations, of the present year unless another one is named', async () => {
		const months = await year();
		expect(months.map(({ month }: { month: string }) => month)).toEqual(
			Array.from({ length: 12 }, (_, index) => `2023-${String(index + 1).padStart(2, '0')}`),
		);
		expect(await year('')).toEqual(months);
		expect(months.slice(0, 3)).toEqual((await spender.balance('2023-03')).derivation);
		expect((await year('?year=2024'))[0]).toMatchObject({
			granted: 5000,
			carriedIn: 0,
			carryOver: 'NEW_YEAR',
		});
	});
});

describe('the address', () => {
	test.each([
		['balance?month=2023-13', '#/query/month'],
		['balance?month=2023', '#/query/month'],
		['balance?month=', '#/query/month'],
		['balances?year=1999', '#/query/year'],
		['balances?year=23', '#/query/year'],
		['balances?year=', '#/query/year'],
	])('%s is refused', async (query, pointer) => {
		expect(await as(spender.admin).get(`/employees/${spender.employeeId}/flex/${query}`)).toMatchObject(
			refusal(400, 'validation_failed', { errors: [{ pointer }] }),
		);
	});

	test('is open to those who see the employee, and to nobody else', async () => {
		const colleague = await newSpender({}, spender.company);
		const readers = [spender.admin, spender.verifier, spender.employee, await newUser(['PLATFORM_ADMIN'])];
		for (const name of ['balance', 'balances']) {
			const path = `/employees/${spender.employeeId}/flex/${name}`;
			for (const user of readers) expect((await as(user).get(path)).status).toBe(200);
			for (const user of [colleague.employee, (await newCompany()).admin]) {
				expect(await as(user).get(path)).toMatchObject(refusal(404, 'not_found'));
			}
		}
	});
});
