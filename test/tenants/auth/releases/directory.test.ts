import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { publish } from '../../../harness/dns.ts';
import { postOffice, register } from '../../../harness/mail.ts';
import { type Client, newClient } from '../../../harness/scim.ts';
import { as, call, newUser, now, type TestUser, userOf } from '../../../harness/service.ts';
import { addressOf } from '../addresses/people.ts';
import { confirm, newColleague } from '../identity-changes/people.ts';
import { mailedToken, mailsTo } from '../one-time/links.ts';

const DAY_MS = 86_400_000;

let client: Client;
let domain: string;
let id: string;
let userId: string;
let second: TestUser;

/** Calls SCIM in a service that carries mails. */
const move = (email: string, bindings = postOffice().bindings) =>
	call(
		'PATCH',
		`/scim/v2/Users/${id}`,
		{
			schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
			Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: email }],
		},
		{ Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/scim+json' },
		bindings,
	);
const requests = async () =>
	(await client.admin.get(`/companies/${client.company.id}/identity-changes`)).body as {
		id: string;
		kind: string;
		state: string;
		email: string | null;
	}[];
async function release(kind: string): Promise<void> {
	const found = (await requests()).find((one) => one.kind === kind && one.state === 'OPEN');
	const path = `/companies/${client.company.id}/identity-changes/${found?.id}/release`;
	expect((await as(second).post(path)).body.state).toBe('DONE');
}

/** A directory and a verified domain, both unreleased, and a registered person. */
beforeEach(async () => {
	client = await newClient(['provisionPeople'], { isReleased: false });
	domain = `${client.company.id}.test.example`;
	const path = `/companies/${client.company.id}/single-sign-on`;
	const { body } = await client.admin.put(path, {
		issuer: 'https://login.test.example',
		clientId: 'zubrot',
		clientSecret: 'a secret at the provider',
		domains: [domain],
	});
	await publish(body.domains[0].record);
	expect((await client.admin.post(`${path}/domains/${domain}/verification`)).status).toBe(200);
	id = (await client.newPerson()).body.id;
	({ userId } = await userOf(id));
	await register(userId);
	second = await newColleague(client.company.id);
});

describe('the key of a directory', () => {
	test.each([
		['the key and the domain are', []],
		['the domain is', ['DIRECTORY']],
		['the key is', ['DOMAIN']],
	])('asks for each move while %s unreleased, and the record keeps the old address', async (_, released) => {
		for (const kind of released) await release(kind);
		const old = await addressOf(userId);
		const next = `ada@${domain}`;
		const { status, body } = await move(next);
		expect([status, body.emails[0].value]).toEqual([200, old]);
		expect(await addressOf(userId)).toBe(old);
		expect((await requests()).at(-1)).toMatchObject({
			kind: 'ADDRESS',
			state: 'OPEN',
			email: next,
			userId,
			askerId: client.company.admin.userId,
		});
		expect(await mailsTo(second.userId)).not.toContain('identity_change_asked');
		expect(await confirm(await mailedToken(userId, 'address_proof'))).toMatchObject({
			body: { waitsFor: ['CONSENT'] },
		});
		expect(await addressOf(userId)).toBe(old);
	});

	test('asks once for the same address, and says so again', async () => {
		const next = `ada@${domain}`;
		for (let times = 0; times < 2; times++) expect((await move(next)).status).toBe(200);
		expect((await requests()).filter(({ kind }) => kind === 'ADDRESS')).toHaveLength(1);
		expect((await mailsTo(userId)).filter((kind) => kind === 'address_proof')).toHaveLength(1);
	});

	test('moves at once after both releases, which ends what waited; resets rest', async () => {
		const next = `ada@${domain}`;
		await move(next);
		for (const kind of ['DIRECTORY', 'DOMAIN']) await release(kind);
		expect((await move(next)).body.emails[0].value).toBe(next);
		expect(await addressOf(userId)).toBe(next);
		expect((await requests()).find(({ kind }) => kind === 'ADDRESS')).toMatchObject({ state: 'CANCELLED' });
		const rest = await env.DB.prepare('SELECT rest_until FROM users WHERE id = ?').bind(userId).first();
		expect(rest).toEqual({ rest_until: now() + 3 * DAY_MS });
	});

	test('is released by nobody when it is revoked', async () => {
		const asked = (await requests()).find(({ kind }) => kind === 'DIRECTORY');
		const keys = (await client.admin.get(`/companies/${client.company.id}/api-keys`)).body;
		expect(keys[0].dateReleased).toBeNull();
		await client.admin.delete(`/companies/${client.company.id}/api-keys/${keys[0].id}?reason=ROTATED`);
		const path = `/companies/${client.company.id}/identity-changes/${asked?.id}/release`;
		expect(await as(second).post(path)).toMatchObject({ status: 409, body: { code: 'change_closed' } });
	});

	test('is released at once if the operator has created it', async () => {
		const operator = as(await newUser(['PLATFORM_ADMIN']));
		const path = `/companies/${client.company.id}/api-keys`;
		const { body } = await operator.post(path, { name: 'Okta', operations: ['provisionPeople'] });
		expect(body.dateReleased).not.toBeNull();
		const other = await operator.post(path, { name: 'HR', operations: ['listEmployees'] });
		expect(other.body.dateReleased).toBeNull();
	});

	test('still sets the address of a person who has never registered', async () => {
		id = (await client.newPerson()).body.id;
		const next = `new@${domain}`;
		expect((await move(next)).body.emails[0].value).toBe(next);
	});

	test('can be stopped for seven days after the release', async () => {
		await release('DIRECTORY');
		const found = (await requests()).find(({ kind }) => kind === 'DIRECTORY');
		const path = `/companies/${client.company.id}/identity-changes/${found?.id}`;
		expect((await client.admin.delete(path)).body.state).toBe('STOPPED');
		await release('DOMAIN');
		expect((await move(`ada@${domain}`)).body.emails[0].value).not.toBe(`ada@${domain}`);
	});
});

test('a company that changes its mail domain by SCIM in one night: one release of the domain, then two round trips each', async () => {
	await release('DIRECTORY');
	const people = [id];
	for (let more = 0; more < 20; more++) {
		const one = (await client.newPerson()).body.id;
		await register((await userOf(one)).userId);
		people.push(one);
	}
	await release('DOMAIN');
	const night = counting();
	for (const [index, one] of people.entries()) {
		id = one;
		const next = `person-${index}@${domain}`;
		expect((await move(next, { ...postOffice().bindings, ...night.bindings })).body.emails[0].value).toBe(
			next,
		);
	}
	expect(night.counted.trips / people.length).toBe(2);
	expect((await requests()).filter(({ state }) => state === 'OPEN').map(({ kind }) => kind)).toEqual([
		'PROVIDER',
	]);
});
