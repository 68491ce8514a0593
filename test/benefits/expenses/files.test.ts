import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { storedReceipts, upload } from '../../harness/receipts.ts';
import { as, at, newUser, runCron } from '../../harness/service.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';

const DECIDED = '2023-03-07T12:00:00.000Z';
const JUST_BEFORE = '2023-06-05T11:59:59.999Z';
const DUE = '2023-06-05T12:00:00.000Z';

let spender: Spender;
let expense: string;
let receipt: string;

beforeEach(async () => {
	at(DECIDED);
	spender = await newSpender();
	expense = await spender.submitted();
	receipt = (await upload(spender.employee, expense)).body.id;
});

const has = async (id: string) => {
	const { rows, objects } = await storedReceipts();
	return [rows.includes(id), objects.includes(id)];
};

const decisions: [string, () => Promise<unknown>][] = [
	['withdrawn', () => spender.withdraw(expense)],
	['rejected', () => spender.reject(expense)],
];

describe.each(decisions)('receipts of an expense that was %s', (_, decide) => {
	test('are removed 90 days after that, the file and its bytes, and the history tells it', async () => {
		await decide();
		await runCron(JUST_BEFORE);
		expect(await has(receipt)).toEqual([true, true]);
		expect((await as(spender.employee).get(`/flex/expenses/${expense}/receipts`)).body).toHaveLength(1);

		expect(await runCron(DUE)).toMatchObject({ clearReceipts: 1 });
		expect(await has(receipt)).toEqual([false, false]);
		expect((await as(spender.employee).get(`/flex/expenses/${expense}/receipts`)).body).toEqual([]);
		expect(await runCron(DUE)).toMatchObject({ clearReceipts: 0 });
		const platform = await newUser(['PLATFORM_ADMIN']);
		const { body } = await as(platform).get(`/events?subject=${spender.employeeId}&type=receipt.removed`);
		expect(body).toMatchObject([
			{ recordId: receipt, actor: { type: 'CRON' }, after: { dateDiscarded: DUE } },
		]);
	});

	test('are hidden and marked while their files cannot be removed, and go with the next run', async () => {
		await decide();
		const broken = { delete: () => Promise.reject(new Error('out of order')) } as unknown as R2Bucket;
		const { failed } = await runDueJobs({ ...env, RECEIPTS: broken }, Date.parse(DUE));
		expect(Object.keys(failed)).toEqual(['clearReceipts']);
		const row = await env.DB.prepare('SELECT date_discarded FROM receipts WHERE id = ?')
			.bind(receipt)
			.first();
		expect(row).toEqual({ date_discarded: Date.parse(DUE) });
		expect((await as(spender.employee).get(`/flex/expenses/${expense}/receipts`)).body).toEqual([]);
		await runCron(DUE);
		expect(await has(receipt)).toEqual([false, false]);
	});
});

test('receipts of approved and of pending expenses stay', async () => {
	const approved = await spender.submitted();
	const kept = (await upload(spender.employee, approved)).body.id;
	await spender.approve(approved);
	await runCron('2024-06-05T12:00:00.000Z');
	expect([await has(receipt), await has(kept)]).toEqual([
		[true, true],
		[true, true],
	]);
});

test('two runs at once tell the removal once', async () => {
	await spender.withdraw(expense);
	await Promise.all([runCron(DUE), runCron(DUE)]);
	const reader = as(await newUser(['PLATFORM_ADMIN']));
	const { body } = await reader.get(`/events?subject=${spender.employeeId}&type=receipt.removed`);
	expect(body).toHaveLength(1);
});
