import { expect, test } from 'vitest';
import { GROUP, groupId } from '../../../src/entrances/scim/resource.ts';
import { eventsOfMeanwhile } from '../../harness/events.ts';
import { type Client, newClient } from '../../harness/scim.ts';

const found = async ({ send }: Client, filter: string): Promise<string[]> => {
	const { body } = await send('GET', `/Groups?filter=${encodeURIComponent(filter)}`);
	return body.Resources.map(({ displayName }: { displayName: string }) => displayName);
};

const taken = { status: 409, body: { status: '409', scimType: 'uniqueness' } };

test('a group without members is stored, found and returned', async () => {
	const client = await newClient();
	const { send, company } = client;
	const events = await eventsOfMeanwhile(company.admin, async () => {
		const created = await send('POST', '/Groups', { displayName: 'Sales', externalId: 'G-1' });
		expect(created).toMatchObject({
			status: 201,
			body: { id: groupId('Sales'), displayName: 'Sales', externalId: 'G-1', members: [] },
		});
		expect((await send('GET', `/Groups/${groupId('Sales')}`)).body).toEqual(created.body);
		expect(created.headers.get('Location')).toBe(`https://zubrot.example/scim/v2/Groups/${groupId('Sales')}`);
	});
	expect(events).toMatchObject([{ type: 'group.created', after: { name: 'Sales', externalId: 'G-1' } }]);
	for (const filter of [
		'displayName eq "sales"',
		`${GROUP}:displayName eq "Sales"`,
		'externalId eq "G-1"',
		`id eq "${groupId('Sales')}"`,
		'displayName co "ale" and externalId sw "G"',
	]) {
		expect.soft([filter, await found(client, filter)]).toEqual([filter, ['Sales']]);
	}
	expect(await found(client, 'externalId eq "g-1"')).toEqual([]);
	expect((await send('GET', '/Groups')).body).toMatchObject({ totalResults: 1 });
});

test('a group that has lost its members stays, one that was deleted goes', async () => {
	const { newMember, send, patch, company } = await newClient();
	const { id } = await newMember('sales');
	const path = `/Groups/${groupId('sales')}`;
	await patch(path, { op: 'remove', path: 'members', value: [{ value: id }] });
	expect((await send('GET', path)).body.members).toEqual([]);
	const events = await eventsOfMeanwhile(company.admin, async () =>
		expect((await send('DELETE', path)).status).toBe(204),
	);
	expect(events).toMatchObject([{ type: 'group.removed', before: { name: 'sales' }, after: { name: null } }]);
	for (const method of ['GET', 'DELETE']) expect((await send(method, path)).status).toBe(404);
	expect((await patch(path, { op: 'add', path: 'members', value: [{ value: id }] })).status).toBe(404);
	expect((await send('PUT', path, { displayName: 'sales' })).status).toBe(404);
});

test('a renamed group keeps its id and its members, whose groups follow', async () => {
	const client = await newClient();
	const { newMember, send, patch, admin, company } = client;
	const { id } = await newMember('sales');
	await admin.put(`/employees/${id}`, { groups: ['first', 'sales', 'last'] });
	const path = `/Groups/${groupId('sales')}`;
	const events = await eventsOfMeanwhile(company.admin, () =>
		patch(path, { op: 'Replace', path: 'displayName', value: 'Support' }),
	);
	expect(events).toMatchObject([
		{ type: 'group.updated', before: { name: 'sales' }, after: { name: 'Support' } },
		{ type: 'employee.updated', after: { groups: ['first', 'Support', 'last'] } },
	]);
	const renamed = await send('PUT', path, { displayName: 'Care', externalId: 'G-2' });
	expect(renamed).toMatchObject({
		status: 200,
		body: { id: groupId('sales'), displayName: 'Care', externalId: 'G-2', members: [{ value: id }] },
	});
	expect((await admin.get(`/employees/${id}`)).body.groups).toEqual(['first', 'Care', 'last']);
	expect((await send('GET', `/Users/${id}`)).body.groups[1]).toEqual({
		value: groupId('sales'),
		display: 'Care',
	});
	expect(await found(client, 'displayName eq "sales"')).toEqual([]);
	expect(await found(client, `members eq "${id}" and displayName eq "care"`)).toEqual(['Care']);
	expect((await patch(path, { op: 'remove', path: 'externalId' })).body).not.toHaveProperty('externalId');
});

test('the first name of a renamed group can be used again, under another id', async () => {
	const client = await newClient();
	const { newPerson, send, patch, admin } = client;
	await send('POST', '/Groups', { displayName: 'sales' });
	await patch(`/Groups/${groupId('sales')}`, { op: 'replace', value: { displayName: 'care' } });
	const { body: person } = await newPerson();
	await admin.put(`/employees/${person.id}`, { groups: ['sales'] });
	const { status, body } = await send('POST', '/Groups', { displayName: 'sales' });
	expect([status, body.members]).toMatchObject([201, [{ value: person.id }]]);
	expect(body.id).not.toBe(groupId('sales'));
	expect((await send('GET', `/Groups/${body.id}`)).body).toEqual(body);
	expect((await send('GET', `/Groups/${groupId('sales')}`)).body.displayName).toBe('care');
	expect(await found(client, 'displayName co "a"')).toEqual(['care', 'sales']);
});

test('two groups never have one name, in whatever case', async () => {
	const { newPerson, send, patch, admin } = await newClient();
	await send('POST', '/Groups', { displayName: 'sales' });
	await send('POST', '/Groups', { displayName: 'support' });
	expect(await send('POST', '/Groups', { displayName: 'Sales' })).toMatchObject(taken);
	const path = `/Groups/${groupId('support')}`;
	expect(await patch(path, { op: 'replace', path: 'displayName', value: 'SALES' })).toMatchObject(taken);
	expect(await patch(path, { op: 'replace', path: 'displayName', value: 'Support' })).toMatchObject({
		status: 200,
	});
	const { body: person } = await newPerson();
	await admin.put(`/employees/${person.id}`, { groups: ['Board'] });
	expect(await send('PUT', path, { displayName: 'board' })).toMatchObject(taken);
	expect(await send('POST', '/Groups', { displayName: 'board' })).toMatchObject(taken);
});

test('groups that employees have without SCIM are groups too, and POST takes them over', async () => {
	const client = await newClient();
	const { newPerson, send, admin, patch } = client;
	const [{ body: ada }, { body: grace }] = [await newPerson(), await newPerson()];
	for (const { id } of [ada, grace]) await admin.put(`/employees/${id}`, { groups: ['board', 'sales'] });
	expect(await found(client, 'displayName sw ""')).toEqual(['board', 'sales']);
	const board = `/Groups/${groupId('board')}`;
	expect((await send('GET', board)).body.members).toHaveLength(2);
	expect((await send('POST', '/Groups', { displayName: 'sales' })).body.members).toHaveLength(2);
	expect((await patch(board, { op: 'replace', path: 'members', value: [] })).body.members).toEqual([]);
	expect(await found(client, 'displayName eq "board"')).toEqual(['board']);
	expect((await admin.get(`/employees/${ada.id}`)).body.groups).toEqual(['sales']);
});

test('deleted people follow the name of their group, and its end', async () => {
	const { newMember, send, patch, admin } = await newClient();
	const { id } = await newMember('sales');
	await send('DELETE', `/Users/${id}`);
	const path = `/Groups/${groupId('sales')}`;
	const groupsOf = async () => (await admin.get(`/employees/${id}`)).body.groups;
	await patch(path, { op: 'replace', path: 'members', value: [] });
	expect(await groupsOf()).toEqual(['sales']);
	await patch(path, { op: 'replace', path: 'displayName', value: 'care' });
	expect(await groupsOf()).toEqual(['care']);
	await send('DELETE', path);
	expect(await groupsOf()).toEqual([]);
});
