import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import migration from '../../../../migrations/3003_proofs.sql?raw';
import { newSandbox } from '../../../harness/sandboxes.ts';
import { giveSecondFactor } from '../../../harness/second-factor.ts';
import { as, at, newEmployee, newUser, openSession, restart, uniqueEmail } from '../../../harness/service.ts';
import { confirm, linkTo, moved, movedByOperator, newMember, restore } from '../../auth/addresses/people.ts';
import {
	logIn,
	mailedToken,
	mailsTo,
	newInvited,
	PASSWORD,
	platform,
	register,
	renew,
	userOfEmployee,
} from '../../auth/one-time/links.ts';
import { newSsoCompany, signIn } from '../../auth/sso/people.ts';

const NOON = '2023-03-07T12:00:00.000Z';
beforeEach(() => at(NOON));

/** Reads since when a user's address is proven, and by what. */
async function proofOf(userId: string) {
	const { status, body } = await (await platform()).get(`/users/${userId}`);
	expect(status).toBe(200);
	return { since: body.dateProven, by: body.proof };
}

/** A service without mail, where people hand links over. */
const SILENT = { ...env, MAIL_FROM: '' };
const handedOver = async (inviter: ReturnType<typeof as>, employeeId: string): Promise<string> =>
	(await inviter.post(`/employees/${employeeId}/invitation`)).body.link.split('#')[1];

const MAILED = { since: NOON, by: 'MAIL' };
const NONE = { since: null, by: null };

describe('an address is proven', () => {
	test('by a mailed invitation when it is used, not before', async () => {
		const { userId, token } = await newInvited();
		expect(await proofOf(userId)).toEqual(NONE);
		expect((await register(token)).status).toBe(200);
		expect(await proofOf(userId)).toEqual(MAILED);
	});

	test('by a mailed link that replaces a link that a company handed over', async () => {
		const { admin, employeeId, userId } = await newInvited({ skipSendRegistrationEmail: true });
		const token = await handedOver(as(admin, SILENT), employeeId);
		expect((await renew(token)).status).toBe(200);
		expect((await register(await mailedToken(userId))).status).toBe(200);
		expect(await proofOf(userId)).toEqual(MAILED);
	});

	test('by a link that the operator hands over', async () => {
		const { employeeId, userId } = await newInvited({ skipSendRegistrationEmail: true });
		const operator = as(await newUser(['PLATFORM_ADMIN']), SILENT);
		expect((await register(await handedOver(operator, employeeId))).status).toBe(200);
		expect(await proofOf(userId)).toEqual({ since: NOON, by: 'OPERATOR' });
	});

	test('by a password that the operator sets', async () => {
		const operator = await platform();
		const { userId } = await newInvited();
		const changed = await operator.put(`/users/${userId}`, { password: PASSWORD });
		expect(changed.body).toMatchObject({ dateProven: NOON, proof: 'OPERATOR' });
		const user = { email: uniqueEmail(), roles: ['TECHNICAL_USER'], password: PASSWORD };
		const created = await operator.post('/users', user);
		expect(created.body).toMatchObject({ dateProven: NOON, proof: 'OPERATOR' });
	});
});

describe('an address is not proven', () => {
	test('by a printed code', async () => {
		const { admin, employeeId, userId } = await newInvited();
		const { body } = await as(admin).post(`/employees/${employeeId}/invitation/letter`);
		expect((await register(body.code)).status).toBe(200);
		expect(await proofOf(userId)).toEqual(NONE);
	});

	test('by a link that a company hands over', async () => {
		const { admin, employeeId, userId } = await newInvited({ skipSendRegistrationEmail: true });
		expect((await register(await handedOver(as(admin, SILENT), employeeId))).status).toBe(200);
		expect(await proofOf(userId)).toEqual(NONE);
	});

	test('by the operator, who only changes the name or the address', async () => {
		const { admin, employeeId, userId } = await newInvited();
		const { body } = await as(admin).post(`/employees/${employeeId}/invitation/letter`);
		expect((await register(body.code)).status).toBe(200);
		const change = { firstName: 'Ada', email: uniqueEmail() };
		const changed = await (await platform()).put(`/users/${userId}`, change);
		expect(changed.body).toMatchObject({ firstName: 'Ada', dateProven: null, proof: null });
		expect(await proofOf(userId)).toEqual(NONE);
	});
});

describe('a proof does not follow to another address', () => {
	test('but the link in the new mailbox proves it, and the link in the old one proves the old', async () => {
		const member = await newMember();
		at('2023-03-08T12:00:00.000Z');
		const token = await moved(member);
		expect(await proofOf(member.userId)).toEqual({ since: '2023-03-08T12:00:00.000Z', by: 'MAIL' });
		at('2023-03-09T12:00:00.000Z');
		expect((await restore(token)).status).toBe(200);
		expect(await proofOf(member.userId)).toEqual({ since: '2023-03-09T12:00:00.000Z', by: 'MAIL' });
	});

	test('and the second factor of a proven person stays when the operator moves the address', async () => {
		const member = await newMember();
		await giveSecondFactor(member.userId);
		await movedByOperator(member);
		expect(await proofOf(member.userId)).toMatchObject({ by: 'OPERATOR' });
		const factors = env.DB.prepare('SELECT count(*) AS n FROM second_factors WHERE user_id = ?').bind(
			member.userId,
		);
		expect(await factors.first('n')).toBe(1);
	});

	test('and the operator moves a proven person, who stays proven', async () => {
		const member = await newMember();
		await movedByOperator(member);
		expect(await proofOf(member.userId)).toEqual({ since: NOON, by: 'OPERATOR' });
	});

	test('and the database ends it with every other change of the address', async () => {
		const member = await newMember();
		await env.DB.prepare('UPDATE users SET email_key = ? WHERE id = ?')
			.bind(uniqueEmail(), member.userId)
			.run();
		expect(await proofOf(member.userId)).toEqual(NONE);
	});

	test('and another spelling of the same address keeps it', async () => {
		const member = await newMember();
		const email = member.email.toUpperCase();
		at('2023-03-08T12:00:00.000Z');
		await (await platform()).put(`/users/${member.userId}`, { email });
		expect(await proofOf(member.userId)).toEqual(MAILED);
		expect((await confirm(await linkTo(member, member.email))).status).toBe(200);
		expect(await proofOf(member.userId)).toEqual(MAILED);
	});
});

describe('the identity provider of the company proves an address', () => {
	/** An employee of a company with a provider, whose printed code somebody has used. */
	async function newCoded() {
		at(new Date().toISOString());
		const company = await newSsoCompany();
		const email = `grace@${company.domain}`;
		const employeeId = await newEmployee(company, { email });
		const { userId } = await userOfEmployee(employeeId);
		const { body } = await as(company.admin).post(`/employees/${employeeId}/invitation/letter`);
		return { employeeId, email, userId, code: body.code as string };
	}

	test('at the first sign-in, which registers the person', async () => {
		const { email, userId } = await newCoded();
		expect((await signIn(email)).status).toBe(200);
		expect(await proofOf(userId)).toMatchObject({ by: 'PROVIDER' });
	});

	test('and ends what somebody set up before, who may be another person', async () => {
		const { employeeId, email, userId, code } = await newCoded();
		expect((await register(code)).status).toBe(200);
		const stranger = await openSession(userId);
		await giveSecondFactor(userId);
		await as(stranger).post(`/employees/${employeeId}/flex/receipt-address`);
		expect((await signIn(email)).status).toBe(200);
		expect(await proofOf(userId)).toMatchObject({ by: 'PROVIDER' });
		expect((await logIn(email)).status).toBe(401);
		restart();
		expect((await as(stranger).get('/auth/me')).status).toBe(401);
		const left = await env.DB.prepare(
			`SELECT (SELECT count(*) FROM second_factors WHERE user_id = ?1) AS factors,
				(SELECT count(*) FROM receipt_addresses WHERE employee_id = ?2) AS addresses`,
		)
			.bind(userId, employeeId)
			.first();
		expect(left).toEqual({ factors: 0, addresses: 0 });
		expect(await mailsTo(userId)).toContain('password_ended');
	});

	test('and leaves the password of a person who proved the address before', async () => {
		const { email, userId, employeeId } = await newCoded();
		const { body } = await (await platform()).post(`/employees/${employeeId}/invitation`);
		expect(body.link).toBeNull();
		expect((await register(await mailedToken(userId))).status).toBe(200);
		expect((await signIn(email)).status).toBe(200);
		expect(await proofOf(userId)).toMatchObject({ by: 'MAIL' });
		expect((await logIn(email)).status).toBe(200);
	});
});

test('nothing proves an address in a sandbox, whose administrator reads the mails', async () => {
	const { id, cell, admin } = await newSandbox();
	const employeeId = await newEmployee({ id, cell, admin });
	const [{ id: mailId }] = (await as(admin).get(`/companies/${id}/mails`)).body;
	const kept = await as(admin).get(`/companies/${id}/mails/${mailId}`);
	expect(kept.status).toBe(200);
	expect((await register(/#(\S+)/.exec(kept.body.text)?.[1] ?? '')).status).toBe(200);
	const { body: people } = await as(admin).get(`/companies/${id}/people`);
	expect(people).toMatchObject([{ employeeId, dateRegistered: NOON, dateProven: null }]);
});

describe('people of before count as proven', () => {
	const rule = /UPDATE users SET date_proven = date_registered[^;]+/.exec(migration)?.[0] ?? '';

	/** Registers somebody in one way, forgets the proof, and asks what the migration makes of it. */
	async function afterMigration(userId: string) {
		await env.DB.prepare('UPDATE users SET date_proven = NULL, proof = NULL WHERE id = ?').bind(userId).run();
		await env.DB.prepare(rule).run();
		return proofOf(userId);
	}

	const BEFORE = { since: NOON, by: 'BEFORE' };

	test('with a role beyond employee', async () => {
		const { admin, employeeId, userId } = await newInvited();
		const { body } = await as(admin).post(`/employees/${employeeId}/invitation/letter`);
		await register(body.code);
		expect(await afterMigration(userId)).toEqual(NONE);
		await env.DB.prepare(
			`UPDATE users SET date_proven = 1, roles = '["EMPLOYEE","FLEX_DOCUMENT_VERIFIER"]' WHERE id = ?`,
		)
			.bind(userId)
			.run();
		expect(await afterMigration(userId)).toEqual(BEFORE);
	});

	test('whose last invitation was mailed, as its event shows', async () => {
		const { admin, employeeId, userId } = await newInvited({ skipSendRegistrationEmail: true });
		await as(admin).post(`/employees/${employeeId}/invitation/letter`);
		await as(admin).post(`/employees/${employeeId}/invitation`);
		await register(await mailedToken(userId));
		expect(await afterMigration(userId)).toEqual(BEFORE);
	});

	test('with an invitation at their creation whose mail has left', async () => {
		const { userId, token } = await newInvited();
		await register(token);
		expect(await afterMigration(userId)).toEqual(NONE);
		await env.DB.prepare(`UPDATE mails SET state = 'sent', sealed = NULL WHERE user_id = ?`)
			.bind(userId)
			.run();
		expect(await afterMigration(userId)).toEqual(BEFORE);
	});
});
