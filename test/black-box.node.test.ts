import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness } from 'wrangler';
import { hashPassword } from '../src/auth/passwords.ts';
import { newId } from '../src/core/id.ts';
import { addDays, addMonths, endOfMonth, startOfMonth, toIso } from '../src/core/instant.ts';
import { connect } from '../src/db/client.ts';
import { commit } from '../src/db/commit.ts';
import { insertUser } from '../src/users/store.ts';

const PASSWORD = 'a password of the black box';
const OPERATOR = 'operator@test.example';
const AN_HOUR_MS = 3_600_000;

const server = createTestHarness({
	root: resolve(import.meta.dirname, '..'),
	workers: [
		{ configPath: 'wrangler.toml', secrets: { JWT_SECRET: 'a secret of the black box, 32 bytes or more' } },
	],
});
/** One connection: an answer that breaks it shows as a new socket for the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let origin: string;

beforeAll(async () => {
	origin = (await server.listen()).url.origin;
	const worker = server.getWorker<{ DB: D1Database }>();
	await worker.applyD1Migrations('DB');
	const db = connect((await worker.getEnv()).DB);
	const now = Date.now();
	const user = { id: newId(now), dateCreated: now, dateModified: now, email: OPERATOR };
	const passwordHash = await hashPassword(PASSWORD);
	await commit(db, [insertUser(db, { ...user, passwordHash, roles: ['PLATFORM_ADMIN'] })]);
});

afterAll(async () => {
	agent.destroy();
	await server.close();
});

interface Answer {
	status: number | undefined;
	headers: IncomingHttpHeaders;
	text: string;
	isSameSocket: boolean;
}

function send(
	method: string,
	path: string,
	body?: string,
	headers: Record<string, string> = {},
): Promise<Answer> {
	return new Promise((done, fail) => {
		const outgoing = request(`${origin}${path}`, { method, agent, headers }, (response) => {
			response.setEncoding('utf8');
			let text = '';
			response.on('data', (chunk) => {
				text += chunk;
			});
			response.on('end', () => {
				const { statusCode: status, headers } = response;
				done({ status, headers, text, isSameSocket: outgoing.reusedSocket });
			});
		});
		outgoing.on('error', fail);
		outgoing.end(body);
	});
}

async function json(method: string, path: string, token?: string, body?: object) {
	const answer = await send(method, `/api/v2${path}`, body && JSON.stringify(body), {
		...(body && { 'Content-Type': 'application/json' }),
		...(token && { Authorization: `Bearer ${token}` }),
	});
	return { ...answer, body: JSON.parse(answer.text) };
}

const login = async (email: string) =>
	(await json('POST', '/auth', undefined, { email, password: PASSWORD })).body;

/** Runs the cron as scheduled for an instant, and answers a new token: a run far ahead clears the sessions of today. */
async function runCron(at: number, email: string): Promise<string> {
	const { outcome } = await server.getWorker().scheduled({ cron: '0 * * * *', scheduledTime: new Date(at) });
	expect(outcome).toBe('ok');
	return (await login(email)).idToken;
}

/** A company with its administrator, made by the operator; answers the administrator's token. */
async function newCompany() {
	const operator = (await login(OPERATOR)).idToken;
	const company = await json('POST', '/companies', operator, { name: 'Box AG', taxAffiliation: 'AT' });
	const email = `admin-${company.body.id}@test.example`;
	const user = {
		email,
		password: PASSWORD,
		roles: ['COMPANY_ADMIN'],
		manageableCompanyIds: [company.body.id],
	};
	expect((await json('POST', '/users', operator, user)).status).toBe(201);
	return { companyId: company.body.id as string, email, token: (await login(email)).idToken as string };
}

test('an employee gets benefits, vouchers and a termination that lasts', async () => {
	const { companyId, email, ...admin } = await newCompany();
	let { token } = admin;
	const nextMonth = startOfMonth(addMonths(Date.now(), 1));
	const leaves = endOfMonth(nextMonth);
	const budget = { value: 5000, currency: 'EUR_CENT' };
	const startDate = toIso(nextMonth);

	const created = await json('POST', '/employees', token, {
		email: `e-${companyId}@test.example`,
		companyId,
	});
	expect(created.status).toBe(201);
	expect(created.headers.location).toBe(`/api/v2/employees/${created.body.employeeId}`);
	const employee = `/employees/${created.body.employeeId}`;
	const access = { budget, accumulateBudget: true, startDate };
	expect(await json('PUT', `${employee}/flex/access`, token, access)).toMatchObject({
		status: 200,
		body: [{ budget, validFrom: startDate, validUntil: null }],
	});
	const planned = await json('PUT', `${employee}/goodies/budget`, token, { budget, startDate });
	expect(planned).toMatchObject({
		status: 200,
		body: [{ amount: budget, nextDate: startDate, endDate: null }],
	});

	token = await runCron(nextMonth - 1, email);
	expect((await json('GET', `${employee}/goodies/vouchers`, token)).body).toEqual([]);
	token = await runCron(nextMonth, email);
	token = await runCron(nextMonth, email);
	const issued = await json('GET', `${employee}/goodies/vouchers`, token);
	expect(issued.body).toMatchObject([
		{ amount: budget, dueDate: startDate, plannedVoucherId: planned.body[0].id },
	]);
	expect((await json('GET', `${employee}/goodies/planned-vouchers`, token)).body).toMatchObject([
		{ nextDate: toIso(addMonths(nextMonth, 1)) },
	]);

	const dateTerminated = toIso(leaves);
	await json('PUT', employee, token, { dateTerminated });
	const ended = [{ validFrom: startDate, validUntil: dateTerminated }];
	expect((await json('GET', `${employee}/flex/access`, token)).body).toMatchObject(ended);
	token = await runCron(leaves + AN_HOUR_MS, email);
	token = await runCron(addDays(addMonths(leaves, 2), 1), email);
	await json('PUT', employee, token, { dateTerminated: null });
	expect((await json('GET', `${employee}/flex/access`, token)).body).toMatchObject(ended);
	expect((await json('GET', `${employee}/goodies/planned-vouchers`, token)).body).toMatchObject([
		{ endDate: dateTerminated, nextDate: null },
	]);
	expect((await json('GET', `${employee}/goodies/vouchers`, token)).body).toEqual(issued.body);
});

test('a token is renewed by its refresh token until the session is closed', async () => {
	const { email } = await newCompany();
	const first = await login(email);
	const second = (await json('POST', '/auth/refresh', undefined, { refreshToken: first.refreshToken })).body;
	expect(second.refreshToken).not.toBe(first.refreshToken);
	expect(await json('GET', '/auth/me', second.idToken)).toMatchObject({ status: 200, body: { email } });

	expect((await json('POST', '/auth/logout', second.idToken)).body).toEqual({ success: true });
	expect((await json('GET', '/auth/me', second.idToken)).status).toBe(401);
	const { refreshToken } = second;
	expect((await json('POST', '/auth/refresh', undefined, { refreshToken })).status).toBe(401);
});

test.each([
	[413, 'POST', '/api/v2/auth', { 'Content-Type': 'application/json' }],
	[413, 'POST', '/api/v2/auth', { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }],
	[415, 'POST', '/api/v2/auth', { 'Content-Type': 'text/plain' }],
	[401, 'POST', '/api/v2/employees', { 'Content-Type': 'application/json' }],
	[404, 'POST', '/nowhere', { 'Content-Type': 'application/json' }],
	[405, 'PATCH', '/openapi.json', { 'Content-Type': 'application/json' }],
])('a %i to a large body keeps the connection', async (status, method, path, headers) => {
	const large = JSON.stringify({ email: 'a'.repeat(status === 413 ? 1_000_000 : 60_000), password: 'b' });
	await send('GET', '/openapi.json');

	const refused = await send(method, path, large, headers);
	expect(refused).toMatchObject({ status, isSameSocket: true });
	expect(refused.headers['content-type']).toBe('application/problem+json');
	expect(await send('GET', '/openapi.json')).toMatchObject({ status: 200, isSameSocket: true });
});

test.each([
	['/', 'text/html', '/scalar.js'],
	['/openapi.json', 'application/json', '"openapi":"3.1.0"'],
	['/scalar.js', 'text/javascript', 'scalar'],
])('%s is served', async (path, type, content) => {
	const answer = await send('GET', path);
	expect(answer.status).toBe(200);
	expect(answer.headers['content-type']).toContain(type);
	expect(answer.text).toContain(content);
	expect(answer.text.match(/<(?:script|link)[^>]+(?:src|href)="https?:/g) ?? []).toEqual([]);
});

test.each([
	['GET', '/', 200],
	['GET', '/openapi.json', 200],
	['GET', '/api/v2/auth/me', 401],
	['PATCH', '/openapi.json', 405],
	['GET', '/nowhere', 404],
])('%s %s carries X-Request-Id, of its own each time', async (method, path, status) => {
	const [first, second] = [await send(method, path), await send(method, path)];
	expect(first.status).toBe(status);
	expect(first.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
	expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
	if (status >= 400) {
		expect(JSON.parse(first.text).instance).toBe(`urn:request:${first.headers['x-request-id']}`);
	}
});
