import { beforeEach, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { register } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newUser, type TestCompany, uniqueEmail } from '../harness/service.ts';
import { valueIn } from './markup.ts';

const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

const path = () => `/platform/companies/${company.id}`;
const open = async (query = '') =>
	(await browse(visit).get(`${path()}/giving${query}`, ENGLISH)).body as string;
const give = (fields: Record<string, string | string[]>) =>
	browse(visit).post(`${path()}/giving`, fields, ENGLISH);
const read = async (userId: string) => (await as(visit).get(`/users/${userId}`)).body;
const tagIn = (body: string): string => valueIn(body, '_etag');

async function newVerifier() {
	const [other, email] = [await newCompany(), uniqueEmail()];
	const roles = ['FLEX_DOCUMENT_VERIFIER'];
	const { body } = await as(visit).post('/users', { email, roles, manageableCompanyIds: [other.id] });
	return { email, userId: body.id as string, otherId: other.id };
}

test('an invitation to an address that somebody has leads to giving that user the company', async () => {
	const { email, userId } = await newVerifier();
	await register(userId);
	const refused = await browse(visit).post(`${path()}/administrators`, { email }, ENGLISH);
	expect(refused.status).toBe(409);
	const [, query = ''] = /giving(\?q=[^"]*)"/.exec(refused.body) ?? [];
	expect(await open(query)).toContain(`giving?user=${userId}`);
});

test('a new administrator is found by the beginning of the address, and keeps existing companies and roles', async () => {
	const { email, userId, otherId } = await newVerifier();
	expect(await open(`?q=${email.slice(0, -5).toUpperCase()}`)).toContain(`giving?user=${userId}`);
	const page = await open(`?user=${userId}`);
	expect(pageOf(page).values('roles')).toContain('FLEX_DOCUMENT_VERIFIER');
	expect(page).toContain('Roles apply to all companies of a user');
	const roles = ['FLEX_DOCUMENT_VERIFIER', 'COMPANY_ADMIN'];
	expect((await give({ user: userId, roles, _etag: tagIn(page) })).status).toBe(303);
	const { manageableCompanyIds, ...rest } = await read(userId);
	expect(rest).toMatchObject({ roles });
	expect(manageableCompanyIds).toEqual([otherId, company.id].toSorted());
	expect(await open(`?user=${userId}`)).toContain('already manages this company');
});

test('a user without a role for companies is offered to administer it, and stays an employee', async () => {
	const { userId } = await newUser(['EMPLOYEE']);
	const page = await open(`?user=${userId}`);
	expect(pageOf(page).select('[type=hidden][name=roles][value=EMPLOYEE]')).toHaveLength(1);
	expect(pageOf(page).values('roles')).toContain('COMPANY_ADMIN');
	await give({ user: userId, roles: ['EMPLOYEE', 'COMPANY_ADMIN'] });
	expect(await read(userId)).toMatchObject({
		roles: ['EMPLOYEE', 'COMPANY_ADMIN'],
		manageableCompanyIds: [company.id],
	});
});

test('nobody is found by what nobody begins with, nothing is given without a role, and a change meanwhile is not undone', async () => {
	expect(await open('?q=nobody-begins-like-this')).toContain('No address begins with these letters.');
	const { userId } = await newVerifier();
	const page = await open(`?user=${userId}`);
	const without = await give({ user: userId, _etag: tagIn(page) });
	expect([without.status, pageOf(without.body).faultAt('roles')]).toEqual([400, expect.stringMatching(/./)]);
	await as(visit).put(`/users/${userId}`, { lastName: 'Changed' });
	const stale = await give({ user: userId, roles: ['COMPANY_ADMIN'], _etag: tagIn(page) });
	expect(stale.status).toBe(412);
	expect((await read(userId)).manageableCompanyIds).not.toContain(company.id);
});

test('giving a company asks for a fresh proof of who one is', async () => {
	const { userId } = await newUser(['EMPLOYEE']);
	at('2026-03-07T12:15:00.000Z');
	const { status, body } = await give({ user: userId, roles: ['COMPANY_ADMIN'] });
	expect(status).toBe(403);
	expect(pageOf(body).select('[type=password]')).toHaveLength(1);
	expect((await read(userId)).manageableCompanyIds).toEqual([]);
});
