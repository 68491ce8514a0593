import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { bearing, newApiKey } from '../../../harness/keys.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	restart,
	type TestCompany,
	uniqueEmail,
} from '../../../harness/service.ts';

let company: TestCompany;
let path: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	path = `/companies/${company.id}/api-keys`;
});

const create = (fields: object = {}) =>
	as(company.admin).post(path, { name: 'HR', operations: ['listEmployees'], ...fields });

describe('creating a key', () => {
	test('shows it once, with what it may do', async () => {
		const dateExpires = '2023-04-01T00:00:00.000Z';
		const { status, headers, body } = await create({ dateExpires });
		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.any(String),
			dateCreated: '2023-03-07T12:00:00.000Z',
			companyId: company.id,
			userId: expect.any(String),
			creatorId: company.admin.userId,
			creatorState: 'ACTIVE',
			name: 'HR',
			operations: ['listEmployees'],
			dateExpires,
			dateUsed: null,
			dateRevoked: null,
			dateReleased: null,
			key: expect.stringMatching(/^zub_live_\w{49}$/),
		});
		expect(headers.get('Location')).toBe(`/api/v2${path}/${body.id}`);
		const hidden = { ...body, key: null };
		expect((await as(company.admin).get(`${path}/${body.id}`)).body).toEqual(hidden);
		expect((await as(company.admin).get(path)).body).toEqual([hidden]);
	});

	test('stores it as a hash, and shows it no second time under an idempotency key', async () => {
		const send = () =>
			as(company.admin).send(
				'POST',
				path,
				{ name: 'HR', operations: ['readMe'] },
				{ 'Idempotency-Key': 'one' },
			);
		const { key } = (await send()).body;
		expect((await send()).body).toMatchObject({ name: 'HR', key: null });
		const { results: tables } = await env.DB.prepare(
			`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*'`,
		).all<{ name: string }>();
		const stored = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)));
		expect(JSON.stringify(stored.map(({ results }) => results))).not.toContain(key);
	});

	test.each([
		['an unknown operation', { operations: ['listEmployes'] }, '#/operations/0'],
		['one about users', { operations: ['createUser'] }, '#/operations/0'],
		['one about keys', { operations: ['readMe', 'createApiKey'] }, '#/operations/1'],
		['one of the platform', { operations: ['createCompany'] }, '#/operations/0'],
		['none', { operations: [] }, '#/operations'],
		['no name', { name: '' }, '#/name'],
	])('refuses %s', async (_, fields, pointer) => {
		const { status, body } = await create(fields);
		expect(status).toBe(400);
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
	});

	test('refuses one that has expired already', async () => {
		expect(await create({ dateExpires: '2023-03-07T12:00:00.000Z' })).toMatchObject({
			status: 400,
			body: { code: 'date_out_of_window', field: 'dateExpires', earliestAllowed: '2023-03-07T12:00:00.001Z' },
		});
	});

	test('ends at 100 keys that are in force, and begins again when one is revoked', async () => {
		const { body: first } = await create();
		await env.DB.batch(
			Array.from({ length: 99 }, (_, index) => [
				env.DB.prepare(
					`INSERT INTO users (id, date_created, date_modified, email, email_key, roles) VALUES (?1, 0, 0, ?1, ?1, '["TECHNICAL_USER"]')`,
				).bind(`${company.id} ${index}`),
				env.DB.prepare(
					`INSERT INTO api_keys (id, date_created, company_id, user_id, maker_id, name, hash, operations) VALUES (?1, 0, ?2, ?1, ?1, 'x', ?1, '[]')`,
				).bind(`${company.id} ${index}`, company.id),
			]).flat(),
		);
		expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many_api_keys' } });
		await as(company.admin).delete(`${path}/${first.id}?reason=ROTATED`);
		expect((await create()).status).toBe(201);
	});
});

test('the technical user of a key cannot get a password or another role', async () => {
	const { userId } = await newApiKey(company, ['readMe']);
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	expect((await platform.get(`/users/${userId}`)).status).toBe(404);
	expect((await platform.put(`/users/${userId}`, { password: 'correct horse battery' })).status).toBe(404);
	expect(JSON.stringify((await platform.get('/users')).body)).not.toContain(userId);
	const taken = await platform.post('/users', { email: `${userId}@key.invalid`, roles: ['EMPLOYEE'] });
	expect(taken.status).toBe(201);
});

test('the history names the key that acted', async () => {
	const { id, userId, key } = await newApiKey(company, ['createEmployee']);
	const created = await bearing(key, 'POST', '/employees', { email: uniqueEmail(), companyId: company.id });
	const events = await eventsFor(company.admin, `subject=${created.body.employeeId}`);
	expect(events[0]?.actor).toEqual({ type: 'API_KEY', userId, sessionId: id, roles: ['TECHNICAL_USER'] });
	const about = await eventsFor(company.admin, 'type=api_key.created');
	expect(about[0]).toMatchObject({ recordId: id, after: { userId, name: 'HR' } });
});

describe('the last use', () => {
	test('is noted to the hour, without a write in between', async () => {
		const { id, key } = await newApiKey(company, ['readMe']);
		const used = async () => (await as(company.admin).get(`${path}/${id}`)).body.dateUsed;
		for (const [moment, expected] of [
			['12:00:00.000', '12:00:00.000'],
			['12:59:59.999', '12:00:00.000'],
			['13:00:00.000', '13:00:00.000'],
		]) {
			at(`2023-03-07T${moment}Z`);
			restart();
			expect((await bearing(key, 'GET', '/auth/me')).status).toBe(200);
			expect(await used()).toBe(`2023-03-07T${expected}Z`);
		}
	});
});

test('the database keeps a key as it was made, and a revoked one revoked', async () => {
	const { id } = await newApiKey(company, ['readMe']);
	const set = (change: string) => env.DB.prepare(`UPDATE api_keys SET ${change} WHERE id = ?`).bind(id).run();
	for (const change of [`operations = '["listEmployees"]'`, 'company_id = NULL', 'date_expires = 1']) {
		await expect(set(change)).rejects.toThrow('append_only');
	}
	await set('date_revoked = 1');
	await expect(set('date_revoked = NULL')).rejects.toThrow('stale_revision');
});
