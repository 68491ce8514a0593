import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { LETTER_POLICY } from '../../src/benefits/onboarding/letters/contract.ts';
import { newId } from '../../src/foundation/core/id.ts';
import type { Bindings } from '../../src/foundation/http/env.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { postOffice } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, now, type TestCompany, userOf } from '../harness/service.ts';

let company: TestCompany;
let employeeId: string;
let visit: Visit;
beforeEach(async () => {
	at('2023-03-10T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company, { skipSendRegistrationEmail: true });
	visit = await visitOf(company.admin);
});

const english = { 'Accept-Language': 'en' };
const open = async (path = '/invitation') =>
	(await browse(visit).get(`/people/${employeeId}${path}`, english)).body as string;
const send = (path = '', fields = {}, bindings: Bindings = env) =>
	browse(visit, bindings).post(`/people/${employeeId}/invitation${path}`, fields, english);

test('a person’s page says that somebody has no invitation yet, and leads to it', async () => {
	const page = await open('');
	expect(page).toContain('Not registered yet. There is no invitation.');
	expect(
		pageOf(page)
			.all('link')
			.map(({ href }) => href),
	).toContain(`/console/people/${employeeId}/invitation`);
});

test('an invitation is sent, and sent again, and its page tells from when until when it is good', async () => {
	const { bindings } = postOffice();
	const sent = await send('', {}, bindings);
	expect(sent.headers.get('Location')).toBe(`/console/people/${employeeId}/invitation?saved`);
	expect(await open()).toContain(
		'Not registered yet. Invited by mail on 10 March 2023. Valid until 17 March 2023. The mail is on its way.',
	);
	at('2023-03-17T12:00:01.000Z');
	visit = await visitOf(company.admin);
	expect(await open()).toContain('Expired on 17 March 2023.');
	expect((await send('', {}, bindings)).status).toBe(303);
	expect(await open('')).toContain('Valid until 24 March 2023.');
});

test('a mail that came back is said', async () => {
	await send('', {}, postOffice().bindings);
	const { userId } = await userOf(employeeId);
	await env.DB.prepare("UPDATE mails SET state = 'bounced', sealed = NULL WHERE user_id = ?")
		.bind(userId)
		.run();
	expect(await open('')).toContain('The mail came back.');
});

test('if no mail leaves the service, the link is shown once', async () => {
	const key = { _key: newId(now()) };
	const bindings = { ...env, MAIL_FROM: '' };
	const [link] = pageOf((await send('', key, bindings)).body).select('code');
	expect(link?.text).toMatch(/^https:\S*\/console\/registration#/);
	expect(await send('', key, bindings)).toMatchObject({ status: 303 });
});

test('a printed invitation is a page with a code that runs nothing, shown once', async () => {
	const key = { _key: newId(now()) };
	const letter = await send('/letter', key);
	expect(letter.headers.get('Content-Security-Policy')).toBe(LETTER_POLICY);
	expect(pageOf(letter.body).select('svg')).toHaveLength(1);
	expect(pageOf(letter.body).select('.code')[0]?.text).toMatch(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/);
	expect(await send('/letter', key)).toMatchObject({ status: 303, body: '' });
	expect(await open()).toContain('A code was printed on 10 March 2023. Valid until 9 April 2023.');
});

test('nobody may hold the code of somebody who manages a company, and the page says so', async () => {
	const { userId } = await userOf(employeeId);
	await env.DB.batch([
		env.DB.prepare('UPDATE users SET roles = ? WHERE id = ?').bind('["EMPLOYEE","COMPANY_ADMIN"]', userId),
		env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(userId, company.id),
	]);
	const refused = await send('/letter');
	expect(refused.status).toBe(409);
	expect(refused.body).toContain('This person has other roles.');
});

test('a person who has registered meanwhile is not invited, and is offered no invitation', async () => {
	const { userId } = await userOf(employeeId);
	await env.DB.prepare('UPDATE users SET date_registered = ?1, date_proven = ?1 WHERE id = ?2')
		.bind(now(), userId)
		.run();
	const refused = await send();
	expect(refused.status).toBe(409);
	expect(refused.body).toContain('Registered on 10 March 2023.');
	expect(refused.body).not.toContain('Send an invitation');
	expect(await open('')).not.toContain(`people/${employeeId}/invitation`);
});

test('somebody else’s administrator finds no invitation at the address', async () => {
	visit = await visitOf((await newCompany()).admin);
	expect((await send()).status).toBe(404);
	expect((await send('/letter')).status).toBe(404);
	expect((await as(company.admin).get(`/employees/${employeeId}`)).status).toBe(200);
});
