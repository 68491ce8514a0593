import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, call, newUser } from '../harness/service.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

const open = async (query = '') =>
	(await browse(visit).get(`/platform/keys${query}`, ENGLISH)).body as string;
const send = (path: string, fields: Record<string, string | string[]> = {}) =>
	browse(visit).post(`/platform/keys${path}`, fields, ENGLISH);
const keyIn = (body: string): string => /zub_live_\w{49}/.exec(body)?.[0] ?? '';
const keysNamed = async (name: string) =>
	(await as(visit).get('/api-keys')).body.filter((key: { name: string }) => key.name === name);
const asKey = (key: string, path: string) =>
	call('GET', path, undefined, { Authorization: `Bearer ${key}` }).then(({ status }) => status);

test('a key of the platform is shown once, works for what was chosen, and is revoked', async () => {
	const wish = { name: 'Onboarding', operations: ['listCompanies', 'createCompany'], _key: 'made once' };
	const made = await send('', wish);
	expect(made.status).toBe(200);
	const key = keyIn(made.body);
	expect(await asKey(key, '/companies?limit=1')).toBe(200);
	expect(await asKey(key, '/users?limit=1')).toBe(403);
	expect(keyIn((await send('', wish)).body)).toBe('');
	const listed = await open();
	expect(listed).toContain('Onboarding');
	expect(keyIn(listed)).toBe('');
	const [{ id, operations }] = await keysNamed('Onboarding');
	expect(operations).toEqual(wish.operations);
	expect((await send(`/${id}/revoke`, { reason: 'ROTATED' })).headers.get('Location')).toBe(
		'/console/platform/keys?saved=key',
	);
	at('2026-03-07T12:00:11.000Z');
	expect(await asKey(key, '/companies?limit=1')).toBe(401);
	expect(
		pageOf(await open())
			.all('listitem')
			.map(({ text }) => text),
	).toContainEqual(expect.stringMatching(/ revoked /));
});

test.each([
	['nothing', {}],
	['what only keys of companies may do', { operations: 'listEmployees' }],
])('a key that may do %s is refused at its field, and what was typed stays', async (_, operations) => {
	const { status, body } = await send('', { name: 'Refused', ...operations });
	expect(status).toBe(400);
	expect(pageOf(body).faultAt('operations')).toMatch(/./);
	expect(pageOf(body).values('name')).toEqual(['Refused']);
	expect(await keysNamed('Refused')).toEqual([]);
});

test('making and revoking a key ask for a fresh proof of who one is', async () => {
	await send('', { name: 'Kept', operations: 'readCompany' });
	const [{ id }] = await keysNamed('Kept');
	at('2026-03-07T12:15:00.000Z');
	for (const path of ['', `/${id}/revoke`]) {
		const { status, body } = await send(path, { name: 'Late', operations: 'readCompany' });
		expect(status, path).toBe(403);
		expect(pageOf(body).select('[type=password]'), path).toHaveLength(1);
	}
	expect(await keysNamed('Late')).toEqual([]);
	expect(await keysNamed('Kept')).toMatchObject([{ dateRevoked: null }]);
});
