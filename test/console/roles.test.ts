import { beforeEach, describe, expect, test } from 'vitest';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { giveSecondFactor } from '../harness/second-factor.ts';
import { as, at, newCompany, newUser, type TestCompany } from '../harness/service.ts';

const ENGLISH = { 'Accept-Language': 'en' };
const PREVIEW = { _do: 'preview' };

let company: TestCompany;
let visit: Visit;
let platform: Visit;
beforeEach(async () => {
	at('2026-03-07T12:00:00.000Z');
	company = await newCompany();
	visit = await visitOf(company.admin);
	platform = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

const demand = () => as(platform).put(`/companies/${company.id}`, { secondFactorRequired: true });
const read = async (userId: string) => (await as(platform).get(`/users/${userId}`)).body;

/** The text of a page's preview, without markup. */
const saidBy = (body: string): string => pageOf(body).select('[data-preview]')[0]?.text ?? '';

describe('before a role is given or taken, the company reads', () => {
	const preview = async (userId: string, fields: Record<string, string | string[]>) =>
		browse(visit).post(`/team/${userId}`, { ...PREVIEW, ...fields }, ENGLISH);

	test('gained and lost roles, and nothing is stored', async () => {
		const { userId } = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
		const { status, body } = await preview(userId, { roles: 'COMPANY_ADMIN' });
		expect(status).toBe(200);
		expect(saidBy(body)).toMatch(/Gets Administrator: People.*Loses Verifier: Decides.*within ten seconds/);
		expect(pageOf(body).values('roles')).toContain('COMPANY_ADMIN');
		expect(await read(userId)).toMatchObject({ roles: ['FLEX_DOCUMENT_VERIFIER'] });
		expect(saidBy((await preview(userId, { roles: 'FLEX_DOCUMENT_VERIFIER' })).body)).toContain(
			'stay as they are',
		);
	});

	test('how many others are left to administer it, and that it concerns oneself', async () => {
		const both = ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'] as const;
		const own = await visitOf(await newUser([...both], [company.id]));
		const fields = { ...PREVIEW, roles: 'FLEX_DOCUMENT_VERIFIER' };
		const { body } = await browse(own).post(`/team/${own.userId}`, fields, ENGLISH);
		expect(saidBy(body)).toMatch(
			/Loses Administrator.*One other person administers.*This is your own account/,
		);
	});

	test('that the last one who administers it cannot go', async () => {
		const { userId } = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
		await as(platform).put(`/users/${userId}`, { roles: ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'] });
		await as(platform).post(`/users/${company.admin.userId}/closure`);
		const left = await visitOf({ userId });
		const last = await browse(left).post(
			`/team/${userId}`,
			{ ...PREVIEW, roles: 'FLEX_DOCUMENT_VERIFIER' },
			ENGLISH,
		);
		expect([last.status, saidBy(last.body).includes('This is not possible.')]).toEqual([409, true]);
	});

	test('on the side of the platform, which may do it, that nobody is left to administer it', async () => {
		const { body, status } = await browse(platform).post(
			`/platform/users/${company.admin.userId}/roles`,
			{ ...PREVIEW, roles: 'EMPLOYEE' },
			ENGLISH,
		);
		expect(status).toBe(200);
		expect(saidBy(body)).toMatch(/Loses Administrator.*No longer for .*0 others administer/);
	});

	test.each([
		['none yet', false],
		['one', true],
	])('that a second factor is demanded of somebody who has %s', async (_, has) => {
		const { userId } = await newUser(['TECHNICAL_USER'], [company.id]);
		await giveSecondFactor(company.admin.userId);
		await demand();
		if (has) await giveSecondFactor(userId);
		const { body } = await preview(userId, { roles: 'FLEX_DOCUMENT_VERIFIER' });
		expect(saidBy(body).includes('There is no second factor yet.')).toBe(!has);
		const integration = await preview(userId, { roles: 'TECHNICAL_USER', firstName: 'Ada' });
		expect(saidBy(integration.body)).not.toContain('There is no second factor yet.');
	});

	test('it without a fresh proof, which saving asks for', async () => {
		const { userId } = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
		at('2026-03-07T12:15:00.000Z');
		const roles = { roles: 'COMPANY_ADMIN' };
		expect((await preview(userId, roles)).status).toBe(200);
		expect((await browse(visit).post(`/team/${userId}`, roles, ENGLISH)).status).toBe(403);
		expect(await read(userId)).toMatchObject({ roles: ['FLEX_DOCUMENT_VERIFIER'] });
	});
});

test('the platform reads for which companies a role comes, and which others it holds for', async () => {
	const { userId } = await newUser(['COMPANY_ADMIN'], [(await newCompany()).id]);
	const { body } = await browse(platform).post(
		`/platform/companies/${company.id}/giving`,
		{ ...PREVIEW, user: userId, roles: ['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'] },
		ENGLISH,
	);
	expect(saidBy(body)).toMatch(/Gets Verifier.*From now on for .*The roles apply to .*, /);
	expect((await read(userId)).manageableCompanyIds).not.toContain(company.id);
});

test('before a second factor is demanded, or no more, the company reads how many have none', async () => {
	await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	const other = await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [company.id]);
	await newUser(['TECHNICAL_USER'], [company.id]);
	await giveSecondFactor(other.userId);
	const open = async () => pageOf((await browse(visit).get('/team/sign-in', ENGLISH)).body).text;
	expect(await open()).toMatch(
		/Administrators without one\s+1 of 2\s+Verifiers without one\s+1 of 2\s+They would have/,
	);
	await giveSecondFactor(company.admin.userId);
	await demand();
	expect(await open()).toMatch(
		/without one\s+0 of 2\s+Verifiers without one\s+1 of 2\s+They have to set it up/,
	);
});
