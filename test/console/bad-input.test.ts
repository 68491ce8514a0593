import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { at, newCompany, newEmployee, newUser, type TestCompany, userOf } from '../harness/service.ts';

const english = { 'Accept-Language': 'en' };
let company: TestCompany;
let employeeId: string;
let visit: Visit;
/** The addresses that the navigation of a page leads to. */
const navigationOf = (body: string) =>
	pageOf(body)
		.one('navigation', 'Pages')
		.all('link')
		.map(({ href }) => href);

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
	visit = await visitOf(company.admin);
});

test('a role that is taken away while a page is open is gone with the next click, and nothing is saved', async () => {
	expect(navigationOf((await browse(visit).get('/people', english)).body)).toContain('/console/people');
	await env.DB.prepare('UPDATE users SET roles = ? WHERE id = ?')
		.bind('["FLEX_DOCUMENT_VERIFIER"]', visit.userId)
		.run();
	const sent = await browse(visit).post(`/people/${employeeId}/details`, { firstName: 'Eve' }, english);
	expect(sent.status).toBe(403);
	expect(sent.body).toContain('Your roles or the settings of your company do not allow this.');
	expect(navigationOf(sent.body)).not.toContain('/console/people');
	const { status, body } = await browse(visit).get('/people', english);
	expect(status).toBe(404);
	expect(body).toContain('This page does not exist, or you do not have access to it.');
	const name = await env.DB.prepare('SELECT first_name FROM users WHERE id = ?')
		.bind((await userOf(employeeId)).userId)
		.first('first_name');
	expect(name).not.toBe('Eve');
});

test('a company that is taken away while a page is open is gone with the next click', async () => {
	expect((await browse(visit).get(`/people/${employeeId}`)).status).toBe(200);
	await env.DB.prepare('DELETE FROM user_companies WHERE user_id = ?').bind(visit.userId).run();
	expect((await browse(visit).get(`/people/${employeeId}`)).status).toBe(404);
	expect((await browse(visit).post(`/people/${employeeId}/details`, { firstName: 'Eve' })).status).toBe(404);
});

test('somebody else’s address in the address bar shows the same as one that nobody has', async () => {
	const other = await newCompany();
	const readers = [
		await visitOf(await userOf(await newEmployee(company))),
		await visitOf(await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id])),
		await visitOf(other.admin),
	];
	const seen = async (reader: Visit, id: string) => {
		const { status, body } = await browse(reader).get(`/people/${id}`, english);
		const main = pageOf(body).one('main');
		const number = main.select('.hint')[0]?.text ?? '';
		expect(number).toMatch(/./);
		return [status, main.text.replace(number, ''), main.all('link').map(({ href }) => href)];
	};
	for (const reader of readers) {
		expect(await seen(reader, employeeId)).toEqual(await seen(reader, crypto.randomUUID()));
		expect((await seen(reader, employeeId))[0]).toBe(404);
	}
});
