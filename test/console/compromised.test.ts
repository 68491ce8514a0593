import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	openSession,
	type TestCompany,
	type TestUser,
} from '../harness/service.ts';

let company: TestCompany;
let visit: Visit;
let thief: TestUser;

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
	thief = await openSession(company.admin.userId);
	await as(thief).post(`/companies/${company.id}/calendar/address`, { showsNames: false });
});

const isThere = async () =>
	(await as(company.admin).get(`/companies/${company.id}/calendar/address`)).status === 200;

test.each([
	['en', '1 × calendar address'],
	['de', '1 × Kalenderadresse'],
])(
	'a session in foreign hands is ended with what it began, and the page says it (%s)',
	async (language, said) => {
		const headers = { 'Accept-Language': language };
		const path = `/account/sessions/${thief.sessionId}/end`;
		const { status, body } = await browse(visit).post(path, { reason: 'COMPROMISED' }, headers);
		expect(status).toBe(200);
		expect(body).toContain(said);
		expect(await isThere()).toBe(false);
	},
);

test('without the reason, it signs out and ends nothing else', async () => {
	const { headers } = await browse(visit).post(`/account/sessions/${thief.sessionId}/end`);
	expect(headers.get('Location')).toBe('/console/account?saved=device');
	expect(await isThere()).toBe(true);
});

test('an administrator ends the sessions of a colleague in the same way', async () => {
	const other = await visitOf(await newUser(['COMPANY_ADMIN'], [company.id]));
	const path = `/team/${company.admin.userId}/sessions?company=${company.id}`;
	const { status, body } = await browse(other).post(
		path,
		{ reason: 'COMPROMISED' },
		{ 'Accept-Language': 'en' },
	);
	expect(status).toBe(200);
	expect(body).toContain('1 × calendar address');
});
