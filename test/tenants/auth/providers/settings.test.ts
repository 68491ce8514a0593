import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { vaultOf } from '../../../../src/foundation/core/vault.ts';
import { sealedFor } from '../../../../src/tenants/auth/providers/rules.ts';
import { eventsFor } from '../../../harness/events.ts';
import { as, newCompany, type TestCompany } from '../../../harness/service.ts';

const SECRET = 'the client secret of a provider';
const CLIENT = { issuer: 'https://login.test.example', clientId: 'zubrot' };

let company: TestCompany;
let path: string;

beforeEach(async () => {
	company = await newCompany();
	path = `/companies/${company.id}/single-sign-on`;
});

const put = (fields: object) => as(company.admin).put(path, { ...CLIENT, domains: [], ...fields });
const storedSecret = () =>
	env.DB.prepare('SELECT client_secret FROM identity_providers WHERE company_id = ?')
		.bind(company.id)
		.first<string>('client_secret');

test('there is none until it is set, and none after it is removed, which may be repeated', async () => {
	const admin = as(company.admin);
	expect((await admin.get(path)).status).toBe(404);
	const set = await put({ clientSecret: SECRET });
	expect(set).toMatchObject({ status: 200, body: { ...CLIENT, domains: [], onlySso: false } });
	expect((await admin.get(path)).body).toEqual(set.body);
	for (const _ of [1, 2]) {
		expect(await admin.delete(path)).toMatchObject({ status: 200, body: { success: true } });
		expect((await admin.get(path)).status).toBe(404);
	}
});

test('the client secret is sealed for its company, answered never, and in no event', async () => {
	const { body } = await put({ clientSecret: SECRET });
	const sealed = (await storedSecret()) ?? '';
	expect(sealed).not.toContain(SECRET);
	expect(await vaultOf(env).open(sealed, sealedFor(company.id))).toBe(SECRET);
	await expect(vaultOf(env).open(sealed, sealedFor('another company'))).rejects.toThrow();
	const events = await eventsFor(company.admin);
	expect(JSON.stringify([body, events])).not.toContain(SECRET);
	expect(events.at(-2)).toMatchObject({ type: 'single_sign_on.set', after: { clientSecret: 'changed' } });
});

test('the client secret stays when it is left out', async () => {
	await put({ clientSecret: SECRET });
	const sealed = await storedSecret();
	expect((await put({ onlySso: true })).body).toMatchObject({ onlySso: true });
	expect(await storedSecret()).toBe(sealed);
});

test.each([
	['issuer', { issuer: 'https://evil.test.example' }],
	['clientId', { clientId: 'another' }],
])('the client secret is asked for again with another %s, so that nobody else gets it', async (_, change) => {
	await put({ clientSecret: SECRET });
	expect(await put(change)).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/clientSecret', code: 'required' }] },
	});
	expect((await put({ ...change, clientSecret: SECRET })).status).toBe(200);
});

test('saving equal settings again writes nothing', async () => {
	const first = await put({ clientSecret: SECRET, domains: ['a.test.example'] });
	const events = await eventsFor(company.admin);
	expect((await put({ domains: ['a.test.example'] })).body).toEqual(first.body);
	expect(await eventsFor(company.admin)).toEqual(events);
});

test.each([
	'http://login.test.example',
	'https://10.0.0.1',
	'https://intranet',
	'https://login.test.example?tenant=1',
])('%s is refused as an issuer', async (issuer) => {
	expect(await put({ issuer, clientSecret: SECRET })).toMatchObject({
		status: 400,
		body: { errors: [{ pointer: '#/issuer', code: 'not_public' }] },
	});
});

describe('domains', () => {
	test('are compared in lower case, and those that stay keep their record', async () => {
		const { body } = await put({
			clientSecret: SECRET,
			domains: ['XN--bcher-kva.Example', 'xn--bcher-kva.example', 'a.example'],
		});
		expect(body.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
			'a.example',
			'xn--bcher-kva.example',
		]);
		expect(body.domains[1].record).toEqual({
			name: '_zubrot-challenge.xn--bcher-kva.example',
			value: `zubrot=${body.domains[1].id}`,
		});
		const changed = await put({ domains: ['xn--BCHER-kva.example', 'b.example'] });
		expect(changed.body.domains.map(({ id }: { id: string }) => id)).toEqual([
			expect.not.stringMatching(body.domains[0].id),
			body.domains[1].id,
		]);
	});

	test.each(['example', '*.example', 'a@b.example', '1.2.3.4', 'a..example', '-a.example', 'a.example.', ''])(
		'%j is none',
		async (domain) => {
			expect(await put({ clientSecret: SECRET, domains: [domain] })).toMatchObject({
				status: 400,
				body: { errors: [{ pointer: '#/domains/0' }] },
			});
		},
	);
});
