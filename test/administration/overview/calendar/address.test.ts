import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../../../src/app.ts';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { counting } from '../../../harness/counting.ts';
import { as, at, newCompany, newEmployee, newUser, now, type TestCompany } from '../../../harness/service.ts';
import { cents } from '../../../harness/spending.ts';

const app = createApp(now);
let company: TestCompany;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	path = `/companies/${company.id}/calendar/address`;
	const id = await newEmployee(company, { firstName: 'Ada' });
	await as(company.admin).put(`/employees/${id}/goodies/budget`, {
		budget: cents(5000),
		startDate: '2023-03-08T00:00:00.000Z',
	});
});

const make = async (showsNames = false, headers = {}): Promise<string> => {
	const { status, body } = await as(company.admin).send('POST', path, { showsNames }, headers);
	expect(status).toBe(201);
	return body.address;
};
const fetched = (address: string, bindings: Bindings = env) => app.request(address, {}, bindings);

test('anyone with the address reads the calendar without a token, and no cache keeps it', async () => {
	const address = await make();
	expect(address).toMatch(/^https:\/\/zubrot\.example\/calendars\/[\w-]{43}\.ics$/);
	const response = await fetched(address);
	expect([
		response.status,
		response.headers.get('Content-Type'),
		response.headers.get('Cache-Control'),
	]).toEqual([200, 'text/calendar; charset=utf-8', 'no-store']);
	const file = await response.text();
	expect(file).toContain('SUMMARY:Voucher due (1)\r\n');
	expect(file).not.toContain('Ada');
	expect(await (await fetched(await make(true))).text()).toContain('SUMMARY:Voucher due: Ada\r\n');
});

test('a new address ends the one before, and a revocation ends it at once', async () => {
	const first = await make();
	const second = await make();
	expect((await fetched(first)).status).toBe(404);
	expect((await fetched(second)).status).toBe(200);
	for (let times = 0; times < 2; times++) {
		expect((await as(company.admin).delete(path)).body).toEqual({ success: true });
	}
	expect((await fetched(second)).status).toBe(404);
	expect((await as(company.admin).get(path)).status).toBe(404);
});

test('the secret is shown once, stored as a hash, and never shown again', async () => {
	const address = await make(false, { 'Idempotency-Key': 'a calendar' });
	const secret = address.slice(-47, -4);
	expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
	expect((await as(company.admin).get(path)).body).toMatchObject({ showsNames: false, address: null });
	const again = await as(company.admin).send(
		'POST',
		path,
		{ showsNames: false },
		{ 'Idempotency-Key': 'a calendar' },
	);
	expect(again.body.address).toBeNull();
	const { results } = await env.DB.prepare(
		`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'`,
	).all<{ name: string }>();
	for (const { name } of results) {
		const rows = await env.DB.prepare(`SELECT * FROM ${name}`).all();
		expect(JSON.stringify(rows.results), name).not.toContain(secret);
	}
	expect((await as(await newUser(['TECHNICAL_USER'], [company.id])).get(path)).status).toBe(403);
});

test.each([
	'x.ics',
	`${'A'.repeat(43)}.ics`,
	`${'A'.repeat(43)}`,
	`${'A'.repeat(44)}.ics`,
	"'.ics",
	'%00.ics',
])('an address that is no one’s is not found: %s', async (file) => {
	const response = await fetched(`/calendars/${file}`);
	expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'not_found']);
});

test('an address that is no one’s costs the database one round trip and few rows', async () => {
	const { counted, bindings } = counting();
	await fetched(`/calendars/${'A'.repeat(43)}.ics`, bindings);
	expect(counted.trips).toBe(1);
	expect(counted.rowsRead).toBeLessThanOrEqual(4);
	await fetched(await make(), bindings);
	expect(counted.trips).toBe(2);
});

test('strangers who ask too often are held off', async () => {
	const WRITE_RATE_LIMIT = { limit: async () => ({ success: false }) } as RateLimit;
	const response = await fetched(await make(), { ...env, WRITE_RATE_LIMIT });
	expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '10']);
});

test('without PUBLIC_URL the address is that of the path alone', async () => {
	const { PUBLIC_URL: _, ...bindings } = env;
	const { body } = await as(company.admin, bindings).post(path, { showsNames: false });
	expect(body.address).toMatch(/^\/calendars\/[\w-]{43}\.ics$/);
});
