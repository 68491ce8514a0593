import { expect, test } from 'vitest';
import { EMPLOYMENT, ENTERPRISE } from '../../../src/entrances/scim/resource.ts';
import { register } from '../../harness/mail.ts';
import { newClient, numbered } from '../../harness/scim.ts';
import { newCompany, newEmployee, uniqueEmail, userOf } from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';

test('a user is created, read, and is an employee', async () => {
	const { newPerson, send, admin } = await newClient();
	const userName = uniqueEmail();
	const created = await newPerson({
		userName,
		externalId: 'entra-1',
		name: { givenName: 'Ada', familyName: 'Lovelace' },
		preferredLanguage: 'de',
		active: 'True',
		emails: [{ value: userName, type: 'work', primary: true }],
		[ENTERPRISE]: { employeeNumber: '00017', costCenter: '4711', department: 'Sales' },
		[EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59Z' },
	});
	expect(created).toMatchObject({
		status: 201,
		body: {
			userName,
			active: true,
			preferredLanguage: 'de',
			name: { givenName: 'Ada', familyName: 'Lovelace' },
			[ENTERPRISE]: { employeeNumber: '00017', costCenter: '4711' },
			[EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59.999Z' },
			externalId: 'entra-1',
			meta: { resourceType: 'User', location: `https://zubrot.example/scim/v2/Users/${created.body.id}` },
		},
	});
	expect(created.headers.get('Content-Type')).toBe('application/scim+json');
	expect(created.headers.get('Location')).toBe(created.body.meta.location);
	expect((await send('GET', `/Users/${created.body.id}`)).body).toEqual(created.body);
	const [employee] = (await admin.get('/employees')).body;
	expect(employee).toMatchObject({ email: userName, personnelNumber: '00017', costCenter: '4711' });
});

test('a PUT changes what it says; what it leaves out stays, above all a termination', async () => {
	const { newPerson, send } = await newClient();
	const { body: person } = await newPerson({
		name: { givenName: 'Ada', familyName: 'Lovelace' },
		[EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59.999Z' },
	});
	const path = `/Users/${person.id}`;
	const { userName } = person;
	const changed = await send('PUT', path, { userName, name: { givenName: 'Grace' }, ...numbered('1') });
	expect(changed).toMatchObject({
		status: 200,
		body: {
			name: { givenName: 'Grace', familyName: 'Lovelace' },
			...numbered('1'),
			[EMPLOYMENT]: person[EMPLOYMENT],
		},
	});
	const cleared = await send('PUT', path, {
		userName,
		name: { familyName: '' },
		[EMPLOYMENT]: { dateTerminated: null },
	});
	expect(cleared.body).toMatchObject({ name: { givenName: 'Grace' }, [EMPLOYMENT]: {} });
	expect(cleared.body.name).not.toHaveProperty('familyName');
});

test('a repeated PUT writes nothing', async () => {
	const { newPerson, send } = await newClient();
	const { body: person } = await newPerson(numbered('1'));
	const before = await readState();
	expect((await send('PUT', `/Users/${person.id}`, person)).body).toEqual(person);
	expect(await readState()).toEqual(before);
});

test('pauses and terminations are those of the employee', async () => {
	const { newPerson, send, admin } = await newClient();
	const { body: person } = await newPerson();
	const dates = { datePausedStart: '2023-04-01T00:00:00.000Z', datePausedEnd: '2023-05-01T00:00:00.000Z' };
	await send('PUT', `/Users/${person.id}`, { userName: person.userName, [EMPLOYMENT]: dates });
	expect((await admin.get(`/employees/${person.id}`)).body).toMatchObject(dates);
});

test('a version that has changed is refused, one that is known is not sent again', async () => {
	const { newPerson, send } = await newClient();
	const { body: person } = await newPerson();
	const path = `/Users/${person.id}`;
	const { version } = person.meta;
	expect((await send('GET', path, undefined, { 'If-None-Match': version })).status).toBe(304);
	const put = (fields: object) =>
		send('PUT', path, { userName: person.userName, ...fields }, { 'If-Match': version });
	expect((await put(numbered('1'))).status).toBe(200);
	expect(await put(numbered('2'))).toMatchObject({ status: 412, body: { status: '412' } });
});

test('errors are those of SCIM, and name no other company', async () => {
	const { newPerson, send } = await newClient();
	const email = uniqueEmail();
	const other = await newCompany();
	const foreign = await newEmployee(other, { email });
	await register((await userOf(foreign)).userId);
	const taken = await newPerson({ userName: email });
	expect(taken).toMatchObject({
		status: 409,
		body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' },
	});
	expect(JSON.stringify(taken.body)).not.toContain(other.id);
	await newPerson(numbered('1'));
	expect(await newPerson(numbered('1'))).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
	expect(await newPerson({ userName: 'ada' })).toMatchObject({
		status: 400,
		body: { scimType: 'invalidValue' },
	});
	expect(await newPerson({ emails: [{ value: 'ada' }] })).toMatchObject({
		status: 400,
		body: { scimType: 'invalidValue', detail: expect.stringContaining('emails') },
	});
	for (const id of [foreign, 'unknown', "'"]) {
		expect(await send('GET', `/Users/${id}`)).toMatchObject({ status: 404, body: { status: '404' } });
	}
});
