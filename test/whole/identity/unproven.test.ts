import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import { postOffice } from '../../harness/mail.ts';
import { codeOf, giveSecondFactor } from '../../harness/second-factor.ts';
import {
	as,
	at,
	call,
	newAddress,
	newCompany,
	newEmployee,
	newUser,
	openSession,
	restart,
	type TestCompany,
	type TestUser,
	uniqueEmail,
} from '../../harness/service.ts';
import {
	logIn,
	mailedToken,
	mailsTo,
	PASSWORD,
	register,
	requestReset,
	userOfEmployee,
} from '../../tenants/auth/one-time/links.ts';

const NOON = '2023-03-07T12:00:00.000Z';

/** The address of a director of the bank, whose mailbox the attacker cannot read. */
let address: string;
let attacker: TestCompany;
let bank: TestCompany;
let operator: ReturnType<typeof as>;
let squatter: { employeeId: string; userId: string };
/** The session that the attacker opened with the printed code. */
let session: TestUser;

const carrying = (user: TestUser) => as(user, postOffice().bindings);

/** The administrator of another company types the address, prints a code and registers it. */
beforeEach(async () => {
	at(NOON);
	address = uniqueEmail();
	attacker = await newCompany();
	bank = await newCompany();
	operator = carrying(await newUser(['PLATFORM_ADMIN']));
	const employeeId = await newEmployee(attacker, { email: address, skipSendRegistrationEmail: true });
	const { body } = await as(attacker.admin).post(`/employees/${employeeId}/invitation/letter`);
	expect((await register(body.code)).status).toBe(200);
	squatter = { employeeId, userId: (await userOfEmployee(employeeId)).userId };
	session = await openSession(squatter.userId);
	expect(await mailsTo(squatter.userId)).not.toContain('invitation');
});

const proveWith = (token: string, fields: object = { password: PASSWORD }) =>
	call('POST', '/auth/address/proof', { token, ...fields }, { 'CF-Connecting-IP': newAddress() });
const proofToken = () => mailedToken(squatter.userId, 'proof_requested');
const readUser = async () => (await operator.get(`/users/${squatter.userId}`)).body;
const RIGHTS = () => ({ roles: ['EMPLOYEE', 'COMPANY_ADMIN'], manageableCompanyIds: [bank.id] });
const readsBank = async () => {
	restart();
	return (await as(session).get(`/companies/${bank.id}`)).status === 200;
};

test('the operator and the administrator see that nobody has proven the address', async () => {
	expect(await readUser()).toMatchObject({
		email: address,
		dateRegistered: NOON,
		dateProven: null,
		proof: null,
	});
	const { body } = await as(attacker.admin).get(`/companies/${attacker.id}/people`);
	expect(body).toMatchObject([{ employeeId: squatter.employeeId, dateProven: null }]);
});

describe('the operator makes this existing user an administrator of the bank', () => {
	let answer: Awaited<ReturnType<typeof operator.put>>;
	beforeEach(async () => {
		answer = await operator.put(`/users/${squatter.userId}`, RIGHTS());
	});

	test('and the answer has the roles of today and those that wait', async () => {
		expect(answer.status).toBe(200);
		expect(answer.body).toMatchObject({
			roles: ['EMPLOYEE'],
			manageableCompanyIds: [],
			pendingRoles: ['COMPANY_ADMIN'],
			pendingCompanyIds: [bank.id],
		});
		expect(await readUser()).toEqual(answer.body);
		expect(await readsBank()).toBe(false);
		expect((await as(session).get('/auth/me')).body).toMatchObject({ roles: ['EMPLOYEE'] });
	});

	test('and nobody of the attacker learns of the bank', async () => {
		const { body } = await as(attacker.admin).get(`/users/${squatter.userId}`);
		expect(body).toMatchObject({ pendingCompanyIds: [] });
		expect(JSON.stringify(await eventsFor(attacker.admin, `subject=${squatter.userId}`))).not.toContain(
			bank.id,
		);
	});

	test('and the mailbox alone begins nothing, because the password is somebody else’s', async () => {
		const token = await proofToken();
		for (const fields of [{}, { password: 'a guess of the director' }, { code: '123456' }]) {
			const refused = await proveWith(token, fields);
			expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
		}
		expect(await readUser()).toEqual(answer.body);
	});

	test('and the link with the password begins them, and ends every session', async () => {
		expect((await proveWith(await proofToken())).status).toBe(200);
		expect(await readUser()).toMatchObject({
			...RIGHTS(),
			dateProven: NOON,
			proof: 'MAIL',
			pendingRoles: [],
			pendingCompanyIds: [],
		});
		expect(await readsBank()).toBe(false);
		expect((await as(session).get('/auth/me')).status).toBe(401);
		const { body } = await logIn(address);
		const as200 = await call('GET', `/companies/${bank.id}`, undefined, {
			Authorization: `Bearer ${body.idToken}`,
		});
		expect(as200.status).toBe(200);
		expect(await mailsTo(squatter.userId)).toContain('rights_gained');
		expect(await mailsTo(bank.admin.userId)).toEqual(['rights_given']);
	});

	test('and a code of the second factor will do instead of the password', async () => {
		await giveSecondFactor(squatter.userId);
		expect((await proveWith(await proofToken(), { code: codeOf() })).status).toBe(200);
		expect(await readUser()).toMatchObject(RIGHTS());
	});

	test('and the link works once, for 7 days', async () => {
		const token = await proofToken();
		at('2023-03-14T11:59:59.999Z');
		expect((await proveWith(token)).status).toBe(200);
		expect((await proveWith(token)).body.code).toBe('link_not_valid');
	});

	test('and the link does not work at the end of the 7 days, but a new one does', async () => {
		const token = await proofToken();
		at('2023-03-14T12:00:00.000Z');
		expect((await proveWith(token)).body.code).toBe('link_not_valid');
		expect((await operator.post(`/users/${squatter.userId}/invitation`)).body).toMatchObject({ link: null });
		expect((await proveWith(await proofToken())).status).toBe(200);
		expect(await readUser()).toMatchObject(RIGHTS());
	});

	test('and a code in ten tries at the password is not found', async () => {
		const token = await proofToken();
		for (let n = 0; n < 10; n++) await proveWith(token, { password: `guess ${n} of somebody` });
		expect((await proveWith(token)).status).toBe(429);
	});

	test('and a later choice replaces what waits', async () => {
		const verifier = { roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'] };
		expect((await operator.put(`/users/${squatter.userId}`, verifier)).body).toMatchObject({
			pendingRoles: ['FLEX_DOCUMENT_VERIFIER'],
			pendingCompanyIds: [bank.id],
		});
		const none = { roles: ['EMPLOYEE'], manageableCompanyIds: [] };
		expect((await operator.put(`/users/${squatter.userId}`, none)).body).toMatchObject({
			pendingRoles: [],
			pendingCompanyIds: [],
		});
		expect((await proveWith(await proofToken())).body.code).toBe('link_not_valid');
	});

	test('and the operator’s password is a proof, with which they begin', async () => {
		const changed = await operator.put(`/users/${squatter.userId}`, {
			password: 'the operator chose this one',
		});
		expect(changed.body).toMatchObject({
			...RIGHTS(),
			proof: 'OPERATOR',
			pendingRoles: [],
			pendingCompanyIds: [],
		});
		expect(await readsBank()).toBe(false);
	});

	test('and another address, or a closure, ends the link', async () => {
		const token = await proofToken();
		await operator.put(`/users/${squatter.userId}`, { email: uniqueEmail() });
		expect((await proveWith(token)).body.code).toBe('link_not_valid');
	});
});

test('rights lapse when their author may no longer give them', async () => {
	await carrying(attacker.admin).put(`/users/${squatter.userId}`, {
		roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'],
		manageableCompanyIds: [attacker.id],
	});
	const token = await proofToken();
	await newUser(['COMPANY_ADMIN'], [attacker.id]);
	expect((await operator.post(`/users/${attacker.admin.userId}/closure`)).status).toBe(200);
	expect((await proveWith(token)).status).toBe(200);
	expect(await readUser()).toMatchObject({ roles: ['EMPLOYEE'], proof: 'MAIL', pendingRoles: [] });
	const events = await eventsFor(await newUser(['PLATFORM_ADMIN']), `subject=${squatter.userId}`);
	expect(events.map(({ type }: { type: string }) => type)).toContain('user.rights_lapsed');
});

test('the mailbox reads once a day why no mail sets a password', async () => {
	const told = async () => (await mailsTo(squatter.userId)).filter((kind) => kind !== 'new_device');
	for (const instant of [NOON, '2023-03-08T11:59:59.999Z']) {
		at(instant);
		expect((await requestReset(address)).status).toBe(200);
		expect(await told()).toEqual(['password_reset_unproven']);
	}
	at('2023-03-08T12:00:00.000Z');
	expect((await requestReset(address)).status).toBe(200);
	expect(await told()).toEqual(['password_reset_unproven', 'password_reset_unproven']);
	const row = await env.DB.prepare('SELECT count(*) AS links FROM one_time_tokens WHERE user_id = ?')
		.bind(squatter.userId)
		.first();
	expect(row).toEqual({ links: 0 });
});

describe('the database itself refuses', () => {
	const refused = (sql: string, ...values: string[]) =>
		expect(
			env.DB.prepare(sql)
				.bind(squatter.userId, ...values)
				.run(),
		).rejects.toThrow('stale_revision');

	test('a role beyond employee, a company here and one elsewhere', async () => {
		await refused(`UPDATE users SET roles = '["EMPLOYEE","COMPANY_ADMIN"]' WHERE id = ?`);
		await refused('INSERT INTO user_companies (user_id, company_id) VALUES (?, ?)', bank.id);
		await refused(
			`INSERT INTO grants (user_id, company_id, home, is_wanted, since) VALUES (?, ?, 'D1', TRUE, 1)`,
			bank.id,
		);
	});

	test('that a printed code registers somebody who has got more rights', async () => {
		const employeeId = await newEmployee(attacker, { skipSendRegistrationEmail: true });
		const { userId } = await userOfEmployee(employeeId);
		await as(attacker.admin).post(`/employees/${employeeId}/invitation/letter`);
		await env.DB.prepare(`UPDATE one_time_tokens SET user_id = user_id WHERE user_id = ?`).bind(userId).run();
		// Other files use the same database, so the trigger comes back at once.
		const trigger = await env.DB.prepare(
			`SELECT sql FROM sqlite_master WHERE name = 'users_follow_rights'`,
		).first('sql');
		await env.DB.batch([
			env.DB.prepare('DROP TRIGGER users_follow_rights'),
			env.DB.prepare(`UPDATE users SET roles = '["COMPANY_ADMIN"]' WHERE id = ?`).bind(userId),
			env.DB.prepare(String(trigger)),
		]);
		await expect(
			env.DB.prepare('UPDATE users SET date_registered = 1 WHERE id = ?').bind(userId).run(),
		).rejects.toThrow('stale_revision');
	});
});
