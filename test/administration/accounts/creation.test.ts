import { beforeEach, describe, expect, test } from 'vitest';
import { register } from '../../harness/mail.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
	uniqueEmail,
	userOf,
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

describe('a new user', () => {
	test('answers every field but the password, and the address of the record', async () => {
		const fields = {
			email: uniqueEmail(),
			roles: ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'],
			manageableCompanyIds: [company.id],
			firstName: 'Ada',
			lastName: 'Lovelace',
			language: 'de-AT',
		};
		const { status, body, headers } = await create({ ...fields, password: PASSWORD });
		expect(status).toBe(201);
		expect(body).toEqual({
			...fields,
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			dateCreated: '2023-03-07T12:00:00.000Z',
			dateModified: '2023-03-07T12:00:00.000Z',
			dateRegistered: '2023-03-07T12:00:00.000Z',
			dateProven: '2023-03-07T12:00:00.000Z',
			proof: 'OPERATOR',
			dateClosed: null,
			dateResetsRestUntil: null,
			pendingRoles: [],
			pendingCompanyIds: [],
			hasLostAddress: false,
		});
		expect(headers.get('Location')).toBe(`/api/v2/users/${body.id}`);
		expect((await as(platform).get(`/users/${body.id}`)).body).toEqual(body);
		expect((await as(platform).get('/users')).body).toContainEqual(body);
		expect((await logIn(fields.email.toUpperCase())).status).toBe(200);
	});

	test('without a password nobody can log in as the user', async () => {
		const { body } = await create();
		expect(body).toMatchObject({ dateRegistered: null, manageableCompanyIds: [], language: null });
		expect((await logIn(body.email)).status).toBe(401);
	});

	test('repeated roles and companies are merged', async () => {
		const { body } = await create({
			roles: ['EMPLOYEE', 'EMPLOYEE'],
			manageableCompanyIds: [company.id, company.id],
		});
		expect(body).toMatchObject({ roles: ['EMPLOYEE'], manageableCompanyIds: [company.id] });
	});

	test.each([
		['no role', { roles: [] }, '#/roles'],
		['an unknown role', { roles: ['ROOT'] }, '#/roles/0'],
		['an 11-character password', { password: '12345678901' }, '#/password'],
		['a 129-character password', { password: 'x'.repeat(129) }, '#/password'],
		['an unknown shape of language', { language: 'German' }, '#/language'],
		['no e-mail', { email: undefined }, '#/email'],
		['an unknown field', { companyId: 'x' }, '#/companyId'],
	])('refuses %s', async (_, fields, pointer) => {
		const { status, body } = await create(fields);
		expect(status).toBe(400);
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
	});

	test.each([
		['one of the most used passwords', 'Password1234', {}, 'too_common'],
		['one made of the name', 'lovelace-1815', { lastName: 'Lovelace' }, 'personal'],
	])('refuses %s, also as a change', async (_, password, fields, code) => {
		const { body: user } = await create(fields);
		for (const { status, body } of [
			await create({ ...fields, password }),
			await update(user.id, { password }),
		]) {
			expect(status).toBe(400);
			expect(body.errors).toMatchObject([{ pointer: '#/password', code }]);
		}
	});

	test('refuses an e-mail that any user has proven, an employee too, without case', async () => {
		const email = uniqueEmail();
		await register((await userOf(await newEmployee(company, { email }))).userId);
		expect(await create({ email: email.toUpperCase() })).toMatchObject({
			status: 409,
			body: { code: 'email_taken' },
		});
	});

	test('refuses an unknown company and leaves no user behind', async () => {
		const email = uniqueEmail();
		expect(await create({ email, manageableCompanyIds: [crypto.randomUUID()] })).toMatchObject({
			status: 400,
			body: { code: 'unknown_company' },
		});
		expect((await create({ email })).status).toBe(201);
	});
});
