import { expect, test } from 'vitest';
import { newClient, numbered } from '../../harness/scim.ts';
import { call, newUser, uniqueEmail } from '../../harness/service.ts';

test('a first cycle mails nobody unless the company switches invitations on', async () => {
	const { newPerson, admin, company } = await newClient();
	const path = `/companies/${company.id}`;
	const invited = async () => (await admin.get(`${path}/mails`)).body.length;
	expect((await admin.get(path)).body.inviteFromDirectory).toBe(false);
	for (const number of ['1', '2', '3']) await newPerson(numbered(number));
	expect(await invited()).toBe(0);

	expect((await admin.put(path, { inviteFromDirectory: true })).body.inviteFromDirectory).toBe(true);
	await newPerson();
	expect(await invited()).toBe(1);
	expect((await admin.put(path, { inviteFromDirectory: null })).body.inviteFromDirectory).toBe(false);
	await newPerson();
	expect(await invited()).toBe(1);
});

test('an administrator who becomes an employee by SCIM is invited only if not registered', async () => {
	const { newPerson, admin, company } = await newClient();
	await admin.put(`/companies/${company.id}`, { inviteFromDirectory: true });
	const email = uniqueEmail();
	await newUser(['COMPANY_ADMIN'], [company.id], email);
	expect((await newPerson({ userName: email })).status).toBe(201);
	expect((await admin.get(`/companies/${company.id}/mails`)).body).toHaveLength(1);
});

test('an administrator switches it, an API key does not', async () => {
	const { company, key, admin } = await newClient();
	const change = [`/companies/${company.id}`, { inviteFromDirectory: true }] as const;
	expect((await call('PUT', ...change, { Authorization: `Bearer ${key}` })).status).toBe(403);
	expect((await admin.put(...change)).status).toBe(200);
});
