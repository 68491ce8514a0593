import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { bearing, newApiKey } from '../harness/keys.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, type TestCompany } from '../harness/service.ts';
import { newSpender } from '../harness/spending.ts';

const [ENGLISH, GERMAN] = [{ 'Accept-Language': 'en' }, { 'Accept-Language': 'de' }];

let company: TestCompany;
let visit: Visit;
let employeeId: string;

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company, { personnelNumber: '17', firstName: 'Ada', lastName: 'Lovelace' });
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
	const headings = pageOf(body).select('summary bdi');
	expect(headings.map((one) => one.text)).toEqual([
		'Ada Lovelace:',
		'personnel number 19 (was 17)',
		'Ada Lovelace:',
		'personnel number 18 (was 17)',
	]);
	expect(text).toContain('Changed the master data: Ada Lovelace');
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

test('a proposal of an API key names it, and is released only with a fresh proof of identity', async () => {
	await send('', { part: 'settings', assistants: 'on' });
	const { key } = await newApiKey(company, ['proposeChange', 'updateEmployee'], { name: 'HR <assistant>' });
	const proposed = await bearing(key, 'POST', `/companies/${company.id}/proposals`, {
		operationId: 'updateEmployee',
		parameters: { id: employeeId },
		body: { personnelNumber: '18' },
		reason: 'The contract has a new number',
	});
	expect(proposed.status).toBe(201);
	expect(pageOf((await open()).body).text).toContain('the API key “HR <assistant>”');
	expect(pageOf((await open('', GERMAN)).body).text).toContain('der API-Schlüssel „HR <assistant>“');
	at('2026-03-07T12:15:01.000Z');
	const late = await send(`/${proposed.body.id}/release`);
	expect(late.status).toBe(403);
	expect((await as(company.admin).get(`/employees/${employeeId}`)).body.personnelNumber).toBe('17');
	visit = await visitOf(company.admin);
	expect((await send(`/${proposed.body.id}/release`)).status).toBe(303);
	const history = pageOf((await browse(visit).get('/history', ENGLISH)).body).text;
	expect(history).toContain('released a proposal of a program named “HR <assistant>” for');
});

test('a proposal to close a month shows the lines and the sums, which the release closes', async () => {
	const spender = await newSpender({ startDate: '2026-02-01T00:00:00.000Z' }, company);
	await spender.approved({ date: '2026-02-20' });
	await send('', { part: 'settings', assistants: 'on' });
	const { body } = await as(company.admin).post(`/companies/${company.id}/proposals`, {
		operationId: 'closePayrollRun',
		parameters: { companyId: company.id },
		body: { month: '2026-02' },
		reason: 'February is over',
	});
	const english = pageOf((await open()).body).text;
	for (const said of ['Began to close the month', 'Closed the month', 'lines', '€10.00'])
		expect(english).toContain(said);
	for (const hidden of ['ID of the company', 'version of the layout']) expect(english).not.toContain(hidden);
	expect((await send(`/${body.id}/release`)).status).toBe(303);
	expect((await as(company.admin).get(`/companies/${company.id}/flex/payroll-runs`)).body).toMatchObject([
		{ month: '2026-02', state: 'CLOSED', lineCount: 1 },
	]);
});

test('the author learns that another person must release', async () => {
	await send('', { part: 'settings', assistants: 'on', proposalsNeedSecondPerson: 'on' });
	const { status, body } = await send(`/${await propose('18')}/release`);
	expect(status).toBe(409);
	expect(body).toContain('Another person must release this.');
});
