import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { databaseOver } from '../../../harness/database.ts';
import { as, at, newCompany, newUser, restart, runCron, type TestUser } from '../../../harness/service.ts';
import { newWorld } from '../../../whole/contract/world.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let platform: TestUser;

beforeEach(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
});

const told = async (reader: TestUser, path: string) => {
	const { status, body } = await as(reader).get(path);
	expect(status).toBe(200);
	return body;
};
const ofUser = ({ userId }: TestUser) => told(platform, `/access-events?userId=${userId}`);

test('a refused access is recorded with operation, place and request, once an hour', async () => {
	const { admin, id } = await newCompany();
	for (const target of ['/api-keys', '/api-keys', `/api-keys/${platform.userId}`]) {
		expect((await as(admin).send('GET', target, undefined, { 'X-Request-Id': 'r-1' })).status).toBe(403);
	}
	const common = {
		type: 'access.refused',
		...admin,
		companyId: id,
		requestId: 'r-1',
		reason: null,
		count: 1,
	};
	const place = expect.stringMatching(/^2001:db8:0:[0-9a-f]+::\/64$/);
	expect(await ofUser(admin)).toMatchObject([
		{ ...common, place, date: NOON, request: 'GET /api/v2/api-keys' },
		{ ...common, place, request: 'GET /api/v2/api-keys/:platformKeyId' },
	]);
	at('2023-03-07T13:00:00.000Z');
	await as(admin).get('/api-keys');
	expect(await ofUser(admin)).toHaveLength(3);
});

test('repeated refusals of one user cost the database one write', async () => {
	const { admin } = await newCompany();
	await as(admin).get('/auth/me');
	const { counted, bindings } = counting();
	for (let times = 0; times < 5; times++) await as(admin, bindings).get('/api-keys');
	expect(counted.trips).toBe(1);
});

test('a refusal stays one when it cannot be stored', async () => {
	const { admin } = await newCompany();
	await as(admin).get('/auth/me');
	const DB = databaseOver(() => Promise.reject(new Error('out of order')));
	const answer = await as(admin, { ...env, DB }).get('/api-keys');
	expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('the company sees each download of a payroll file; a missing file is none', async () => {
	const { companyId, runId, transactionId } = await newWorld();
	const path = `/companies/${companyId}/flex/payroll-runs`;
	for (let times = 0; times < 2; times++) await as(platform).get(`${path}/${runId}/export?format=csv`);
	await as(platform).get(`${path}/${transactionId}/export?format=csv`);
	const incomplete = await as(platform).get(`${path}/${runId}/export?format=datev-lodas`);
	expect(incomplete.body.code).toBe('export_incomplete');
	const request = `GET /api/v2${path}/${runId}/export?format=csv`;
	const file = { type: 'payroll_file.read', ...platform, companyId, request };
	expect(await ofUser(platform)).toMatchObject([file, file]);
	const admin = await newUser(['COMPANY_ADMIN'], [companyId]);
	const shown = await told(admin, `/companies/${companyId}/access-events?userId=${platform.userId}`);
	expect(shown).toMatchObject([file, file]);
});

test.each([
	[999, 0],
	[1000, 1],
])('a whole list of %i records is recorded %i times', async (records, times) => {
	const { admin, id } = await newCompany();
	const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${records})`;
	await env.DB.batch([
		env.DB.prepare(`INSERT INTO users (id, date_created, date_modified, email, email_key, roles)
			${many} SELECT ?1 || i, 0, 0, 'x', ?1 || i, '["EMPLOYEE"]' FROM n`).bind(id),
		env.DB.prepare(`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision)
			${many} SELECT ?1 || i, 0, 0, ?1, ?1 || i, '[]', 0 FROM n`).bind(id),
	]);
	for (let again = 0; again < 2; again++) expect(await told(admin, '/employees')).toHaveLength(records);
	const event = { type: 'list.read', companyId: id, request: 'GET /api/v2/employees' };
	expect(await ofUser(admin)).toMatchObject(Array(times).fill(event));
});

test('an administrator reads of users of no other company only', async () => {
	const [one, other] = [await newCompany(), await newCompany()];
	const both = await newUser(['COMPANY_ADMIN'], [one.id, other.id]);
	for (const user of [one.admin, other.admin, both]) await as(user).get('/api-keys');
	const shown = await told(one.admin, `/companies/${one.id}/access-events`);
	expect(shown.map(({ userId }: TestUser) => userId)).toEqual([one.admin.userId]);
	expect((await as(one.admin).get(`/companies/${other.id}/access-events`)).status).toBe(404);
	expect(await ofUser(both)).toMatchObject([{ companyId: null }]);
});

test('the log can be followed, and begins a year ago', async () => {
	const { admin } = await newCompany();
	await as(admin).get('/api-keys');
	const page = await as(platform).get(`/access-events?userId=${admin.userId}&limit=10`);
	expect(page.body).toHaveLength(1);
	const [, next = ''] = /<(.+)>; rel="monitor"/.exec(page.headers.get('Link') ?? '') ?? [];
	expect(await told(platform, next)).toEqual([]);
	await as(admin).get('/companies');
	expect(await told(platform, next)).toMatchObject([{ request: 'GET /api/v2/companies' }]);

	await runCron('2024-03-06T11:59:59.999Z');
	expect(await ofUser(admin)).toHaveLength(2);
	await runCron('2024-03-06T12:00:00.000Z');
	restart();
	expect(await ofUser(admin)).toEqual([]);
});
