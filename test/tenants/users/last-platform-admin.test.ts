import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { as, newUser, restart, type TestUser } from '../../harness/service.ts';

const demoted = { roles: ['COMPANY_ADMIN'] };
const LAST = { status: 409, body: { code: 'last_platform_admin' } };

let first: TestUser;

beforeEach(async () => {
	await newUser(['PLATFORM_ADMIN']);
	first = await newUser(['PLATFORM_ADMIN']);
	await env.DB.prepare(`UPDATE users SET roles = '["EMPLOYEE"]' WHERE id <> ?`).bind(first.userId).run();
	restart();
});

const rolesOf = async ({ userId }: TestUser) => (await as(first).get(`/users/${userId}`)).body.roles;

test('the last platform administrator cannot drop the role, and keeps it beside others', async () => {
	expect(await as(first).put(`/users/${first.userId}`, demoted)).toMatchObject(LAST);
	expect(await rolesOf(first)).toEqual(['PLATFORM_ADMIN']);
	const more = { roles: ['COMPANY_ADMIN', 'PLATFORM_ADMIN'] };
	expect((await as(first).put(`/users/${first.userId}`, more)).status).toBe(200);
});

test('one of two may drop the role', async () => {
	const second = await newUser(['PLATFORM_ADMIN']);
	expect((await as(first).put(`/users/${second.userId}`, demoted)).status).toBe(200);
	expect(await as(first).put(`/users/${first.userId}`, demoted)).toMatchObject(LAST);
});

test('when two drop the role at once, one keeps it', async () => {
	const second = await newUser(['PLATFORM_ADMIN']);
	const answers = await Promise.all(
		[first, second].map((one) => as(one).put(`/users/${one.userId}`, demoted)),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.each(['date_closed', 'date_deleted'])('one whose %s is set counts no more', async (column) => {
	const second = await newUser(['PLATFORM_ADMIN']);
	await env.DB.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).bind(second.userId).run();
	expect(await as(first).put(`/users/${first.userId}`, demoted)).toMatchObject(LAST);
	const itself = env.DB.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).bind(first.userId).run();
	await expect(itself).rejects.toThrow('last_platform_admin');
});
