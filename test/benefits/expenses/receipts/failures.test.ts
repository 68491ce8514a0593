import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runDueJobs } from '../../../../src/entrances/jobs/schedule.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import { storedReceipts, upload } from '../../../harness/receipts.ts';
import { as, at, newUser, runCron } from '../../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../../harness/spending.ts';

const MARK = /update "receipts"/;
const REMOVE = /delete from "receipts"/;
const OVERLOADED = 'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.';
const NOTHING = { rows: [], objects: [] };

let spender: Spender;
let expense: string;

beforeEach(async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	await env.DB.prepare('DELETE FROM receipts').run();
	for (const { key } of (await env.RECEIPTS.list()).objects) await env.RECEIPTS.delete(key);
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	expense = await spender.submitted();
});
afterEach(() => vi.restoreAllMocks());

const fail = (message: string) => () => Promise.reject(new Error(message));

/** The bucket, with some of its operations replaced. */
const bucketWith = (operations: object) =>
	({
		put: env.RECEIPTS.put.bind(env.RECEIPTS),
		get: env.RECEIPTS.get.bind(env.RECEIPTS),
		delete: env.RECEIPTS.delete.bind(env.RECEIPTS),
		...operations,
	}) as unknown as R2Bucket;

const putAndLoseTheAnswer = async (key: string, value: ArrayBuffer) => {
	await env.RECEIPTS.put(key, value);
	throw new Error('put: Network connection lost');
};

const uploadOver = (bindings: object) =>
	upload(spender.employee, expense, undefined, { ...env, ...bindings });
const listed = async () => (await as(spender.employee).get(`/flex/expenses/${expense}/receipts`)).body;

describe('a failing upload leaves neither a row nor an object', () => {
	test.each<[string, object]>([
		['R2 refuses the object', { RECEIPTS: bucketWith({ put: fail('put: 500') }) }],
		['R2 stores the object and its answer is lost', { RECEIPTS: bucketWith({ put: putAndLoseTheAnswer }) }],
		['D1 is overloaded before it begins', { DB: intercepted(/insert into "receipts"/, fail(OVERLOADED)) }],
	])('when %s', async (_, bindings) => {
		expect(await uploadOver(bindings)).toMatchObject(refusal(503, 'unavailable'));
		expect(await storedReceipts()).toEqual(NOTHING);
		expect((await upload(spender.employee, expense)).status, 'the same again').toBe(201);
	});

	test.each([
		['fails', 'D1_ERROR: disk I/O error', 500],
		['is overloaded', OVERLOADED, 503],
	])(
		'when D1 %s before it is marked: it is not listed, and the cron clears it',
		async (_, message, status) => {
			expect((await uploadOver({ DB: intercepted(MARK, fail(message)) })).status).toBe(status);
			expect(await listed()).toEqual([]);
			await runCron('2023-03-07T14:00:00.000Z');
			expect(await storedReceipts()).toEqual(NOTHING);
		},
	);

	test('when D1 marks it and the answer is lost, row and object stay together', async () => {
		const DB = intercepted(MARK, async (run) => {
			await run();
			throw new Error(OVERLOADED);
		});
		await uploadOver({ DB });
		const { rows, objects } = await storedReceipts();
		expect(objects).toEqual(rows);
		expect((await listed()).map(({ id }: { id: string }) => id)).toEqual(rows);
	});

	test('when it is repeated later under its idempotency key, it has one date of creation', async () => {
		const key = { 'Idempotency-Key': 'a photo' };
		const DB = intercepted(MARK, fail(OVERLOADED));
		await upload(spender.employee, expense, undefined, { ...env, DB }, key);
		at('2023-03-07T12:00:30.000Z');
		const { status, body } = await upload(spender.employee, expense, undefined, env, key);
		expect(status).toBe(201);
		expect(await listed()).toEqual([body]);
	});
});

describe('remains of an interrupted upload', () => {
	const DOWN = { DB: intercepted(new RegExp(`${MARK.source}|${REMOVE.source}`), fail(OVERLOADED)) };

	test('is not listed, and the cron clears it after an hour and not before', async () => {
		const keeping = bucketWith({ delete: fail('delete: 500') });
		expect(await uploadOver({ ...DOWN, RECEIPTS: keeping })).toMatchObject(refusal(503, 'unavailable'));
		const left = await storedReceipts();
		expect(left).toEqual({ rows: [expect.any(String)], objects: left.rows });
		expect(await listed()).toEqual([]);
		expect(
			(await as(spender.employee).get(`/flex/expenses/${expense}/receipts/${left.rows[0]}`)).status,
		).toBe(404);

		await runCron('2023-03-07T12:59:59.999Z');
		expect(await storedReceipts()).toEqual(left);
		await runCron('2023-03-07T13:00:00.001Z');
		expect(await storedReceipts()).toEqual(NOTHING);
	});

	test('is cleared by the next cron when R2 fails in this one', async () => {
		await uploadOver({ ...DOWN, RECEIPTS: bucketWith({ delete: fail('delete: 500') }) });
		const left = await storedReceipts();
		const receipts = bucketWith({ delete: fail('delete: 500') });
		const failing = { ...env, RECEIPTS: receipts };
		const { failed } = await runDueJobs(failing, Date.parse('2023-03-07T14:00:00.000Z'));
		expect(Object.keys(failed)).toEqual(['clearReceipts']);
		expect(await storedReceipts()).toEqual(left);
		await runCron('2023-03-07T15:00:00.000Z');
		expect(await storedReceipts()).toEqual(NOTHING);
	});

	test('is cleared though only the object could not be taken back', async () => {
		const RECEIPTS = bucketWith({ put: putAndLoseTheAnswer, delete: fail('delete: 500') });
		expect(await uploadOver({ RECEIPTS })).toMatchObject(refusal(503, 'unavailable'));
		await runCron('2023-03-07T14:00:00.000Z');
		expect(await storedReceipts()).toEqual(NOTHING);
	});

	test('is not taken up by a repetition once the cron has begun to clear it', async () => {
		const repeat = (bindings: object = {}) =>
			upload(spender.employee, expense, undefined, { ...env, ...bindings }, { 'Idempotency-Key': 'a photo' });
		await repeat({ DB: intercepted(MARK, fail(OVERLOADED)) });
		at('2023-03-07T14:00:00.000Z');
		const overtaken = bucketWith({
			async delete(ids: string[]) {
				expect(await repeat()).toMatchObject(refusal(503, 'unavailable'));
				await env.RECEIPTS.delete(ids);
			},
		});
		await runDueJobs({ ...env, RECEIPTS: overtaken }, Date.parse('2023-03-07T14:00:00.000Z'));
		expect(await storedReceipts()).toEqual(NOTHING);
		const { status, body } = await repeat();
		expect(status).toBe(201);
		expect(await storedReceipts()).toEqual({ rows: [body.id], objects: [body.id] });
	});

	test('is all that the cron clears', async () => {
		const { body } = await upload(spender.employee, expense);
		await runCron('2024-03-07T14:00:00.000Z');
		expect(await storedReceipts()).toEqual({ rows: [body.id], objects: [body.id] });
	});
});

test('a receipt whose answer was lost, and whose employee is erased meanwhile, was added all the same', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	await as(platform).put(`/companies/${spender.company.id}`, { retentionMonths: 0 });
	const employee = `/employees/${spender.employeeId}`;
	await as(spender.admin).put(employee, { dateTerminated: '2023-03-07T12:00:00.000Z' });
	let isLost = false;
	const DB = intercepted(MARK, async (run) => {
		const results = await run();
		if (isLost) return results;
		isLost = true;
		expect((await as(platform).post(`${employee}/erasure`)).status).toBe(200);
		throw new Error('D1_ERROR: Network connection lost.');
	});
	expect((await uploadOver({ DB })).status).toBe(201);
	const told = await as(platform).get(`/events?companyId=${spender.company.id}&type=receipt.added`);
	expect(told.body).toHaveLength(1);
	expect((await as(platform).get(`/flex/expenses/${expense}/receipts`)).body).toEqual([]);
});
