import { expect, test } from 'vitest';
import { ENTERPRISE } from '../../../src/entrances/scim/resource.ts';
import { newClient, numbered } from '../../harness/scim.ts';

test('lists are filtered and come in pages', async () => {
	const { newPerson, send } = await newClient();
	const people = [];
	for (const [givenName, number] of [
		['Ada', '1'],
		['Adele', '2'],
		['Grace', '3'],
	] as const) {
		people.push((await newPerson({ name: { givenName }, ...numbered(number) })).body);
	}
	const list = async (filter: string) => {
		const { status, body } = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
		return status === 200
			? body.Resources.map(({ name }: { name: { givenName: string } }) => name.givenName)
			: body.scimType;
	};
	const { userName } = people[0];
	for (const [filter, expected] of [
		[`userName eq "${userName.toUpperCase()}"`, ['Ada']],
		[`emails[type eq "work"].value eq "${userName}"`, ['Ada']],
		[`${ENTERPRISE}:employeeNumber eq "2"`, ['Adele']],
		['NAME.GIVENNAME eq "ADA"', ['Ada']],
		[`emails[type eq "home"].value eq "${userName}"`, 'invalidFilter'],
		['name.givenName sw "ad"', ['Ada', 'Adele']],
		['name.givenName co "d" and name.givenName co "l"', ['Adele']],
		['active eq true', ['Ada', 'Adele', 'Grace']],
		['active eq false', []],
		[`id eq "${people[2].id}"`, ['Grace']],
		['userName pr', 'invalidFilter'],
		['userName eq "a" or userName eq "b"', 'invalidFilter'],
		['password eq "x"', 'invalidFilter'],
		['name.givenName eq "%" --', 'invalidFilter'],
	] as const) {
		expect.soft([filter, await list(filter)]).toEqual([filter, expected]);
	}
	const page = (await send('GET', '/Users?startIndex=2&count=1')).body;
	expect(page).toMatchObject({
		totalResults: 3,
		startIndex: 2,
		itemsPerPage: 1,
		Resources: [{ id: people[1].id }],
	});
	expect((await send('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] });
	expect((await send('GET', '/Users?count=x')).status).toBe(400);
});

test('the service tells what it can do', async () => {
	const { send } = await newClient();
	expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({
		patch: { supported: true },
		etag: { supported: true },
	});
	const types = (await send('GET', '/ResourceTypes')).body.Resources;
	const schemas = (await send('GET', '/Schemas')).body.Resources.map(({ id }: { id: string }) => id);
	for (const { id, schema, schemaExtensions } of types) {
		expect((await send('GET', `/ResourceTypes/${id}`)).body.schema).toBe(schema);
		for (const one of [
			schema,
			...schemaExtensions.map((extension: { schema: string }) => extension.schema),
		]) {
			expect(schemas).toContain(one);
			expect((await send('GET', `/Schemas/${one}`)).body.id).toBe(one);
		}
	}
});

test('attributes are chosen or left out; id and schemas always come', async () => {
	const { newPerson, send } = await newClient();
	const { id, userName } = (await newPerson()).body;
	const keysOf = async (query: string) => {
		const { body } = await send('GET', `/Users${query}`);
		return Object.keys(body.Resources?.[0] ?? body).sort();
	};
	expect(await keysOf('?attributes=UserName,name.givenName')).toEqual(['id', 'name', 'schemas', 'userName']);
	expect(await keysOf(`/${id}?attributes=active`)).toEqual(['active', 'id', 'schemas']);
	const without = await keysOf(`/${id}?excludedAttributes=id,groups,Emails`);
	expect(without).toEqual(expect.arrayContaining(['id', 'userName', 'active']));
	expect(without).not.toEqual(expect.arrayContaining(['groups']));
	expect(without).not.toEqual(expect.arrayContaining(['emails']));
	expect(
		(await send('GET', `/Users?filter=${encodeURIComponent(`userName sw "${userName.slice(0, 9)}"`)}`))
			.status,
	).toBe(200);
});
