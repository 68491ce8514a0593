import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';

const PASSWORD = 'correct horse battery staple';

let platform: TestUser;
let company: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
});

const create = (fields: object = {}) =>
	as(platform).post('/users', { email: uniqueEmail(), roles: ['COMPANY_ADMIN'], ...fields });
const update = (id: string, fields: object) => as(platform).put(`/users/${id}`, fields);
const logIn = (email: string, password = PASSWORD) => call('POST', '/auth', { email, password });

describe('a change of a user', () => {
	test('an omitted field keeps its value, null clears a name', async () => {
		const { body: before } = await create({ firstName: 'Ada', manageableCompanyIds: [company.id] });
		at('2023-03-07T13:00:00.000Z');
		const { status, body } = await update(before.id, { firstName: null, lastName: 'Lovelace' });
		expect(status).toBe(200);
		expect(body).toEqual({
			...before,
			firstName: null,
			lastName: 'Lovelace',
			dateModified: '2023-03-07T13:00:00.000Z',
		});
		expect((await as(platform).get(`/users/${before.id}`)).body).toEqual(body);
	});

	test('changes of different fields at once all hold', async () => {
		const { body } = await create();
		const fields = { firstName: 'Ada', roles: ['EMPLOYEE'], manageableCompanyIds: [company.id] };
		await Promise.all(Object.entries(fields).map(([field, value]) => update(body.id, { [field]: value })));
		expect((await as(platform).get(`/users/${body.id}`)).body).toMatchObject(fields);
	});

	test('other roles and companies bite within 10 seconds', async () => {
		const other = await newCompany();
		const { body } = await create({ manageableCompanyIds: [company.id] });
		const first = await openSession(body.id);
		const companies = async (user: TestUser) => (await as(user).get('/auth/me')).body.manageableCompanyIds;
		expect(await companies(first)).toEqual([company.id]);

		await update(body.id, { manageableCompanyIds: [other.id] });
		const second = await openSession(body.id);
		expect(await companies(second)).toEqual([other.id]);
		await update(body.id, { roles: ['EMPLOYEE'] });
		at('2023-03-07T12:00:10.000Z');
		expect((await as(first).get('/auth/me')).status).toBe(401);
		expect((await as(second).get('/employees')).status).toBe(403);
	});

	test('an e-mail that another user has proven is refused, one’s own in another case is not', async () => {
		const { body: one } = await create({ password: PASSWORD });
		const { body: two } = await create();
		expect(await update(two.id, { email: one.email.toUpperCase() })).toMatchObject({
			status: 409,
			body: { code: 'email_taken' },
		});
		expect((await update(two.id, { email: two.email.toUpperCase() })).status).toBe(200);
	});

	test('a new password registers the user, replaces the old one and ends the sessions', async () => {
		const { body } = await create({ password: PASSWORD });
		const user = await openSession(body.id);
		at('2023-03-07T12:00:10.000Z');
		const renewed = await update(body.id, { password: 'another long password' });

		expect(renewed.body.dateRegistered).toBe(body.dateRegistered);
		expect((await logIn(body.email)).status).toBe(401);
		expect((await logIn(body.email, 'another long password')).status).toBe(200);
		expect((await as(user).get('/auth/me')).status).toBe(401);
	});

	test('a first password registers an employee’s user', async () => {
		const employeeId = await newEmployee(company);
		const userId = await env.DB.prepare('SELECT user_id FROM employees WHERE id = ?')
			.bind(employeeId)
			.first<string>('user_id');
		const { body } = await update(userId ?? '', { password: PASSWORD });
		expect(body.dateRegistered).toBe('2023-03-07T12:00:00.000Z');
	});

	test('an unknown company is refused and changes nothing', async () => {
		const { body } = await create({ manageableCompanyIds: [company.id] });
		const companyIds = { manageableCompanyIds: [crypto.randomUUID()] };
		expect(await update(body.id, companyIds)).toMatchObject({
			status: 400,
			body: { code: 'unknown_company' },
		});
		expect((await as(platform).get(`/users/${body.id}`)).body).toEqual(body);
	});
});

test('an unknown user is a 404', async () => {
	expect((await as(platform).get(`/users/${crypto.randomUUID()}`)).status).toBe(404);
	expect((await update('nonsense', {})).status).toBe(404);
});
