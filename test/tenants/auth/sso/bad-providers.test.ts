import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Broken } from '../../../harness/outside/broken-provider.ts';
import type { Wishes } from '../../../harness/outside/provider.ts';
import { at, call } from '../../../harness/service.ts';
import {
	account,
	atProvider,
	begin,
	comeBack,
	newColleague,
	newSsoCompany,
	type SsoCompany,
	signIn,
} from './people.ts';

const AN_HOUR = 3600;
const seconds = () => Math.floor(Date.now() / 1000);

let company: SsoCompany;
let email: string;
let told: object[];

beforeEach(async () => {
	at(new Date().toISOString());
	company = await newSsoCompany();
	({ email } = await newColleague(company));
	told = [];
	vi.spyOn(console, 'log').mockImplementation((line) => told.push(JSON.parse(line)));
	vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const sessionsOf = async () =>
	(
		await env.DB.prepare(
			'SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ? AND s.date_created > 0',
		)
			.bind(email)
			.all()
	).results;
const refusals = async (companyId: string | null) =>
	(
		await env.DB.prepare(
			`SELECT reason FROM access_events WHERE type = 'session.refused' AND company_id IS ?`,
		)
			.bind(companyId)
			.all()
	).results.map(({ reason }) => reason);

/** Claims that are right, but for these. */
const but = (claims: object): Wishes => ({ claims: { ...account(email).claims, ...claims } });

describe('is refused, reported, logged and opens no session: a provider that answers with', () => {
	test.each<[string, () => Wishes, string]>([
		['alg none', () => ({ ...account(email), alg: 'none' }), 'provider_refused'],
		[
			'a token signed with the client secret',
			() => ({ ...account(email), alg: 'HS256' }),
			'provider_refused',
		],
		[
			'a token changed after it was signed',
			() => ({ ...account(`x${email}`), forged: { email } }),
			'provider_refused',
		],
		['another audience', () => but({ aud: 'another client' }), 'provider_refused'],
		[
			'several audiences and another authorised party',
			() => but({ aud: ['zubrot', 'b'], azp: 'b' }),
			'provider_refused',
		],
		['another issuer', () => but({ iss: 'https://other.test.example' }), 'provider_refused'],
		[
			'an issuer that only begins like the right one',
			() => but({ iss: `${env.IDENTITY_PROVIDER}/` }),
			'provider_refused',
		],
		['another nonce', () => but({ nonce: 'another' }), 'provider_refused'],
		['no nonce', () => ({ ...account(email), without: ['nonce'] }), 'provider_refused'],
		['an expired token', () => but({ exp: seconds() - AN_HOUR }), 'provider_refused'],
		['a token of the future', () => but({ iat: seconds() + AN_HOUR }), 'provider_refused'],
		['a token that is not valid yet', () => but({ nbf: seconds() + AN_HOUR }), 'provider_refused'],
		['no subject', () => ({ ...account(email), without: ['sub'] }), 'provider_refused'],
		['an address that it has not verified', () => but({ email_verified: false }), 'email_not_verified'],
		[
			'an unverified address',
			() => ({ ...account(email), without: ['email_verified'] }),
			'email_not_verified',
		],
		['a text in place of the truth', () => but({ email_verified: 'true' }), 'email_not_verified'],
		['no address', () => ({ claims: { sub: 'a' }, userinfo: { sub: 'a' } }), 'email_not_verified'],
		['a list of addresses', () => but({ email: [email] }), 'email_not_verified'],
		['an error', () => ({ callback: { error: 'access_denied' } }), 'provider_refused'],
		[
			'the name of another issuer beside its code',
			() => ({ ...account(email), callback: { iss: 'https://b.example' } }),
			'provider_refused',
		],
		['another code', () => ({ ...account(email), callback: { code: 'another' } }), 'provider_refused'],
	])('%s', async (_, wishes, reason) => {
		expect(await signIn(email, wishes())).toEqual({ status: 401, body: { code: 'refused' } });
		expect(await refusals(company.id)).toEqual([reason]);
		expect(await sessionsOf()).toEqual([]);
		expect(told).toMatchObject([{ event: 'sign_in_refused', companyId: company.id, reason }]);
	});
});

test('Microsoft Entra says in xms_edov that an address is verified', async () => {
	const claims = { sub: 'a', email };
	expect((await signIn(email, { claims: { ...claims, xms_edov: false } })).status).toBe(401);
	expect((await signIn(email, { claims: { ...claims, xms_edov: true } })).status).toBe(200);
});

test.each([
	['unknown', () => 'a'.repeat(40)],
	// The last letter stays, because some of its bits mean nothing.
	['changed', (state: string) => state.replace(/.(?=.{4}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))],
	['missing', () => ''],
])('a state that is %s is refused, and the provider is not asked', async (_, changed) => {
	const { body } = await begin(email);
	const location = new URL(await atProvider(body.authorizationUrl, account(email)));
	location.searchParams.set('state', changed(location.searchParams.get('state') ?? ''));
	expect((await comeBack(location.href)).get('error')).toBe('refused');
	expect(await sessionsOf()).toEqual([]);
});

test('a wrong client secret, reported by the provider, is refused', async () => {
	const other = await newSsoCompany({ clientSecret: 'a wrong one' });
	expect((await signIn((await newColleague(other)).email)).status).toBe(401);
	expect(await refusals(other.id)).toEqual(['provider_refused']);
});

// Side by side, because the service waits five seconds for three of them.
describe.concurrent('a provider fails within seconds, and nobody is sent there, when it is', () => {
	test.each<Broken>([
		'silent',
		'dripping',
		'huge',
		'redirecting',
		'misnamed',
		'garbled',
		'inward',
		'scripted',
	])('%s', async (how) => {
		const broken = await newSsoCompany({ issuer: `${env.IDENTITY_PROVIDER}/broken/${how}` });
		const began = performance.now();
		expect(await begin(`ada@${broken.domain}`)).toMatchObject({
			status: 502,
			body: { code: 'identity_provider_failed' },
		});
		expect(performance.now() - began).toBeLessThan(7500);
	});

	test('silent when it is asked for the token', async () => {
		const broken = await newSsoCompany({ issuer: `${env.IDENTITY_PROVIDER}/broken/hanging` });
		const { email: address } = await newColleague(broken);
		const { body } = await begin(address);
		const location = new URL(await atProvider(body.authorizationUrl, account(address)));
		location.searchParams.delete('iss');
		const began = performance.now();
		expect((await comeBack(location.href)).get('error')).toBe('refused');
		expect(performance.now() - began).toBeLessThan(7500);
		expect(await refusals(broken.id)).toEqual(['provider_refused']);
	});
});

test('servers on this machine are asked only where that is permitted', async () => {
	const bindings = { ...env, LOCAL_IDENTITY_PROVIDERS: '' };
	const answer = await call('POST', '/auth/sso', { email }, {}, bindings);
	expect(answer).toMatchObject({ status: 502, body: { code: 'identity_provider_failed' } });
});
