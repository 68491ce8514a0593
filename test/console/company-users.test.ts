import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { register } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	type TestCompany,
	uniqueEmail,
	userOf,
} from '../harness/service.ts';
import { newColleague } from '../tenants/auth/identity-changes/people.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

const open = (path = '', of = visit) => browse(of).get(`/team${path}`, ENGLISH);
const send = (path: string, fields: Record<string, string | string[]>, of = visit) =>
	browse(of).post(`/team${path}`, fields, ENGLISH);
const userBy = async (userId: string) => (await as(company.admin).get(`/users/${userId}`)).body;
const VERIFIER = { roles: 'FLEX_DOCUMENT_VERIFIER' };

test('an invited user gets the roles for this company alone, and a mail', async () => {
	const email = uniqueEmail();
	const { status, headers } = await send('', { email, firstName: 'Vera', language: 'de', ...VERIFIER });
	expect(status).toBe(303);
	const [, userId = ''] = /team\/([^?]+)\?/.exec(headers.get('Location') ?? '') ?? [];
	expect(await userBy(userId)).toMatchObject({
		email,
		firstName: 'Vera',
		language: 'de',
		roles: ['FLEX_DOCUMENT_VERIFIER'],
		manageableCompanyIds: [company.id],
	});
	expect((await open()).body).toContain(email);
	const mails = await browse(visit).get('/company/mails', ENGLISH);
	expect(pageOf(mails.body).text).toContain(`${email}: invitation`);
});

test('an address that an employee of the company has leads to the person, who gets the role there', async () => {
	const email = uniqueEmail();
	const { userId } = await userOf(await newEmployee(company, { email }));
	const { status, body } = await send('', { email, ...VERIFIER });
	expect(status).toBe(409);
	expect(body).toContain(`/console/team/${userId}?company=${company.id}`);
	expect((await send(`/${userId}`, VERIFIER)).status).toBe(303);
	expect(await userBy(userId)).toMatchObject({
		roles: ['EMPLOYEE', 'FLEX_DOCUMENT_VERIFIER'],
		manageableCompanyIds: [company.id],
	});
	const row = new RegExp(`${email} .*?, .*? not registered`);
	expect(pageOf((await open()).body).text, 'nobody has invited the employee').toMatch(row);
	expect((await send(`/${userId}`, {})).status).toBe(303);
	expect(await userBy(userId)).toMatchObject({ roles: ['EMPLOYEE'], manageableCompanyIds: [] });
});

test('an address that somebody elsewhere has is refused and leads nowhere', async () => {
	const email = uniqueEmail();
	const { userId } = await userOf(await newEmployee(await newCompany(), { email }));
	await register(userId);
	const { status, body } = await send('', { email, ...VERIFIER });
	expect(status).toBe(409);
	expect(body).toContain('Another user already has this e-mail address.');
	expect(body).not.toContain('Give roles to this person');
});

test('nobody is invited without a role, and the sentence stands at the roles', async () => {
	const { status, body } = await send('', { email: uniqueEmail() });
	expect(status).toBe(400);
	expect(pageOf(body).faultAt('roles')).toMatch(/./);
});

test('the last administrator stays, and nobody gives a role to oneself', async () => {
	const { userId } = company.admin;
	const left = await send(`/${userId}`, VERIFIER);
	expect([left.status, (await send(`/${userId}/close`, {})).status]).toEqual([403, 409]);
	expect(await userBy(userId)).toMatchObject({ roles: ['COMPANY_ADMIN'], dateClosed: null });
});

test('an account is closed and opened again, signed out everywhere, and invited again by a link if no mail leaves', async () => {
	const { userId } = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	const change = (name: string) => send(`/${userId}/${name}`, {});
	expect((await change('sessions')).status).toBe(303);
	expect((await change('close')).status).toBe(303);
	expect((await userBy(userId)).dateClosed).not.toBeNull();
	expect((await open(`/${userId}`)).body).toContain('Reopen the account');
	expect((await change('open')).status).toBe(303);
	expect((await change('second-factor')).status).toBe(303);
	const employee = await userOf(await newEmployee(company));
	const bindings = { ...env, MAIL_FROM: '' };
	const path = `/team/${employee.userId}/invitation`;
	const { status, body } = await browse(visit, bindings).post(path, {}, ENGLISH);
	expect(status).toBe(200);
	expect(pageOf(body).select('code')[0]?.text).toMatch(/^http\S+[\w-]{43}$/);
});

test('a platform administrator sees the users of the company that was chosen, and no others', async () => {
	const other = await newCompany();
	const platform = await visitOf(await newUser(['PLATFORM_ADMIN']));
	const { body } = await open(`?company=${company.id}`, platform);
	expect(body).toContain(company.admin.userId);
	expect(body).not.toContain(other.admin.userId);
	expect((await open('', platform)).body).toContain('Select a company');
});

test('a user who manages all companies sees the company of each page, and nobody else sees foreign names', async () => {
	const [other, platform] = [await newCompany(), await visitOf(await newUser(['PLATFORM_ADMIN']))];
	const { name } = (await as(other.admin).get(`/companies/${other.id}`)).body;
	const path = `?company=${other.id}`;
	expect(pageOf((await open(path, platform)).body).one('link', name).href).toBe('/console/team');
	expect((await open(path)).body).not.toContain(name);
});

test('roles are changed only with a fresh proof, and what was chosen is kept meanwhile', async () => {
	const { userId } = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	at('2026-03-07T12:15:01.000Z');
	const { status, body } = await send(`/${userId}`, { roles: 'COMPANY_ADMIN' });
	expect(status).toBe(403);
	expect(body).toContain('COMPANY_ADMIN');
	expect(await userBy(userId)).toMatchObject({ roles: ['FLEX_DOCUMENT_VERIFIER'] });
});

test('a registered person gets another address by a link to it, and the page of the person leads there', async () => {
	const employeeId = await newEmployee(company);
	const { userId } = await userOf(employeeId);
	await register(userId);
	const person = await browse(visit).get(`/people/${employeeId}`, ENGLISH);
	expect(person.body).toContain(`/console/team/${userId}`);
	const page = await open(`/${userId}`);
	expect(page.body).toContain('We send a link to the new mailbox, and to the old one if it is confirmed.');
	const [before = ''] = pageOf(page.body).values('email');
	const email = uniqueEmail();
	expect((await send(`/${userId}`, { email })).status).toBe(303);
	expect((await userBy(userId)).email).toBe(before);
	const waiting = env.DB.prepare('SELECT kind, email FROM address_changes WHERE user_id = ?').bind(userId);
	expect((await waiting.all()).results).toEqual([
		{ kind: 'PROOF', email },
		{ kind: 'AGREEMENT', email: before },
	]);
	expect((await open(`/${userId}`)).body).toContain('A request waits');
});

test('the requests of a company show who asked and what is missing; the asker sends the links again and cancels', async () => {
	const { userId } = await userOf(await newEmployee(company));
	await register(userId);
	const email = uniqueEmail();
	await send(`/${userId}`, { email });
	const list = await open('/requests');
	expect(list.body).toContain(email);
	expect(list.body).toContain('the link in the new mailbox');
	expect(list.body).toContain('This needs another administrator');
	const id = await env.DB.prepare('SELECT id FROM identity_changes WHERE user_id = ?')
		.bind(userId)
		.first<string>('id');
	expect((await send(`/requests/${id}/links`, {})).status).toBe(303);
	expect((await send(`/requests/${id}/release`, {})).status).toBe(409);
	expect((await send(`/requests/${id}/end`, {})).status).toBe(303);
	expect((await open('/requests')).body).toContain('cancelled');
});

test('a printed code is asked for on the page of an account, released by another administrator, and printed', async () => {
	const employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
	const { userId } = await userOf(employeeId);
	await env.DB.prepare('UPDATE users SET date_registered = 1 WHERE id = ?').bind(userId).run();
	const page = await open(`/${userId}`);
	expect(page.body).toContain('Ask for a printed code');
	expect(page.body).not.toContain('Ask for passwords by mail');
	expect((await send(`/${userId}/requests/CODE`, {})).status).toBe(303);
	expect((await open('/requests')).body).toContain('the release by a second administrator, the printed code');
	const id = await env.DB.prepare('SELECT id FROM identity_changes WHERE user_id = ?')
		.bind(userId)
		.first<string>('id');
	const second = await newColleague(company.id);
	const released = await as(second).post(`/companies/${company.id}/identity-changes/${id}/release`);
	expect(released.status).toBe(200);
	const invitation = `/people/${employeeId}/invitation`;
	const shown = await browse(await visitOf(company.admin)).get(invitation, { 'Accept-Language': 'en' });
	expect(shown.body).toContain('This person has registered before');
	const letter = await browse(await visitOf(company.admin)).post(`${invitation}/letter`, {}, {});
	expect(letter.status).toBe(200);
	await env.DB.prepare('UPDATE users SET rest_until = ? WHERE id = ?')
		.bind(now() + 1000, userId)
		.run();
	expect((await open(`/${userId}`)).body).toContain('Ask for passwords by mail');
	expect((await send(`/${userId}/requests/REST`, {})).status).toBe(303);
	expect((await open('/requests')).body).toContain('New password by mail for');
});

test('administrators have no field for their own address there', async () => {
	await register(company.admin.userId);
	expect(pageOf((await open(`/${company.admin.userId}`)).body).values('email')).toEqual([]);
});
