import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { faultsOf, nameOf } from '../../harness/failing.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, at } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { KEY, repeatingAt } from './repeating.ts';

const NOON = '2023-03-07T12:00:00.000Z';
const MEALS = { module: 'MEALS', days: 1, amount: cents(600) };

let spender: Spender;
let meals: string;
let rejected: string;
let returned: string;
/** A waiting line, and one that is settled. */
let waiting: string;
let settled: string;
let ended: Awaited<ReturnType<typeof repeatingAt>>;

beforeAll(async () => {
	at(NOON);
	spender = await newSpender();
	await as(spender.admin).put(`/companies/${spender.company.id}/payroll-settings`, {
		wageTypes: {},
		splitsMeals: true,
	});
	meals = await spender.approved(MEALS);
	rejected = await spender.submitted();
	await spender.reject(rejected);
	returned = await spender.submitted();
	await spender.sendBack(returned);
	waiting = (await spender.transactionOf(await spender.approved())).id;
	settled = (await spender.transactionOf(await spender.approved({ amount: cents(200) }))).id;
	await spender.settle(settled);
	ended = await repeatingAt(NOON);
});
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

const reopen = (expense: () => string) => (bindings: Bindings) =>
	as(spender.verifier, bindings).send('POST', `/flex/expenses/${expense()}/reopening`, {}, KEY);
const ofLine = (line: () => string, path: string, body: object) => (bindings: Bindings) =>
	as(spender.admin, bindings).send(
		'POST',
		`/companies/${spender.company.id}/flex/payroll-transactions/${line()}/${path}`,
		body,
		KEY,
	);

const settle = ofLine(() => waiting, 'settlement', { reason: 'Paid by bank transfer', date: '2023-03-06' });
const takeBack = ofLine(() => settled, 'corrections', { amount: cents(200), reason: 'Not paid' });

test.each([
	['a reopening that withdraws both lines of meals', reopen(() => meals), 200, [1000]],
	['a reopening of a rejection', reopen(() => rejected), 200, [380, 220, 1000]],
	['a reopening of a return', reopen(() => returned), 200, [380, 220, 1000]],
	['a settlement', settle, 201, [380, 220]],
	['a correction that takes a settlement back', takeBack, 201, [380, 220, 1000, 200]],
] as const)('%s ends like a faultless one, whatever fails', async (_, act, status, amounts) => {
	const faultless = await ended(act, null);
	expect(faultless.status).toBe(status);
	expect((await spender.transactions()).map(({ amount }) => amount.value)).toEqual(amounts);

	for (const [index, one] of faultsOf(faultless.calls.length).entries()) {
		if (!isTried(index, 3)) continue;
		const { end } = await ended(act, one);
		const fault = nameOf(one, faultless.calls);
		expect.soft({ fault, ...end }).toEqual({ fault, ...faultless.end });
	}
});
