import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newApiKey } from '../../harness/keys.ts';
import { deliver, postOffice } from '../../harness/mail.ts';
import { codeOf } from '../../harness/second-factor.ts';
import { as, at, call, newAddress, newCompany, newUser, restart } from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';
import { logIn, newForgetful, PASSWORD } from './one-time/links.ts';

let log: string;

beforeEach(() => {
	at('2023-03-07T12:00:00.000Z');
	restart();
	log = '';
	for (const method of ['log', 'info', 'warn', 'error'] as const) {
		vi.spyOn(console, method).mockImplementation((...told) => {
			log += JSON.stringify(told);
		});
	}
});
afterEach(() => vi.restoreAllMocks());

const from = () => ({ 'CF-Connecting-IP': newAddress() });
const once = (key: string) => ({ 'Idempotency-Key': key });

/** A key and its token, each used once. */
async function useKey(): Promise<Record<string, string>> {
	const company = await newCompany();
	const { id, key } = await newApiKey(company, ['readMe']);
	const again = { name: 'HR', operations: ['readMe'] };
	const path = `/companies/${company.id}/api-keys`;
	const second = (await as(company.admin).send('POST', path, again, once('key'))).body.key;
	const grant = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: key });
	const form = { 'Content-Type': 'application/x-www-form-urlencoded', ...from() };
	const { access_token } = (await call('POST', '/oauth/token', grant.toString(), form)).body;
	for (const bearer of [key, access_token]) {
		const headers = { Authorization: `Bearer ${bearer}`, ...from() };
		expect((await call('GET', '/auth/me', undefined, headers)).status).toBe(200);
	}
	return { key, second, bareKey: key.slice('zub_live_'.length), access_token };
}

/** A second factor that is set up, used at sign-in by code and by recovery code, and removed. */
async function useSecondFactor(email: string, idToken: string): Promise<Record<string, string>> {
	const path = '/auth/me/second-factor';
	const send = (to: string, body: object, key: string) =>
		call('POST', to, body, { Authorization: `Bearer ${idToken}`, ...from(), ...once(key) });
	const { secret, uri } = (await send(path, { password: PASSWORD }, 'set-up')).body;
	const { recoveryCodes } = (await send(`${path}/confirmation`, { code: codeOf(secret) }, 'confirm')).body;
	const [recovery = '', unused = ''] = recoveryCodes as string[];
	at('2023-03-07T12:00:30.000Z');
	const { challenge } = (await logIn(email)).body;
	expect((await call('POST', '/auth/second-factor', { challenge, code: 'wrong' }, from())).status).toBe(401);
	const finish = (code: string) => call('POST', '/auth/second-factor', { challenge, code }, from());
	const [byCode, byRecovery] = [await finish(codeOf(secret)), await finish(recovery)];
	expect([byCode.status, byRecovery.status]).toEqual([200, 200]);
	const { idToken: finished, refreshToken } = byCode.body;
	return {
		secret,
		uri,
		recovery,
		unused,
		bare: unused.replaceAll('-', ''),
		challenge,
		finished,
		refreshToken,
	};
}

test('no key, second factor or password stands in database, mails, events, access log or log, and a link only in its own mail', async () => {
	const { bindings, sent } = postOffice();
	const forgetful = await newForgetful();
	const { body: session } = await logIn(forgetful.email);
	const secrets = {
		PASSWORD,
		idToken: session.idToken,
		...(await useKey()),
		...(await useSecondFactor(forgetful.email, session.idToken)),
	};
	const waiting = JSON.stringify(await readState());
	await deliver(bindings);

	const platform = as(await newUser(['PLATFORM_ADMIN']));
	const places: Record<string, string> = {
		'the database while mails wait': waiting,
		'the database': JSON.stringify(await readState()),
		'the mails': JSON.stringify(sent),
		'the events': JSON.stringify((await platform.get('/events')).body),
		'the access log': JSON.stringify((await platform.get('/access-events')).body),
		'the log': log,
	};
	const found = Object.entries({ ...secrets, link: forgetful.token }).flatMap(([name, secret]) => {
		expect(secret.length, name).toBeGreaterThan(15);
		const where = Object.keys(places).filter((place) => places[place]?.includes(secret));
		return where.map((place) => `${name} in ${place}`);
	});
	expect(found).toEqual(['link in the mails']);
	const carrying = sent.filter(({ text, html }) => `${text}${html}`.includes(forgetful.token));
	expect(carrying).toMatchObject([{ to: forgetful.email, subject: 'Choose a new password' }]);
	expect(places['the events']).toContain('second_factor.added');
	expect(places['the access log']).toContain('wrong_code');
	expect(env.JWT_SECRET?.length).toBeGreaterThan(0);
	expect(Object.values(places).join('')).not.toContain(env.JWT_SECRET);
});
