import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { intercepted } from '../../../harness/intercepted.ts';
import { JPEG, PDF, storedReceipts, upload } from '../../../harness/receipts.ts';
import { as, at, newUser, runCron, type TestUser } from '../../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let expense: string;
let receipt: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	expense = await spender.submitted();
	receipt = (await upload(spender.employee, expense)).body.id;
});

const path = () => `/flex/expenses/${expense}/receipts`;
const remove = (by: TestUser = spender.employee, bindings = env, id = receipt) =>
	as(by, bindings).delete(`${path()}/${id}`);
const listed = async (): Promise<string[]> =>
	(await as(spender.employee).get(path())).body.map(({ id }: { id: string }) => id);

describe('a receipt of an expense that was sent back', () => {
	beforeEach(() => spender.sendBack(expense));

	test('is removed by its author, and again; its file goes with the next run of the cron', async () => {
		expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
		expect(await listed()).toEqual([]);
		expect((await as(spender.employee).get(`${path()}/${receipt}`)).status).toBe(404);
		expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
		await runCron('2023-03-07T13:00:00.000Z');
		expect((await storedReceipts()).objects).not.toContain(receipt);
		expect(await remove()).toMatchObject(refusal(404, 'not_found'));
	});

	test('the history records it once, with the person who removed it', async () => {
		await Promise.all([remove(), remove()]);
		const company = spender.company.id;
		const { body } = await as(spender.admin).get(`/events?companyId=${company}&type=receipt.removed`);
		expect(body).toMatchObject([{ recordId: receipt, actor: { userId: spender.employee.userId } }]);
	});

	test('makes room for another one at once, though five were there', async () => {
		for (let count = 1; count < 5; count++) await upload(spender.employee, expense);
		expect(await upload(spender.employee, expense, JPEG)).toMatchObject(refusal(409, 'too_many_receipts'));
		await remove();
		const { status, body } = await upload(spender.employee, expense, JPEG);
		expect(status).toBe(201);
		expect(await listed()).toHaveLength(5);
		expect(await listed()).toContain(body.id);
	});

	test('is not removed by anybody but the author, nor found under another expense', async () => {
		for (const user of [spender.admin, await newUser(['PLATFORM_ADMIN']), spender.verifier]) {
			expect(await remove(user)).toMatchObject(refusal(403, 'forbidden'));
		}
		const colleague = await newSpender({}, spender.company);
		expect(await remove(colleague.employee)).toMatchObject(refusal(404, 'not_found'));
		const other = await spender.submitted();
		const elsewhere = `/flex/expenses/${other}/receipts/${receipt}`;
		expect(await as(spender.employee).delete(elsewhere)).toMatchObject(refusal(404, 'not_found'));
		expect(await remove(spender.employee, env, crypto.randomUUID())).toMatchObject(refusal(404, 'not_found'));
		expect(await listed()).toEqual([receipt]);
	});

	test('stays once the expense is corrected, even if both happen at once', async () => {
		let isMended = false;
		const DB = intercepted(/update "receipts"/, async (run) => {
			if (!isMended) expect((await spender.mend(expense)).status).toBe(200);
			isMended = true;
			return run();
		});
		expect(await remove(spender.employee, { ...env, DB })).toMatchObject(refusal(409, 'not_returned'));
		expect(await listed()).toEqual([receipt]);
	});
});

test.each<[string, () => Promise<unknown>, string]>([
	['waits for its decision', async () => undefined, 'not_returned'],
	['is approved', () => spender.approve(expense), 'already_decided'],
	['is rejected', () => spender.reject(expense), 'already_decided'],
])('a receipt of an expense that %s stays', async (_, change, code) => {
	await change();
	expect(await remove()).toMatchObject(refusal(409, code));
	expect(await listed()).toEqual([receipt]);
});

test('the database keeps the receipts of what waits or is approved', async () => {
	const discard = () =>
		env.DB.prepare('UPDATE receipts SET date_discarded = 1 WHERE id = ?').bind(receipt).run();
	await expect(discard()).rejects.toThrow('decided');
	await spender.approve(expense);
	await expect(discard()).rejects.toThrow('decided');
	expect(await upload(spender.employee, expense, PDF), 'nor takes one').toMatchObject(
		refusal(409, 'already_decided'),
	);
});
