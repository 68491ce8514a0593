import { expect, test } from 'vitest';
import { EMPLOYMENT, groupId } from '../../../src/entrances/scim/resource.ts';
import { counting } from '../../harness/counting.ts';
import { register } from '../../harness/mail.ts';
import { newClient, numbered } from '../../harness/scim.ts';
import { as, userOf } from '../../harness/service.ts';

const FIELDS = { name: { givenName: 'Ada', familyName: 'Lovelace' }, externalId: 'old', ...numbered('1') };

test('a deleted user is not found by SCIM, in whatever way, and stays an employee', async () => {
	const { newPerson, send, patch, admin } = await newClient();
	const { body: person } = await newPerson(FIELDS);
	const path = `/Users/${person.id}`;
	await send('POST', '/Groups', { displayName: 'sales', members: [{ value: person.id }] });
	expect((await send('DELETE', path)).status).toBe(204);
	for (const [method, body] of [
		['GET', undefined],
		['PUT', person],
		['DELETE', undefined],
	] as const) {
		expect(await send(method, path, body)).toMatchObject({ status: 404, body: { status: '404' } });
	}
	expect((await patch(path, { op: 'replace', path: 'active', value: true })).status).toBe(404);
	expect((await send('GET', '/Users')).body.totalResults).toBe(0);
	expect((await send('GET', `/Users?filter=externalId eq "old"`)).body.totalResults).toBe(0);
	expect((await send('GET', `/Groups/${groupId('sales')}`)).body.members).toEqual([]);
	const added = await patch(`/Groups/${groupId('sales')}`, {
		op: 'add',
		path: 'members',
		value: [{ value: person.id }],
	});
	expect(added.status).toBe(400);
	expect((await admin.get(`/employees/${person.id}`)).body).toMatchObject({
		personnelNumber: '1',
		groups: ['sales'],
	});
});

test('a later POST brings the person back, with the same id, what it says and what was there', async () => {
	const { newPerson, send, admin, company } = await newClient();
	const { body: person } = await newPerson({
		...FIELDS,
		[EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59.999Z' },
	});
	await send('DELETE', `/Users/${person.id}`);
	const again = await newPerson({
		userName: 'ada',
		emails: person.emails,
		externalId: 'new',
		name: { familyName: 'Byron' },
	});
	expect(again).toMatchObject({
		status: 201,
		body: {
			id: person.id,
			userName: 'ada',
			externalId: 'new',
			active: true,
			name: { givenName: 'Ada', familyName: 'Byron' },
			...numbered('1'),
			[EMPLOYMENT]: person[EMPLOYMENT],
		},
	});
	expect(again.headers.get('Location')).toBe(again.body.meta.location);
	expect((await send('GET', `/Users/${person.id}`)).body).toEqual(again.body);
	const { userId } = await userOf(person.id);
	const { body: events } = await admin.get(`/events?subject=${person.id}`);
	expect(events.map(({ type }: { type: string }) => type)).toEqual([
		'employee.created',
		'employee.updated',
		'employee.updated',
	]);
	expect(events[1].after.dateDeprovisioned).toEqual(expect.any(String));
	expect(events[2].after.dateDeprovisioned).toBeNull();
	expect((await admin.get(`/events?subject=${userId}`)).body.at(-1).type).toBe('user.opened');
	expect((await admin.get(`/companies/${company.id}/mails`)).body).toHaveLength(1);
});

test('a person who comes back is invited if the company wants it and nobody has registered', async () => {
	const { newPerson, send, admin, company } = await newClient();
	await admin.put(`/companies/${company.id}`, { inviteFromDirectory: true });
	const kinds = async () =>
		(await admin.get(`/companies/${company.id}/mails`)).body.map(({ kind }: { kind: string }) => kind);
	const { body: person } = await newPerson();
	const comeBack = async (fields = {}) => {
		await send('DELETE', `/Users/${person.id}`);
		return newPerson({ userName: person.userName, ...fields });
	};
	expect((await comeBack({ active: false })).body).toMatchObject({ id: person.id, active: false });
	expect(await kinds()).toEqual(['invitation', 'account_closed']);
	expect((await comeBack()).body).toMatchObject({ id: person.id, active: true });
	expect(await kinds()).toEqual(['invitation', 'account_closed', 'invitation']);
	await register((await userOf(person.id)).userId);
	await comeBack();
	expect(await kinds()).toEqual(['invitation', 'account_closed', 'invitation', 'account_closed']);
});

test('a person closed by an administrator does not come back', async () => {
	const { newPerson, send, admin } = await newClient();
	const { body: person } = await newPerson();
	await admin.post(`/users/${(await userOf(person.id)).userId}/closure`);
	expect((await send('DELETE', `/Users/${person.id}`)).status).toBe(204);
	expect((await newPerson({ userName: person.userName })).status).toBe(403);
	expect((await newPerson({ userName: person.userName, active: false })).body.id).toBe(person.id);
});

test('a deleted user keeps the number and the address, but not the userName', async () => {
	const { newPerson, send } = await newClient();
	const { body: ada } = await newPerson({
		...FIELDS,
		userName: 'ada',
		emails: [{ value: 'ada@one.example' }],
	});
	await send('DELETE', `/Users/${ada.id}`);
	const other = { userName: 'ada', emails: [{ value: 'other@one.example' }] };
	expect(await newPerson({ ...other, ...numbered('1') })).toMatchObject({ status: 409 });
	const { body: grace } = await newPerson(other);
	expect(grace.id).not.toBe(ada.id);
	const back = { userName: 'ada', emails: [{ value: 'ada@one.example' }] };
	expect(await newPerson(back)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
	expect((await newPerson({ ...back, userName: 'augusta' })).body.id).toBe(ada.id);
});

test('a return takes three round trips, because only the second reads the benefits of a known person', async () => {
	const { newPerson, send, company } = await newClient();
	const { body: person } = await newPerson();
	await send('DELETE', `/Users/${person.id}`);
	const { counted, bindings } = counting();
	await as(company.admin).get('/auth/me');
	const { status } = await as(company.admin, bindings).send('POST', '/scim/v2/Users', {
		userName: person.userName,
	});
	expect([status, counted.trips]).toEqual([201, 3]);
});
