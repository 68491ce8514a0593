import { beforeEach, describe, expect, test } from 'vitest';
import { ENTERPRISE, GROUP, USER } from '../../../src/entrances/scim/resource.ts';
import { type Client, newClient } from '../../harness/scim.ts';
import { call, uniqueEmail } from '../../harness/service.ts';

/** The cases of the SCIM validator of Microsoft Entra, and the requests that Microsoft's documentation shows. */

const ERROR = ['urn:ietf:params:scim:api:messages:2.0:Error'];
const LIST = ['urn:ietf:params:scim:api:messages:2.0:ListResponse'];
const UNKNOWN = '0b7c6b8e-4f0d-4a0e-9d0a-5e7c2f6a1b3c';

let client: Client;
let send: Client['send'];
let patch: Client['patch'];
beforeEach(async () => {
	client = await newClient();
	({ send, patch } = client);
});

let count = 0;
const random = (word: string) => `${word}-${++count}`;

/** A user with every attribute that the validator sends. Most are not kept. */
const wholeUser = () => ({
	userName: `${random('ada')}@corp.example`,
	active: true,
	displayName: 'ADALOVELACE',
	title: 'COUNTESS',
	emails: [{ type: 'work', value: uniqueEmail(), primary: true }],
	preferredLanguage: 'jgo-CM',
	name: {
		givenName: 'Ada',
		familyName: 'Lovelace',
		formatted: 'Ada Lovelace',
		middleName: 'King',
		honorificPrefix: 'Lady',
		honorificSuffix: 'I',
	},
	addresses: [
		{
			type: 'work',
			formatted: 'STREET',
			streetAddress: '12 St James Square',
			locality: 'LONDON',
			region: 'WESTMINSTER',
			postalCode: 'sw1y 4jh',
			primary: true,
			country: 'United Kingdom',
		},
	],
	phoneNumbers: [
		{ type: 'work', value: '20-555-0101', primary: true },
		{ type: 'mobile', value: '20-555-0102' },
		{ type: 'fax', value: '20-555-0103' },
	],
	[ENTERPRISE]: {
		employeeNumber: random('NUMBER'),
		department: 'ENGINES',
		costCenter: 'COST',
		organization: 'ANALYTICAL',
		division: 'FIRST',
		manager: { value: 'CHARLES' },
	},
	roles: [{ primary: 'True', display: 'AUTHOR', value: 'AUTHOR', type: 'ROLE' }],
	userType: 'MEMBER',
	nickName: 'ADA',
	locale: 'ENGLISH',
	timezone: 'America/Guayaquil',
	profileUrl: 'PROFILE',
	schemas: [USER, ENTERPRISE],
});

const wholeGroup = () => ({
	displayName: random('ENGINES'),
	externalId: crypto.randomUUID(),
	schemas: [GROUP],
});

/** The attributes of a whole user that Zubrot keeps. */
const keptOf = ({ userName, emails, preferredLanguage, name, ...user }: ReturnType<typeof wholeUser>) => ({
	userName,
	active: true,
	emails,
	preferredLanguage,
	name: { givenName: name.givenName, familyName: name.familyName },
	[ENTERPRISE]: { employeeNumber: user[ENTERPRISE].employeeNumber, costCenter: 'COST' },
});

async function created<G extends object>(path: string, given: G): Promise<G & { id: string }> {
	const { status, body } = await send('POST', path, given);
	expect(status).toBe(201);
	return { ...given, id: body.id };
}

const filtered = (path: string, filter: string, more = '') =>
	send('GET', `${path}?filter=${encodeURIComponent(filter)}${more}`);

const read = async (path: string) => (await send('GET', path)).body;

describe('the validator creates and finds users', () => {
	test('a new user, and the same user again', async () => {
		const user = wholeUser();
		const { status, body, headers } = await send('POST', '/Users', user);
		expect([status, headers.get('Content-Type')]).toEqual([201, 'application/scim+json']);
		expect(headers.get('Location')).toMatch(/^https:\/\/.+\/scim\/v2\/Users\//);
		expect(body).toMatchObject(keptOf(user));
		expect(await read(`/Users/${body.id}`)).toEqual(body);
		const again = { ...wholeUser(), userName: user.userName };
		expect(await send('POST', '/Users', again)).toMatchObject({
			status: 409,
			body: { schemas: ERROR, scimType: 'uniqueness', status: '409' },
		});
	});

	test('an existing user, also in another case, and one that does not exist', async () => {
		const { id, userName } = await created('/Users', wholeUser());
		for (const name of [userName, userName.toUpperCase()]) {
			expect((await filtered('/Users', `userName eq "${name}"`)).body).toMatchObject({
				schemas: LIST,
				totalResults: 1,
				Resources: [{ id, userName }],
			});
		}
		expect((await filtered('/Users', 'userName eq "nobody"')).body).toMatchObject({
			schemas: LIST,
			totalResults: 0,
			Resources: [],
		});
	});
});

describe('the validator changes users', () => {
	/** One operation for each attribute, with other values. */
	const verbose = (op: string, emails = uniqueEmail()) => {
		const { displayName, title, preferredLanguage, name, addresses, phoneNumbers, ...user } = wholeUser();
		const replaced = (path: string, value: unknown) => ({ op, path, value });
		return {
			emails,
			name,
			employeeNumber: user[ENTERPRISE].employeeNumber,
			operations: [
				replaced('active', true),
				replaced('displayName', displayName),
				replaced('title', title),
				replaced('emails[type eq "work"].value', emails),
				replaced('emails[type eq "work"].primary', true),
				replaced('preferredLanguage', 'gsw-CH'),
				...Object.entries(name).map(([part, value]) => replaced(`name.${part}`, value)),
				...Object.entries(addresses[0] ?? {}).map(([part, value]) =>
					replaced(`addresses[type eq "work"].${part}`, value),
				),
				...phoneNumbers.map(({ type, value }) => replaced(`phoneNumbers[type eq "${type}"].value`, value)),
				...['employeeNumber', 'department', 'costCenter', 'organization', 'division'].map((part) =>
					replaced(
						`${ENTERPRISE}:${part}`,
						part === 'employeeNumber' ? user[ENTERPRISE].employeeNumber : 'OTHER',
					),
				),
				replaced(`${ENTERPRISE}:manager`, { value: 'CHARLES' }),
				...['display', 'value', 'type'].map((part) => replaced(`roles[primary eq "True"].${part}`, 'OTHER')),
				replaced('userType', user.userType),
				replaced('nickName', user.nickName),
				replaced('locale', user.locale),
				replaced('timezone', user.timezone),
				replaced('profileUrl', user.profileUrl),
			],
		};
	};

	test.each([
		['replaces', 'replace', wholeUser],
		['adds', 'add', () => ({ userName: uniqueEmail(), schemas: [USER] })],
	])('it %s every attribute by an operation each', async (_, op, user) => {
		const { id, userName } = await created('/Users', user());
		const { operations, emails, employeeNumber } = verbose(op);
		const { status } = await patch(`/Users/${id}`, ...operations);
		expect(status).toBe(200);
		expect(await read(`/Users/${id}`)).toMatchObject({
			userName,
			emails: [{ value: emails, type: 'work', primary: true }],
			preferredLanguage: 'gsw-CH',
			name: { givenName: 'Ada', familyName: 'Lovelace' },
			[ENTERPRISE]: { employeeNumber, costCenter: 'OTHER' },
		});
	});

	test('it replaces several attributes by one object, and a primary address by a filter', async () => {
		const { id } = await created('/Users', wholeUser());
		const emails = uniqueEmail();
		await patch(
			`/Users/${id}`,
			{ op: 'replace', path: 'emails[primary eq true].value', value: emails },
			{ op: 'replace', path: 'addresses[primary eq true].country', value: 'Belize' },
			{
				op: 'replace',
				value: {
					externalId: 'E-2',
					displayName: 'OTHER',
					'name.givenName': 'Augusta',
					preferredLanguage: 'en',
					[`${ENTERPRISE}:costCenter`]: 'OTHER',
					active: true,
				},
			},
		);
		expect(await read(`/Users/${id}`)).toMatchObject({
			externalId: 'E-2',
			emails: [{ value: emails }],
			name: { givenName: 'Augusta' },
			preferredLanguage: 'en',
			[ENTERPRISE]: { costCenter: 'OTHER' },
		});
	});

	test('it changes the userName', async () => {
		const { id, emails } = await created('/Users', wholeUser());
		const userName = `${random('augusta')}@corp.example`;
		await patch(`/Users/${id}`, { op: 'replace', value: { userName } });
		expect(await read(`/Users/${id}`)).toMatchObject({ id, userName, emails });
	});

	test('it disables a user', async () => {
		const { id } = await created('/Users', wholeUser());
		expect((await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(200);
		expect((await read(`/Users/${id}`)).active).toBe(false);
		expect((await filtered('/Users', `id eq "${id}"`)).body.totalResults).toBe(1);
	});

	test('it adds, replaces and removes a manager, which changes nothing', async () => {
		const { id } = await created('/Users', wholeUser());
		const before = await read(`/Users/${id}`);
		const path = `${ENTERPRISE}:manager`;
		for (const operation of [
			{ op: 'add', path, value: { value: 'CHARLES' } },
			{ op: 'replace', path, value: { value: 'GEORGE' } },
			{ op: 'replace', path, value: { value: '' } },
			{ op: 'Add', path: 'manager', value: [{ $ref: `https://corp.example/Users/${id}`, value: id }] },
			{ op: 'Remove', path },
		]) {
			expect((await patch(`/Users/${id}`, operation)).status).toBe(200);
		}
		expect(await read(`/Users/${id}`)).toEqual(before);
	});

	test('it changes different attributes, and one attribute several times, in one request', async () => {
		const { id } = await created('/Users', wholeUser());
		await patch(
			`/Users/${id}`,
			{ op: 'remove', path: 'name.givenName' },
			{ op: 'add', path: 'name.familyName', value: 'First' },
			{ op: 'replace', path: 'name.familyName', value: 'Last' },
		);
		expect((await read(`/Users/${id}`)).name).toEqual({ familyName: 'Last' });
	});
});

test.each(['Users', 'Groups'])(
	'the validator deletes one of /%s twice, and one that does not exist',
	async (kind) => {
		const { id } = await created<object>(`/${kind}`, kind === 'Users' ? wholeUser() : wholeGroup());
		expect((await send('DELETE', `/${kind}/${id}`)).status).toBe(204);
		for (const [method, one] of [
			['GET', id],
			['DELETE', id],
			['DELETE', UNKNOWN],
		] as const) {
			const { status, body, headers } = await send(method, `/${kind}/${one}`);
			expect([status, headers.get('Content-Type')]).toEqual([404, 'application/scim+json']);
			expect(body).toMatchObject({ schemas: ERROR, status: '404', detail: expect.any(String) });
		}
	},
);

describe('the validator and groups', () => {
	test('a new group without members, and the same group again', async () => {
		const group = wholeGroup();
		const { status, body } = await send('POST', '/Groups', group);
		expect(status).toBe(201);
		expect(body).toMatchObject({ ...group, members: [], meta: { resourceType: 'Group' } });
		expect(body.meta.location).toMatch(/^https:/);
		expect(await send('POST', '/Groups', { ...wholeGroup(), displayName: group.displayName })).toMatchObject({
			status: 409,
			body: { schemas: ERROR, scimType: 'uniqueness' },
		});
	});

	test('a group is found by id and name, in another case too, and without its members', async () => {
		const { id, displayName, externalId } = await created('/Groups', wholeGroup());
		const { body: one } = await send('GET', `/Groups/${id}?excludedAttributes=members`);
		expect(one).toMatchObject({ id, displayName, externalId });
		expect(one).not.toHaveProperty('members');
		for (const name of [displayName, displayName.toLowerCase()]) {
			for (const more of ['', '&excludedAttributes=members']) {
				expect((await filtered('/Groups', `displayName eq "${name}"`, more)).body).toMatchObject({
					schemas: LIST,
					totalResults: 1,
					Resources: [{ id, displayName, externalId }],
				});
			}
		}
		expect((await filtered('/Groups', 'displayName eq "NOBODY"')).body.totalResults).toBe(0);
	});

	test('other attributes by an object', async () => {
		const { id } = await created('/Groups', wholeGroup());
		const [externalId, displayName] = [crypto.randomUUID(), random('OTHER')];
		expect((await patch(`/Groups/${id}`, { op: 'replace', value: { externalId } })).status).toBe(200);
		expect((await patch(`/Groups/${id}`, { op: 'replace', value: { displayName } })).status).toBe(200);
		expect(await read(`/Groups/${id}`)).toMatchObject({ id, externalId, displayName });
	});

	test('members are added, removed, and both in one request', async () => {
		const { id } = await created('/Groups', wholeGroup());
		const [ada, grace] = [await created('/Users', wholeUser()), await created('/Users', wholeUser())];
		const value = [{ value: ada.id }, { value: grace.id }];
		const members = async () =>
			(await read(`/Groups/${id}`)).members.map((one: { value: string }) => one.value);
		await patch(`/Groups/${id}`, { op: 'replace', path: 'members', value });
		expect(await members()).toEqual([ada.id, grace.id]);
		await patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${ada.id}"]` });
		expect(await members()).toEqual([grace.id]);
		await patch(
			`/Groups/${id}`,
			{ op: 'add', path: 'members', value: [{ value: ada.id }] },
			{ op: 'remove', path: `members[value eq "${ada.id}"]` },
		);
		expect(await members()).toEqual([grace.id]);
	});
});

describe('Microsoft’s documentation', () => {
	/** A user as “Create User” shows one: a `userName` without a domain, and an address of another kind. */
	const documented = () => ({
		schemas: [USER, ENTERPRISE],
		externalId: crypto.randomUUID(),
		userName: `Test_User_${crypto.randomUUID()}`,
		active: true,
		emails: [{ primary: true, type: 'work', value: `Test_User_${crypto.randomUUID()}@testuser.example` }],
		meta: { resourceType: 'User' },
		name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
		roles: [],
	});

	test('the test of the connection asks for an id at random', async () => {
		const { status, body } = await filtered('/Users', `userName eq "${crypto.randomUUID()}"`);
		expect([status, body.schemas, body.Resources]).toEqual([200, LIST, []]);
	});

	test('a user is created, found and changed', async () => {
		const user = documented();
		const { status, body } = await send('POST', '/Users', user);
		expect(status).toBe(201);
		const { externalId, userName, emails } = user;
		expect(body).toMatchObject({
			externalId,
			userName,
			emails,
			name: { familyName: 'Lovelace', givenName: 'Ada' },
		});
		expect((await filtered('/Users', `userName eq "${userName}"`)).body.Resources).toMatchObject([
			{ id: body.id },
		]);
		const changed = await patch(
			`/Users/${body.id}`,
			{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@corp.example' },
			{ op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
		);
		expect(changed).toMatchObject({
			status: 200,
			body: {
				userName,
				emails: [{ value: 'updatedEmail@corp.example' }],
				name: { familyName: 'updatedFamilyName' },
			},
		});
		const renamed = `${crypto.randomUUID()}@testuser.example`;
		const answer = await patch(`/Users/${body.id}`, { op: 'Replace', path: 'userName', value: renamed });
		expect(answer.body).toMatchObject({
			userName: renamed,
			emails: [{ value: 'updatedEmail@corp.example' }],
		});
		const disabled = await patch(`/Users/${body.id}`, { op: 'Replace', path: 'active', value: false });
		expect([disabled.status, disabled.body.active]).toEqual([200, false]);
	});

	test('a user with empty attributes, and a schema that is written wrongly, is created', async () => {
		const emails = [{ type: 'work', value: uniqueEmail(), primary: true }];
		const user = {
			schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0User'],
			externalId: 'ada',
			userName: 'ada@testuser.example',
			active: true,
			addresses: null,
			displayName: 'Ada Lovelace',
			emails,
			meta: { resourceType: 'User' },
			name: { familyName: 'Lovelace', givenName: 'Ada' },
			phoneNumbers: null,
			preferredLanguage: null,
			title: null,
			department: null,
			manager: null,
		};
		const { status, body } = await send('POST', '/Users', user);
		expect([status, body.emails]).toEqual([201, emails]);
		expect((await filtered('/Users', 'externalId eq ada')).body.Resources).toMatchObject([{ id: body.id }]);
		expect((await filtered('/Users', 'externalId eq "ada"')).body.totalResults).toBe(1);
		const asked = await filtered(
			'/Users',
			`id eq "${body.id}" and manager eq "${UNKNOWN}"`,
			'&attributes=id',
		);
		expect(asked.body).toMatchObject({ totalResults: 0 });
	});

	test('several attributes are replaced, as with and without the flag for the newer form', async () => {
		const { id } = (await send('POST', '/Users', documented())).body;
		const [older, newer] = [uniqueEmail(), uniqueEmail()];
		const number = `${ENTERPRISE}:employeeNumber`;
		const first = await patch(
			`/Users/${id}`,
			{ op: 'Replace', path: 'displayName', value: 'Ada L.' },
			{ op: 'Replace', path: 'emails[type eq "work"].value', value: older },
			{ op: 'Replace', path: 'name.givenName', value: 'Augusta' },
			{ op: 'Replace', path: 'name.familyName', value: 'King' },
			{ op: 'Replace', path: 'externalId', value: 'E-1' },
			{ op: 'Replace', path: number, value: random('N') },
			{ op: 'Add', path: 'nickName', value: 'Ada' },
		);
		expect(first.body).toMatchObject({
			externalId: 'E-1',
			emails: [{ value: older }],
			name: { familyName: 'King' },
		});
		const second = await patch(
			`/Users/${id}`,
			{ op: 'replace', path: 'emails[type eq "work"].value', value: newer },
			{
				op: 'replace',
				value: {
					displayName: 'A. L.',
					'name.givenName': 'Ada',
					'name.familyName': 'Byron',
					[number]: random('N'),
				},
			},
		);
		expect(second.body).toMatchObject({
			emails: [{ value: newer }],
			name: { givenName: 'Ada', familyName: 'Byron' },
		});
		for (const value of ['False', false]) {
			const ended = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value });
			expect([ended.status, ended.body.active]).toEqual([200, false]);
		}
	});

	test('a group is created, read without members, renamed, filled, emptied and deleted', async () => {
		const displayName = random('displayName');
		const given = {
			schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
			externalId: crypto.randomUUID(),
			displayName,
			meta: { resourceType: 'Group' },
		};
		const { status, body } = await send('POST', '/Groups', given);
		expect([status, body.members, body.externalId]).toEqual([201, [], given.externalId]);
		const path = `/Groups/${body.id}`;
		const query = `/Groups?excludedAttributes=members&filter=displayName eq "${displayName}"`;
		expect((await send('GET', query)).body.Resources).toMatchObject([{ id: body.id, displayName }]);
		const renamed = await patch(path, {
			op: 'Replace',
			path: 'displayName',
			value: `${displayName} updated`,
		});
		expect(renamed.body).toMatchObject({ id: body.id, displayName: `${displayName} updated` });
		const { id } = (await send('POST', '/Users', documented())).body;
		const member = [{ $ref: null, value: id }];
		expect((await patch(path, { op: 'Add', path: 'members', value: member })).body.members).toMatchObject([
			{ value: id },
		]);
		const asked = `id eq "${body.id}" and members eq "${id}"`;
		expect((await filtered('/Groups', asked)).body.totalResults).toBe(1);
		expect((await patch(path, { op: 'Remove', path: 'members', value: member })).body.members).toEqual([]);
		await patch(path, { op: 'Add', path: 'members', value: [{ value: id }] });
		expect(
			(await patch(path, { op: 'Remove', path: 'members', value: [{ value: id }] })).body.members,
		).toEqual([]);
		expect((await send('DELETE', path)).status).toBe(204);
	});

	test('the schemas come as a list, with names of values in camel case and no nulls', async () => {
		const { body } = await send('GET', '/Schemas');
		expect(body).toMatchObject({ schemas: LIST, totalResults: 4 });
		expect(JSON.stringify(body)).not.toContain('null');
		const attributes = body.Resources.flatMap(({ attributes }: { attributes: object[] }) => attributes);
		for (const { mutability } of attributes) expect(['readWrite', 'readOnly']).toContain(mutability);
	});

	test('each response has the content type of SCIM, also to a key that is no key', async () => {
		const answer = await call('GET', '/scim/v2/Users', undefined, { Authorization: 'Bearer zub_live_0' });
		expect([answer.status, answer.headers.get('Content-Type')]).toEqual([401, 'application/scim+json']);
	});
});
