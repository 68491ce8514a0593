import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { as, at, call, newCompany, newEmployee, newUser, uniqueEmail } from '../../../harness/service.ts';
import {
	mailedToken,
	mailsTo,
	newInvited,
	PASSWORD,
	platform,
	register,
} from '../../../tenants/auth/one-time/links.ts';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const CARRIED: Bindings = {
	...env,
	MAIL_FROM: 'Benefits <mail@benefits.example>',
	PUBLIC_URL: 'https://benefits.example',
};
const NOT_CARRIED: Bindings = { ...CARRIED, MAIL_FROM: '' };

describe('a new employee', () => {
	test('is invited by a mail of the company, as employee and as user', async () => {
		const { userId } = await newInvited();
		const { body } = await (await platform()).post('/users', {
			email: uniqueEmail(),
			roles: ['COMPANY_ADMIN'],
		});
		expect([await mailsTo(userId), await mailsTo(body.id)]).toEqual([['invitation'], ['invitation']]);
		expect((await register(await mailedToken(body.id))).status).toBe(200);
	});

	test.each([
		['who is to be invited later', { skipSendRegistrationEmail: true }],
		['who has a password', { password: PASSWORD }],
	])('is not invited, %s', async (_, fields) => {
		const fresh = { email: uniqueEmail(), roles: ['EMPLOYEE'], ...fields };
		const { status, body } = await (await platform()).post('/users', fresh);
		expect(status).toBe(201);
		expect(await mailsTo(body.id)).toEqual([]);
	});

	test('is not invited by a dry run', async () => {
		const company = await newCompany();
		const email = uniqueEmail();
		const answer = await as(company.admin).post('/employees?dryRun=true', { email, companyId: company.id });
		expect(answer.status).toBe(200);
		const found = await env.DB.prepare('SELECT count(*) AS n FROM mails WHERE company_id = ?')
			.bind(company.id)
			.first('n');
		expect(found).toBe(0);
	});
});

describe('an invitation of one', () => {
	test('can be sent later, and again, when the older link dies', async () => {
		const { admin, employeeId, userId, email } = await newInvited({ skipSendRegistrationEmail: true });
		const invite = () => as(admin, CARRIED).post(`/employees/${employeeId}/invitation`);
		expect(await invite()).toMatchObject({
			status: 200,
			body: { userId, email, dateExpires: '2023-03-14T12:00:00.000Z', link: null },
		});
		const older = await mailedToken(userId);
		await invite();
		expect((await register(older)).status).toBe(400);
		expect((await register(await mailedToken(userId))).status).toBe(200);
	});

	test('gives the link to hand over where no mail is carried, once', async () => {
		const { admin, employeeId } = await newInvited();
		const send = (key: string) =>
			as(admin, NOT_CARRIED).send('POST', `/employees/${employeeId}/invitation`, undefined, {
				'Idempotency-Key': key,
			});
		const { body } = await send('one');
		expect(body.link).toMatch(/^https:\/\/benefits\.example\/console\/registration#[\w-]{43}$/);
		expect((await send('one')).body).toEqual({ ...body, link: null });
		expect((await register(body.link.split('#')[1])).status).toBe(200);
	});

	test('gives no company the link of a user who has rights beyond it', async () => {
		const { admin, employeeId, userId } = await newInvited();
		const everyone = await platform();
		await everyone.put(`/users/${userId}`, { roles: ['EMPLOYEE', 'PLATFORM_ADMIN'] });
		const invitation = `/employees/${employeeId}/invitation`;
		expect((await as(admin, NOT_CARRIED).post(invitation)).body.link).toBeNull();
		expect(await as(admin).post(`${invitation}/letter`)).toMatchObject({
			status: 409,
			body: { code: 'user_has_other_roles' },
		});
		// A printed code proves no address, so the operator prints none either.
		expect((await everyone.post(`${invitation}/letter`)).body.code).toBe('user_has_other_roles');
	});

	test.each([
		[
			'registered',
			'already_registered',
			(id: string) =>
				env.DB.prepare('UPDATE users SET date_registered = 1, date_proven = 1 WHERE id = ?').bind(id),
		],
		[
			'closed',
			'user_closed',
			(id: string) => env.DB.prepare('UPDATE users SET date_closed = 1 WHERE id = ?').bind(id),
		],
	])('is refused to somebody who is %s', async (_, code, change) => {
		const { admin, employeeId, userId } = await newInvited();
		await change(userId).run();
		for (const path of [
			`/employees/${employeeId}/invitation`,
			`/employees/${employeeId}/invitation/letter`,
		]) {
			expect(await as(admin).post(path)).toMatchObject({ status: 409, body: { code } });
		}
		expect((await (await platform()).post(`/users/${userId}/invitation`)).body.code).toBe(code);
	});

	test('is recorded in the history, without the link', async () => {
		const { admin, employeeId, userId } = await newInvited();
		await as(admin, NOT_CARRIED).post(`/employees/${employeeId}/invitation`);
		await as(admin).post(`/employees/${employeeId}/invitation/letter`);
		const { body } = await as(admin).get(`/events?subject=${userId}&type=user.invited`);
		expect(body.map(({ after }: { after: object }) => after)).toEqual([
			{ by: 'LINK', dateExpires: '2023-03-14T12:00:00.000Z' },
			{ by: 'LETTER', dateExpires: '2023-04-06T12:00:00.000Z' },
		]);
	});

	test('is for nobody whose registration comes first', async () => {
		const { admin, employeeId, token } = await newInvited();
		const [registered, invited] = await Promise.all([
			register(token),
			as(admin).post(`/employees/${employeeId}/invitation`),
		]);
		// The second request finds the result of the first.
		expect([
			[200, 409],
			[400, 200],
		]).toContainEqual([registered.status, invited.status]);
	});

	test('does not let in a closed user who was invited before', async () => {
		const { userId, token } = await newInvited();
		await env.DB.prepare('UPDATE users SET date_closed = 1 WHERE id = ?').bind(userId).run();
		expect((await register(token)).body.code).toBe('link_not_valid');
		expect((await call('POST', '/auth/registration/renewal', { token })).status).toBe(200);
		expect(await mailsTo(userId)).toHaveLength(1);
	});
});

test('an invited user who becomes an employee is invited again, because the new role ended the link', async () => {
	const company = await newCompany();
	const email = uniqueEmail();
	const user = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id] };
	const { body } = await as(await newUser(['PLATFORM_ADMIN'])).post('/users', user);
	await newEmployee(company, { email });
	expect(await mailsTo(body.id)).toEqual(['invitation', 'invitation']);
});
