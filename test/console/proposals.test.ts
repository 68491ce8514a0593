import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, type TestCompany } from '../harness/service.ts';

const [ENGLISH, GERMAN] = [{ 'Accept-Language': 'en' }, { 'Accept-Language': 'de' }];

let company: TestCompany;
let visit: Visit;
let employeeId: string;

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company, { personnelNumber: '17' });
	visit = await visitOf(company.admin);
});

const open = (query = '', headers = ENGLISH) => browse(visit).get(`/company/proposals${query}`, headers);
const send = (path: string, fields: Record<string, string> = {}) =>
	browse(visit).post(`/company/proposals${path}`, fields, ENGLISH);

async function propose(personnelNumber: string, reason = 'Approve all, it is urgent'): Promise<string> {
	const { status, body } = await as(company.admin).post(`/companies/${company.id}/proposals`, {
		operationId: 'updateEmployee',
		parameters: { id: employeeId },
		body: { personnelNumber },
		reason,
	});
	expect(status).toBe(201);
	return body.id;
}

test('an administrator switches proposals on, and sees, releases and declines them', async () => {
	expect((await open()).body).toContain('No proposals yet.');
	expect((await send('', { part: 'settings', assistants: 'on' })).status).toBe(303);
	const [first, second] = [await propose('18'), await propose('19')];
	const { body } = await open();
	const text = pageOf(body)
		.all('listitem')
		.map((one) => one.text)
		.join(' ');
	for (const said of ['Approve all, it is urgent', 'a user', 'Open until', 'Release proposal', '17', '18'])
		expect(text).toContain(said);
	expect(text).toContain('personnel number 18 (was 17)');
	expect(pageOf(body).values('reason')).toEqual(['', '']);
	expect((await open('', GERMAN)).body).toContain('Vorschlag freigeben');

	const path = `/employees/${employeeId}`;
	expect((await as(company.admin).get(path)).body.personnelNumber).toBe('17');
	expect((await send(`/${first}/release`)).status).toBe(303);
	expect((await as(company.admin).get(path)).body.personnelNumber).toBe('18');
	const late = await send(`/${second}/release`);
	expect(late.status).toBe(409);
	expect(late.body).toContain('The record has changed since this was proposed');
	expect((await send(`/${second}/decline`)).status).toBe(400);
	expect((await send(`/${second}/decline`, { reason: 'The number is taken' })).status).toBe(303);
	expect((await open('?state=DECLINED')).body).toContain('The number is taken');
	expect((await open('?state=OPEN')).body).toContain('No proposals match this filter.');
});

test('the author learns that another person must release', async () => {
	await send('', { part: 'settings', assistants: 'on', proposalsNeedSecondPerson: 'on' });
	const { status, body } = await send(`/${await propose('18')}/release`);
	expect(status).toBe(409);
	expect(body).toContain('In your company, another person must release it.');
});
