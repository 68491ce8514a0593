import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { eventsOfMeanwhile } from '../../harness/events.ts';
import { deliver, postOffice } from '../../harness/mail.ts';
import { newClient } from '../../harness/scim.ts';
import { as, call, newCompany, newUser, runCron, uniqueEmail, userOf } from '../../harness/service.ts';

const budget = { value: 5000, currency: 'EUR_CENT' };

/** The requests with which Entra and Okta deactivate a user, and a deletion, each with its events. */
const ENDINGS: [by: string, method: string, body: object | undefined, status: number, events: string[]][] = [
	[
		'Entra',
		'PATCH',
		{ Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
		200,
		['user.closed'],
	],
	['Okta', 'PATCH', { Operations: [{ op: 'replace', value: { active: false } }] }, 200, ['user.closed']],
	['a deletion', 'DELETE', undefined, 204, ['employee.updated', 'user.closed']],
];

test.each(ENDINGS)('%s closes the sign-in, and moves no money', async (_, method, body, status, told) => {
	const { company, newPerson, send, admin } = await newClient();
	const { id } = (await newPerson()).body;
	const user = await userOf(id);
	await admin.put(`/employees/${id}/flex/access`, {
		budget,
		accumulateBudget: true,
		startDate: '2023-04-01T00:00:00.000Z',
	});
	await admin.put(`/employees/${id}/goodies/budget`, { budget, startDate: '2023-04-01T00:00:00.000Z' });
	const benefits = async () => [
		(await admin.get(`/employees/${id}/flex/access`)).body,
		(await admin.get(`/employees/${id}/goodies/planned-vouchers`)).body,
		{ ...(await admin.get(`/employees/${id}`)).body, dateModified: null },
	];
	const before = await benefits();

	const events = await eventsOfMeanwhile(company.admin, async () =>
		expect((await send(method, `/Users/${id}`, body)).status).toBe(status),
	);
	expect(events.map(({ type }) => type)).toEqual(told);
	expect(await benefits()).toEqual(before);
	expect((await as(user).get('/auth/me')).status).toBe(401);
	if (method === 'DELETE') {
		expect((await send('GET', `/Users/${id}`)).status).toBe(404);
	} else {
		expect((await send('GET', `/Users/${id}`)).body.active).toBe(false);
		const opened = await send('PATCH', `/Users/${id}`, {
			Operations: [{ op: 'Replace', path: 'active', value: 'True' }],
		});
		expect(opened.body.active).toBe(true);
	}
	const session = await env.DB.prepare('SELECT date_revoked FROM sessions WHERE id = ?')
		.bind(user.sessionId)
		.first();
	expect(session?.date_revoked).not.toBeNull();
});

test('a user who also manages another company is not closed', async () => {
	const { company, send, admin } = await newClient();
	const email = uniqueEmail();
	await newUser(['COMPANY_ADMIN'], [company.id, (await newCompany()).id], email);
	const { body } = await admin.post('/employees', { email, companyId: company.id });
	expect(await send('DELETE', `/Users/${body.employeeId}`)).toMatchObject({
		status: 403,
		body: { status: '403' },
	});
});

test('the last administrator of a company is not closed, whatever the identity provider says', async () => {
	const { company, send, admin } = await newClient();
	const email = uniqueEmail();
	const last = await newUser(['COMPANY_ADMIN'], [company.id], email);
	const { body } = await admin.post('/employees', { email, companyId: company.id });
	const close = () => send('DELETE', `/Users/${body.employeeId}`);
	await as(last).post(`/users/${company.admin.userId}/closure`);
	expect(await close()).toMatchObject({ status: 409, body: { status: '409' } });
	expect((await send('GET', `/Users/${body.employeeId}`)).body.active).toBe(true);

	await newUser(['COMPANY_ADMIN'], [company.id]);
	expect((await close()).status).toBe(204);
});

test('a deactivated user gets a mail at once; a user created inactive gets neither mail nor invitation', async () => {
	const { newPerson, send, company, key, admin } = await newClient();
	await admin.put(`/companies/${company.id}`, { inviteFromDirectory: true });
	const office = postOffice();
	const asKey = (method: string, path: string, body?: object) =>
		call(method, `/scim/v2${path}`, body, { Authorization: `Bearer ${key}` }, office.bindings);
	const invited = await asKey('POST', '/Users', { userName: uniqueEmail() });
	expect(office.woken).toHaveLength(1);
	await asKey('DELETE', `/Users/${invited.body.id}`);
	expect(office.woken).toHaveLength(2);
	await asKey('DELETE', `/Users/${invited.body.id}`);
	expect(office.woken).toHaveLength(2);

	const closed = await newPerson({ active: false });
	expect(closed.body.active).toBe(false);
	const mails = (await as(company.admin).get(`/companies/${company.id}/mails`)).body;
	expect(mails.map(({ kind }: { kind: string }) => kind)).toEqual(['invitation', 'account_closed']);
	expect(await deliver(office.bindings)).toBeGreaterThan(0);
	expect((await send('GET', `/Users/${closed.body.id}`)).body.active).toBe(false);
});

test('a user who already works for the company is not closed when becoming an employee', async () => {
	const { company, newPerson } = await newClient();
	const email = uniqueEmail();
	await newUser(['COMPANY_ADMIN'], [company.id], email);
	expect(await newPerson({ userName: email, active: false })).toMatchObject({
		status: 400,
		body: { scimType: 'invalidValue' },
	});
	expect((await newPerson({ userName: email })).body.active).toBe(true);
});

const ACTIVE = { Operations: [{ op: 'Replace', path: 'active', value: 'True' }] };

test('a user that a person has closed is opened by a person only', async () => {
	const { newPerson, send, admin } = await newClient();
	const { id } = (await newPerson()).body;
	const { userId } = await userOf(id);
	await admin.post(`/users/${userId}/closure`);
	expect(await send('PATCH', `/Users/${id}`, ACTIVE)).toMatchObject({
		status: 403,
		body: { detail: 'An administrator has closed this user. Only a person can open it again.' },
	});
	expect((await send('GET', `/Users/${id}`)).body.active).toBe(false);
	await admin.delete(`/users/${userId}/closure`);
	expect((await send('GET', `/Users/${id}`)).body.active).toBe(true);
});

test('a former employee whose account the cron has closed can be opened by the directory', async () => {
	const { newPerson, send, admin } = await newClient();
	const { id } = (await newPerson()).body;
	await admin.put(`/employees/${id}`, { dateTerminated: '2023-02-28T23:59:59.999Z' });
	await runCron('2023-03-31T12:00:00.000Z');
	expect((await send('GET', `/Users/${id}`)).body.active).toBe(false);
	expect((await send('PATCH', `/Users/${id}`, ACTIVE)).body.active).toBe(true);
});
