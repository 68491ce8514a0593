import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { register } from '../../harness/mail.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestCompany,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../harness/service.ts';
import { mailedToken } from '../auth/one-time/links.ts';

const PASSWORD = 'correct horse battery staple';

const OTHER_PASSWORD = 'nine miles before breakfast';

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

/** Somebody is hired by the company, and proves the address with the link of the mail. */
async function hire(email: string) {
	const joined = await join(email);
	expect(joined.status).toBe(201);
	const { userId } = await userOf(joined.body.employeeId);
	const token = await mailedToken(userId);
	expect((await call('POST', '/auth/registration', { token, password: OTHER_PASSWORD })).status).toBe(200);
	return joined;
}

describe('the address of somebody who leaves', () => {
	const LEAVING = '2023-03-20T00:00:00.000Z';
	let email: string;
	let employeeId: string;

	beforeEach(async () => {
		email = uniqueEmail();
		employeeId = await newEmployee(other, { email });
		await register((await userOf(employeeId)).userId);
		await as(other.admin).put(`/employees/${employeeId}`, { dateTerminated: LEAVING });
	});

	test.each([
		['2023-03-19T23:59:59.999Z', 409],
		[LEAVING, 201],
	])('is free for another company at %s: %d', async (moment, status) => {
		at(moment);
		expect((await join(email)).status).toBe(status);
	});

	test('is not free for the company that was left', async () => {
		at(LEAVING);
		expect(await join(email, other)).toMatchObject(TAKEN);
	});

	test('is not free while its user has another role', async () => {
		const { userId } = await userOf(employeeId);
		await as(platform).put(`/users/${userId}`, { roles: ['EMPLOYEE', 'COMPANY_ADMIN'] });
		at(LEAVING);
		expect(await join(email)).toMatchObject(TAKEN);
	});

	test('moves to a new user with the proof: the old record stays, its sign-in is gone, and each company sees its own', async () => {
		const { userId } = await userOf(employeeId);
		await as(platform).put(`/users/${userId}`, { password: PASSWORD });
		const { body: session } = await call('POST', '/auth', { email, password: PASSWORD });
		at(LEAVING);
		await runCron(LEAVING);
		const joined = await hire(email);
		expect(joined.body.employeeId).not.toBe(employeeId);
		expect((await call('POST', '/auth', { email, password: PASSWORD })).status).toBe(401);
		const refreshed = await call('POST', '/auth/refresh', { refreshToken: session.refreshToken });
		expect(refreshed.status).toBe(401);
		expect((await as(other.admin).get(`/employees/${employeeId}`)).body).toMatchObject({
			email,
			companyId: other.id,
		});
		expect((await as(other.admin).get(`/employees/${joined.body.employeeId}`)).status).toBe(404);
	});

	test('leaves an old record that nobody is invited to, by mail or on paper, until it has an address of its own', async () => {
		email = uniqueEmail();
		employeeId = await newEmployee(other, { email, dateTerminated: LEAVING });
		at(LEAVING);
		await hire(email);
		await as(other.admin).put(`/employees/${employeeId}`, { dateTerminated: null });
		for (const path of ['invitation', 'invitation/letter'])
			expect(await as(other.admin).post(`/employees/${employeeId}/${path}`)).toMatchObject({
				status: 409,
				body: { code: 'user_closed', detail: expect.stringContaining('another user') },
			});
		const { userId } = await userOf(employeeId);
		expect((await as(platform).post(`/users/${userId}/invitation`)).status).toBe(409);
		const all = await as(other.admin).post(`/companies/${other.id}/employees/invitations`, {
			employeeIds: [employeeId],
		});
		expect(all.body).toMatchObject({ invited: 0 });
		await as(other.admin).put(`/users/${userId}`, { email: 'again@demo.example' });
		expect((await as(other.admin).post(`/employees/${employeeId}/invitation`)).status).toBe(200);
	});

	test('leaves a user who had registered: only the operator begins a new registration', async () => {
		const { userId } = await userOf(employeeId);
		await as(platform).put(`/users/${userId}`, { password: PASSWORD });
		at(LEAVING);
		await hire(email);
		const [told] = (await as(other.admin).get(`/events?subject=${userId}&type=user.updated`)).body.slice(-1);
		expect(told.after).toMatchObject({ dateRegistered: null, password: 'removed' });
		await as(other.admin).put(`/employees/${employeeId}`, { dateTerminated: null });
		const REGISTERED_BEFORE = { status: 409, body: { code: 'registered_before' } };
		const address = uniqueEmail();
		const ask = () => as(other.admin).put(`/users/${userId}`, { email: address });
		const letter = () => as(other.admin).post(`/employees/${employeeId}/invitation/letter`);
		expect(await ask()).toMatchObject(REGISTERED_BEFORE);
		expect(await letter()).toMatchObject(REGISTERED_BEFORE);
		expect((await as(platform).put(`/users/${userId}`, { email: address })).status).toBe(200);
		expect(await letter()).toMatchObject(REGISTERED_BEFORE);
		expect(await as(other.admin).post(`/employees/${employeeId}/invitation`)).toMatchObject(
			REGISTERED_BEFORE,
		);
		const all = await as(other.admin).post(`/companies/${other.id}/employees/invitations`, {
			employeeIds: [employeeId],
		});
		expect(all.body).toMatchObject({ invited: 0 });
		expect((await as(platform).post(`/users/${userId}/invitation`)).status).toBe(200);
		// The owner of the mailbox may ask for a newer link.
		expect((await call('POST', '/auth/password-reset', { email: address })).status).toBe(200);
		const token = await mailedToken(userId);
		expect((await call('POST', '/auth/registration', { token, password: PASSWORD })).status).toBe(200);
		expect((await call('POST', '/auth', { email: address, password: PASSWORD })).status).toBe(200);
	});

	test('leaves a user for which the database permits no code of the company', async () => {
		const { userId } = await userOf(employeeId);
		await as(platform).put(`/users/${userId}`, { password: PASSWORD });
		at(LEAVING);
		await hire(email);
		const insertion = env.DB.prepare(
			`INSERT INTO one_time_tokens (user_id, purpose, key, author_id, date_created, date_expires) VALUES (?, 'REGISTRATION', 'k', ?, 0, 1)`,
		);
		await expect(insertion.bind(userId, other.admin.userId).run()).rejects.toThrow('registered_before');
	});
});
