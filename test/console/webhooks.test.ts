import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newEmployee, newUser, type TestCompany } from '../harness/service.ts';
import { deliveriesOf, dispatch, dispatchOffice, newEndpoint, newReceiver } from '../harness/webhooks.ts';

const ENGLISH = { 'Accept-Language': 'en' };
const GERMAN = { 'Accept-Language': 'de' };
const PATH = '/integrations/webhooks';
const URL = 'https://hr.example/hooks';

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	await env.DB.exec(`UPDATE webhook_endpoints SET state = 'PAUSED'`);
	company = await newCompany();
	visit = await visitOf(company.admin);
});

const open = async (path: string, language = ENGLISH) => {
	const { status, body } = await browse(visit).get(`${PATH}${path}`, language);
	expect(status).toBe(200);
	return pageOf(body);
};
const send = (path: string, fields: Record<string, string | string[]> = {}, language = ENGLISH) =>
	browse(visit).post(`${PATH}${path}`, fields, language);
/** Follows the address to which a form leads, and returns what the page says was done. */
const saidAfter = async ({ status, headers }: Awaited<ReturnType<typeof send>>) => {
	expect(status).toBe(303);
	const { body } = await browse(visit).get((headers.get('Location') ?? '').slice('/console'.length), ENGLISH);
	return pageOf(body).select('.done')[0]?.text;
};
const endpoints = async () =>
	(await as(company.admin).get(`/companies/${company.id}/webhook-endpoints`)).body;
const secretIn = (body: string): string => /whsec_[\w+/]+=*/.exec(body)?.[0] ?? '';
const EMPLOYEES = { eventTypes: ['employee.created'] };

test('an endpoint is created with its secret shown once, changed, paused, resumed and removed', async () => {
	const empty = await open('');
	expect(empty.text).toContain('No webhook endpoints yet.');
	const wish = { url: URL, description: 'HR', eventTypes: ['employee.created', 'employee.left'] };
	const made = await send('', { ...wish, _key: 'once' });
	expect([made.status, secretIn(made.body)]).toEqual([200, expect.stringMatching(/^whsec_.{40,}/)]);
	expect(made.body).toContain('We show it only now and never again.');
	const [{ id, ...stored }] = await endpoints();
	expect(stored).toMatchObject(wish);
	const again = await send('', { ...wish, _key: 'once' });
	expect([again.status, secretIn(again.body), (await endpoints()).length]).toEqual([303, '', 1]);
	const list = await open('');
	expect(list.select('.rows li').map(({ text }) => text)).toEqual([
		expect.stringMatching(/^HR .*hr\.example.* · 2 types of events active$/),
	]);
	const page = await open(`/${id}`);
	expect(secretIn(page.source)).toBe('');
	expect(page.values('eventTypes')).toEqual(wish.eventTypes);
	expect(page.select('details[open] summary').map(({ text }) => text)).toEqual(['People 2 of 12']);
	const changed = { url: 'https://hr.example/other', eventTypes: [] };
	expect(await saidAfter(await send(`/${id}`, changed))).toBe('The settings of the endpoint were saved.');
	expect(await endpoints()).toMatchObject([{ url: changed.url, description: null, eventTypes: null }]);
	expect(await saidAfter(await send(`/${id}/state`, { state: 'PAUSED' }))).toContain('is paused');
	expect((await open(`/${id}`)).text).toContain('Events wait until you resume the endpoint');
	expect(await saidAfter(await send(`/${id}/state`, { state: 'ACTIVE' }))).toContain('is active');
	expect(await saidAfter(await send(`/${id}/removal`))).toBe('The endpoint was removed.');
	expect(await endpoints()).toEqual([]);
	expect((await browse(visit).get(`${PATH}/${id}`)).status).toBe(404);
});

test('the list says how many deliveries wait for an endpoint', async () => {
	const { path } = await newEndpoint(company, URL, EMPLOYEES);
	const said = async (language = ENGLISH) => (await open('', language)).select('.rows li small')[0]?.text;
	await as(company.admin).put(path, { state: 'PAUSED' });
	expect(await said()).toBe('one type of event');
	await newEmployee(company);
	expect(await said()).toMatch(/ · one delivery is waiting$/);
	expect(await said(GERMAN)).toMatch(/ · eine Zustellung wartet$/);
	await newEmployee(company);
	expect(await said()).toMatch(/ · 2 deliveries are waiting$/);
	expect(await said(GERMAN)).toMatch(/ · 2 Zustellungen warten$/);
});

test('settings that somebody else has changed meanwhile are not overwritten', async () => {
	const { id, path } = await newEndpoint(company, URL, { description: 'HR' });
	const page = await open(`/${id}`);
	const [etag] = page.values('_etag');
	await as(company.admin).put(path, { description: 'Payroll' });
	const { status, body } = await send(`/${id}`, { url: URL, description: 'Mine', _etag: etag ?? '' });
	expect([status, pageOf(body).values('description')]).toEqual([412, ['Mine']]);
	expect(body).toContain('Changed to “Payroll” in the meantime.');
});

test.each([
	['http://hr.example', 'https address with a public name'],
	['https://127.0.0.1/hooks', 'https address with a public name'],
	['https://localhost/hooks', 'https address with a public name'],
	['http://localhost/console', 'does not lead to this service'],
	['', 'Please fill in this field.'],
])('the address %j is refused at its field, with what to enter', async (url, sentence) => {
	const bindings = { ...env, WEBHOOKS_ALLOW_LOCAL: '' };
	const english = await browse(visit, bindings).post(PATH, { url, description: 'kept' }, ENGLISH);
	const page = pageOf(english.body);
	expect([english.status, page.faultAt('url')]).toEqual([400, expect.stringContaining(sentence)]);
	expect(page.values('description')).toEqual(['kept']);
	const german = await browse(visit, bindings).post(PATH, { url }, GERMAN);
	expect(pageOf(german.body).faultAt('url')).toMatch(/^(Geben Sie eine https-Adresse|Bitte füllen)/);
	expect(await endpoints()).toEqual([]);
});

test('a secret of the wrong length and a 21st endpoint are refused at their fields', async () => {
	const short = await send('', { url: URL, secret: 'whsec_c2hvcnQ=' });
	expect([short.status, pageOf(short.body).faultAt('secret')]).toEqual([
		400,
		expect.stringContaining('24 to 64 random bytes'),
	]);
	expect(short.body).not.toContain('whsec_c2hvcnQ=');
	const own = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
	expect(secretIn((await send('', { url: URL, secret: own })).body)).toBe(own);
	for (let count = 1; count < 20; count++) await newEndpoint(company, URL);
	const { status, body } = await send('', { url: URL });
	expect([status, pageOf(body).faultAt('url')]).toEqual([
		409,
		'A company can have up to 20 webhook endpoints. Delete one first.',
	]);
	expect((await open('')).select('.rows li')).toHaveLength(20);
});

test('a rotated secret is shown once, with the time until which the old one is valid too', async () => {
	const { id, secret } = await newEndpoint(company, URL);
	const wrong = await send(`/${id}/secret`, { secret: 'short' });
	expect(pageOf(wrong.body).faultAt('secret')).toContain('24 to 64 random bytes');
	const { body } = await send(`/${id}/secret`);
	const rotated = secretIn(body);
	expect(rotated).not.toBe(secret);
	expect(() => new Webhook(rotated)).not.toThrow();
	const sentence = 'Until 8 March 2026 at 13:00, deliveries are also signed with the previous secret.';
	expect(pageOf(body).text).toContain(sentence);
	expect((await open(`/${id}`)).text).toContain(sentence);
	expect((await open(`/${id}`, GERMAN)).text).toContain('auch mit dem bisherigen Secret signiert');
	at('2026-03-08T12:00:00.000Z');
	visit = await visitOf(company.admin);
	expect((await open(`/${id}`)).text).not.toContain('the previous secret');
});

test('a receiver of events is set, changed and removed only with a fresh proof of identity', async () => {
	const { id } = await newEndpoint(company, URL);
	at('2026-03-07T12:15:01.000Z');
	for (const path of ['', `/${id}`, `/${id}/secret`, `/${id}/removal`])
		expect((await send(path, { url: 'https://other.example' })).status).toBe(403);
	expect(await endpoints()).toMatchObject([{ url: URL, dateRotated: null }]);
});

test('a test delivery leads to its page, which shows the response as text, and is sent again', async () => {
	const receiver = await newReceiver('500', '204');
	const { id } = await newEndpoint(company, receiver.url);
	const sent = await send(`/${id}/ping`);
	expect(await saidAfter(sent)).toContain('The test delivery will be sent shortly.');
	await dispatch();
	at('2026-03-07T12:00:01.000Z');
	const path = (sent.headers.get('Location') ?? '').replace(/\?.*/, '').slice(`/console${PATH}`.length);
	const waiting = await open(path);
	expect(waiting.text).toContain('test delivery');
	expect(waiting.text).toContain('The response had another status than 2xx.');
	expect(waiting.text).toContain('Next attempt');
	expect(waiting.all('button', 'Send again')).toEqual([]);
	const markup = '<script>alert(1)</script><b>not bold</b>';
	await env.DB.prepare(
		`UPDATE webhook_deliveries SET state = 'FAILED', response_body = ? WHERE endpoint_id = ?`,
	)
		.bind(markup, id)
		.run();
	const failed = await open(path, GERMAN);
	expect(failed.select('pre').map(({ source }) => source)).toEqual([markup]);
	expect(failed.select('pre b, main script')).toEqual([]);
	expect(failed.text).toContain('Die Antwort hatte einen anderen Status als 2xx.');
	expect(await saidAfter(await send(`${path}/redeliver`))).toContain('will be sent again shortly');
	await dispatch();
	expect((await open(path)).select('.badge')[0]?.text).toBe('delivered');
});

test('deliveries are listed with the latest first, by pages and by state', async () => {
	const receiver = await newReceiver('404');
	const { id, path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	expect((await open(`/${id}/deliveries`)).text).toContain('No deliveries yet.');
	await newEmployee(company);
	await dispatch();
	const [first] = await deliveriesOf(company, path);
	at('2026-03-07T12:01:00.000Z');
	for (let count = 0; count < 50; count++) await as(company.admin).post(`${path}/ping`);
	const page = await open(`/${id}/deliveries`);
	expect(page.rows).toHaveLength(50);
	expect(page.rows[0]?.text).toMatch(/^7 March 2026 at 13:01 test delivery waiting 0 \/ 10/);
	const next = page.one('link', 'Next page').href.slice(`/console${PATH}`.length);
	const [last, ...others] = (await open(next)).rows;
	expect(others).toEqual([]);
	expect(last?.text).toMatch(/Created the person waiting 1 \/ 10 status 404$/);
	expect(last?.all('link')[0]?.href).toContain(first?.id);
	const delivered = await open(`/${id}/deliveries?state=DELIVERED`);
	expect(delivered.text).toContain('No deliveries match this filter.');
	expect((await open(`/${id}/deliveries?state=FAILED`, GERMAN)).text).toContain('Keine Zustellung passt');
	expect((await open(`/${id}/deliveries?state=WAITING`)).rows).toHaveLength(50);
});

test('all failed deliveries, or those of a time span in German time, are sent again', async () => {
	const receiver = await newReceiver('204');
	const { id, path } = await newEndpoint(company, receiver.url, EMPLOYEES);
	const { bindings, woken } = dispatchOffice();
	const again = (fields: Record<string, string>) =>
		browse(visit, bindings).post(`${PATH}/${id}/deliveries`, fields, ENGLISH);
	expect(await saidAfter(await again({ part: 'failed' }))).toContain('nothing is sent again');
	await newEmployee(company);
	await newEmployee(company);
	await dispatch();
	const states = async () => (await deliveriesOf(company, path)).map(({ state }) => state);
	expect(await states()).toEqual(['DELIVERED', 'DELIVERED']);
	const span = { part: 'span', since: '2026-03-07T13:00', until: '2026-03-07T13:01' };
	const late = { ...span, since: '2026-03-07T13:00:01' };
	expect(await saidAfter(await again(late))).toContain('nothing is sent again');
	expect(await saidAfter(await again({ ...span, onlyFailed: 'on' }))).toContain('nothing is sent again');
	expect(await saidAfter(await again(span))).toBe('The deliveries will be sent again shortly.');
	expect(await states()).toEqual(['WAITING', 'WAITING']);
	expect(woken).toHaveLength(4);
	await env.DB.prepare(`UPDATE webhook_deliveries SET state = 'FAILED' WHERE endpoint_id = ?`).bind(id).run();
	expect(await saidAfter(await again({ part: 'failed' }))).toBe('The deliveries will be sent again shortly.');
	expect(await states()).toEqual(['WAITING', 'WAITING']);
	const backwards = await again({ ...span, until: '2026-03-07T12:00' });
	expect([backwards.status, pageOf(backwards.body).faultAt('until')]).toEqual([
		400,
		'The end must be later than the start.',
	]);
	const unread = await again({ ...span, since: 'yesterday' });
	expect([unread.status, pageOf(unread.body).faultAt('since')]).toEqual([
		400,
		expect.stringContaining('German time'),
	]);
});

test('a form that sends more than 5,000 deliveries again continues where the first part ended', async () => {
	const { id } = await newEndpoint(company, URL, EMPLOYEES);
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5003)
		INSERT INTO webhook_deliveries (id, date_created, company_id, endpoint_id, date_due, state, attempts)
		SELECT substr(?1, 1, 23) || printf('-%012x', i), ?2 + i / 5001 * 60000, ?3, ?1, ?2, 'DELIVERED', 1 FROM n`,
	)
		.bind(id, Date.parse('2026-03-07T12:00:00.000Z'), company.id)
		.run();
	const fields = { part: 'span', since: '2026-03-07T13:00', until: '2026-03-07T14:00' };
	const sent = await send(`/${id}/deliveries`, fields);
	expect(await saidAfter(sent)).toContain('The oldest 5,000 deliveries will be sent again shortly.');
	const page = await open((sent.headers.get('Location') ?? '').slice(`/console${PATH}`.length));
	expect([page.values('since'), page.values('until')]).toEqual([
		['2026-03-07T13:01:00'],
		['2026-03-07T14:00'],
	]);
});

test.each([
	['GONE', ENGLISH, 'answered with status 410 (Gone)', 'Activate endpoint'],
	['FAILING', GERMAN, 'Fünf Tage lang war keine Zustellung erfolgreich.', 'Endpunkt aktivieren'],
])('a disabled endpoint says why (%s), and sends nothing until it is activated', async (...row) => {
	const [reason, language, sentence, button] = row;
	const { id } = await newEndpoint(company, URL);
	await as(company.admin).post(`/companies/${company.id}/webhook-endpoints/${id}/ping`);
	await env.DB.prepare(`UPDATE webhook_endpoints SET state = 'DISABLED', reason = ? WHERE id = ?`)
		.bind(reason, id)
		.run();
	await env.DB.prepare(`UPDATE webhook_deliveries SET state = 'FAILED' WHERE endpoint_id = ?`).bind(id).run();
	const page = await open(`/${id}`, language);
	expect(page.text).toContain(sentence);
	expect(page.all('button', button)).toHaveLength(1);
	const [delivery] = (await open(`/${id}/deliveries`)).rows;
	const path = delivery?.all('link')[0]?.href.replace(/\?.*/, '').slice(`/console${PATH}`.length);
	for (const form of [`/${id}/ping`, `${path}/redeliver`, `/${id}/deliveries`]) {
		const { status, body } = await send(form, { part: 'failed' });
		expect([
			status,
			pageOf(body)
				.all('alert')
				.map(({ text }) => text),
		]).toEqual([409, ['The endpoint is disabled. Activate it first.']]);
	}
	await send(`/${id}/state`, { state: 'ACTIVE' });
	expect(await endpoints()).toMatchObject([{ state: 'ACTIVE', reason: null }]);
});

test('technical users see endpoints and send deliveries again, and find no form that they may not send', async () => {
	const { id } = await newEndpoint(company, URL);
	visit = await visitOf(await newUser(['TECHNICAL_USER'], [company.id]));
	expect((await open('')).all('button', 'Create endpoint')).toEqual([]);
	const page = await open(`/${id}`);
	const buttons = page
		.one('main')
		.all('button')
		.map(({ name }) => name);
	expect(buttons).toEqual(['Send test delivery']);
});

test('a platform administrator chooses the company first', async () => {
	const { id } = await newEndpoint(company, URL);
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
	expect((await open('')).one('heading', 'Select a company').text).toBe('Select a company');
	const list = await open(`?company=${company.id}`);
	expect(list.select('.rows a').map(({ href }) => href)).toEqual([
		`/console${PATH}/${id}?company=${company.id}`,
	]);
});

test('the history tells what was done to an endpoint, in both languages', async () => {
	const { id, path } = await newEndpoint(company, URL);
	await as(company.admin).put(path, { state: 'PAUSED' });
	await send(`/${id}/secret`);
	await send(`/${id}/removal`);
	const told = async (language: typeof ENGLISH) => {
		const { body } = await browse(visit).get('/history', language);
		return pageOf(body)
			.select('.events summary')
			.map(({ text }) => text.replace(/^\S+ /, '').replace(/ 7\.? (März|March) 2026.*/, ''))
			.filter((text) => /ebhook/.test(text));
	};
	const { name } = (await as(company.admin).get(`/companies/${company.id}`)).body;
	expect(await told(ENGLISH)).toEqual([
		`removed a webhook endpoint at ${URL}`,
		`rotated the secret of a webhook endpoint at ${URL}`,
		`changed a webhook endpoint of ${name}: status paused (was active)`,
		`created a webhook endpoint at ${URL}`,
	]);
	expect(await told(GERMAN)).toEqual([
		`hat einen Webhook-Endpunkt unter ${URL} entfernt`,
		`hat das Secret eines Webhook-Endpunkts unter ${URL} gewechselt`,
		`hat einen Webhook-Endpunkt von ${name} geändert: Status pausiert (vorher aktiv)`,
		`hat einen Webhook-Endpunkt unter ${URL} angelegt`,
	]);
});
