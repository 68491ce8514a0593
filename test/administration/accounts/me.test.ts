import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

const NOW = '2023-03-07T12:00:00.000Z';

beforeEach(() => at(NOW));

async function readMe(user: TestUser) {
	const answer = await as(user).get('/auth/me');
	expect(answer.status).toBe(200);
	return answer.body;
}

/** The fields of a user who was just created with roles only. */
const bare = (user: TestUser) => ({
	id: user.userId,
	dateCreated: NOW,
	dateModified: NOW,
	dateDeleted: null,
	dateRegistered: null,
	email: expect.stringMatching(/@test\.example$/),
	manageableCompanyIds: [],
	manageableCompanies: [],
	companyId: null,
	employeeId: null,
	firstName: null,
	lastName: null,
	language: null,
	groups: [],
});

describe('GET /auth/me answers the record of section 2.9, field by field', () => {
	test('for a user that has everything but an employee record', async () => {
		const [one, other] = [await newCompany(), await newCompany()];
		const fields = { email: uniqueEmail(), firstName: 'Ada', lastName: 'Lovelace', language: 'de-AT' };
		const created = await as(await newUser(['PLATFORM_ADMIN'])).post('/users', {
			...fields,
			roles: ['COMPANY_ADMIN', 'TECHNICAL_USER'],
			manageableCompanyIds: [one.id, other.id],
			password: 'correct horse battery staple',
		});
		const user = await openSession(created.body.id);
		expect(await readMe(user)).toEqual({
			...bare(user),
			...fields,
			dateRegistered: NOW,
			roles: ['COMPANY_ADMIN', 'TECHNICAL_USER'],
			manageableCompanyIds: [one.id, other.id],
			manageableCompanies: [
				{ id: one.id, name: `Company ${one.id}` },
				{ id: other.id, name: `Company ${other.id}` },
			],
		});
	});

	test.each(['COMPANY_ADMIN', 'TECHNICAL_USER', 'FLEX_DOCUMENT_VERIFIER'] as const)(
		'for a %s without companies',
		async (role) => {
			const user = await newUser([role]);
			expect(await readMe(user)).toEqual({ ...bare(user), roles: [role] });
		},
	);

	test('for an employee, with the company, the employee record and its groups', async () => {
		const company = await newCompany();
		const email = uniqueEmail();
		const employeeId = await newEmployee(company, { email, groups: ['sales', 'south'] });
		const user = await userOf(employeeId);
		expect(await readMe(user)).toEqual({
			...bare(user),
			email,
			roles: ['EMPLOYEE'],
			companyId: company.id,
			employeeId,
			groups: ['sales', 'south'],
		});
	});

	test('for a platform administrator, who manages all companies', async () => {
		await newCompany();
		const user = await newUser(['PLATFORM_ADMIN']);
		const { results } = await env.DB.prepare('SELECT id, name FROM companies ORDER BY id').all();
		expect(await readMe(user)).toEqual({
			...bare(user),
			roles: ['PLATFORM_ADMIN'],
			manageableCompanyIds: results.map(({ id }) => id),
			manageableCompanies: results,
		});
	});
});

test('its dateModified is never older than what it tells of the employee and of companies', async () => {
	const company = await newCompany();
	const employeeId = await newEmployee(company);
	const employee = await userOf(employeeId);
	at('2023-03-08T12:00:00.000Z');
	await as(company.admin).put(`/employees/${employeeId}`, { groups: ['sales'] });
	expect(await readMe(employee)).toMatchObject({
		groups: ['sales'],
		dateModified: '2023-03-08T12:00:00.000Z',
	});
	at('2023-03-09T12:00:00.000Z');
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	await platform.put(`/companies/${company.id}`, { name: 'Another name' });
	expect(await readMe(company.admin)).toMatchObject({
		manageableCompanies: [{ id: company.id, name: 'Another name' }],
		dateModified: '2023-03-09T12:00:00.000Z',
	});
	expect((await readMe(employee)).dateModified).toBe('2023-03-08T12:00:00.000Z');
});
