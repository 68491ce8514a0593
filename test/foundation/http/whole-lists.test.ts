import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { Call } from '../../../src/foundation/db/call.ts';
import type { Db } from '../../../src/foundation/db/database.ts';
import { beginStream } from '../../../src/foundation/http/file.ts';
import { sendBytes } from '../../harness/bytes.ts';
import { as, at, newCompany, newUser, now, type TestCompany, type TestUser } from '../../harness/service.ts';

let company: TestCompany;
let other: TestUser;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	other = await newUser(['COMPANY_ADMIN'], [company.id]);
	const ids = JSON.stringify(Array.from({ length: 2500 }, (_, n) => `many-${String(n).padStart(5, '0')}`));
	await env.DB.batch([
		env.DB.prepare(
			`INSERT INTO users (id, date_created, date_modified, email, email_key, roles)
			SELECT value, 0, 0, value, value, '["EMPLOYEE"]' FROM json_each(?)`,
		).bind(ids),
		env.DB.prepare(
			`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision)
			SELECT value, 0, 0, ?, value, '[]', 0 FROM json_each(?)`,
		).bind(company.id, ids),
	]);
});

const begin = (user: TestUser) => sendBytes(user, 'GET', '/employees');

test('one user takes four whole lists at once; each that ends or is broken off makes room', async () => {
	const { admin } = company;
	const taken = await Promise.all([begin(admin), begin(admin), begin(admin), begin(admin)]);
	expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

	const refused = await begin(admin);
	expect(refused.status).toBe(429);
	expect(refused.headers.get('Retry-After')).toBe('10');
	expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
	expect((await as(admin).get('/employees?limit=1000')).status).toBe(200);
	expect((await as(other).get('/employees')).body).toHaveLength(2500);

	await taken[0]?.arrayBuffer();
	const again = await begin(admin);
	expect(again.status).toBe(200);
	expect((await begin(admin)).status).toBe(429);
	await taken[1]?.body?.cancel();
	const last = await begin(admin);
	expect(last.status).toBe(200);
	for (const answer of [again, last, taken[2], taken[3]]) await answer?.body?.cancel();
	const whole = await Promise.all(Array.from({ length: 4 }, () => as(admin).get('/employees')));
	expect(whole.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a sandbox whose clock is a year ahead does not end the counting of other lists', async () => {
	const { admin } = company;
	const taken = await Promise.all([begin(admin), begin(admin), begin(admin), begin(admin)]);
	const ahead = 365 * 86_400_000;
	const actor = { userId: 'somebody in a sandbox' };
	beginStream({ db: { ahead } as Db, actor, now: now() + ahead } as Call)();
	expect((await begin(admin)).status).toBe(429);
	for (const { body } of taken) await body?.cancel();
});

test('HEAD of a whole list or an export takes no place', async () => {
	const { admin, id } = company;
	for (const path of ['/employees', `/companies/${id}/export`]) {
		for (let asked = 0; asked < 5; asked++) {
			const { status, headers } = await sendBytes(admin, 'HEAD', path);
			expect({ status, type: headers.get('Content-Type') }).toEqual({
				status: 200,
				type: path === '/employees' ? 'application/json' : 'application/zip',
			});
		}
	}
	expect((await as(admin).get('/employees')).body).toHaveLength(2500);
});

test('a list that was never closed does not count after 10 minutes', async () => {
	const { admin } = company;
	await Promise.all([begin(admin), begin(admin), begin(admin), begin(admin)]);
	at('2023-03-07T12:09:59.999Z');
	expect((await begin(admin)).status).toBe(429);
	at('2023-03-07T12:10:00.000Z');
	expect((await as(admin).get('/employees')).body).toHaveLength(2500);
});

test('a list of one page is not counted', async () => {
	const { id, admin } = await newCompany();
	const answers = await Promise.all(Array.from({ length: 8 }, () => begin(admin)));
	expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
	expect(id).not.toBe(company.id);
});
