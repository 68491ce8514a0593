import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newCompanyInCell } from '../../harness/cells.ts';
import { bearing, newApiKey } from '../../harness/keys.ts';
import { postOffice } from '../../harness/mail.ts';
import { uploadDraft } from '../../harness/receipts.ts';
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
let thief: TestUser;
let path: string;

/** A second session of the administrator, which somebody else uses. */
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	thief = await openSession(company.admin.userId);
	path = `/companies/${company.id}`;
	await as(company.admin).put(path, { assistants: true });
});

const propose = async (by: TestUser | string, employeeId: string) => {
	const change = {
		operationId: 'updateEmployee',
		parameters: { id: employeeId },
		body: { costCenter: '4711' },
		reason: 'Moved',
	};
	const answer =
		typeof by === 'string'
			? await bearing(by, 'POST', `${path}/proposals`, change)
			: await as(by).post(`${path}/proposals`, change);
	expect(answer).toMatchObject({ status: 201 });
	return answer.body.id as string;
};
const RULE = { maxAmount: { value: 2000, currency: 'EUR_CENT' }, acceptsInvoices: false, samplePercent: 10 };
const endThief = (by = company.admin, session = thief.sessionId) =>
	as(by).delete(`/auth/sessions/${session}?reason=COMPROMISED`);
const idsOf = (counts: { kind: string; ids: string[] }[]) =>
	Object.fromEntries(counts.map(({ kind, ids }) => [kind, ids]));

describe('a session in foreign hands', () => {
	test('ends what it began and no person has decided on', async () => {
		const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
		const proposal = await propose(thief, employeeId);
		await as(thief).post(`/employees/${employeeId}/invitation`);
		const endpoint = (await as(thief).post(`${path}/webhook-endpoints`, { url: 'https://thief.example/' }))
			.body;
		const key = (
			await as(thief).post(`${path}/api-keys`, { name: 'x', operations: ['proposeChange', 'updateEmployee'] })
		).body;
		await as(thief).put(`${path}/flex/approval-rules/INTERNET`, RULE);
		await as(thief).post(`${path}/calendar/address`, { showsNames: true });
		// The key began another proposal, which ends with it.
		const byKey = await propose(key.key, await newEmployee(company));
		const other = await propose(company.admin, employeeId);

		const { status, body } = await endThief();
		expect(status).toBe(200);
		const { userId } = await userOf(employeeId);
		expect(idsOf(body.ended)).toEqual({
			PROPOSAL: expect.toSatisfy(
				(ids: string[]) => ids.toSorted().join() === [proposal, byKey].toSorted().join(),
			),
			INVITATION: [userId],
			WEBHOOK_ENDPOINT: [endpoint.id],
			API_KEY: [key.id],
			APPROVAL_RULE: [expect.any(String)],
			CALENDAR_ADDRESS: [company.id],
		});
		expect(body.ended.map(({ count, ids }: { count: number; ids: string[] }) => count - ids.length)).toEqual(
			body.ended.map(() => 0),
		);
		expect(body.kept).toEqual([]);

		const admin = as(company.admin);
		expect(await admin.post(`${path}/proposals/${proposal}/release`)).toMatchObject({
			status: 409,
			body: { code: 'proposal_closed' },
		});
		expect((await admin.get(`${path}/proposals/${byKey}`)).body.state).toBe('DECLINED');
		expect((await admin.get(`${path}/proposals/${other}`)).body.state).toBe('OPEN');
		expect((await admin.get(`${path}/webhook-endpoints`)).body).toEqual([]);
		expect((await admin.get(`${path}/flex/approval-rules`)).body).toEqual([]);
		expect((await admin.get(`${path}/calendar/address`)).status).toBe(404);
		at('2026-03-07T12:00:10.000Z');
		expect((await bearing(key.key, 'GET', '/employees')).status).toBe(401);
		const links = 'SELECT count(*) AS n FROM one_time_tokens WHERE user_id = ?';
		expect(await env.DB.prepare(links).bind(userId).first('n')).toBe(0);
		const events = (await admin.get(`/events?companyId=${company.id}&type=compromise.ended`)).body;
		expect(events.map(({ after }: { after: { kind: string } }) => after.kind).sort()).toEqual([
			'API_KEY',
			'APPROVAL_RULE',
			'CALENDAR_ADDRESS',
			'INVITATION',
			'PROPOSAL',
			'PROPOSAL',
			'WEBHOOK_ENDPOINT',
		]);
	});

	test('keeps and lists what a person has decided on since', async () => {
		const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
		const proposal = await propose(thief, employeeId);
		const endpoint = (await as(thief).post(`${path}/webhook-endpoints`, { url: 'https://good.example/' }))
			.body;
		await as(thief).put(`${path}/flex/approval-rules/INTERNET`, RULE);
		const other = await newUser(['COMPANY_ADMIN'], [company.id]);
		expect((await as(other).post(`${path}/proposals/${proposal}/release`)).status).toBe(200);
		await as(other).put(`${path}/webhook-endpoints/${endpoint.id}`, { description: 'Checked' });
		await as(other).put(`${path}/flex/approval-rules/INTERNET`, { ...RULE, samplePercent: 20 });
		const { body } = await endThief();
		expect(body.ended).toEqual([]);
		expect(idsOf(body.kept)).toEqual({
			PROPOSAL: [proposal],
			WEBHOOK_ENDPOINT: [endpoint.id],
			APPROVAL_RULE: [expect.any(String)],
		});
		expect((await as(other).get(`${path}/webhook-endpoints`)).body).toHaveLength(1);
	});

	test('ends a change of an address that it asked for', async () => {
		const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
		const { userId } = await userOf(employeeId);
		await env.DB.prepare('UPDATE users SET date_registered = 1, password_hash = ? WHERE id = ?')
			.bind('x', userId)
			.run();
		const asked = await as(thief, postOffice().bindings).put(`/users/${userId}`, { email: uniqueEmail() });
		expect(asked.status).toBe(200);
		expect(idsOf((await endThief()).body.ended)).toEqual({ ADDRESS_CHANGE: [userId] });
		const open = `SELECT count(*) AS n FROM identity_changes WHERE user_id = ? AND state = 'OPEN'`;
		expect(await env.DB.prepare(open).bind(userId).first('n')).toBe(0);
	});

	test('ends an endpoint of somebody else that it changed last', async () => {
		const { body } = await as(company.admin).post(`${path}/webhook-endpoints`, {
			url: 'https://good.example/',
		});
		await as(thief).put(`${path}/webhook-endpoints/${body.id}`, { url: 'https://thief.example/' });
		expect(idsOf((await endThief()).body.ended)).toEqual({ WEBHOOK_ENDPOINT: [body.id] });
	});

	test('ends drafts and the address for receipts of an employee; without the reason nothing ends', async () => {
		const employeeId = await newEmployee(company);
		const person = await userOf(employeeId);
		const stolen = await openSession(person.userId);
		const draft = (await uploadDraft(stolen, employeeId)).body;
		await as(stolen).post(`/employees/${employeeId}/flex/receipt-address`);
		const third = await openSession(person.userId);
		expect((await as(person).delete(`/auth/sessions/${third.sessionId}`)).body).toEqual({
			success: true,
			ended: [],
			kept: [],
		});
		const drafts = `/employees/${employeeId}/flex/receipt-drafts`;
		expect((await as(person).get(drafts)).body).toHaveLength(1);
		const { body } = await as(person).delete('/auth/sessions?reason=COMPROMISED');
		expect(idsOf(body.ended)).toEqual({ RECEIPT_ADDRESS: [expect.any(String)], RECEIPT_DRAFT: [draft.id] });
		expect((await as(person).get(drafts)).body).toEqual([]);
		expect((await as(person).get(`/employees/${employeeId}/flex/receipt-address`)).status).toBe(404);
		at('2026-03-07T12:00:10.000Z');
		expect((await as(stolen).get('/auth/me')).status).toBe(401);
	});

	test('is ended by another administrator, who does not end what the person began elsewhere', async () => {
		const other = await newUser(['COMPANY_ADMIN'], [company.id]);
		const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
		const proposal = await propose(thief, employeeId);
		const { body } = await as(other).delete(`/users/${company.admin.userId}/sessions?reason=COMPROMISED`);
		expect(idsOf(body.ended)).toEqual({ PROPOSAL: [proposal] });
		expect(
			(await as(await newUser(['EMPLOYEE'])).delete(`/auth/sessions/${other.sessionId}?reason=COMPROMISED`))
				.status,
		).toBe(404);
	});
});

describe('a key in foreign hands', () => {
	test.each(['D1', 'a cell'])('ends its proposals and invitations, also later (in %s)', async (place) => {
		const of = place === 'D1' ? company : await newCompanyInCell();
		path = `/companies/${of.id}`;
		await as(of.admin).put(path, { assistants: true });
		const key = await newApiKey(of, ['proposeChange', 'updateEmployee', 'createEmployee']);
		const proposal = await propose(key.key, await newEmployee(of));
		const hired = await bearing(key.key, 'POST', '/employees', { email: uniqueEmail(), companyId: of.id });
		expect(hired.status).toBe(201);
		const first = await as(of.admin).delete(`${path}/api-keys/${key.id}?reason=ROTATED`);
		expect(first.body).toEqual({ success: true, endedInvitations: [], ended: [], kept: [] });
		expect((await as(of.admin).get(`${path}/proposals/${proposal}`)).body.state).toBe('OPEN');
		const { body } = await as(of.admin).delete(`${path}/api-keys/${key.id}?reason=COMPROMISED`);
		expect(idsOf(body.ended)).toEqual({
			PROPOSAL: [proposal],
			INVITATION: [body.endedInvitations[0].userId],
		});
		expect((await as(of.admin).get(`${path}/proposals/${proposal}`)).body).toMatchObject({
			state: 'DECLINED',
			declineReason: expect.any(String),
		});
		const again = await as(of.admin).delete(`${path}/api-keys/${key.id}?reason=COMPROMISED`);
		expect([again.status, again.body.ended]).toEqual([200, []]);
	});
});

describe('a proposal is frozen', () => {
	const release = (id: string, by: TestUser) => as(by).post(`${path}/proposals/${id}/release`);

	test('while its author is closed, and thaws when the author is opened', async () => {
		const author = await newUser(['COMPANY_ADMIN'], [company.id]);
		const id = await propose(author, await newEmployee(company));
		await as(company.admin).post(`/users/${author.userId}/closure`);
		expect((await as(company.admin).get(`${path}/proposals/${id}`)).body).toMatchObject({
			state: 'OPEN',
			isFrozen: true,
		});
		expect(await release(id, company.admin)).toMatchObject({
			status: 409,
			body: { code: 'proposal_frozen' },
		});
		await as(company.admin).delete(`/users/${author.userId}/closure`);
		expect((await release(id, company.admin)).status).toBe(200);
	});

	test('while the creator of its key is closed', async () => {
		const maker = await newUser(['COMPANY_ADMIN'], [company.id]);
		const key = await newApiKey({ ...company, admin: maker }, ['proposeChange', 'updateEmployee']);
		const id = await propose(key.key, await newEmployee(company));
		await as(company.admin).post(`/users/${maker.userId}/closure`);
		expect(await release(id, company.admin)).toMatchObject({
			status: 409,
			body: { code: 'proposal_frozen' },
		});
		expect((await as(company.admin).post(`${path}/proposals/${id}/decline`, { reason: 'No' })).status).toBe(
			200,
		);
	});

	test('while assistants are off', async () => {
		const id = await propose(company.admin, await newEmployee(company));
		await as(company.admin).put(path, { assistants: false });
		expect(await release(id, company.admin)).toMatchObject({
			status: 409,
			body: { code: 'proposal_frozen' },
		});
		await as(company.admin).put(path, { assistants: true });
		expect((await release(id, company.admin)).status).toBe(200);
	});
});
