import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { PDF, upload } from '../../../harness/receipts.ts';
import { as, at } from '../../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let expense: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	expense = await spender.submitted();
});

const listed = async () => (await as(spender.employee).get(`/flex/expenses/${expense}/receipts`)).body;

/** A bucket before which something happens whenever a file is about to be stored. */
const bucketAfter = (other: () => Promise<unknown>) =>
	({
		async put(...given: Parameters<R2Bucket['put']>) {
			await other();
			return env.RECEIPTS.put(...given);
		},
		delete: env.RECEIPTS.delete.bind(env.RECEIPTS),
	}) as unknown as R2Bucket;

test.each<[string, () => Promise<unknown>]>([
	['approved', () => spender.approve(expense)],
	['rejected', () => spender.reject(expense)],
	['withdrawn', () => spender.withdraw(expense)],
])('a receipt whose upload overlaps the decision does not appear on what is %s', async (_, decide) => {
	const RECEIPTS = bucketAfter(decide);
	const answer = await upload(spender.employee, expense, PDF, { ...env, RECEIPTS });
	expect(answer).toMatchObject(refusal(409, 'already_decided'));
	expect(await listed()).toEqual([]);
});

test('a receipt whose upload overlaps the return of the expense is there to be looked at', async () => {
	const RECEIPTS = bucketAfter(() => spender.sendBack(expense));
	expect((await upload(spender.employee, expense, PDF, { ...env, RECEIPTS })).status).toBe(201);
	expect(await listed()).toHaveLength(1);
	expect((await upload(spender.employee, expense)).status, 'during a correction').toBe(201);
});
