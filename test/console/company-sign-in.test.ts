import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { publish } from '../harness/dns.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newAddress, newCompany, type TestCompany } from '../harness/service.ts';
import { newColleague } from '../tenants/auth/identity-changes/people.ts';
import { newSsoCompany } from '../tenants/auth/sso/people.ts';

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

/** Each from an address of its own, because the limit of an address outlasts a test. */
const send = (path: string, fields: Record<string, string> = {}, of = visit) =>
	browse(of).post(`/team/sign-in${path}`, fields, {
		'Accept-Language': 'en',
		'CF-Connecting-IP': newAddress(),
	});
const settings = () => as(company.admin).get(`/companies/${company.id}/single-sign-on`);
const PROVIDER = { issuer: 'https://login.test.example', clientId: 'zubrot', clientSecret: 'a secret' };

test('a provider is set, its domains are proven by their records, and it is removed', async () => {
	const domain = `${company.id}.test.example`;
	expect((await send('', { ...PROVIDER, domains: `${domain}; two.example` })).status).toBe(303);
	const { domains } = (await settings()).body;
	const early = await send(`/domains/${domain}`);
	expect(early.status).toBe(409);
	expect(early.body).toContain('was not found yet');
	expect(early.body).toContain(domains[0].record.value);
	await publish(domains.find((one: { domain: string }) => one.domain === domain).record);
	expect((await send(`/domains/${domain}`)).status).toBe(303);
	const { body } = await browse(visit).get('/team/sign-in', { 'Accept-Language': 'en' });
	expect(body).toContain('verified on 7 March 2026');
	expect(body).not.toContain(PROVIDER.clientSecret);
	expect((await send('', { issuer: PROVIDER.issuer, clientId: 'zubrot', domains: domain })).status).toBe(303);
	expect((await send('/removal')).status).toBe(303);
	expect((await settings()).status).toBe(404);
});

test('a provider and a domain wait for a release, on their page, on Today and among the requests, in both languages', async () => {
	const domain = `${company.id}.test.example`;
	await send('', { ...PROVIDER, domains: domain });
	await publish((await settings()).body.domains[0].record);
	await send(`/domains/${domain}`);
	const open = async (path: string, language: string, of = visit) =>
		(await browse(of).get(path, { 'Accept-Language': language })).body;
	expect(await open('/team/sign-in', 'en')).toContain('This provider waits for a release');
	expect(await open('/team/sign-in', 'de')).toContain('wartet auf Freigabe');
	expect(await open('/today', 'en')).toContain('2 requests about signing in are open');
	expect(await open('/team/requests', 'en')).toContain('the release by a second administrator');
	const second = await visitOf(await newColleague(company.id));
	const list = await open('/team/requests', 'de', second);
	for (const text of [
		'https://login.test.example (zubrot)',
		domain,
		'Anbieter freigeben',
		'Domain freigeben',
	])
		expect(list).toContain(text);
	const { body } = await as(company.admin).get(`/companies/${company.id}/identity-changes`);
	const act = (what: string, index: number) =>
		browse(second).post(`/team/requests/${body[index].id}/${what}`, {}, { 'Accept-Language': 'en' });
	for (const index of [0, 1]) expect((await act('release', index)).status).toBe(303);
	expect((await settings()).body.dateReleased).not.toBeNull();
	const released = await open('/team/sign-in', 'en');
	expect(released).not.toContain('waits for a release');
	expect(await open('/team/requests', 'en')).toContain('Withdraw the release');
	expect((await act('end', 0)).status).toBe(303);
	expect((await settings()).body.dateReleased).toBeNull();
});

test('an invalid provider, domain or secret is refused at its field', async () => {
	const wrong = await send('', { ...PROVIDER, issuer: 'http://localhost', domains: 'no domain' });
	expect([wrong.status, pageOf(wrong.body).faultAt('domains')]).toEqual([400, expect.stringMatching(/./)]);
	const inside = await send('', { ...PROVIDER, issuer: 'https://login.intranet.local' });
	expect(inside.body).toContain('an https address that can be reached from the internet');
	const { clientSecret: _, ...without } = PROVIDER;
	const bare = await send('', without);
	expect([bare.status, pageOf(bare.body).faultAt('clientSecret')]).toEqual([400, expect.stringMatching(/./)]);
});

test('the test says where a provider signs people in, or why it does not answer', async () => {
	at(new Date().toISOString());
	const good = await newSsoCompany();
	const works = await send('/test', {}, await visitOf(good.admin));
	expect(works.body).toContain(`signs people in at ${new URL(env.IDENTITY_PROVIDER).host}`);
	const bad = await newSsoCompany({ issuer: `${env.IDENTITY_PROVIDER}/nowhere` });
	const fails = await send('/test', {}, await visitOf(bad.admin));
	expect(fails.status).toBe(200);
	expect(fails.body).toContain('does not respond as expected');
	const absent = await newSsoCompany({ issuer: 'http://localhost:9' });
	const silent = await send('/test', {}, await visitOf(absent.admin));
	expect(silent.body).toContain('(localhost:9 cannot be reached)');
});

test('the demand of a second factor and the days of leavers are saved, and nothing beside them', async () => {
	const saved = await send('/security', { secondFactorRequired: 'on', leaverAccessDays: '0' });
	expect(saved.status).toBe(303);
	const stored = await env.DB.prepare('SELECT * FROM companies WHERE id = ?').bind(company.id).first();
	expect(stored).toMatchObject({ second_factor_required: 1, leaver_access_days: 0 });
	const next = await send('/security', { leaverAccessDays: '367' });
	expect(next.headers.get('Location')).toBe('/console/account');
});
