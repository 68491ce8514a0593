import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { bearing, newApiKey } from '../harness/keys.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, call, newCompany, newUser, type TestCompany, uniqueEmail } from '../harness/service.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
});

const open = () => browse(visit).get('/integrations', ENGLISH);
const send = (path: string, fields: Record<string, string | string[]> = {}) =>
	browse(visit).post(`/integrations${path}`, fields, ENGLISH);
const keys = async () => (await as(company.admin).get(`/companies/${company.id}/api-keys`)).body;
const keyIn = (body: string): string => /zub_live_\w{49}/.exec(body)?.[0] ?? '';
const asKey = (key: string, path: string) =>
	call('GET', path, undefined, { Authorization: `Bearer ${key}` }).then(({ status }) => status);

test('a key is shown once, works for what was chosen, and is revoked', async () => {
	const wish = { name: 'HR', rights: 'readPeople', operations: 'readCompany', dateExpires: '2026-12-31' };
	const made = await send('', { ...wish, _key: 'made once' });
	expect(made.status).toBe(200);
	const key = keyIn(made.body);
	expect(await asKey(key, '/employees')).toBe(200);
	expect(await asKey(key, `/companies/${company.id}`)).toBe(200);
	expect(await asKey(key, `/companies/${company.id}/mails`)).toBe(403);
	expect(keyIn((await send('', { ...wish, _key: 'made once' })).body)).toBe('');
	const [{ id, dateExpires }, ...others] = await keys();
	expect({ dateExpires, others }).toEqual({ dateExpires: '2026-12-31T23:59:59.999Z', others: [] });
	const listed = await open();
	expect(listed.body).toContain('valid until 31 December 2026');
	expect(keyIn(listed.body)).toBe('');
	expect((await send(`/${id}/revoke`)).status).toBe(400);
	expect((await send(`/${id}/revoke`, { reason: 'ROTATED' })).status).toBe(303);
	at('2026-03-07T12:00:11.000Z');
	expect(await asKey(key, '/employees')).toBe(401);
	expect(
		pageOf((await open()).body)
			.all('listitem')
			.map(({ text }) => text),
	).toContainEqual(expect.stringMatching(/ revoked /));
});

test('a key that somebody else may have used ends its invitations, and the page names the people', async () => {
	const { id, key } = await newApiKey(company, ['createEmployee']);
	const email = uniqueEmail();
	const invited = { email, companyId: company.id, firstName: 'Ada', lastName: 'Lovelace' };
	expect((await bearing(key, 'POST', '/employees', invited)).status).toBe(201);
	const { status, body } = await send(`/${id}/revoke`, { reason: 'COMPROMISED' });
	expect(status).toBe(200);
	expect(
		pageOf(body)
			.all('listitem')
			.map(({ text }) => text),
	).toContainEqual(expect.stringContaining(`Ada Lovelace ${email}`));
	expect((await send(`/${id}/revoke`, { reason: 'COMPROMISED' })).status).toBe(303);
});

test('a token for SCIM is allowed nothing else, and its address stands beside it', async () => {
	const { body } = await send('', { name: 'SCIM', operations: 'provisionPeople' });
	expect(body).toContain('/scim/v2');
	expect(await asKey(keyIn(body), '/employees')).toBe(403);
	expect((await keys())[0].operations).toEqual(['provisionPeople']);
});

test('invitations of people from the identity provider are switched beside its token, unless somebody was faster', async () => {
	const stored = async () =>
		(await as(company.admin).get(`/companies/${company.id}`)).body.inviteFromDirectory;
	const isOn = async () => {
		const [box] = pageOf((await open()).body).select('[name="inviteFromDirectory"]');
		return box?.attribute('checked') !== null;
	};
	expect([await isOn(), await stored()]).toEqual([false, false]);
	const { status, headers } = await send('/invitations', { inviteFromDirectory: 'on' });
	expect([status, headers.get('Location')]).toEqual([303, expect.stringContaining('saved')]);
	expect([await isOn(), await stored()]).toEqual([true, true]);
	const german = await browse(visit).get('/integrations', { 'Accept-Language': 'de' });
	expect(german.body).toContain('Personen einladen, sobald der Identitätsanbieter sie anlegt');
	const stale = await send('/invitations', { _etag: '"stale"' });
	expect([stale.status, await stored()]).toEqual([412, true]);
	await send('/invitations');
	expect([await isOn(), await stored()]).toEqual([false, false]);
});

test('a key without rights, and one that has ended already, are refused at their fields', async () => {
	const none = await send('', { name: 'HR' });
	expect([none.status, pageOf(none.body).faultAt('rights')]).toEqual([400, expect.stringMatching(/./)]);
	const past = await send('', { name: 'HR', rights: 'readPeople', dateExpires: '2026-03-06' });
	expect([past.status, pageOf(past.body).faultAt('dateExpires')]).toEqual([400, expect.stringMatching(/./)]);
	expect(pageOf(past.body).values('name')).toEqual(['HR']);
	expect(await keys()).toEqual([]);
});

test('keys and the provider are changed only with a fresh proof, and no secret is kept meanwhile', async () => {
	at('2026-03-07T12:15:01.000Z');
	const { status, body } = await send('', { name: 'HR', rights: 'readPeople' });
	expect(status).toBe(403);
	expect(body).toContain('readPeople');
	for (const path of ['', '/test', '/removal', '/domains/a.example'])
		expect((await browse(visit).post(`/team/sign-in${path}`, { clientSecret: 'whispered' })).status).toBe(
			403,
		);
	const asked = await browse(visit).post('/team/sign-in', { issuer: 'kept', clientSecret: 'whispered' });
	expect(asked.body).toContain('kept');
	expect(asked.body).not.toContain('whispered');
	expect(await keys()).toEqual([]);
});

test('nobody makes a key that may do more than oneself', async () => {
	const platform = await visitOf(await newUser(['PLATFORM_ADMIN']));
	const path = `/integrations?company=${company.id}`;
	expect((await browse(platform).get(path, ENGLISH)).body).not.toContain('Create token');
	const { status } = await browse(platform).post(path, { name: 'SCIM', operations: 'provisionPeople' });
	expect([status, await keys()]).toEqual([403, []]);
});
