import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { JPEG, upload } from '../../harness/receipts.ts';
import { as, at, newCompany, newUser, type TestUser } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

const NONE = { sameReceipt: [], samePurchase: [], sameDayAndAmount: [] };

let one: Spender;
let other: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	one = await newSpender();
	other = await newSpender({}, one.company);
});

const duplicates = async (id: string, by: TestUser) =>
	(await as(by).get(`/flex/expenses/${id}/duplicates`)).body;

async function withReceipt(spender: Spender, given: object = {}, bytes = JPEG): Promise<string> {
	const id = await spender.submitted(given);
	expect((await upload(spender.employee, id, bytes)).status).toBe(201);
	return id;
}

test('an identical receipt from two colleagues is flagged for each and reveals neither', async () => {
	const [first, second] = [await withReceipt(one), await withReceipt(other, { amount: cents(700) })];
	for (const verifier of [one.verifier, one.admin, await newUser(['PLATFORM_ADMIN'])]) {
		expect(await duplicates(first, verifier)).toEqual({ ...NONE, sameReceipt: [second] });
		expect(await duplicates(second, verifier)).toEqual({ ...NONE, sameReceipt: [first] });
	}
	expect(await duplicates(first, one.employee)).toEqual(NONE);
	expect(await duplicates(second, other.employee)).toEqual(NONE);
	expect(await as(one.employee).get(`/flex/expenses/${second}/duplicates`)).toMatchObject(
		refusal(404, 'not_found'),
	);
	expect((await one.approve(first)).status, 'it is only a warning').toBe(200);
	expect((await other.approve(second)).status).toBe(200);
});

test('receipts whose SHA-256 only begin alike are not the same', async () => {
	const [first, second] = [await withReceipt(one), await withReceipt(other, { amount: cents(700) })];
	const changeEnd = `UPDATE receipts SET sha256 = substr(sha256, 1, 63) || iif(sha256 LIKE '%0', '1', '0') WHERE expense_id = ?`;
	await env.DB.prepare(changeEnd).bind(second).run();
	expect(await duplicates(first, one.verifier)).toEqual(NONE);
	expect(await duplicates(second, one.verifier)).toEqual(NONE);
});

test('an identical receipt in another company is no duplicate', async () => {
	const id = await withReceipt(one);
	const stranger = await newSpender({}, await newCompany());
	const elsewhere = await withReceipt(stranger);
	expect(await duplicates(id, one.verifier)).toEqual(NONE);
	expect(await duplicates(elsewhere, await newUser(['PLATFORM_ADMIN']))).toEqual(NONE);
	expect(await as(one.verifier).get(`/flex/expenses/${elsewhere}/duplicates`)).toMatchObject(
		refusal(404, 'not_found'),
	);
});

describe('own duplicates are listed', () => {
	test('the author sees duplicates by receipt, and by day, module and amount', async () => {
		const first = await withReceipt(one);
		const second = await withReceipt(one);
		const third = await withReceipt(one, { amount: cents(900) });
		expect(await duplicates(second, one.employee)).toEqual({
			...NONE,
			sameReceipt: [first, third],
			sameDayAndAmount: [first],
		});
	});

	test.each([
		['day', { date: '2023-02-26' }],
		['module', { module: 'SPORTS' }],
		['amount', { amount: cents(1001) }],
	])('another %s is another expense', async (_, given) => {
		await one.submitted(given);
		expect(await duplicates(await one.submitted(), one.verifier)).toEqual(NONE);
	});

	test('an expense of a colleague with equal day and amount is no duplicate', async () => {
		await other.submitted();
		expect(await duplicates(await one.submitted(), one.verifier)).toEqual(NONE);
	});
});

test.each<[string, boolean, (id: string) => Promise<unknown>]>([
	['rejected', false, (id) => other.reject(id)],
	['withdrawn', false, (id) => other.withdraw(id)],
	['approved', true, (id) => other.approve(id)],
	['sent back', true, (id) => other.sendBack(id)],
])('a receipt of an expense that was %s counts as a duplicate: %s', async (_, isTold, decide) => {
	const [first, second] = [await withReceipt(one), await withReceipt(other)];
	await decide(second);
	expect(await duplicates(first, one.verifier)).toEqual({ ...NONE, sameReceipt: isTold ? [second] : [] });
});

test('a receipt that was removed, twice under one expense, or stored without its SHA-256 counts for nothing', async () => {
	const [first, second] = [await withReceipt(one), await withReceipt(other)];
	await upload(one.employee, first, JPEG);
	await env.DB.prepare('UPDATE receipts SET sha256 = NULL WHERE expense_id = ?').bind(second).run();
	expect(await duplicates(first, one.verifier)).toEqual(NONE);
	const third = await withReceipt(other);
	await other.sendBack(third);
	const receipts = `/flex/expenses/${third}/receipts`;
	const [{ id }] = (await as(other.employee).get(receipts)).body;
	await as(other.employee).delete(`${receipts}/${id}`);
	expect(await duplicates(first, one.verifier)).toEqual(NONE);
});
