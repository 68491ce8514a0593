import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, newCompany, newUser, uniqueEmail } from '../../../harness/service.ts';
import { mailsTo } from '../one-time/links.ts';
import { beginWithMember, carrying, linksOf, type Member, member, newMember } from './people.ts';

beforeEach(beginWithMember);

const propose = (email: string, { admin, userId }: Pick<Member, 'admin' | 'userId'> = member) =>
	as(admin, carrying()).put(`/users/${userId}`, { email });

describe('an administrator proposes an address to a registered person', () => {
	test('together with other fields, which change at once', async () => {
		const { admin, userId } = member;
		const fields = { email: uniqueEmail(), firstName: 'Grace' };
		const answer = await as(admin, carrying()).put(`/users/${userId}`, fields);
		expect(answer.body).toMatchObject({ email: member.email, firstName: 'Grace' });
		expect(await linksOf(userId)).toEqual(['PROOF', 'AGREEMENT']);
	});

	test('without learning whether somebody has it', async () => {
		const other = await newMember();
		const [taken, free] = [await propose(other.email), await propose(uniqueEmail())];
		expect(taken.status).toBe(200);
		expect(taken.body).toEqual(free.body);
	});

	test('but a dry change of a person of several companies is refused', async () => {
		const other = await newCompany();
		await env.DB.prepare('INSERT INTO user_companies VALUES (?, ?), (?, ?)')
			.bind(member.userId, other.id, member.admin.userId, other.id)
			.run();
		expect(await propose(uniqueEmail())).toMatchObject({ status: 403, body: { code: 'forbidden' } });
	});

	test('but not to a closed person, and not to themselves', async () => {
		await as(member.admin).post(`/users/${member.userId}/closure`);
		expect(await propose(uniqueEmail())).toMatchObject({ status: 409, body: { code: 'user_closed' } });
		const { admin } = member;
		await env.DB.prepare('UPDATE users SET date_registered = 1 WHERE id = ?').bind(admin.userId).run();
		expect(await propose(uniqueEmail(), { admin, userId: admin.userId })).toMatchObject({
			status: 403,
			body: { detail: expect.stringMatching(/auth\/me/) },
		});
	});

	test('and a stranger reaches nobody', async () => {
		const stranger = (await newCompany()).admin;
		expect(await propose(uniqueEmail(), { admin: stranger, userId: member.userId })).toMatchObject({
			status: 404,
		});
	});

	test('at most five mails go to one address in 15 minutes', async () => {
		const email = uniqueEmail();
		for (let n = 0; n < 5; n++) expect((await propose(email)).status).toBe(200);
		expect(await propose(email)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
	});
});

test('an invited person gets a new address at once, and an invitation at it', async () => {
	const company = await newCompany();
	const created = await as(company.admin).post('/users', {
		email: uniqueEmail(),
		roles: ['COMPANY_ADMIN'],
		manageableCompanyIds: [company.id],
	});
	const email = uniqueEmail();
	const answer = await propose(email, { admin: company.admin, userId: created.body.id });
	expect(answer).toMatchObject({ status: 200, body: { email } });
	expect(await mailsTo(created.body.id)).toEqual(['invitation', 'invitation']);
});

test('an erasure removes the links of a person', async () => {
	const company = await newCompany();
	const admin = await newUser(['COMPANY_ADMIN'], [company.id]);
	await env.DB.prepare('UPDATE users SET date_registered = 1, date_proven = 1 WHERE id = ?')
		.bind(admin.userId)
		.run();
	const platform = as(await newUser(['PLATFORM_ADMIN']));
	await platform.put(`/users/${admin.userId}`, { email: uniqueEmail() });
	expect(await linksOf(admin.userId)).toEqual(['RESTORATION']);
	await platform.post(`/users/${admin.userId}/closure`);
	expect((await platform.post(`/users/${admin.userId}/erasure`)).status).toBe(200);
	expect(await linksOf(admin.userId)).toEqual([]);
});
