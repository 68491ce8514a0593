import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { consoleRoutes } from '../../src/console/routes.tsx';
import { FROM_HERE, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newUser, now, openSession, type TestUser } from '../harness/service.ts';
import { example } from './example.tsx';
import { valueIn } from './markup.ts';

const app = createApp(now, (tokensOf) => consoleRoutes(tokensOf, [example]));
let user: TestUser;
let visit: Visit;

beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	user = await newUser(['EMPLOYEE']);
	visit = await visitOf(user);
});

async function request(path: string, fields?: Record<string, string> | FormData, cookie = visit.cookie) {
	const body = fields instanceof FormData ? fields : fields && new URLSearchParams(fields);
	const { 'Content-Type': _, ...fromHere } = FROM_HERE;
	const headers = { Cookie: cookie, 'Accept-Language': 'en', ...fromHere };
	const init = body === undefined ? { headers } : { method: 'POST', headers, body };
	const response = await app.request(`/console${path}`, init, env, createExecutionContext());
	return { status: response.status, to: response.headers.get('Location'), text: await response.text() };
}

/** The hidden fields that a form on a page sends. */
function hiddenIn(text: string): Record<string, string> {
	const inputs = pageOf(text).select('input[type=hidden][name^=_]');
	return Object.fromEntries(inputs.map((one) => [one.attribute('name'), one.attribute('value')]));
}

const opened = async () => hiddenIn((await request('/example')).text);
const notices = async () => (await as(await openSession(user.userId)).get('/auth/me/notices')).body;
const eventsOf = async () =>
	await env.DB.prepare('SELECT count(*) AS n FROM idempotency_keys WHERE caller_id = ?')
		.bind(user.userId)
		.first('n');

test('a form is saved with 303, leaves what a call of the API leaves, and a double click saves once', async () => {
	const form = { ...(await opened()), voucherIssued: 'on' };
	const answers = [await request('/example', form), await request('/example', form)];
	for (const answer of answers) expect(answer).toMatchObject({ status: 303, to: '/console/example?saved' });
	expect(await eventsOf()).toBe(1);
	expect(await notices()).toMatchObject({ voucherIssued: true, accessEnding: false });
	expect((await request('/example', { ...form, accessEnding: 'on' })).status).toBe(409);
});

test('a form that was made from an older state is refused, and keeps what was typed', async () => {
	const form = { ...(await opened()), note: 'typed here' };
	await request('/example', { ...(await opened()), voucherIssued: 'on' });
	const { status, text } = await request('/example', form);
	expect(status).toBe(412);
	expect(text).toContain('This was changed in the meantime.');
	expect(pageOf(text).values('note')).toEqual(['typed here']);
	expect(text).toContain('Changed to “stored” in the meantime.');
	expect(await notices()).toMatchObject({ voucherIssued: true });
	expect((await request('/example', { ...hiddenIn(text), note: 'typed here' })).status).toBe(303);
});

test('a preview shows what would follow, and stores nothing', async () => {
	const { status, text } = await request('/example', { ...(await opened()), _do: 'preview' });
	expect(status).toBe(200);
	expect(pageOf(text).select('[data-preview]')[0]?.text).toMatch(
		/voucherIssued":false.*Nothing has been saved yet/,
	);
	expect(await notices()).toMatchObject({ voucherIssued: true });
	expect(await eventsOf()).toBe(0);
});

test('a secret shown once is not shown to a repetition', async () => {
	const form = await opened();
	expect((await request('/example/once', form)).text).toContain('the secret');
	expect(await request('/example/once', form)).toMatchObject({ status: 303, to: '/console/example' });
});

test('a form whose session has ended is kept without its secrets, and sent after signing in', async () => {
	const form = { ...(await opened()), voucherIssued: 'on', note: '"<b>', password: 'secret words' };
	const asked = await request('/example', form, '');
	expect(asked.status).toBe(403);
	expect(asked.text).not.toContain('secret words');
	const { fields, to } = JSON.parse(valueIn(asked.text, 'kept'));
	expect(to).toBe('/console/example');
	expect(Object.fromEntries(fields)).toEqual({ ...form, password: undefined });
	expect((await notices()).accessEnding).toBe(true);
	expect((await request('/example', Object.fromEntries(fields))).status).toBe(303);
	expect((await notices()).accessEnding).toBe(false);
});

test('a form that one user has opened another does not save', async () => {
	const other = await visitOf(await newUser(['EMPLOYEE']));
	const answer = await request('/example', await opened(), other.cookie);
	expect(answer.status).toBe(409);
	expect(answer.text).toMatch(
		/Another user opened this form\..*Nothing was saved\. To submit the entries, sign in as that user\./,
	);
	const { fields, to } = JSON.parse(valueIn(answer.text, 'kept'));
	expect(to).toBe('/console/example');
	expect((await request('/example', Object.fromEntries(fields))).status).toBe(303);
});

test('a page that asks for a fresh proof opens for 15 minutes after the sign-in', async () => {
	const form = await opened();
	at('2026-03-07T12:14:59.999Z');
	expect((await request('/example/secret')).text).toContain('the inner page');
	at('2026-03-07T12:15:00.000Z');
	const { status, text } = await request('/example/secret');
	expect(status).toBe(403);
	expect(text).toContain('Please confirm that it is you');
	expect((await request('/example/secret', form)).status).toBe(403);
	expect((await notices()).monthClosing).toBe(true);
});
