import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../../src/foundation/core/actor.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import { intercepted } from '../../../harness/intercepted.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	type TestCompany,
	type TestUser,
	userOf,
} from '../../../harness/service.ts';

const TODAY = '2023-03-07T12:00:00.000Z';

let company: TestCompany;
let platform: TestUser;

beforeEach(async () => {
	at(TODAY);
	company = await newCompany();
	platform = await newUser(['PLATFORM_ADMIN']);
});

const keepFor = (retentionMonths: number) =>
	as(platform).put(`/companies/${company.id}`, { retentionMonths });
const leaver = (dateTerminated: string | null = TODAY) => newEmployee(company, { dateTerminated });
const erase = (id: string, by: TestUser = platform, bindings = env) =>
	as(by, bindings).post(`/employees/${id}/erasure`);
const notDue = (earliestAllowed?: string) => ({
	status: 409,
	body: { code: 'erasure_not_due', ...(earliestAllowed && { earliestAllowed }) },
});
const dateErased = async (id: string) =>
	env.DB.prepare('SELECT date_erased FROM employees WHERE id = ?').bind(id).first('date_erased');

describe('an erasure is due', () => {
	test.each([
		['at once', '2023-03-07T12:00:00.000Z', 0, '2023-03-07T12:00:00.000Z'],
		['on the last day of a shorter month', '2023-01-31T12:00:00.000Z', 1, '2023-02-28T12:00:00.000Z'],
		['on a leap day', '2023-08-31T00:00:00.000Z', 6, '2024-02-29T00:00:00.000Z'],
		['a year after a leap day', '2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
		['four years after a leap day', '2024-02-29T00:00:00.000Z', 48, '2028-02-29T00:00:00.000Z'],
		['ten years after the end of a year', '2023-12-31T23:59:59.999Z', 120, '2033-12-31T23:59:59.999Z'],
		['fifty years later', '2023-03-07T12:00:00.000Z', 600, '2073-03-07T12:00:00.000Z'],
	])('%s, and not a millisecond earlier', async (_, terminated, months, due) => {
		await keepFor(months);
		const id = await leaver(terminated);
		at(new Date(Date.parse(due) - 1).toISOString());
		expect(await erase(id)).toMatchObject(notDue(due));
		expect(await dateErased(id)).toBeNull();
		at(due);
		expect(await erase(id)).toMatchObject({ status: 200, body: { employeeId: id, dateErased: due } });
		expect(await dateErased(id)).toBe(Date.parse(due));
	});

	test('ten years after the termination, when the company says nothing', async () => {
		expect(await erase(await leaver())).toMatchObject(notDue('2033-03-07T12:00:00.000Z'));
	});

	test('never for an employee who is not terminated, or leaves at the end of time', async () => {
		await keepFor(0);
		expect(await erase(await leaver(null))).toMatchObject(notDue());
		await keepFor(120);
		const last = '9999-12-31T23:59:59.999Z';
		expect(await erase(await leaver(last))).toMatchObject(notDue(last));
	});

	test('not for an employee whose termination lies ahead', async () => {
		await keepFor(0);
		const ahead = '2023-03-07T12:00:00.001Z';
		expect(await erase(await leaver(ahead))).toMatchObject(notDue(ahead));
	});

	test('by the retention of the company as it is now', async () => {
		await keepFor(1);
		const id = await leaver();
		expect((await erase(id)).status).toBe(409);
		await keepFor(0);
		expect((await erase(id)).status).toBe(200);
	});
});

test.each<[Role]>([['COMPANY_ADMIN'], ['TECHNICAL_USER'], ['FLEX_DOCUMENT_VERIFIER'], ['EMPLOYEE']])(
	'%s may not erase, whether or not it is due or there is anybody',
	async (role) => {
		await keepFor(0);
		const id = await leaver();
		const caller = role === 'EMPLOYEE' ? await userOf(id) : await newUser([role], [company.id]);
		for (const one of [id, await leaver(null), newId(now())]) {
			expect(await erase(one, caller)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
		}
		expect(await dateErased(id)).toBeNull();
	},
);

test('somebody unknown is not found', async () => {
	for (const id of [newId(now()), 'nobody', platform.userId]) {
		expect(await erase(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
	}
});

test('erasing again answers when it was done', async () => {
	await keepFor(0);
	const id = await leaver();
	const first = await erase(id);
	at('2023-04-01T00:00:00.000Z');
	await keepFor(120);
	const again = await erase(id);
	expect([again.status, again.body]).toEqual([200, first.body]);
});

test('nobody can block an erasure by taking the address that would be left of it', async () => {
	await keepFor(0);
	const id = await leaver();
	const { userId } = await userOf(id);
	await newEmployee(company, { email: `${userId}@erased.invalid` });
	expect(await erase(id)).toMatchObject({ status: 200 });
	expect((await as(platform).get(`/employees/${id}`)).body.email).toBe(`${userId}@erased.invalid`);
});

test('a dry run answers what would be, or why not', async () => {
	await keepFor(0);
	const id = await leaver();
	const tried = (one: string) => as(platform).post(`/employees/${one}/erasure?dryRun=true`);
	expect(await tried(id)).toMatchObject({ status: 200, body: { employeeId: id, dateErased: TODAY } });
	expect(await dateErased(id)).toBeNull();
	expect(await tried(await leaver(null))).toMatchObject(notDue());
});

describe('a user with other roles', () => {
	const inUse = { status: 409, body: { code: 'user_has_other_roles' } };
	const give = (userId: string, roles: Role[]) => as(platform).put(`/users/${userId}`, { roles });

	test('keeps the values until they are taken away', async () => {
		await keepFor(0);
		const id = await leaver();
		const { userId } = await userOf(id);
		await give(userId, ['EMPLOYEE', 'COMPANY_ADMIN']);
		expect(await erase(id)).toMatchObject(inUse);
		await give(userId, ['EMPLOYEE']);
		expect((await erase(id)).status).toBe(200);
	});

	test('keeps them too when the role comes while the erasure is at work', async () => {
		await keepFor(0);
		const id = await leaver();
		const { userId } = await userOf(id);
		let isFirst = true;
		const DB = intercepted(/update "users"/, async (run) => {
			if (isFirst) await give(userId, ['EMPLOYEE', 'TECHNICAL_USER']);
			isFirst = false;
			return run();
		});
		expect(await erase(id, platform, { ...env, DB })).toMatchObject(inUse);
		expect(await dateErased(id)).toBeNull();
		expect((await as(platform).get(`/users/${userId}`)).body.roles).toEqual(['EMPLOYEE', 'TECHNICAL_USER']);
	});
});
