import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { bytesOf, sendBytes } from '../../../harness/bytes.ts';
import { databaseOver } from '../../../harness/database.ts';
import { upload } from '../../../harness/receipts.ts';
import { as, at, runCron } from '../../../harness/service.ts';
import { newSpender, type Spender } from '../../../harness/spending.ts';
import { exported } from '../../../harness/zip.ts';

let spender: Spender;
let expenseId: string;
let receiptId: string;
let of: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	of = `/employees/${spender.employeeId}`;
	expenseId = await spender.submitted();
	receiptId = (await upload(spender.employee, expenseId)).body.id;
});

const receiptFile = () => `receipts/${expenseId}/${receiptId}.pdf`;
const withReceipts = (bucket: object): Bindings => ({ ...env, RECEIPTS: bucket as R2Bucket });

test('a missing receipt is reported, and everything else is included', async () => {
	const second = (await upload(spender.employee, expenseId)).body.id;
	await env.RECEIPTS.delete(receiptId);
	const files = await exported(spender.employee, of);
	expect(files['manifest.json'].problems).toEqual([{ file: receiptFile(), problem: 'missing' }]);
	expect(files[receiptFile()]).toBeUndefined();
	expect(files[`receipts/${expenseId}/${second}.pdf`]).toHaveLength(64);
});

test('a failing bucket is reported', async () => {
	const get = () => Promise.reject(new Error('R2 is away'));
	const files = await exported(spender.employee, of, withReceipts({ get }));
	expect(files['manifest.json'].problems).toEqual([{ file: receiptFile(), problem: 'unreadable' }]);
});

test('an export that breaks off in the midst has no end, so that nobody takes it for whole', async () => {
	let pulled = 0;
	const body = new ReadableStream({
		pull: (controller) => {
			if (pulled++ === 0) controller.enqueue(new Uint8Array(200_000));
			else controller.error(new Error('R2 went away'));
		},
	});
	const response = await sendBytes(
		spender.employee,
		'GET',
		`${of}/export`,
		undefined,
		{},
		withReceipts({ get: async () => ({ body }) }),
	);
	expect(response.status).toBe(200);
	await expect(bytesOf(response)).rejects.toThrow();
});

test('a database that fails at first is an error, not an empty archive', async () => {
	const DB = databaseOver((statements, [query = '', ...others]) =>
		others.length === 0 && query.includes('place_')
			? Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.'))
			: env.DB.batch(statements),
	);
	const { status, body } = await as(spender.employee, { ...env, DB }).get(`${of}/export`);
	expect([status, body.code]).toEqual([503, 'unavailable']);
});

test.each([3, 8, 14, 22])(
	'an export in whose round trip %i the cron runs has each record once, and its history tells of it',
	async (trip) => {
		await as(spender.admin).put(`${of}/goodies/budget`, {
			budget: { value: 5000, currency: 'EUR_CENT' },
			startDate: '2023-03-08T00:00:00.000Z',
		});
		let trips = 0;
		const DB = databaseOver(async (statements) => {
			if (++trips === trip) {
				await spender.approve(expenseId);
				await runCron('2023-05-08T00:00:00.000Z');
			}
			return env.DB.batch(statements);
		});
		const files = await exported(spender.admin, of, { ...env, DB });

		const ids = (name: string) => files[name].map(({ id }: { id: string }) => id);
		for (const name of ['expenses/expenses.json', 'goodies/vouchers.json', 'history/employee.json']) {
			expect(new Set(ids(name)).size, name).toBe(ids(name).length);
		}
		expect(ids('expenses/expenses.json')).toEqual([expenseId]);
		const told = files['history/employee.json'].map(({ type }: { type: string }) => type);
		expect(told).toEqual(expect.arrayContaining(['expense.approved', 'voucher.issued']));
		expect(files['manifest.json'].files['history/employee.json']).toBe(told.length);
		expect(trips).toBeGreaterThan(22);
	},
);

test('the company’s access log records an export before its first byte is read', async () => {
	const { status, body } = await sendBytes(spender.employee, 'GET', `${of}/export`);
	expect(status).toBe(200);
	await body?.cancel();
	const log = await as(spender.admin).get(`/companies/${spender.company.id}/access-events`);
	expect(log.body).toMatchObject([{ type: 'export.read', request: `GET /api/v2${of}/export` }]);
});

test('the company’s access log records each export, and refused ones as refusals', async () => {
	await exported(spender.employee, of);
	await exported(spender.admin, `/companies/${spender.company.id}`);
	expect((await as(spender.verifier).get(`${of}/export`)).status).toBe(403);
	const { body } = await as(spender.admin).get(`/companies/${spender.company.id}/access-events`);
	const exports = body.filter(({ type }: { type: string }) => type === 'export.read');
	expect(exports).toMatchObject([
		{ userId: spender.employee.userId, request: `GET /api/v2${of}/export` },
		{ userId: spender.admin.userId, request: `GET /api/v2/companies/${spender.company.id}/export` },
	]);
});
