import { expect, test } from 'vitest';
import { groupId } from '../../../src/entrances/scim/resource.ts';
import { newClient } from '../../harness/scim.ts';

test('groups are those of the employees', async () => {
	const { newPerson, send, patch, admin } = await newClient();
	const [ada, grace] = [(await newPerson()).body.id, (await newPerson()).body.id];
	const created = await send('POST', '/Groups', { displayName: 'sales', members: [{ value: ada }] });
	const id = groupId('sales');
	expect(created).toMatchObject({
		status: 201,
		body: { id, displayName: 'sales', members: [{ value: ada }] },
	});
	const groupsOf = async (person: string) => (await admin.get(`/employees/${person}`)).body.groups;
	expect(await groupsOf(ada)).toEqual(['sales']);

	await patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: grace }] });
	expect((await send('GET', `/Groups/${id}`)).body.members).toMatchObject([{ value: ada }, { value: grace }]);
	await patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${ada}"]` });
	expect([await groupsOf(ada), await groupsOf(grace)]).toEqual([[], ['sales']]);
	expect((await send('GET', `/Users/${grace}`)).body.groups).toEqual([{ value: id, display: 'sales' }]);

	const listed = await send(
		'GET',
		`/Groups?filter=${encodeURIComponent('displayName eq "sales"')}&excludedAttributes=members`,
	);
	expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ id, displayName: 'sales' }] });
	expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204);
	expect(await groupsOf(grace)).toEqual([]);
	expect((await send('GET', '/Groups')).body.totalResults).toBe(0);
});

test('a group has members of the company only', async () => {
	const { newPerson, send, patch } = await newClient();
	const { id } = (await newPerson()).body;
	const stranger = (await (await newClient()).newPerson()).body.id;
	await send('POST', '/Groups', { displayName: 'sales', members: [{ value: id }] });
	const group = `/Groups/${groupId('sales')}`;
	const foreign = await patch(group, { op: 'add', path: 'members', value: [{ value: stranger }] });
	expect(foreign).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
	expect((await send('GET', group)).body.members).toMatchObject([{ value: id }]);
	expect((await send('GET', '/Groups/%20')).status).toBe(404);
});

/** How Entra and Okta let somebody go and come; each begins with Ada alone, and ends with Grace alone. */
const MOVES: [by: string, moves: (ada: string, grace: string) => object[]][] = [
	[
		'Entra, by the members themselves',
		(ada, grace) => [
			{ op: 'Add', path: 'members', value: [{ $ref: null, value: grace }] },
			{ op: 'Remove', path: 'members', value: [{ $ref: null, value: ada }] },
		],
	],
	[
		'Okta, by a filter',
		(ada, grace) => [
			{ op: 'remove', path: `members[value eq "${ada.toUpperCase()}"]` },
			{ op: 'add', path: 'members', value: [{ value: grace, display: 'grace@test.example' }] },
		],
	],
	[
		'Okta, by all members and its own id of the group',
		(_, grace) => [
			{ op: 'replace', path: 'members', value: [{ value: grace }] },
			{ op: 'replace', value: { id: 'abf4dd94-a4c0-4f67-89c9-76b03340cb9b', displayName: 'sales' } },
		],
	],
	[
		'without a path',
		(ada, grace) => [
			{ op: 'add', value: { members: [{ value: grace.toUpperCase() }] } },
			{ op: 'remove', path: 'members', value: [{ value: ada }] },
		],
	],
];

test.each(MOVES)('members are moved as %s does', async (_, moves) => {
	const { newMember, newPerson, patch, send } = await newClient();
	const [ada, grace] = [(await newMember('sales')).id, (await newPerson()).body.id];
	const group = `/Groups/${groupId('sales')}`;
	expect((await patch(group, ...moves(ada, grace))).status).toBe(200);
	expect((await send('GET', group)).body.members).toMatchObject([{ value: grace }]);
});

test('Entra asks whether somebody is a member', async () => {
	const { newMember, newPerson, send } = await newClient();
	const [ada, grace] = [(await newMember('sales')).id, (await newPerson()).body.id];
	const count = async (filter: string) =>
		(await send('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.totalResults;
	expect(await count(`id eq "${groupId('sales')}" and members eq "${ada}"`)).toBe(1);
	expect(await count(`id eq "${groupId('sales')}" and members.value eq "${grace}"`)).toBe(0);
	expect(await count(`displayName eq "Sales"`)).toBe(1);
	expect(await count(`displayName eq "Sale"`)).toBe(0);
});
