import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { file, upload } from '../../harness/receipts.ts';
import { as, at, newUser, runCron, type TestUser, uniqueEmail } from '../../harness/service.ts';
import { newSpender, type Spender } from '../../harness/spending.ts';

const MARCH = '2023-03-07T12:00:00.000Z';
const PDF_OF = (size: number) => file([0x25, 0x50, 0x44, 0x46, 0x2d], size);

let platform: TestUser;
let spender: Spender;

beforeEach(async () => {
	at(MARCH);
	platform = await newUser(['PLATFORM_ADMIN']);
	spender = await newSpender();
});

const set = async (settings: object) => {
	const { status } = await as(platform).put(`/companies/${spender.company.id}`, settings);
	expect(status).toBe(200);
};
const cent = { amount: { value: 1, currency: 'EUR_CENT' } };
const template = { name: 'Meals', rules: [] };

const expectReached = (answer: { status: number; body: object }, setting: string, figures: object) => {
	expect(answer).toMatchObject({ status: 409, body: { code: 'quota_reached', ...figures } });
	expect((answer.body as { detail: string }).detail).toContain(`can raise ${setting} of the company`);
};

describe('expenses an employee and month', () => {
	test('an employee: up to the limit, also when they are withdrawn, and again in the next month', async () => {
		await set({ maxExpensesPerMonth: 2 });
		await spender.withdraw(await spender.submitted(cent));
		await spender.submitted(cent);
		expectReached(await spender.submit(cent), 'maxExpensesPerMonth', { limit: 2, used: 2, left: 0 });
		at('2023-03-31T23:59:59.999Z');
		expect((await spender.submit({ ...cent, date: '2023-03-31' })).status).toBe(409);
		at('2023-04-01T00:00:00.000Z');
		expect((await spender.submit({ ...cent, date: '2023-04-01' })).status).toBe(201);
	});

	test('for each employee apart', async () => {
		await set({ maxExpensesPerMonth: 1 });
		const colleague = await newSpender({}, spender.company);
		await spender.submitted(cent);
		expect((await colleague.submit(cent)).status).toBe(201);
		expect((await spender.submit(cent)).status).toBe(409);
	});

	test('also when they are submitted at the same time, or again under their key', async () => {
		await set({ maxExpensesPerMonth: 3 });
		const path = `/employees/${spender.employeeId}/flex/expenses`;
		const body = { module: 'INTERNET', date: '2023-02-27', ...cent };
		const send = (key: string) => as(spender.employee).send('POST', path, body, { 'Idempotency-Key': key });
		const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(send));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
		const kept = answers.findIndex(({ status }) => status === 201);
		expect((await send('abcde'[kept] ?? '')).status).toBe(201);
	});

	test('counted within the round trips of the write, and by keys', async () => {
		await as(spender.employee).get('/auth/me');
		const { counted, bindings } = counting();
		const path = `/employees/${spender.employeeId}/flex/expenses`;
		const body = { module: 'INTERNET', date: '2023-02-27', ...cent };
		expect((await as(spender.employee, bindings).post(path, body)).status).toBe(201);
		expect(counted.trips).toBe(2);
		const query = `SELECT used FROM quota_usage WHERE month = '' AND owner_id = ? AND quota = ?`;
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).bind('', '').all();
		expect(results).toMatchObject([{ detail: expect.stringMatching(/^SEARCH quota_usage USING INDEX/) }]);
	});
});

describe('bytes of receipts', () => {
	test('an employee and month: up to the limit exactly, and no file beyond it', async () => {
		await set({ maxReceiptBytesPerMonth: 300 });
		const [one, other] = [await spender.submitted(cent), await spender.submitted(cent)];
		expect((await upload(spender.employee, one, PDF_OF(200))).status).toBe(201);
		await spender.withdraw(one);
		const refused = await upload(spender.employee, other, PDF_OF(101));
		expectReached(refused, 'maxReceiptBytesPerMonth', { limit: 300, used: 200, left: 100 });
		expect((await upload(spender.employee, other, PDF_OF(100))).status).toBe(201);
		expect((await env.RECEIPTS.list()).objects.filter(({ size }) => size === 101)).toEqual([]);
	});

	test('an employee and month: an upload that failed does not count', async () => {
		await set({ maxReceiptBytesPerMonth: 100 });
		const expense = await spender.submitted(cent);
		const put = () => Promise.reject(new Error('R2 is down'));
		const { RECEIPTS } = env;
		const broken = { put, delete: (ids: string[]) => RECEIPTS.delete(ids) } as unknown as R2Bucket;
		const bindings = { ...env, RECEIPTS: broken };
		expect((await upload(spender.employee, expense, PDF_OF(100), bindings)).status).toBe(503);
		expect((await upload(spender.employee, expense, PDF_OF(100))).status).toBe(201);
		expect((await upload(spender.employee, expense, PDF_OF(5))).status).toBe(409);
	});

	test('the company: up to the limit, until receipts are removed', async () => {
		await set({ maxStoredBytes: 300 });
		const [one, other] = [await spender.submitted(cent), await spender.submitted(cent)];
		await upload(spender.employee, one, PDF_OF(300));
		const refused = await upload(spender.employee, other, PDF_OF(5));
		expectReached(refused, 'maxStoredBytes', { limit: 300, used: 300, left: 0 });
		await spender.reject(one);
		await runCron('2023-07-01T00:00:00.000Z');
		expect((await upload(spender.employee, other, PDF_OF(300))).status).toBe(201);
	});
});

describe('limits of the company', () => {
	test('employees, also tried out', async () => {
		await set({ maxEmployees: 2 });
		const create = (query = '') =>
			as(spender.admin).post(`/employees${query}`, { email: uniqueEmail(), companyId: spender.company.id });
		expect((await create('?dryRun=true')).status).toBe(200);
		expect((await create()).status).toBe(201);
		for (const query of ['', '?dryRun=true']) {
			expectReached(await create(query), 'maxEmployees', { limit: 2, used: 2, left: 0 });
		}
	});

	test('tax rule templates, in whichever of their companies', async () => {
		const other = await newSpender();
		const create = (...companyIds: string[]) =>
			as(platform).post('/flex/tax-rule-templates', { ...template, companyIds });
		await set({ maxTemplates: 1 });
		expect((await create(spender.company.id)).status).toBe(201);
		const refused = await create(other.company.id, spender.company.id);
		expectReached(refused, 'maxTemplates', { limit: 1, used: 1, left: 0 });
		expect((await create(other.company.id)).status).toBe(201);
	});
});

describe('the settings', () => {
	test('are changed by a PLATFORM_ADMIN only, and null brings back what they were unless set', async () => {
		const path = `/companies/${spender.company.id}`;
		expect((await as(spender.admin).put(path, { maxEmployees: 1_000_000 })).status).toBe(403);
		await set({ maxEmployees: 0 });
		const changed = await as(platform).put(path, { maxEmployees: null, maxTemplates: 7 });
		expect(changed.body).toMatchObject({ maxEmployees: 100_000, maxTemplates: 7 });
		const created = { name: 'Neue GmbH', taxAffiliation: 'DE', maxStoredBytes: 5 };
		const answer = await as(platform).post('/companies', created);
		expect(answer.body).toMatchObject({ maxStoredBytes: 5, maxExpensesPerMonth: 200 });
	});
});
