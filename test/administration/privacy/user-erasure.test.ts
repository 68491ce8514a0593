import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { eventsFor } from '../../harness/events.ts';
import {
	as,
	at,
	call,
	newCompany,
	newEmployee,
	newUser,
	type TestUser,
	userOf,
} from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';
import { PASSWORD } from '../../tenants/auth/registered.ts';

const NOON = '2023-03-07T12:00:00.000Z';

let platform: TestUser;
let company: Awaited<ReturnType<typeof newCompany>>;
let n = 0;

beforeEach(async () => {
	at(NOON);
	platform = await newUser(['PLATFORM_ADMIN']);
	company = await newCompany();
});

const erase = (userId: string, query = '') => as(platform).post(`/users/${userId}/erasure${query}`);

/** A closed user with traces in every place, and the texts that must disappear. */
async function leftTraces() {
	const name = `Elisabeth-${++n}`;
	const email = `${name}@traces.example`;
	const fields = { email, firstName: name, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [company.id] };
	const created = await as(platform).send(
		'POST',
		'/users',
		{ ...fields, password: PASSWORD },
		{ 'Idempotency-Key': 'k' },
	);
	const { id } = created.body;
	const device = `Agent-${name}/1`;
	const place = { country: 'DE', city: `City-${name}` };
	for (const password of [PASSWORD, 'wrong']) {
		await call('POST', '/auth', { email, password }, { 'User-Agent': device }, env, place);
	}
	await as(platform).put(`/users/${id}`, { lastName: name });
	await as(platform).post(`/users/${id}/closure`);
	return { id, texts: [name, name.toLowerCase()] };
}

test('a closed user who is no employee is erased, everywhere, and repeating it changes nothing', async () => {
	const { id, texts } = await leftTraces();
	expect(JSON.stringify(await readState())).toContain(texts[0]);
	expect(await erase(id)).toMatchObject({ status: 200, body: { userId: id, dateErased: NOON } });
	const { login_attempts: _, ...state } = await readState();
	for (const text of texts) expect(JSON.stringify(state)).not.toContain(text);
	expect((await as(platform).get(`/users/${id}`)).status).toBe(404);
	at('2023-03-08T12:00:00.000Z');
	expect((await erase(id)).body).toEqual({ userId: id, dateErased: NOON });
});

test('events stay in the history under the id, and the user manages no company', async () => {
	const { id } = await leftTraces();
	await erase(id);
	const told = await eventsFor(platform, `subject=${id}`);
	expect(told.map(({ type }) => type)).toEqual([
		'user.created',
		'user.updated',
		'user.closed',
		'user.erased',
	]);
	expect(told.at(-1)?.after).toMatchObject({ firstName: null, manageableCompanyIds: [], dateDeleted: NOON });
	const managed = env.DB.prepare('SELECT * FROM user_companies WHERE user_id = ?').bind(id);
	expect((await managed.all()).results).toEqual([]);
});

test('trying it out erases nothing', async () => {
	const { id } = await leftTraces();
	expect((await erase(id, '?dryRun=true')).status).toBe(200);
	expect((await as(platform).get(`/users/${id}`)).status).toBe(200);
});

test('a user who is not closed, or is an employee, is refused', async () => {
	const { userId } = company.admin;
	expect(await erase(userId)).toMatchObject({ status: 409, body: { code: 'user_not_closed' } });
	const employee = await userOf(await newEmployee(company));
	await as(platform).post(`/users/${employee.userId}/closure`);
	expect(await erase(employee.userId)).toMatchObject({ status: 409, body: { code: 'user_is_employee' } });
});
