import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { allowEarlier, bearing, newApiKey } from '../../../harness/keys.ts';
import { deliver, postOffice } from '../../../harness/mail.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	type TestCompany,
	uniqueEmail,
} from '../../../harness/service.ts';
import { mailedToken, mailsTo, newInvited, platform, register, userOfEmployee } from './links.ts';

let company: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
});

async function printedFor(employeeId: string): Promise<string> {
	const { body } = await as(company.admin).post(`/employees/${employeeId}/invitation/letter`);
	return body.code;
}

describe('new rights end what was handed out before', () => {
	test('a printed code of an employee who becomes an administrator opens nothing', async () => {
		const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
		const { userId } = await userOfEmployee(employeeId);
		const code = await printedFor(employeeId);
		const roles = ['EMPLOYEE', 'COMPANY_ADMIN'];
		const promoted = await (await platform()).put(`/users/${userId}`, {
			roles,
			manageableCompanyIds: [company.id],
		});
		expect(promoted).toMatchObject({ status: 200, body: { roles } });
		expect(await register(code)).toMatchObject({ status: 400, body: { code: 'link_not_valid' } });
		// A code was never mailed, so no mail goes out by itself.
		expect(await mailsTo(userId)).toEqual([]);
	});

	test.each([
		['another company', async () => ({ manageableCompanyIds: [company.id, (await newCompany()).id] })],
		['another role', async () => ({ roles: ['FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER'] })],
		['another address', async () => ({ email: uniqueEmail() })],
	])('an invited user who gets %s is invited again, and only the new link works', async (_, change) => {
		const operator = await platform();
		const { body: user } = await operator.post('/users', {
			email: uniqueEmail(),
			roles: ['FLEX_DOCUMENT_VERIFIER'],
			manageableCompanyIds: [company.id],
		});
		const old = await mailedToken(user.id);
		expect((await operator.put(`/users/${user.id}`, await change())).status).toBe(200);
		expect(await mailsTo(user.id)).toEqual(['invitation', 'invitation']);
		const [event] = (await operator.get(`/events?subject=${user.id}`)).body.slice(-1);
		expect(event).toMatchObject({ type: 'user.invited' });
		expect((await register(old)).status).toBe(400);
		expect((await register(await mailedToken(user.id))).status).toBe(200);
	});

	test('fewer rights, and a new name, leave the link as it is', async () => {
		const operator = await platform();
		const { body: user } = await operator.post('/users', {
			email: uniqueEmail(),
			roles: ['FLEX_DOCUMENT_VERIFIER', 'TECHNICAL_USER'],
			manageableCompanyIds: [company.id],
		});
		await operator.put(`/users/${user.id}`, { roles: ['FLEX_DOCUMENT_VERIFIER'], firstName: 'Vera' });
		expect(await mailsTo(user.id)).toEqual(['invitation']);
		expect((await register(await mailedToken(user.id))).status).toBe(200);
	});

	test('an invited administrator who becomes an employee is invited again', async () => {
		const operator = await platform();
		const email = uniqueEmail();
		const { body: user } = await operator.post('/users', {
			email,
			roles: ['COMPANY_ADMIN'],
			manageableCompanyIds: [company.id],
		});
		const old = await mailedToken(user.id);
		await newEmployee(company, { email });
		expect((await register(old)).status).toBe(400);
		expect((await register(await mailedToken(user.id))).status).toBe(200);
	});

	test.each([
		[
			'role',
			`UPDATE users SET roles = '["EMPLOYEE","TECHNICAL_USER"]', revision = revision + 1 WHERE id = ?`,
		],
		['company', 'INSERT INTO user_companies (user_id, company_id) SELECT ?, max(id) FROM companies'],
	])('the database ends the links, even when a %s comes around the service', async (_, change) => {
		const { userId, token } = await newInvited();
		await env.DB.prepare(change).bind(userId).run();
		expect((await register(token)).status).toBe(400);
	});

	test('a mail that still waits is not sent with a link that has ended', async () => {
		const { body: user } = await (await platform()).post('/users', {
			email: uniqueEmail(),
			roles: ['COMPANY_ADMIN'],
			manageableCompanyIds: [company.id],
		});
		await env.DB.prepare('DELETE FROM one_time_tokens WHERE user_id = ?').bind(user.id).run();
		const { bindings, sent } = postOffice();
		await deliver(bindings);
		expect(sent.filter(({ to }) => to === user.email)).toEqual([]);
		const { body: mails } = await as(company.admin).get(`/companies/${company.id}/mails`);
		expect(mails.at(-1)).toMatchObject({
			state: 'failed',
			reason: 'The link in this mail is no longer valid.',
		});
	});
});

describe('an API key sees neither codes nor links', () => {
	const INVITING = ['createEmployee', 'inviteEmployee', 'inviteEmployees'];

	test('no key may print, not even one that was allowed to earlier', async () => {
		const asked = { name: 'HR', operations: ['printInvitation'] };
		expect(await as(company.admin).post(`/companies/${company.id}/api-keys`, asked)).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/operations/0' }] },
		});
		const key = await newApiKey(company, ['readMe']);
		await allowEarlier(key, ['printInvitation']);
		const employeeId = await newEmployee(company);
		const path = `/employees/${employeeId}/invitation/letter`;
		expect(await bearing(key.key, 'POST', path)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
	});

	test('without mail its invitations are refused; with mail they show no link', async () => {
		const key = await newApiKey(company, INVITING);
		const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
		const headers = { Authorization: `Bearer ${key.key}` };
		const one = `/employees/${employeeId}/invitation`;
		const many = `/companies/${company.id}/employees/invitations`;
		const { MAIL_FROM: _, ...withoutMail } = env;
		for (const path of [one, many]) {
			expect(await call('POST', path, undefined, headers, withoutMail)).toMatchObject({
				status: 409,
				body: { code: 'mail_not_configured' },
			});
		}
		const { bindings } = postOffice();
		const invited = await call('POST', one, undefined, headers, bindings);
		expect(invited).toMatchObject({ status: 200, body: { link: null } });
		expect((await call('POST', many, undefined, headers, bindings)).status).toBe(200);
	});
});

describe('revoking a key', () => {
	async function keyThatInvited() {
		const key = await newApiKey(company, ['createEmployee']);
		const email = uniqueEmail();
		const { body } = await bearing(key.key, 'POST', '/employees', {
			email,
			companyId: company.id,
			firstName: 'Ada',
		});
		const { userId } = await userOfEmployee(body.employeeId);
		return { key, email, userId, employeeId: body.employeeId, token: await mailedToken(userId) };
	}
	const revoke = (id: string, reason: string) =>
		as(company.admin).delete(`/companies/${company.id}/api-keys/${id}?reason=${reason}`);

	test.each(['', '?reason=LOST'])('asks why: %s is refused', async (query) => {
		const { id } = await newApiKey(company, ['readMe']);
		expect(await as(company.admin).delete(`/companies/${company.id}/api-keys/${id}${query}`)).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/query/reason' }] },
		});
	});

	test('that was replaced leaves its invitations valid', async () => {
		const { key, token } = await keyThatInvited();
		expect(await revoke(key.id, 'ROTATED')).toMatchObject({
			status: 200,
			body: { success: true, endedInvitations: [] },
		});
		expect((await register(token)).status).toBe(200);
	});

	test('that somebody else may have used ends its unused invitations, and names the people', async () => {
		const { key, email, userId, employeeId, token } = await keyThatInvited();
		const used = await keyThatInvited();
		expect((await register(used.token)).status).toBe(200);
		const { status, body } = await revoke(key.id, 'COMPROMISED');
		expect(status).toBe(200);
		expect(body).toEqual({
			success: true,
			endedInvitations: [
				{
					userId,
					employeeId,
					email,
					firstName: 'Ada',
					lastName: null,
					dateExpires: '2023-03-14T12:00:00.000Z',
				},
			],
			ended: [{ kind: 'INVITATION', count: 1, ids: [userId] }],
			kept: [],
		});
		expect((await register(token)).status).toBe(400);
		expect((await revoke(used.key.id, 'COMPROMISED')).body.endedInvitations).toEqual([]);
		const [event] = (await eventsFor(company.admin, `subject=${company.id}`)).slice(-1);
		expect(event).toMatchObject({ type: 'api_key.revoked', after: { reason: 'COMPROMISED' } });
	});

	test('may be called compromised later, and leaves invitations of others alone', async () => {
		const { key, token } = await keyThatInvited();
		const others = await keyThatInvited();
		await revoke(key.id, 'ROTATED');
		expect((await revoke(key.id, 'COMPROMISED')).body.endedInvitations).toHaveLength(1);
		expect((await register(token)).status).toBe(400);
		expect((await register(others.token)).status).toBe(200);
	});

	test('is not what expiry does: its invitations stay valid', async () => {
		const dateExpires = '2023-03-08T00:00:00.000Z';
		const key = await newApiKey(company, ['createEmployee'], { dateExpires });
		const { body } = await bearing(key.key, 'POST', '/employees', {
			email: uniqueEmail(),
			companyId: company.id,
		});
		const { userId } = await userOfEmployee(body.employeeId);
		at('2023-03-09T00:00:00.000Z');
		expect((await register(await mailedToken(userId))).status).toBe(200);
	});
});
