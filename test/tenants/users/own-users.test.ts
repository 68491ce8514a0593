import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { register } from '../../harness/mail.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	type TestCompany,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';

let company: TestCompany;
let other: TestCompany;
let admin: ReturnType<typeof as>;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	other = await newCompany();
	admin = as(company.admin);
});

const FORBIDDEN = { status: 403, body: { code: 'forbidden' } };
const create = (fields: object = {}) =>
	admin.post('/users', {
		email: uniqueEmail(),
		roles: ['FLEX_DOCUMENT_VERIFIER'],
		manageableCompanyIds: [company.id],
		...fields,
	});
const update = ({ userId }: TestUser, fields: object) => admin.put(`/users/${userId}`, fields);

describe('an administrator names a colleague', () => {
	test('as verifier, reads and lists it beside itself, and the company’s history tells it', async () => {
		const { status, body } = await create({ firstName: 'Vera' });
		expect(status).toBe(201);
		expect((await admin.get(`/users/${body.id}`)).body).toEqual(body);
		const listed = (await admin.get('/users')).body.map(({ id }: { id: string }) => id);
		expect(listed).toEqual([company.admin.userId, body.id].sort());
		const [event] = await eventsFor(company.admin, `subject=${body.id}`);
		expect(event).toMatchObject({
			type: 'user.created',
			companyId: company.id,
			after: { firstName: 'Vera', manageableCompanyIds: [company.id] },
		});
	});

	test('an administrator of one company sees the users of that company alone; others see none', async () => {
		const both = as(await newUser(['COMPANY_ADMIN'], [company.id, other.id]));
		const { body } = await create();
		const listed = async (who: typeof both, companyId: string) =>
			(await who.get(`/users?companyId=${companyId}`)).body.map(({ id }: { id: string }) => id);
		expect(await listed(both, company.id)).toContain(body.id);
		expect(await listed(both, other.id)).not.toContain(body.id);
		expect(await listed(admin, other.id)).toEqual([]);
		expect(await listed(as(await newUser(['PLATFORM_ADMIN'])), company.id)).toEqual(
			await listed(both, company.id),
		);
	});

	test('a user of several companies is in the history of each, which shows only its own changes', async () => {
		const both = await newUser(['COMPANY_ADMIN'], [company.id, other.id]);
		const ids = [company.id, other.id].sort();
		const { body } = await as(both).post('/users', {
			email: uniqueEmail(),
			roles: ['COMPANY_ADMIN'],
			manageableCompanyIds: ids,
		});
		const told = await eventsFor(company.admin, `subject=${body.id}`);
		expect(told.map(({ after }) => after)).toEqual([{ manageableCompanyIds: [company.id] }]);
		expect(JSON.stringify(told)).not.toContain(other.id);
	});

	test('an existing employee gets the role through the user that the refusal names', async () => {
		const email = uniqueEmail();
		const person = await userOf(await newEmployee(company, { email }));
		const refused = await create({ email });
		expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } });
		expect(refused.body.detail).toContain(`PUT /users/${person.userId}`);
		const named = await update(person, {
			roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'],
			manageableCompanyIds: [company.id],
		});
		expect(named).toMatchObject({ status: 200, body: { manageableCompanyIds: [company.id] } });
		const again = await openSession(person.userId);
		expect((await as(again).get(`/companies/${company.id}/flex/expenses`)).status).toBe(200);
	});

	test('whose address is used elsewhere: refused without a name, and 429 after a hundred of them', async () => {
		const email = uniqueEmail();
		await register((await userOf(await newEmployee(other, { email }))).userId);
		const refused = await create({ email });
		expect(refused).toMatchObject({
			status: 409,
			body: { code: 'email_taken', detail: 'This e-mail address is already in use.' },
		});
		for (let times = 1; times < 100; times++) await create({ email });
		expect((await create({ email })).status).toBe(429);
		expect((await create()).status).toBe(429);
	});

	test('whose address it then changes to one that is used elsewhere: 429 after a hundred of them too', async () => {
		const email = uniqueEmail();
		await register((await userOf(await newEmployee(other, { email }))).userId);
		const { body } = await create();
		const change = (fields: object) => as(company.admin).put(`/users/${body.id}`, fields);
		for (let times = 0; times < 100; times++) expect((await change({ email })).status).toBe(409);
		expect((await change({ email })).status).toBe(429);
		expect((await change({ email: uniqueEmail() })).status).toBe(429);
		expect((await change({ email: body.email, firstName: 'Ada' })).status).toBe(200);
	});

	test.each([
		['the role PLATFORM_ADMIN', { roles: ['PLATFORM_ADMIN'] }, 403],
		['the role EMPLOYEE', { roles: ['EMPLOYEE'] }, 403],
		['a password', { password: 'correct horse battery staple' }, 403],
		['no company', { manageableCompanyIds: [] }, 400],
	])('but never gives %s', async (_, fields, status) => {
		expect((await create(fields)).status).toBe(status);
	});

	test('but not for a company that is not its own', async () => {
		const refused = await create({ manageableCompanyIds: [company.id, other.id] });
		expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_company' } });
	});
});

describe('an administrator changes a colleague', () => {
	let colleague: TestUser;
	beforeEach(async () => {
		colleague = await newUser(['COMPANY_ADMIN'], [company.id]);
	});

	test('takes the role away, which bites within 10 seconds, and gives it back', async () => {
		expect((await as(colleague).get('/users')).status).toBe(200);
		await update(colleague, { roles: ['TECHNICAL_USER'] });
		at('2023-03-07T12:00:10.000Z');
		expect((await as(colleague).get('/users')).status).toBe(401);
		expect((await as(await openSession(colleague.userId)).get('/users')).status).toBe(403);
		expect((await update(colleague, { roles: ['COMPANY_ADMIN'] })).status).toBe(200);
	});

	test('closes it, which ends its sessions, and opens it again', async () => {
		const path = `/users/${colleague.userId}`;
		expect((await admin.post(`${path}/closure`)).status).toBe(200);
		at('2023-03-07T12:00:10.000Z');
		expect((await as(colleague).get('/auth/me')).status).toBe(401);
		expect((await admin.delete(`${path}/closure`)).body.dateClosed).toBeNull();
		expect((await admin.delete(`${path}/sessions`)).status).toBe(200);
	});

	test('may write back what it reads, and corrects the address, which registered people confirm', async () => {
		const { body, headers: _ } = await create();
		const { id, dateCreated, dateModified, dateRegistered, dateClosed, ...read } = body;
		const { dateResetsRestUntil: __, dateProven: ___, proof: ____, ...others } = read;
		const { pendingRoles: _____, pendingCompanyIds: ______, hasLostAddress: _______, ...fields } = others;
		expect((await admin.put(`/users/${id}`, fields)).body).toEqual(body);
		expect((await admin.put(`/users/${id}`, { email: uniqueEmail() })).status).toBe(200);
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		await platform.put(`/users/${id}`, { password: 'correct horse battery staple' });
		const { body: registered } = await admin.get(`/users/${id}`);
		const proposed = await admin.put(`/users/${id}`, { email: uniqueEmail() });
		expect(proposed).toMatchObject({ status: 200, body: { email: registered.email } });
	});

	test.each([
		['makes it a platform administrator', { roles: ['PLATFORM_ADMIN'] }],
		['makes it an employee', { roles: ['COMPANY_ADMIN', 'EMPLOYEE'] }],
		['sets its password', { password: 'correct horse battery staple' }],
	])('but never %s', async (_, fields) => {
		expect(await update(colleague, fields)).toMatchObject(FORBIDDEN);
	});

	test('but gives no role to itself, and takes EMPLOYEE from nobody', async () => {
		const roles = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'];
		expect(await update(company.admin, { roles })).toMatchObject(FORBIDDEN);
		const person = await userOf(await newEmployee(company));
		expect(await update(person, { roles: ['FLEX_DOCUMENT_VERIFIER'] })).toMatchObject(FORBIDDEN);
	});
});
