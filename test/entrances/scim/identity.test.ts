import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { ENTERPRISE, USER } from '../../../src/entrances/scim/resource.ts';
import { eventsOfMeanwhile } from '../../harness/events.ts';
import { register } from '../../harness/mail.ts';
import { releaseAll } from '../../harness/releases.ts';
import { type Client, newClient } from '../../harness/scim.ts';
import { newCompany, newEmployee, newUser, uniqueEmail, userOf } from '../../harness/service.ts';

const found = async ({ send }: Client, filter: string): Promise<string[]> => {
	const { body } = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
	return body.Resources.map(({ id }: { id: string }) => id);
};

const work = (value: string) => ({ emails: [{ value, type: 'work', primary: true }] });

describe('a userName that is not the address', () => {
	test('is stored as it was sent, found without case, and does not change the address', async () => {
		const client = await newClient();
		const email = uniqueEmail();
		const { body, status } = await client.newPerson({
			userName: 'Ada.Lovelace@Corp.example',
			...work(email),
		});
		expect(status).toBe(201);
		expect(body).toMatchObject({ userName: 'Ada.Lovelace@Corp.example', emails: [{ value: email }] });
		expect((await client.admin.get(`/employees/${body.id}`)).body.email).toBe(email);
		expect(await found(client, 'userName eq "ada.lovelace@CORP.example"')).toEqual([body.id]);
		expect(await found(client, 'userName sw "ada.love"')).toEqual([body.id]);
		expect(await found(client, `userName eq "${email}"`)).toEqual([]);
		expect(await found(client, `emails.value eq "${email}"`)).toEqual([body.id]);
	});

	test('may be no address, if an address for work comes with it', async () => {
		const { newPerson } = await newClient();
		const email = uniqueEmail();
		expect((await newPerson({ userName: 'ada', ...work(email) })).body).toMatchObject({ userName: 'ada' });
		expect(await newPerson({ userName: 'grace' })).toMatchObject({
			status: 400,
			body: { scimType: 'invalidValue', detail: expect.stringContaining('e-mail') },
		});
	});

	test.each<[what: string, emails: (address: string) => object[]]>([
		[
			'the primary one of several for work',
			(value) => [
				{ value: uniqueEmail(), type: 'work' },
				{ value, type: 'Work', primary: 'True' },
			],
		],
		[
			'one without a type',
			(value) => [
				{ value: uniqueEmail(), type: 'home' },
				{ value, primary: true },
			],
		],
		[
			'the first for work',
			(value) => [{ type: 'work' }, { value, type: 'work' }, { value: uniqueEmail(), type: 'work' }],
		],
	])('the address is %s', async (_, emails) => {
		const { newPerson } = await newClient();
		const email = uniqueEmail();
		expect((await newPerson({ userName: 'ada', emails: emails(email) })).body.emails).toEqual([
			{ value: email, type: 'work', primary: true },
		]);
	});

	test('can be renamed by PUT and PATCH, which the history records', async () => {
		const client = await newClient();
		const { send, patch, company } = client;
		const { body: person } = await client.newPerson({ userName: 'ada', ...work(uniqueEmail()) });
		const path = `/Users/${person.id}`;
		const events = await eventsOfMeanwhile(company.admin, () =>
			send('PUT', path, { ...person, userName: 'augusta' }),
		);
		expect(events).toMatchObject([
			{ type: 'employee.updated', before: { userName: 'ada' }, after: { userName: 'augusta' } },
		]);
		const renamed = await patch(path, { op: 'Replace', path: 'userName', value: 'countess' });
		expect(renamed.body).toMatchObject({ id: person.id, userName: 'countess', emails: person.emails });
		expect(await found(client, 'userName eq "ada"')).toEqual([]);
		expect(await found(client, 'userName eq "countess"')).toEqual([person.id]);
	});

	test('belongs to one user of a company, in whatever case and although the other has it as an address', async () => {
		const { newPerson, send, company } = await newClient();
		const email = uniqueEmail();
		await newEmployee(company, { email });
		await newPerson({ userName: 'ada', ...work(uniqueEmail()) });
		const taken = { status: 409, body: { status: '409', scimType: 'uniqueness' } };
		for (const userName of ['ADA', email.toUpperCase()]) {
			expect(await newPerson({ userName, ...work(uniqueEmail()) })).toMatchObject(taken);
			const { body } = await newPerson({ userName: uniqueEmail() });
			expect(await send('PUT', `/Users/${body.id}`, { ...body, userName })).toMatchObject(taken);
		}
		const other = await newClient();
		expect((await other.newPerson({ userName: 'ada', ...work(uniqueEmail()) })).status).toBe(201);
	});

	test('people created without SCIM have their address as userName', async () => {
		const client = await newClient();
		const email = uniqueEmail();
		const id = await newEmployee(client.company, { email });
		expect(await found(client, `userName eq "${email.toUpperCase()}"`)).toEqual([id]);
		const { body } = await client.patch(`/Users/${id}`, { op: 'add', path: 'name.givenName', value: 'Ada' });
		expect(body).toMatchObject({ userName: email, name: { givenName: 'Ada' } });
	});
});

describe('the id of a user in the directory', () => {
	test('is stored, found, returned and changed, and two users may share it', async () => {
		const client = await newClient();
		const { newPerson, patch, send } = client;
		const { body: ada } = await newPerson({ externalId: 'A-1' });
		const { body: grace } = await newPerson();
		expect(ada.externalId).toBe('A-1');
		expect(grace).not.toHaveProperty('externalId');
		expect(await found(client, 'externalId eq "A-1"')).toEqual([ada.id]);
		expect(await found(client, 'externalId eq "a-1"')).toEqual([]);
		const path = `/Users/${grace.id}`;
		expect((await patch(path, { op: 'Add', path: 'externalId', value: 'A-1' })).body.externalId).toBe('A-1');
		expect(await found(client, 'externalId eq "A-1"')).toEqual([ada.id, grace.id]);
		expect((await send('GET', path)).body.externalId).toBe('A-1');
		expect((await patch(path, { op: 'remove', path: 'externalId' })).body).not.toHaveProperty('externalId');
	});
});

test('filters may have the URN of the schema before an attribute', async () => {
	const client = await newClient();
	const email = uniqueEmail();
	const { body } = await client.newPerson({ userName: 'ada', externalId: 'x', ...work(email) });
	for (const filter of [
		`${USER}:userName eq "ada"`,
		`${USER}:externalId eq "x"`,
		`${USER}:emails[type eq "work"].value eq "${email}"`,
		`${USER.toUpperCase()}:USERNAME eq "ada"`,
		'externalId eq x',
	]) {
		expect.soft([filter, await found(client, filter)]).toEqual([filter, [body.id]]);
	}
	expect(await found(client, `id eq "${body.id}" and manager eq "${body.id}"`)).toEqual([]);
	expect(await found(client, `id eq "${body.id}" and ${ENTERPRISE}:manager eq "${body.id}"`)).toEqual([]);
});

describe('addresses by SCIM', () => {
	const moved = (value: string) => ({ op: 'Replace', path: 'emails[type eq "work"].value', value });

	test('somebody who has not registered can get another address, and a new invitation leaves', async () => {
		const { newPerson, patch, company, admin } = await newClient();
		await admin.put(`/companies/${company.id}`, { inviteFromDirectory: true });
		const { body: person } = await newPerson({ userName: 'ada', ...work(uniqueEmail()) });
		const email = uniqueEmail();
		const events = await eventsOfMeanwhile(company.admin, () =>
			patch(
				`/Users/${person.id}`,
				moved(email),
				{ op: 'replace', path: 'name.givenName', value: 'Ada' },
				{ op: 'replace', path: 'active', value: false },
			),
		);
		expect(events.map(({ type }) => type)).toEqual([
			'user.updated',
			'user.updated',
			'user.invited',
			'user.closed',
		]);
		expect((await admin.get(`/employees/${person.id}`)).body.email).toBe(email);
		const links = await env.DB.prepare(
			'SELECT count(*) n FROM one_time_tokens WHERE user_id = (SELECT user_id FROM employees WHERE id = ?)',
		)
			.bind(person.id)
			.first('n');
		// The account was closed in the same request, which ends its links.
		expect(links).toBe(0);
		const { body: mails } = await admin.get(`/companies/${company.id}/mails`);
		expect(mails.map(({ kind }: { kind: string }) => kind)).toEqual([
			'invitation',
			'invitation',
			'account_closed',
		]);
	});

	test('somebody who was never invited gets another address without an invitation', async () => {
		const { newPerson, patch, company, admin } = await newClient();
		const { body: person } = await newPerson();
		await patch(`/Users/${person.id}`, moved(uniqueEmail()));
		expect((await admin.get(`/companies/${company.id}/mails`)).body).toEqual([]);
	});

	test('somebody who has registered keeps the address, which may be sent in another case', async () => {
		const { newPerson, patch } = await newClient();
		const { body: person } = await newPerson();
		await register((await userOf(person.id)).userId);
		const [{ value }] = person.emails;
		expect(await patch(`/Users/${person.id}`, moved(uniqueEmail()))).toMatchObject({
			status: 400,
			body: { scimType: 'mutability' },
		});
		expect((await patch(`/Users/${person.id}`, moved(value.toUpperCase()))).body.emails).toEqual(
			person.emails,
		);
	});

	test('somebody who has registered gets another address of a verified domain, and the old one can undo it', async () => {
		const { newPerson, patch, company } = await newClient();
		const { body: person } = await newPerson();
		const { userId } = await userOf(person.id);
		await register(userId);
		const domain = `${company.id}.test.example`;
		await env.DB.prepare(
			'INSERT INTO company_domains (id, date_created, date_modified, domain, company_id, date_verified) VALUES (?1, 0, 0, ?1, ?2, 1)',
		)
			.bind(domain, company.id)
			.run();
		await releaseAll(company);
		const email = `ada@${domain}`;
		const events = await eventsOfMeanwhile(company.admin, () => patch(`/Users/${person.id}`, moved(email)));
		expect(events).toMatchObject([{ type: 'user.updated', after: { email } }]);
		const { results } = await env.DB.prepare(
			'SELECT kind, email, origin FROM address_changes WHERE user_id = ?',
		)
			.bind(userId)
			.all();
		expect(results).toEqual([{ kind: 'RESTORATION', email: person.emails[0].value, origin: 'DIRECTORY' }]);
		const other = await newCompany();
		await env.DB.prepare('INSERT INTO user_companies VALUES (?, ?)').bind(userId, other.id).run();
		expect(await patch(`/Users/${person.id}`, moved(`bo@${domain}`))).toMatchObject({ status: 400 });
	});

	test('only people change the address of a user with other roles', async () => {
		const { patch, company, admin } = await newClient();
		const email = uniqueEmail();
		await newUser(['COMPANY_ADMIN'], [company.id], email);
		const { body } = await admin.post('/employees', { email, companyId: company.id });
		expect((await patch(`/Users/${body.employeeId}`, moved(uniqueEmail()))).status).toBe(403);
	});

	test('an address of somebody else is refused, and 429 after a hundred of them', async () => {
		const { newPerson, patch, company } = await newClient();
		const { body: person } = await newPerson();
		const email = uniqueEmail();
		await register((await userOf(await newEmployee(await newCompany(), { email }))).userId);
		const change = () => patch(`/Users/${person.id}`, moved(email));
		expect(await change()).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
		await env.DB.prepare("UPDATE login_attempts SET attempts = 100 WHERE key = 'email_taken ' || ?")
			.bind(company.admin.userId)
			.run();
		expect((await change()).status).toBe(429);
	});
});
