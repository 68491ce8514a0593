import { beforeEach, describe, expect, test } from 'vitest';
import {
	as,
	at,
	call,
	newCompany,
	newUser,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../../harness/service.ts';

const PASSWORD = 'correct horse battery staple';

const TAKEN = { status: 409, body: { code: 'email_taken' } };

let company: TestCompany;

let other: TestCompany;

let platform: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	[company, other] = [await newCompany(), await newCompany()];
	platform = await newUser(['PLATFORM_ADMIN']);
});

const join = (email: string, to = company, query = '') =>
	as(to.admin).post(`/employees${query}`, { email, companyId: to.id });

const newPerson = async (fields: object) => {
	const email = uniqueEmail();
	const { body } = await as(platform).post('/users', { email, password: PASSWORD, ...fields });
	return { email, path: `/users/${body.id}`, userId: body.id as string };
};

describe('a user of the company who has no employee record', () => {
	test('becomes its employee: one user with both roles, who signs in as before', async () => {
		const { email, path, userId } = await newPerson({
			roles: ['COMPANY_ADMIN'],
			manageableCompanyIds: [company.id],
		});
		const { status, body } = await join(email.toUpperCase());
		expect(status).toBe(201);
		// As it is stored, so that the record may be written back as it was answered.
		expect(body).toMatchObject({ companyId: company.id, email });
		expect((await as(company.admin).put(`/employees/${body.employeeId}`, body)).status).toBe(200);
		expect((await as(platform).get(path)).body).toMatchObject({
			id: userId,
			roles: ['COMPANY_ADMIN', 'EMPLOYEE'],
		});
		const { body: tokens } = await call('POST', '/auth', { email, password: PASSWORD });
		const me = await call('GET', '/auth/me', undefined, { Authorization: `Bearer ${tokens.idToken}` });
		expect(me.body).toMatchObject({ employeeId: body.employeeId, companyId: company.id });
	});

	test('does so once', async () => {
		const { email } = await newPerson({ roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id] });
		const answers = await Promise.all([join(email), join(email)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(await join(email)).toMatchObject(TAKEN);
	});

	test('is not taken by another company', async () => {
		const { email } = await newPerson({ roles: ['COMPANY_ADMIN'], manageableCompanyIds: [other.id] });
		expect(await join(email)).toMatchObject(TAKEN);
	});

	test('stays as it is in a preview', async () => {
		const { email, path } = await newPerson({ roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id] });
		expect((await join(email, company, '?dryRun=true')).status).toBe(200);
		expect((await as(platform).get(path)).body.roles).toEqual(['COMPANY_ADMIN']);
	});
});
