import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EMPLOYMENT } from '../../../src/entrances/scim/resource.ts';
import { ROLES } from '../../../src/foundation/core/actor.ts';
import { register } from '../../harness/mail.ts';
import { type Client, newClient } from '../../harness/scim.ts';
import { as, call, newCompany, newUser, uniqueEmail, userOf } from '../../harness/service.ts';
import { reachOf, SCIM } from '../../whole/contract/rights.ts';
import { callOf, SCIM_CALLS, type Somebody, servedRoutes } from './calls.ts';

let own: Client;
let foreign: Client;
let [ours, theirs]: Somebody[] = [];

/** A key that is for something else. */
let otherKey: string;

/** Gives a test that changes people a company of its own. */
async function renewOwn(): Promise<void> {
	own = await newClient();
	ours = await own.newMember('sales');
}

beforeAll(async () => {
	await renewOwn();
	foreign = await newClient();
	theirs = await foreign.newMember('sales');
	otherKey = (await newClient(['listEmployees'])).key;
});

const rights = servedRoutes.flatMap((route) => ROLES.map((role) => ({ route, role })));

test('every route of SCIM has its call, and nothing else has', () => {
	expect(Object.keys(SCIM_CALLS).sort()).toEqual([...servedRoutes].sort());
});

test.each(rights)('$role at $route', async ({ route, role }) => {
	if (reachOf(role, SCIM) === 'own' && !route.startsWith('GET')) await renewOwn();
	const user = await newUser([role], role === 'PLATFORM_ADMIN' ? [] : [own.company.id]);
	const { method, path, body, status } = callOf(route, ours as Somebody);
	const isReached = reachOf(role, SCIM) === 'own';
	expect((await as(user).send(method, path, body)).status).toBe(isReached ? status : 403);

	const elsewhere = callOf(route, theirs as Somebody);
	const answer = await as(user).send(method, elsewhere.path, elsewhere.body);
	expect(JSON.stringify(answer.body)).not.toContain(theirs?.userName);
	if (!isReached) expect(answer.status).toBe(403);
	else if (route.includes('/Users/')) expect(answer.status).toBe(404);
	else if (route === 'POST /Groups') expect(answer).toMatchObject({ status: 400 });
	const [untouched] = (await foreign.send('GET', '/Users')).body.Resources;
	expect(untouched).toMatchObject({ id: theirs?.id, active: true, groups: [{ display: 'sales' }] });
});

describe.each(servedRoutes)('%s', (route) => {
	test('is for nobody without a token, or with a key that is for something else', async () => {
		const { method, path, body } = callOf(route, ours as Somebody);
		const none = await call(method, path, body);
		expect([none.status, none.body.status]).toEqual([401, '401']);
		const other = await call(method, path, body, { Authorization: `Bearer ${otherKey}` });
		expect([other.status, other.body.status]).toEqual([403, '403']);
	});
});

test('a user who manages several companies needs the key of one', async () => {
	const both = await newUser(['COMPANY_ADMIN'], [own.company.id, foreign.company.id]);
	expect(await as(both).send('GET', '/scim/v2/Users')).toMatchObject({
		status: 403,
		body: { status: '403' },
	});
});

test('a key of SCIM opens nothing else', async () => {
	const { key } = own;
	expect((await call('GET', '/employees', undefined, { Authorization: `Bearer ${key}` })).status).toBe(403);
});

test('a list tells of one’s own company only', async () => {
	const stranger = (await newCompany()).admin;
	for (const path of ['/scim/v2/Users', '/scim/v2/Groups']) {
		expect((await as(stranger).send('GET', path)).body.totalResults).toBe(0);
	}
});

test('missing resources and invalid JSON are reported in SCIM’s format', async () => {
	const admin = as(own.company.admin);
	expect(await admin.send('GET', '/scim/v2/Bulk')).toMatchObject({ status: 404, body: { status: '404' } });
	expect(await admin.send('POST', '/scim/v2/Users', '{')).toMatchObject({
		status: 400,
		body: { scimType: 'invalidSyntax' },
	});
	const large = { userName: uniqueEmail(), displayName: 'a'.repeat(1_100_000) };
	expect(await admin.send('POST', '/scim/v2/Users', large)).toMatchObject({
		status: 413,
		body: { status: '413' },
	});
});

test('a body with another content type is not read, so that only UTF-8 is stored', async () => {
	const body = new TextEncoder().encode(JSON.stringify({ userName: uniqueEmail(), displayName: '??' }));
	const broken = body.with(body.length - 4, 0xff);
	for (const type of ['text/plain', 'application/octet-stream', 'text/csv']) {
		const headers = { Authorization: `Bearer ${own.key}`, 'Content-Type': type };
		expect(await call('POST', '/scim/v2/Users', broken, headers)).toMatchObject({
			status: 415,
			body: { status: '415', detail: expect.stringContaining('application/scim+json') },
		});
	}
});

describe('a key of SCIM', () => {
	beforeEach(renewOwn);

	test('the history records the change as made by a key', async () => {
		const { id } = (await own.newPerson()).body;
		const events = (await own.admin.get(`/events?subject=${id}`)).body;
		expect(events.map(({ actor }: { actor: { type: string } }) => actor.type)).toEqual(['API_KEY']);
	});

	test('hits upon addresses of others on the account of who made it', async () => {
		await register((await userOf(theirs?.id ?? '')).userId);
		const { userId } = own.company.admin;
		const taken = { userName: theirs?.userName ?? '' };
		const ask = () => own.send('POST', '/Users', taken);
		expect((await ask()).status).toBe(409);
		await env.DB.prepare("UPDATE login_attempts SET attempts = 99 WHERE key = 'email_taken ' || ?")
			.bind(userId)
			.run();
		expect([(await ask()).status, (await ask()).status]).toEqual([409, 429]);
		const byHand = { email: taken.userName, companyId: own.company.id };
		expect((await own.admin.post('/employees', byHand)).status).toBe(429);
	});

	test('ends the employment of who made it too, which that person may not', async () => {
		const { body: me } = await own.admin.get('/auth/me');
		const { body: self } = await own.admin.post('/employees', {
			email: me.email,
			companyId: own.company.id,
		});
		const value = { [EMPLOYMENT]: { dateTerminated: '2030-12-31T23:59:59.999Z' } };
		const path = `/scim/v2/Users/${self.employeeId}`;
		const ending = { Operations: [{ op: 'add', value }] };
		expect((await own.admin.send('PATCH', path, ending)).status).toBe(403);
		expect((await own.patch(`/Users/${self.employeeId}`, { op: 'add', value })).status).toBe(200);
	});
});
