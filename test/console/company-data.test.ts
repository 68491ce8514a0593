import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { newMail } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany, userOf } from '../harness/service.ts';
import { turnTo } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
let platform: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
	platform = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

const open = (path: string, of = visit, bindings = env) =>
	browse(of, bindings).get(`/company${path}?company=${company.id}`, ENGLISH);
const send = (path: string, fields: Record<string, string> = {}, of = platform) =>
	browse(of).post(`/company${path}?company=${company.id}`, fields, ENGLISH);
const detailsIn = ({ body }: { body: string }) => pageOf(body).one('main').all('group');
const stored = async () => (await as(company.admin).get(`/companies/${company.id}`)).body;

test('leavers stand in the order of their leaving, with the day from which they may be erased', async () => {
	expect((await open('/data')).body).toContain('Former employees will appear here.');
	const ended = (dateTerminated: string, lastName: string) =>
		newEmployee(company, { dateTerminated, lastName });
	await ended('2026-06-30T23:59:59.999Z', 'Later');
	const id = await ended('2016-03-07T11:59:59.999Z', 'Long');
	await newEmployee(company, { lastName: 'Stays' });
	const { body } = await open('/data');
	expect(
		pageOf(body)
			.one('main')
			.all('listitem')
			.map(({ text }) => text),
	).toEqual([expect.stringMatching(/^Long .*\bdue$/), expect.stringMatching(/^Later .*due on 30 June 2036/)]);
	expect(body).not.toContain('Stays');
	expect(body).not.toContain('/erasure');
	expect((await open('/data', platform)).body).toContain(`/data/${id}/erasure`);
});

test.each([
	['0', 'may erase personal data as soon as a person has left.'],
	['1', 'We keep personal data for one month after'],
	['24', 'We keep personal data for 24 months after'],
])('a retention of %s months is described in words that fit', async (months, sentence) => {
	const path = `/companies/${company.id}`;
	await as(await newUser(['PLATFORM_ADMIN'])).put(path, { retentionMonths: Number(months) });
	expect((await open('/data')).body).toContain(sentence);
});

test('an administrator of the service erases a person who is due, after reading the consequences; others show a date', async () => {
	const due = await newEmployee(company, { dateTerminated: '2016-03-07T12:00:00.000Z', lastName: 'Long' });
	const early = await newEmployee(company, { dateTerminated: '2016-03-07T12:00:00.001Z' });
	const reading = await open(`/data/${early}/erasure`, platform);
	expect(reading.body).toContain('This can be erased from 7 March 2026.');
	expect(reading.body).not.toContain('Erase permanently');
	expect((await send(`/data/${early}/erasure`)).status).toBe(409);
	expect((await open(`/data/${due}/erasure`, platform)).body).toContain('Erase permanently');
	expect((await send(`/data/${due}/erasure`)).status).toBe(303);
	expect((await open('/data')).body).not.toContain('Long');
});

test('limits are typed in MB and changed by the platform alone', async () => {
	const { body } = await open('/data', platform);
	expect(pageOf(body).values('maxStoredBytes')).toEqual(['102400']);
	const fields = {
		taxAffiliation: 'AT',
		retentionMonths: '84',
		maxExpensesPerMonth: '100',
		maxEmployees: '50',
		maxReceiptBytesPerMonth: '1.5',
		maxTemplates: '7',
		maxStoredBytes: '2',
		ownBenefitsAllowed: 'on',
	};
	expect((await send('/data', fields, visit)).status).toBe(403);
	expect((await send('/data', fields)).status).toBe(303);
	expect(await stored()).toMatchObject({
		taxAffiliation: 'AT',
		retentionMonths: 84,
		maxEmployees: 50,
		maxStoredBytes: 2_097_152,
		maxReceiptBytesPerMonth: 1_572_864,
		ownBenefitsAllowed: true,
		monthlyBudgetRestrictsFlex: false,
	});
	await newEmployee(company);
	expect((await open('/data')).body).toContain('1 of 50');
	const wrong = await send('/data', { ...fields, maxEmployees: 'many', taxAffiliation: 'XX' });
	for (const name of ['maxEmployees', 'taxAffiliation'])
		expect(pageOf(wrong.body).faultAt(name)).toMatch(/./);
});

test('mails stand latest first, lead through 50 at a time, and open to why they were not sent', async () => {
	const { userId } = await userOf(await newEmployee(company));
	await env.DB.prepare('DELETE FROM mails WHERE company_id = ?').bind(company.id).run();
	expect((await open('/mails')).body).toContain('No mails yet.');
	for (let minute = 10; minute < 61; minute++) {
		at(`2026-03-07T${minute === 60 ? '13:00' : `12:${minute}`}:00.000Z`);
		await newMail(userId, { companyId: company.id, kind: minute === 60 ? 'invitation' : 'new_device' });
	}
	const bounce = `UPDATE mails SET state = 'bounced', reason = 'No such box' WHERE kind = 'invitation' AND company_id = ?`;
	await env.DB.prepare(bounce).bind(company.id).run();
	const { counted, bindings } = counting();
	const first = await browse(platform, bindings).get(`/company/mails?company=${company.id}`, ENGLISH);
	expect(first.body).toMatch(/invitation.*sign-in with a new device/s);
	expect(first.body).toContain('No such box');
	expect(detailsIn(first)).toHaveLength(50);
	expect(counted.trips).toBe(2);
	// Three rows for each mail, and a few to see whether the limit of the day is used up.
	expect(counted.rowsRead).toBeLessThan(51 * 3 + 20);
	const last = await browse(platform).get(turnTo(first.body, 'next'), ENGLISH);
	expect(detailsIn(last)).toHaveLength(1);
	const bounced = await browse(platform).get(`/company/mails?company=${company.id}&state=bounced`, ENGLISH);
	expect(detailsIn(bounced)).toHaveLength(1);
});

test('a page of leavers reads the leavers that it shows, however many people there are', async () => {
	for (let number = 0; number < 40; number++) await newEmployee(company);
	await newEmployee(company, { dateTerminated: '2026-01-31T23:59:59.999Z' });
	const { counted, bindings } = counting();
	await open('/data', visit, bindings);
	expect(counted.trips).toBe(2);
	expect(counted.rowsRead).toBeLessThan(40);
});
