import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { newId } from '../../src/foundation/core/id.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { counting } from '../harness/counting.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, now, type TestCompany } from '../harness/service.ts';
import { linkTo, rowsOf } from './markup.ts';

const app = createApp(now);
let company: TestCompany;
let visit: Visit;

beforeEach(async () => {
	at('2023-03-10T12:00:00.000Z');
	company = await newCompany();
	for (const firstName of ['Ada', 'Erika']) {
		const id = await newEmployee(company, { firstName, lastName: 'Muster' });
		const budget = { value: 5000, currency: 'EUR_CENT' };
		const access = { budget, accumulateBudget: false, startDate: '2023-04-03T00:00:00.000Z' };
		await as(company.admin).put(`/employees/${id}/flex/access`, access);
	}
	visit = await visitOf(company.admin);
});

const open = async (query = '') =>
	(await browse(visit).get(`/calendar${query}`, { 'Accept-Language': 'en' })).body as string;
const send = (path: string, fields: Record<string, string> = {}) =>
	browse(visit).post(`/calendar${path}`, fields, { 'Accept-Language': 'en' });

test('the months show how many have what on a day, and lead to the list of that day with names', async () => {
	const body = await open();
	expect(body).toContain('March 2023 to May 2023');
	expect(pageOf(body).select('[aria-current=date]')).toHaveLength(1);
	const link = linkTo(body, 'Flex budget begins · 2').replace('/calendar', '');
	expect(link).toContain('day=2023-04-03');
	expect(body).not.toContain('Erika');
	expect(await open(link)).toMatch(/3 April 2023[\s\S]*Ada Muster[\s\S]*Erika Muster/);
});

test('the list names nobody unless that is asked for, and says so when there is nothing', async () => {
	expect(await open('?view=list')).toMatch(/Flex budget begins[\s\S]*2 people/);
	expect(await open('?view=list')).not.toContain('Erika');
	expect(await open('?view=list&names=on')).toContain('Erika Muster');
	expect(await open('?view=list&day=2023-03-11')).toContain('No entries in this period.');
	expect(await open('?from=2023-03')).toContain('Payroll cut-off');
});

test('a list with more than a page goes on, entry by entry', async () => {
	const [start, budget] = ['2023-04-01T00:00:00.000Z', { value: 5000, currency: 'EUR_CENT' }];
	for (let one = 0; one < 4; one++) {
		const id = await newEmployee(company, { lastName: `Number ${one}` });
		await as(company.admin).put(`/employees/${id}/goodies/budget`, { budget, startDate: start });
	}
	const first = await open('?view=list&names=on');
	const second = await open(linkTo(first, 'Next page').replace('/calendar', ''));
	expect(rowsOf(first)).toHaveLength(50);
	// Two accesses, twelve cut-offs, and the vouchers of four people until February.
	expect(rowsOf(first).length + rowsOf(second).length).toBe(2 + 12 + 4 * 11);
});

test('a list that is too long with names is refused beside the box that hides them', async () => {
	// Enough people with a voucher in each of 12 months, past the API.
	const people = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1700),
		p AS (SELECT printf('00000000-0000-7000-8000-%012d', i) AS k, 'm' || i || '@many.example' AS e FROM n)`;
	const [start, plan] = [Date.UTC(2023, 3, 1), "'GENERIC', 'MONTHLY', 1000, 'EUR_CENT'"];
	await env.DB.batch(
		[
			`INSERT INTO users (id, date_created, date_modified, email, email_key, roles) ${people}
			SELECT k, 0, 0, e, e, '["EMPLOYEE"]' FROM p`,
			`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, "groups", revision) ${people}
			SELECT k, 0, 0, '${company.id}', k, '[]', 0 FROM p`,
			`INSERT INTO planned_vouchers (id, date_created, date_modified, employee_id, valid_from, anchor, next_occurrence,
				goodies_voucher_type, interval, amount_value, amount_currency) ${people}
			SELECT k, 0, 0, k, ${start}, ${start}, ${start}, ${plan} FROM p`,
		].map((sql) => env.DB.prepare(sql)),
	);
	const query = `/calendar?company=${company.id}&view=list&from=2023-04`;
	const refused = await browse(visit).get(`${query}&names=on`, { 'Accept-Language': 'en' });
	expect(refused.status).toBe(409);
	const page = pageOf(refused.body).one('main');
	expect(page.text).toContain('Hide the names, or select a single day in the calendar.');
	expect([page.select('[name=names][checked]').length, page.values('from')]).toEqual([1, ['2023-04']]);
	const { counted, bindings } = counting();
	expect((await browse(visit, bindings).get(query)).status).toBe(200);
	expect([counted.trips, counted.rowsRead < 1700 * 10]).toEqual([2, true]);
});

test('a technical user reads the calendar, and is offered no secret address', async () => {
	const technical = await visitOf(await newUser(['TECHNICAL_USER'], [company.id]));
	const { status, body } = await browse(technical).get('/calendar', { 'Accept-Language': 'en' });
	expect(status).toBe(200);
	expect(body).toContain('Flex budget begins');
	expect(pageOf(body).one('main').text).not.toMatch(/address/i);
});

test('an address is shown once, works, is replaced and revoked', async () => {
	expect(await open()).toContain('Create address');
	const form = { names: 'on', _key: newId(now()) };
	const made = await send('/address', form);
	const [address = ''] = pageOf(made.body)
		.select('input[readonly]')
		.map((field) => field.attribute('value') ?? '');
	expect(address).toMatch(/^https:\/\/zubrot\.example\/calendars\/[\w-]+\.ics$/);
	expect(
		pageOf(made.body)
			.all('link')
			.map(({ href }) => href),
	).toContain(address.replace('https:', 'webcal:'));
	expect((await app.request(address, {}, env)).status).toBe(200);
	expect((await send('/address', form)).headers.get('Location')).toContain('&replaced');
	expect(pageOf(await open('?replaced')).text).toMatch(/It was shown only once.* Shows names/);
	expect((await send('/address')).status).toBe(200);
	expect((await app.request(address, {}, env)).status).toBe(404);
	expect(await open()).toContain('numbers of people, without names');
	expect((await send('/address/revoke')).headers.get('Location')).toContain('&revoked');
	expect(await open('?revoked')).toMatch(/The address was revoked[\s\S]*Create address/);
});

test('making an address asks for a fresh proof of who one is, and revoking it does not', async () => {
	at('2023-03-10T12:15:00.000Z');
	const asked = await send('/address', { names: 'on' });
	expect(asked.status).toBe(403);
	expect(pageOf(asked.body).select('[type=password]')).toHaveLength(1);
	expect(await open()).toContain('Create address');
	expect((await send('/address/revoke')).status).toBe(303);
});

test('an address is made within 15 minutes of the sign-in', async () => {
	at('2023-03-10T12:14:59.999Z');
	expect((await send('/address')).status).toBe(200);
});
