import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newCompanyInCell } from '../harness/cells.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import {
	type Answer,
	as,
	at,
	newCompany,
	newUser,
	type TestCompany,
	uniqueEmail,
} from '../harness/service.ts';
import { dispatch, newEndpoint, newReceiver } from '../harness/webhooks.ts';

let company: TestCompany;
let visit: Visit;
let hired: Answer;
let instant = Date.parse('2026-03-07T12:00:00.000Z');
beforeAll(async () => {
	company = await newCompany();
	const receiver = await newReceiver('503');
	await newEndpoint(company, receiver.url, { eventTypes: ['employee.created'] });
	hired = await hire(company);
	await dispatch();
});
beforeEach(async () => {
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

const idOf = ({ headers }: Answer): string => headers.get('X-Request-Id') ?? '';
const aMinuteLater = () => {
	instant += 60_000;
	at(new Date(instant).toISOString());
};
const hire = (to: TestCompany, fields = {}) => {
	aMinuteLater();
	return as(to.admin).post('/employees', { email: uniqueEmail(), companyId: to.id, ...fields });
};
const open = async (query: string, language = 'en', path = '/platform/requests') =>
	(await browse(visit).get(`${path}${query}`, { 'Accept-Language': language })).body as string;

test.each([
	['en', 'Requests', 'Paste the reference that an error page shows'],
	['de', 'Anfragen', 'Fügen Sie die Referenz einer Fehlerseite'],
])('the platform has a page that says what to enter (%s)', async (language, title, hint) => {
	const page = pageOf(await open('', language));
	expect(page.select('h1')[0]?.text).toBe(title);
	expect(page.text).toContain(hint);
	const [tab] = pageOf(await open('', language, '/platform')).all('link', title);
	expect(tab?.attribute('href')).toBe('/console/platform/requests');
});

test('a reference shows result, author, company, changes, mails and deliveries', async () => {
	const page = pageOf(await open(`?q=%20${idOf(hired)}%20`));
	expect(page.text).toContain('Result successful');
	expect(page.text).toContain('Roles Administrator');
	expect(page.all('link', `Company ${company.id}`)[0]?.attribute('href')).toBe(
		`/console/platform/companies/${company.id}`,
	);
	const [mail] = page.rows.filter(({ text }) => text.includes('invitation'));
	expect(mail?.text).toMatch(/on its way.*0 \/ 9/);
	const [delivery] = page.rows.filter(({ text }) => text.includes('503'));
	expect(delivery?.text).toMatch(/waiting.*1 \/ /);
	expect(page.text).toContain('Mails of the same companies and the same instant, from the last 180 days.');
	expect(page.select('.events > li')).toHaveLength(2);

	const german = await open(`?q=${idOf(hired)}`, 'de');
	for (const word of ['>erfolgreich<', 'Webhook-Zustellungen', 'Einladung', 'wartet'])
		expect(german).toContain(word);
});

test('a request without mails and deliveries says so', async () => {
	const { body } = hired;
	aMinuteLater();
	const changed = await as(company.admin).put(`/employees/${body.employeeId}`, { costCentre: '4711' });
	const page = await open(`?q=${idOf(changed)}`);
	expect(page).toContain('This request has caused no mails.');
	expect(page).toContain('This request has caused no webhook deliveries in the last 30 days.');
	const german = await open(`?q=${idOf(changed)}`, 'de');
	expect(german).toContain('Diese Anfrage hat keine Mails ausgelöst.');
});

test('a request of many changes says that there are more', async () => {
	aMinuteLater();
	const employees = Array.from({ length: 60 }, () => ({ email: uniqueEmail() }));
	const imported = await as(company.admin).post(`/companies/${company.id}/employees/import`, { employees });
	expect(await open(`?q=${idOf(imported)}`)).toContain(
		'There is more. This page shows the first 100 changes',
	);
});

test.each([
	['en', 'No stored change has this id.', 'Find the request in the log', 'Not all databases'],
	['de', 'Keine gespeicherte Änderung hat diese ID.', 'Anfrage im Protokoll finden', 'Nicht alle'],
])('an unknown reference gets the query for the log (%s)', async (language, nothing, log, incomplete) => {
	const page = pageOf(await open('?q=unknown-1', language));
	for (const text of [nothing, log, 'requestId = "unknown-1"', 'npx wrangler tail --search unknown-1'])
		expect(page.text).toContain(text);
	expect(page.text).not.toContain(incomplete);
});

test.each(['a b', 'http://x', 'x'.repeat(256)])(
	'%s is refused in words, and stays in the field',
	async (id) => {
		const body = await open(`?q=${encodeURIComponent(id)}`);
		expect(body).toContain('This is no request id.');
		expect(pageOf(body).values('q')).toEqual([id]);
		expect(await open(`?q=${encodeURIComponent(id)}`, 'de')).toContain('Das ist keine ID einer Anfrage.');
	},
);

test('a request in the database of a company is found, and the history leads to it', async () => {
	const own = await newCompanyInCell();
	const there = await hire(own, { firstName: 'Zelda' });
	const history = pageOf(await open(`?company=${own.id}`, 'en', '/history'));
	const [link] = history.all('link', idOf(there));
	const to = link?.attribute('href') ?? '';
	expect(to).toContain(`q=${idOf(there)}&company=${own.id}`);
	expect(await open('', 'en', to.replace('/console', ''))).toContain('Zelda');

	const administrator = await visitOf(own.admin);
	const { body } = await browse(administrator).get('/history', { 'Accept-Language': 'en' });
	expect(pageOf(body).text).toContain(idOf(there));
	expect(pageOf(body).all('link', idOf(there))).toEqual([]);
	expect((await browse(administrator).get(`/platform/requests?q=${idOf(there)}`)).status).toBe(404);
});

test('an unknown company is not found', async () => {
	const { status } = await browse(visit).get(`/platform/requests?q=any&company=${visit.userId}`);
	expect(status).toBe(404);
});
