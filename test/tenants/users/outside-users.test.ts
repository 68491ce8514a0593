import { beforeEach, expect, test } from 'vitest';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { giveSecondFactor } from '../../harness/second-factor.ts';
import { as, at, newCompany, newUser, type TestCompany, type TestUser } from '../../harness/service.ts';

let company: TestCompany;
let other: TestCompany;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	other = await newCompany();
});

/** All that an administrator may do to users of its companies. */
const TOUCHES: [what: string, method: string, path: string, body?: object][] = [
	['be changed', 'PUT', '', { firstName: 'Eve' }],
	['be invited', 'POST', '/invitation'],
	['be closed', 'POST', '/closure'],
	['be opened', 'DELETE', '/closure'],
	['have its sessions ended', 'DELETE', '/sessions'],
	['have its second factor reset', 'DELETE', '/second-factor'],
];

const touch = ({ userId }: TestUser, method: string, path: string, body?: object) =>
	as(company.admin).send(method, `/users/${userId}${path}`, body);

const OUTSIDERS: [who: string, newOutsider: () => Promise<TestUser>][] = [
	['who manages another company too', () => newUser(['COMPANY_ADMIN'], [company.id, other.id])],
	['who is a platform administrator', () => newUser(['PLATFORM_ADMIN'], [company.id])],
	[
		'who is both at once',
		() => newUser(['PLATFORM_ADMIN', 'COMPANY_ADMIN'] as Role[], [company.id, other.id]),
	],
];

const EACH = OUTSIDERS.flatMap(([who, newOutsider]) =>
	TOUCHES.map(([what, method, path, body]) => ({ who, newOutsider, what, method, path, body })),
);

test.each(EACH)(
	'a user $who cannot $what by an administrator of one of its companies, whatever the reason',
	async ({ newOutsider, method, path, body }) => {
		const user = await newOutsider();
		await giveSecondFactor(user.userId);
		const detail = 'Only a platform administrator can change this user.';
		expect(await touch(user, method, path, body)).toMatchObject({ status: 403, body: { detail } });
		expect((await as(user).get('/auth/me')).status).toBe(200);
	},
);

test.each(TOUCHES)('a user of another company cannot %s, and is not found', async (_, method, path, body) => {
	expect((await touch(other.admin, method, path, body)).status).toBe(404);
});

test('an administrator reads of such a user without the other company', async () => {
	const user = await newUser(['COMPANY_ADMIN'], [company.id, other.id]);
	const read = await as(company.admin).get(`/users/${user.userId}`);
	expect(read.body.manageableCompanyIds).toEqual([company.id]);
	const listed = await as(company.admin).get('/users');
	expect(JSON.stringify([read.body, listed.body])).not.toContain(other.id);
});
