import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeBeside } from '../../../../src/foundation/core/codes.ts';
import { eventsFor } from '../../../harness/events.ts';
import { deliver, postOffice } from '../../../harness/mail.ts';
import { codeOf, giveSecondFactor } from '../../../harness/second-factor.ts';
import { as, newCompany, newUser, now, openSession, runCron, uniqueEmail } from '../../../harness/service.ts';
import { logIn, mailedToken, mailsTo, PASSWORD } from '../one-time/links.ts';
import {
	addressOf,
	askFor,
	beginWithMember,
	carrying,
	confirm,
	later,
	linksOf,
	linkTo,
	member,
	moved,
	NOT_VALID,
	newMember,
} from './people.ts';

beforeEach(beginWithMember);

describe('a person changes the own name and language', () => {
	test('without a proof, and the history shows it', async () => {
		const { user, userId } = member;
		const changed = await as(user).put('/auth/me', { firstName: 'Ada', lastName: null, language: 'de' });
		expect(changed).toMatchObject({
			status: 200,
			body: { firstName: 'Ada', lastName: null, language: 'de' },
		});
		expect((await as(user).get('/auth/me')).body).toEqual(changed.body);
		expect(changed.headers.get('ETag')).toBe((await as(user).get('/auth/me')).headers.get('ETag'));
		const events = await eventsFor(member.admin, `subject=${userId}&type=user.updated`);
		expect(events.at(-1)).toMatchObject({ after: { firstName: 'Ada', language: 'de' } });
	});

	test('only while the record is the one that was read', async () => {
		const headers = { 'If-Match': '"another"' };
		expect(await as(member.user).send('PUT', '/auth/me', { firstName: 'Ada' }, headers)).toMatchObject({
			status: 412,
		});
	});

	test('and nothing is stored when nothing changes', async () => {
		const { body } = await as(member.user).get('/auth/me');
		const same = await as(member.user).put('/auth/me', { email: body.email, firstName: body.firstName });
		expect(same.body).toEqual(body);
	});
});

describe('a person asks for another e-mail address', () => {
	test('which the link in a mail to the new address changes', async () => {
		const { user, userId, email: old } = member;
		const email = uniqueEmail();
		const { sent, bindings } = postOffice();
		expect((await as(user, bindings).put('/auth/me', { email, password: PASSWORD })).body.email).toBe(old);
		await deliver(bindings);
		const [mail] = sent.filter(({ to }) => to === email);
		const token = /new-address#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
		expect(mail?.text).not.toMatch(/Erika|Muster/);

		expect(await confirm(token)).toMatchObject({ status: 200, body: { success: true } });
		await deliver(bindings);
		expect(await addressOf(userId)).toBe(email);
		expect(sent.filter(({ to }) => to === old).at(-1)?.text).toMatch(/old-address#[\w-]+/);
		expect((await logIn(old)).status).toBe(401);
		expect((await logIn(email)).status).toBe(200);
		expect(await confirm(token)).toMatchObject(NOT_VALID);
	});

	test('or the code beside the link', async () => {
		const code = codeBeside(await linkTo(member));
		expect(await confirm(code.toLowerCase())).toMatchObject({ status: 200 });
		expect(await confirm(code)).toMatchObject(NOT_VALID);
	});

	test('which ends sessions and links, as the access log and the history tell', async () => {
		const { userId, email: old, admin } = member;
		const { body } = await logIn(old);
		const email = uniqueEmail();
		await moved(member, email);
		later(11_000);
		const refused = await as(member.user).get('/auth/me');
		expect(refused.status).toBe(401);
		expect(body.idToken).toBeDefined();
		const reasons = await env.DB.prepare(
			`SELECT DISTINCT reason FROM access_events WHERE user_id = ? AND type = 'session.ended'`,
		)
			.bind(userId)
			.all();
		expect(reasons.results).toEqual([{ reason: 'address_changed' }]);
		const events = await eventsFor(admin, `subject=${userId}`);
		const asked = events.find(({ type }) => type === 'user.address_requested');
		expect(JSON.stringify(asked)).not.toContain(email);
		expect(events.at(-1)).toMatchObject({ type: 'user.updated', before: { email: old }, after: { email } });
		const employee = await as(admin).get(`/employees/${member.employeeId}`);
		expect(employee.body).toMatchObject({ email });
	});

	test('and gets one answer whether or not somebody has the address. Only its owner learns that it is taken', async () => {
		const other = await newMember();
		const answers = [await askFor(member.user, other.email), await askFor(member.user, uniqueEmail())];
		expect(answers[0]).toMatchObject({ status: 200, body: answers[1]?.body });
		await askFor(member.user, other.email);
		const token = await mailedToken(member.userId, 'address_confirmation');
		expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
		expect(await addressOf(member.userId)).toBe(member.email);
	});

	test('with a code of the second factor instead of the password', async () => {
		await giveSecondFactor(member.userId);
		const code = codeOf();
		expect((await askFor(member.user, uniqueEmail(), { code })).status).toBe(200);
		expect(await askFor(member.user, uniqueEmail(), { code })).toMatchObject({
			status: 400,
			body: { errors: [{ pointer: '#/code' }] },
		});
	});

	test('but not without a proof, or with a wrong one. Ten attempts are permitted', async () => {
		const faults = [{}, { password: 'another one' }];
		for (const fields of faults) {
			expect(await askFor(member.user, uniqueEmail(), fields)).toMatchObject({
				status: 400,
				body: { errors: [{ pointer: '#/password' }] },
			});
		}
		for (let n = 2; n < 5; n++) await askFor(member.user, uniqueEmail(), { password: 'another one' });
		expect(await askFor(member.user, uniqueEmail())).toMatchObject({
			status: 429,
			body: { code: 'too_many_attempts' },
		});
		expect(await mailsTo(member.userId)).not.toContain('address_confirmation');
	});

	test('at most five times in 15 minutes, and five mails go to one address', async () => {
		const email = uniqueEmail();
		for (let n = 0; n < 5; n++) expect((await askFor(member.user, email)).status).toBe(200);
		expect((await askFor(member.user, uniqueEmail())).status).toBe(429);
		const other = await newMember();
		expect((await askFor(other.user, email)).status).toBe(429);
		expect((await askFor(other.user, uniqueEmail())).status).toBe(200);
	});

	test('and a newer link replaces an older one', async () => {
		const [first, second] = [await linkTo(member), await linkTo(member)];
		expect(await confirm(first)).toMatchObject(NOT_VALID);
		expect(await confirm(second)).toMatchObject({ status: 200 });
	});

	test('within 24 hours, after which the cron deletes the link', async () => {
		const token = await linkTo(member);
		later(86_400_000);
		expect(await confirm(token)).toMatchObject(NOT_VALID);
		await runCron(new Date(now()).toISOString());
		expect(await linksOf(member.userId)).toEqual([]);
	});

	test('unless the service sends no mail', async () => {
		const { MAIL_FROM: _, ...withoutMail } = env;
		const body = { email: uniqueEmail(), password: PASSWORD };
		const answer = await as(member.user, withoutMail).put('/auth/me', body);
		expect(answer).toMatchObject({ status: 409, body: { code: 'mail_not_configured' } });
	});
});

describe('a link to a new address ends', () => {
	test.each([
		['a new password', "UPDATE users SET password_hash = 'x' WHERE id = ?"],
		['another address', "UPDATE users SET email_key = id || '@other.example' WHERE id = ?"],
		['another role', `UPDATE users SET roles = '["EMPLOYEE","TECHNICAL_USER"]' WHERE id = ?`],
	])('with %s, which the database enforces', async (_, change) => {
		const token = await linkTo(member);
		await env.DB.prepare(change).bind(member.userId).run();
		expect(await linksOf(member.userId)).toEqual([]);
		expect(await confirm(token)).toMatchObject(NOT_VALID);
	});

	test('with another company to manage', async () => {
		const token = await linkTo(member);
		const { id } = await newCompany();
		await env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(member.userId, id).run();
		expect(await confirm(token)).toMatchObject(NOT_VALID);
	});

	test('while the user is closed', async () => {
		const token = await linkTo(member);
		await as(member.admin).post(`/users/${member.userId}/closure`);
		expect(await confirm(token)).toMatchObject(NOT_VALID);
	});
});

test('every change of an address ends the sessions of the user, which the database enforces', async () => {
	await env.DB.prepare("UPDATE users SET email_key = id || '@other.example' WHERE id = ?")
		.bind(member.userId)
		.run();
	expect(
		await env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE user_id = ? AND date_revoked IS NULL')
			.bind(member.userId)
			.first('n'),
	).toBe(0);
});

test('people without a password or second factor must have signed in within the last 15 minutes', async () => {
	const company = await newCompany();
	const { userId } = await newUser(['COMPANY_ADMIN'], [company.id]);
	const domain = `${company.id}.test.example`;
	await env.DB.prepare(
		`INSERT INTO company_domains (id, date_created, date_modified, domain, company_id, date_verified, date_released) VALUES (?1, 0, 0, ?1, ?2, 1, 1)`,
	)
		.bind(domain, company.id)
		.run();
	const user = await openSession(userId);
	await env.DB.prepare('UPDATE sessions SET date_created = ? WHERE id = ?').bind(now(), user.sessionId).run();
	const ask = (email: string) => as(user, carrying()).put('/auth/me', { email });
	expect(await ask(uniqueEmail())).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/email', code: 'outside_domain' }] },
	});
	expect(await ask(`ada@${domain}`)).toMatchObject({ status: 200 });

	later(15 * 60_000);
	expect(await ask(`bo@${domain}`)).toMatchObject({
		status: 403,
		body: { detail: expect.stringMatching(/15 minutes/) },
	});
});
