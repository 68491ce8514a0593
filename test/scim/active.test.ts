import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { eventsOfMeanwhile } from '../harness/events.ts';
import { newClient } from '../harness/scim.ts';
import { as, newCompany, newUser, uniqueEmail, userOf } from '../harness/service.ts';

const budget = { value: 5000, currency: 'EUR_CENT' };

/** What Entra, Okta and a deletion send to put somebody out. */
const ENDINGS: [by: string, method: string, body: object | undefined, status: number][] = [
	['Entra', 'PATCH', { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }, 200],
	['Okta', 'PATCH', { Operations: [{ op: 'replace', value: { active: false } }] }, 200],
	['a deletion', 'DELETE', undefined, 204],
];

test.each(ENDINGS)('%s closes the sign-in, and moves no money', async (_, method, body, status) => {
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
		(await admin.get(`/employees/${id}`)).body,
	];
	const before = await benefits();

	const events = await eventsOfMeanwhile(company.admin, async () =>
		expect((await send(method, `/Users/${id}`, body)).status).toBe(status),
	);
	expect(events.map(({ type }) => type)).toEqual(['user.closed']);
	expect(await benefits()).toEqual(before);
	expect((await as(user).get('/auth/me')).status).toBe(401);
	expect((await send('GET', `/Users/${id}`)).body.active).toBe(false);

	const opened = await send('PATCH', `/Users/${id}`, {
		Operations: [{ op: 'Replace', path: 'active', value: 'True' }],
	});
	expect(opened.body.active).toBe(true);
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
