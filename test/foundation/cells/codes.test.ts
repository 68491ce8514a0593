import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { codeBeside, randomCode } from '../../../src/foundation/core/codes.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { inCell, newCompanyInCell, type TestCell, tracing } from '../../harness/cells.ts';
import { browse } from '../../harness/console.ts';
import { databaseOver } from '../../harness/database.ts';
import { as, at, call, newAddress, newCompany, newEmployee, now, runCron } from '../../harness/service.ts';
import { mailedToken, PASSWORD } from '../../tenants/auth/one-time/links.ts';

let company: TestCell;
let employeeId: string;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompanyInCell();
});
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	employeeId = await newEmployee(company);
});

const from = () => ({ 'CF-Connecting-IP': newAddress(), 'Accept-Language': 'en' });
const register = (token: string, bindings: Bindings = env, headers = from()) =>
	call('POST', '/auth/registration', { token, password: PASSWORD }, headers, bindings);

const printed = async (bindings: Bindings = env): Promise<string> =>
	(await as(company.admin, bindings).post(`/employees/${employeeId}/invitation/letter`)).body.code;

async function besideLink(): Promise<string> {
	const { id } = (await inCell(company.cell)
		.prepare('SELECT user_id AS id FROM employees WHERE id = ?')
		.bind(employeeId)
		.first<{ id: string }>()) ?? { id: '' };
	return codeBeside(await mailedToken(id, 'invitation', inCell(company.cell)));
}

const claims = async (): Promise<number> =>
	(await env.DB.prepare(`SELECT count(*) AS n FROM claims WHERE kind = 'CODE'`).first<number>('n')) ?? 0;

test.each([
	['a printed code', printed],
	['the code beside a link', besideLink],
])('%s finds its cell with one round trip to D1, which counts the try', async (_, make) => {
	const code = await make();
	const { trips, bindings } = tracing();
	const { status, body } = await register(code, bindings);
	expect([status, trips]).toEqual([200, ['D1', 'cell', 'cell', 'D1']]);
	expect(body.refreshToken.startsWith(`${company.cell}.`)).toBe(true);
	expect(await register(code)).toMatchObject({ status: 400, body: { code: 'link_not_valid' } });
});

test('the directory learns of a code before the cell stores it', async () => {
	const { trips, bindings } = tracing();
	await printed(bindings);
	expect(trips.slice(-2)).toEqual(['D1', 'cell']);
	const before = await claims();
	const DB = databaseOver(() => Promise.reject(new Error('D1 DB is overloaded')));
	const asked = await as(company.admin, { ...env, DB }).post(`/employees/${employeeId}/invitation/letter`);
	expect(asked).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	expect(await claims()).toBe(before);
});

test('made-up, used and expired codes, and those of D1, get one answer after as many round trips', async () => {
	const inD1 = await newCompany();
	const colleague = await newEmployee(inD1);
	const letter = await as(inD1.admin).post(`/employees/${colleague}/invitation/letter`);
	const inCellOver = await printed();
	expect((await register(inCellOver)).status).toBe(200);
	expect((await register(letter.body.code)).status).toBe(200);
	for (const code of [randomCode(), inCellOver, letter.body.code]) {
		const { trips, bindings } = tracing();
		expect(await register(code, bindings)).toMatchObject({ status: 400, body: { code: 'link_not_valid' } });
		expect(trips).toEqual(['D1', 'cell']);
	}
});

test('a code of D1 is used in D1, and costs a link there no look into a cell', async () => {
	const inD1 = await newCompany();
	const colleague = await newEmployee(inD1);
	const letter = await as(inD1.admin).post(`/employees/${colleague}/invitation/letter`);
	const { trips, bindings } = tracing();
	expect((await register(letter.body.code, bindings)).status).toBe(200);
	expect(trips).toEqual(['D1', 'cell', 'D1']);
	const link = tracing();
	await register('Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1saW5rLXRva2Vu', link.bindings);
	expect(link.trips).toEqual(['D1']);
});

test('tries at codes from one place are counted in D1, and forgotten after a right one', async () => {
	const place = from();
	const code = await printed();
	for (let attempt = 0; attempt < 9; attempt++) {
		expect((await register(randomCode(), env, place)).status).toBe(400);
	}
	expect((await register(code, env, place)).status).toBe(200);
	expect((await register(randomCode(), env, place)).status).toBe(400);
});

/** A code that begins like another one. */
const like = (code: string) => code.replaceAll('-', '').slice(0, 4) + randomCode().slice(4);

const MAX_TRIES = 10;
const NOT_VALID = { status: 400, body: { code: 'link_not_valid' } };

test.each([
	[MAX_TRIES - 1, 200],
	[MAX_TRIES, 400],
])(
	'after %i wrong tries at a printed code from different places, the right one gets %i',
	async (wrong, status) => {
		const code = await printed();
		for (let attempt = 0; attempt < wrong; attempt++) {
			const { trips, bindings } = tracing();
			expect(await register(like(code), bindings)).toMatchObject(NOT_VALID);
			expect(trips).toEqual(['D1', 'cell']);
		}
		expect((await register(code)).status).toBe(status);
	},
);

test('a wrong code counts in each cell that has one with the same letters, and a right one in its own', async () => {
	const code = await printed();
	const key = code.replaceAll('-', '').slice(0, 4);
	const other = await newCompanyInCell();
	await as(other.admin).post(`/employees/${await newEmployee(other)}/invitation/letter`);
	await inCell(other.cell)
		.prepare('UPDATE one_time_tokens SET key = ? WHERE code_hash IS NOT NULL')
		.bind(key)
		.run();
	await env.DB.prepare(`INSERT INTO claims (kind, value, cell, since) VALUES ('CODE', ?, ?, ?)`)
		.bind(`${key} ${other.cell}`, other.cell, now())
		.run();
	const tries = ({ cell }: TestCell) =>
		inCell(cell).prepare('SELECT tries FROM one_time_tokens WHERE key = ?').bind(key).first('tries');
	expect(await register(like(code))).toMatchObject(NOT_VALID);
	expect([await tries(company), await tries(other)]).toEqual([1, 1]);
	expect((await register(code)).status).toBe(200);
	expect(await tries(other)).toBe(1);
});

test('a printed code whose mark the directory does not know is found by its first letters', async () => {
	const code = await printed();
	const key = code.replaceAll('-', '').slice(0, 4);
	await env.DB.prepare(`DELETE FROM claims WHERE value NOT LIKE '% %'`).run();
	for (const cell of ['aaaaaaaaaaaa', 'zzzzzzzzzzzz']) {
		await env.DB.prepare(`INSERT INTO claims (kind, value, cell, since) VALUES ('CODE', ?, ?, ?)`)
			.bind(`${key} ${cell}`, cell, now())
			.run();
	}
	expect((await register(code)).status).toBe(200);
});

test('the page of a letter names the account of a person in a cell', async () => {
	const code = await printed();
	const page = await browse(null).post('/registration', { token: code, _do: 'look' }, from());
	expect(page.status).toBe(200);
	expect(page.body).toContain(`Company ${company.id}`);
});

test('the directory forgets codes after 30 days, the longest that one is valid', async () => {
	await printed();
	const before = await claims();
	expect(before).toBeGreaterThan(0);
	// The cron would wake each cell.
	await env.DB.exec('UPDATE places SET next_due = 9e14');
	await runCron('2023-04-06T11:59:59.999Z');
	expect(await claims()).toBe(before);
	await runCron('2023-04-06T12:00:00.000Z');
	expect(await claims()).toBe(0);
});
