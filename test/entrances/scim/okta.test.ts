import { beforeEach, describe, expect, test } from 'vitest';
import { GROUP, USER } from '../../../src/entrances/scim/resource.ts';
import { type Client, newClient } from '../../harness/scim.ts';
import { call, uniqueEmail } from '../../harness/service.ts';

/** Okta's test suite for Runscope (SCIM 2.0), and the requests that Okta's reference of the protocol shows. */

const ERROR = ['urn:ietf:params:scim:api:messages:2.0:Error'];
const LIST = ['urn:ietf:params:scim:api:messages:2.0:ListResponse'];

let client: Client;
beforeEach(async () => {
	client = await newClient();
});

/** The headers that the suite sends with everything but a creation. */
const headers = () => ({
	'Accept-Charset': 'utf-8',
	'Content-Type': 'application/scim+json; charset=utf-8',
	Accept: 'application/scim+json',
	Authorization: `Bearer ${client.key}`,
	'User-Agent': 'OKTA SCIM Integration',
});

const get = (path: string, more: Record<string, string> = {}) =>
	call('GET', `/scim/v2${path}`, undefined, { ...headers(), ...more });

const post = (body: object) =>
	call('POST', '/scim/v2/Users', body, {
		'Content-Type': 'application/json',
		Accept: 'application/scim+json; charset=utf-8',
		Authorization: `Bearer ${client.key}`,
	});

const suiteUser = (userName: string, email: string) => ({
	schemas: [USER],
	userName,
	name: { givenName: 'Runscope300', familyName: 'Lovelace' },
	emails: [{ primary: true, value: email, type: 'work' }],
	displayName: 'Runscope300 Lovelace',
	active: true,
});

describe('the suite for Runscope', () => {
	test('reads users, by list and by id', async () => {
		await post(suiteUser(uniqueEmail(), uniqueEmail()));
		const { status, body } = await get('/Users?count=1&startIndex=1');
		expect([status, body.schemas]).toEqual([200, LIST]);
		for (const name of ['itemsPerPage', 'startIndex', 'totalResults']) expect(body[name]).toBe(1);
		const whole = {
			id: expect.stringMatching(/./),
			name: { familyName: expect.stringMatching(/./), givenName: expect.stringMatching(/./) },
			userName: expect.stringMatching(/./),
			active: true,
			emails: [{ value: expect.stringMatching(/@/) }],
		};
		expect(body.Resources).toMatchObject([whole]);
		const [{ id }] = body.Resources;
		expect(await get(`/Users/${id}`)).toMatchObject({ status: 200, body: { ...whole, id } });
	});

	test('does not find users who do not exist', async () => {
		for (const name of ['abcdefgh@example.com', uniqueEmail()]) {
			expect(await get(`/Users?filter=userName eq "${name}"`)).toMatchObject({
				status: 200,
				body: { schemas: LIST, totalResults: 0 },
			});
		}
		for (const id of ['010101001010101011001010101011', '00919288221112222']) {
			expect(await get(`/Users/${id}`)).toMatchObject({
				status: 404,
				body: { schemas: ERROR, status: '404', detail: expect.stringMatching(/./) },
			});
		}
	});

	test('creates a user once, whose userName is found in capital letters', async () => {
		const [userName, email] = [uniqueEmail(), uniqueEmail()];
		const { status, body } = await post(suiteUser(userName, email));
		expect(status).toBe(201);
		const kept = { userName, active: true, name: { givenName: 'Runscope300', familyName: 'Lovelace' } };
		expect(body).toMatchObject({ ...kept, id: expect.stringMatching(/./) });
		expect(body.schemas).toContain(USER);
		expect(await get(`/Users/${body.id}`)).toMatchObject({ status: 200, body: kept });
		expect((await post(suiteUser(userName, userName))).status).toBe(409);
		const caps = await get(`/Users?filter=userName eq "${userName.toUpperCase()}"`);
		expect(caps).toMatchObject({ status: 200, body: { totalResults: 1, Resources: [{ id: body.id }] } });
	});

	test('reads groups, and is refused without a token', async () => {
		await client.send('POST', '/Groups', { displayName: 'Engines' });
		const groups = await get('/Groups');
		expect([groups.status, groups.body.Resources.length]).toEqual([200, 1]);
		const userName = uniqueEmail().toUpperCase();
		expect(
			await get(`/Users?filter=userName eq "${userName}"`, { Authorization: 'non-token' }),
		).toMatchObject({
			status: 401,
			body: { schemas: ERROR, status: '401', detail: expect.stringMatching(/./) },
		});
	});
});

/** A user as Okta's reference shows one. */
const documented = () => {
	const userName = uniqueEmail();
	return {
		schemas: [USER],
		userName,
		name: { givenName: 'Ada', familyName: 'Lovelace' },
		emails: [{ primary: true, value: userName, type: 'work' }],
		displayName: 'Ada Lovelace',
		locale: 'en-US',
		externalId: '00ujl29u0le5T6Aj10h7',
		groups: [],
		password: '1mz050nq',
		active: true,
	};
};

describe('Okta’s reference of the protocol', () => {
	test('a user is looked for, created, read and imported', async () => {
		const { send } = client;
		const user = documented();
		const asked = `/Users?filter=${encodeURIComponent(`userName eq "${user.userName}"`)}&startIndex=1&count=100`;
		expect((await send('GET', asked)).body).toMatchObject({ schemas: LIST, totalResults: 0, Resources: [] });
		const { status, body } = await send('POST', '/Users', user);
		expect(status).toBe(201);
		expect(body).toMatchObject({
			externalId: user.externalId,
			userName: user.userName,
			active: true,
			groups: [],
		});
		expect(JSON.stringify(body)).not.toContain(user.password);
		expect((await send('POST', '/Users', user)).body).toMatchObject({ schemas: ERROR, status: '409' });
		expect((await send('GET', '/Users?startIndex=1&count=100')).body).toMatchObject({
			totalResults: 1,
			startIndex: 1,
			itemsPerPage: 1,
		});
	});

	test('a user is changed by PUT with what was read, and deactivated and activated by PATCH and PUT', async () => {
		const { send, patch } = client;
		const { body } = await send('POST', '/Users', documented());
		const path = `/Users/${body.id}`;
		const read = (await send('GET', path)).body;
		const [{ value }] = body.emails;
		const given = {
			schemas: [USER],
			id: body.id,
			userName: body.userName,
			name: { givenName: 'Another', middleName: 'Excited', familyName: 'Lovelace' },
			emails: [{ primary: true, value, type: 'work', display: value }],
			active: true,
			groups: [],
			meta: { resourceType: 'User' },
		};
		const changed = await send('PUT', path, given);
		expect(changed).toMatchObject({
			status: 200,
			body: { ...read, name: { givenName: 'Another' }, meta: {} },
		});
		const off = await patch(path, { op: 'replace', value: { active: false } });
		expect([off.status, off.body.active]).toEqual([200, false]);
		expect((await patch(path, { op: 'replace', value: { active: true } })).body.active).toBe(true);
		expect((await send('PUT', path, { ...given, active: false })).body.active).toBe(false);
		expect((await send('PUT', path, given)).body.active).toBe(true);
	});

	test('a group is pushed, renamed, filled and unlinked', async () => {
		const { send, patch, newPerson } = client;
		const pushed = await send('POST', '/Groups', {
			schemas: [GROUP],
			displayName: 'Test SCIMv2',
			members: [],
		});
		expect(pushed).toMatchObject({ status: 201, body: { displayName: 'Test SCIMv2', members: [] } });
		const path = `/Groups/${pushed.body.id}`;
		expect((await send('GET', '/Groups?startIndex=1&count=100')).body.totalResults).toBe(1);
		expect((await send('GET', path)).body.displayName).toBe('Test SCIMv2');
		const named = (displayName: string) => ({
			op: 'replace',
			value: { id: crypto.randomUUID(), displayName },
		});
		expect((await patch(path, named('Test SCIMv2'))).status).toBe(200);
		expect((await patch(path, named('Test SCIMv20'))).body).toMatchObject({
			id: pushed.body.id,
			displayName: 'Test SCIMv20',
		});
		const [ada, grace] = [(await newPerson()).body, (await newPerson()).body];
		const member = ({ id, userName }: typeof ada) => ({ value: id, display: userName });
		await patch(path, { op: 'add', path: 'members', value: [member(ada)] });
		const moved = await patch(
			path,
			{ op: 'remove', path: `members[value eq "${ada.id}"]` },
			{ op: 'add', path: 'members', value: [member(grace)] },
		);
		expect(moved.body.members).toMatchObject([{ value: grace.id }]);
		const whole = await patch(path, { op: 'replace', path: 'members', value: [member(ada), member(grace)] });
		expect(whole.body.members).toHaveLength(2);
		const put = await send('PUT', path, {
			schemas: [GROUP],
			displayName: 'Test SCIMv2',
			members: [member(ada)],
		});
		expect(put.body).toMatchObject({ displayName: 'Test SCIMv2', members: [{ value: ada.id }] });
		expect((await send('DELETE', path)).status).toBe(204);
		expect((await send('GET', path)).status).toBe(404);
	});
});
