import { env } from 'cloudflare:workers';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { deliver, mailRow, newMail, postOffice } from '../../../harness/mail.ts';
import { at, call, newUser, now } from '../../../harness/service.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const configured: Bindings = { ...env, RESEND_WEBHOOK_SECRET: SECRET };
const NAME = '56761188-7520-42d8-8898-ff6fc54ce618';

let id: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails');
	vi.stubGlobal('fetch', async () => Response.json({ id: NAME }));
	id = await newMail((await newUser(['EMPLOYEE'])).userId, { kind: 'password_changed' });
});
afterEach(() => vi.unstubAllGlobals());

const send = () => deliver({ ...postOffice().bindings, RESEND_API_KEY: 're_key' });

const event = (type = 'email.bounced', data: object = {}) =>
	JSON.stringify({
		type,
		created_at: new Date(now()).toISOString(),
		data: { email_id: NAME, bounce: { type: 'Permanent', message: 'secret words' }, ...data },
	});

const signatureOf = (body: string, seconds: number | string, secret = SECRET) =>
	`v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
		.update(`msg_1.${seconds}.${body}`)
		.digest('base64')}`;

function tell(body: string, { age = 0, headers = {} as object, bindings = configured } = {}) {
	const seconds = now() / 1000 - age;
	const signed = { 'svix-id': 'msg_1', 'svix-timestamp': String(seconds) };
	const all = { ...signed, 'svix-signature': signatureOf(body, seconds), ...headers };
	return call('POST', '/mail/resend', body, all, bindings);
}

test.each(['bounced', 'failed', 'suppressed'])('a mail that Resend tells was %s is bounced', async (how) => {
	await send();
	expect((await tell(event(`email.${how}`))).status).toBe(200);
	const reason = `The mail was returned (${how}, Permanent).`;
	expect(await mailRow(id)).toMatchObject({ state: 'bounced', reason });
});

test('Resend’s events about other mails, or other kinds, change nothing', async () => {
	await send();
	const long = { created_at: '2023-03-07T11:50:00.000Z' };
	const others = [
		event('email.delivered'),
		event('email.complained'),
		'{}',
		'null',
		event('email.bounced', { email_id: 7 }),
		JSON.stringify({ ...JSON.parse(event('email.bounced', { email_id: 'of somebody else' })), ...long }),
	];
	for (const body of others) expect((await tell(body)).status).toBe(200);
	expect(await mailRow(id)).toMatchObject({ state: 'sent', reason: null });
});

test('an event that overtakes its mail is sent again until the mail is known', async () => {
	expect((await tell(event())).status).toBe(404);
	await send();
	expect((await tell(event())).status).toBe(200);
	expect(await mailRow(id)).toMatchObject({ state: 'bounced' });
});

test('an event that comes again is answered alike and changes nothing', async () => {
	await send();
	await tell(event());
	const before = await mailRow(id);
	expect((await tell(event('email.failed'))).status).toBe(200);
	expect(await mailRow(id)).toEqual(before);
});

describe('refused is a call', () => {
	const body = () => event();
	test.each<[string, (seconds: number) => object]>([
		['without a signature', () => ({ 'svix-signature': '' })],
		[
			'signed with another secret',
			(seconds) => ({ 'svix-signature': signatureOf(body(), seconds, `whsec_${'A'.repeat(32)}`) }),
		],
		['with the signature of another body', (seconds) => ({ 'svix-signature': signatureOf('{}', seconds) })],
		['under another id', () => ({ 'svix-id': 'msg_2' })],
		[
			'with an unknown scheme',
			(seconds) => ({ 'svix-signature': `v2,${signatureOf(body(), seconds).slice(3)}` }),
		],
		['with a broken signature', () => ({ 'svix-signature': 'v1,%%%' })],
		[
			'whose time is no number',
			() => ({ 'svix-timestamp': 'now', 'svix-signature': signatureOf(body(), 'now') }),
		],
	])('%s', async (_, headers) => {
		await send();
		const answer = await tell(body(), { headers: headers(now() / 1000) });
		expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
		expect(await mailRow(id)).toMatchObject({ state: 'sent' });
	});

	test.each([
		[300, 200],
		[301, 401],
		[-300, 200],
		[-301, 401],
	])('signed more than five minutes away: %i seconds ago is answered %i', async (age, status) => {
		await send();
		expect((await tell(body(), { age })).status).toBe(status);
	});
});

test('the example in the documentation of Svix is signed', async () => {
	at('2021-02-25T15:02:10.000Z');
	const headers = {
		'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
		'svix-timestamp': '1614265330',
		'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
	};
	expect((await tell('{"test": 2432232314}', { headers })).status).toBe(200);
});

test('one of several signatures suffices, as while the secret is changed', async () => {
	await send();
	const headers = { 'svix-signature': `v1,AAAA ${signatureOf(event(), now() / 1000)}` };
	expect((await tell(event(), { headers })).status).toBe(200);
});

test('a body that is signed and no JSON is refused', async () => {
	expect((await tell('{')).body.code).toBe('malformed_json');
});

test('without a secret there is nothing at this address; one that is none is a fault of the operator', async () => {
	expect((await tell(event(), { bindings: env })).status).toBe(404);
	const answer = await tell(event(), { bindings: { ...env, RESEND_WEBHOOK_SECRET: 'secret' } });
	expect([answer.status, answer.body.code]).toEqual([500, 'misconfigured']);
});
