import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/tenants/auth/password/rules.ts';
import { eventsFor } from '../../../harness/events.ts';
import { register } from '../../../harness/mail.ts';
import { releaseAll } from '../../../harness/releases.ts';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	now,
	openSession,
	runCron,
	type TestUser,
	uniqueEmail,
	userOf,
} from '../../../harness/service.ts';
import { newColleague as newSecond, since } from '../identity-changes/people.ts';
import { logIn, mailsTo, PASSWORD } from '../one-time/links.ts';
import {
	account,
	atProvider,
	begin,
	comeBack,
	exchange,
	newColleague,
	type SsoCompany,
	signIn,
	withSso,
} from '../sso/people.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNRELEASED = { status: 401, body: { code: 'refused' } };
const HONEST = 'https://login.honest.test.example';
const hash = await hashPassword(PASSWORD);

/** Tokens of the provider have the present time, so that the acts before a sign-in lie in the past. */
const ago = (ms: number) => at(new Date(Date.now() - ms).toISOString());
const reasons = async (companyId: string) =>
	(
		await env.DB.prepare("SELECT reason FROM access_events WHERE type = 'session.refused' AND company_id = ?")
			.bind(companyId)
			.all<{ reason: string }>()
	).results.map(({ reason }) => reason);

/** A company with another provider than that of the tests, which is released. */
async function newHonest(): Promise<SsoCompany> {
	const company = await withSso(await newCompany(), {}, { isReleased: false });
	await since(company.admin.userId, 0);
	await env.DB.prepare('UPDATE identity_providers SET issuer = ? WHERE company_id = ?')
		.bind(HONEST, company.id)
		.run();
	await releaseAll(company);
	return company;
}

/** Sets the provider of the tests, whose accounts the actor can invent. The domains keep their verification. */
const setOwn = (company: SsoCompany, admin: TestUser = company.admin, settings: object = {}) =>
	as(admin).put(company.path, {
		issuer: env.IDENTITY_PROVIDER,
		clientId: 'zubrot',
		clientSecret: 'the client secret at the provider of the tests',
		domains: [company.domain],
		...settings,
	});

const requestsOf = async (companyId: string, admin: TestUser) =>
	(await as(admin).get(`/companies/${companyId}/identity-changes`)).body;
const release = (by: TestUser, companyId: string, id: string) =>
	as(by).post(`/companies/${companyId}/identity-changes/${id}/release`);

async function registered(company: SsoCompany, name = 'victim') {
	const colleague = await newColleague(company, name);
	await register(colleague.userId);
	await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?').bind(hash, colleague.userId).run();
	return colleague;
}

describe('an administrator who sets an issuer of its own, and keeps the verification of the domain', () => {
	test.each([
		['at once', 0],
		['73 hours later', 73 * HOUR_MS],
		['eight days later', 8 * DAY_MS],
	])('signs in as no colleague, %s', async (_, pause) => {
		ago(2 * pause);
		const company = await newHonest();
		const victim = await registered(company);
		const helper = (
			await as(company.admin).post('/users', {
				email: uniqueEmail(),
				roles: ['COMPANY_ADMIN'],
				manageableCompanyIds: [company.id],
			})
		).body.id;
		ago(pause);
		const admin = await openSession(company.admin.userId);
		expect((await setOwn(company, admin)).body).toMatchObject({
			dateReleased: null,
			domains: [{ dateReleased: expect.any(String) }],
		});
		ago(0);
		for (const name of [victim.email, victim.email.toUpperCase()]) {
			expect(await signIn(name, account(name, 'another account'))).toMatchObject({ status: 401 });
		}
		expect(new Set(await reasons(company.id))).toEqual(new Set(['provider_unreleased']));
		for (const userId of [company.admin.userId, helper]) {
			const session = await openSession(userId);
			for (const { id } of await requestsOf(company.id, session)) {
				expect((await release(session, company.id, id)).status).toBe(409);
			}
		}
		expect(await signIn(victim.email)).toMatchObject({ status: 401 });
		expect((await logIn(victim.email)).status).toBe(200);
	});

	test('does not gain by setting the earlier issuer again, which waits too', async () => {
		ago(0);
		const company = await newHonest();
		const victim = await registered(company);
		for (const issuer of [env.IDENTITY_PROVIDER, HONEST, env.IDENTITY_PROVIDER]) {
			expect((await setOwn(company, company.admin, { issuer })).body.dateReleased).toBeNull();
		}
		expect(await signIn(victim.email)).toMatchObject(UNRELEASED);
		expect(await requestsOf(company.id, company.admin)).toMatchObject([
			{ state: 'CANCELLED', about: `${env.IDENTITY_PROVIDER} (zubrot)` },
			{ state: 'CANCELLED', about: `${HONEST} (zubrot)` },
			{ state: 'OPEN', kind: 'PROVIDER', aboutId: company.id, userId: null },
		]);
	});
});

describe('an unreleased provider', () => {
	let company: SsoCompany;
	beforeEach(async () => {
		ago(0);
		company = await newHonest();
	});

	test('locks out nobody, even where only the provider is to be used', async () => {
		const { email } = await registered(company);
		expect((await setOwn(company, company.admin, { onlySso: true })).status).toBe(200);
		expect((await logIn(email)).status).toBe(200);
		await releaseAll(company);
		expect(await logIn(email)).toMatchObject({ status: 401, body: { code: 'sso_required' } });
	});

	test('registers a newcomer who is only an employee, once, and proves no address', async () => {
		await setOwn(company);
		const email = `newcomer@${company.domain}`;
		const { userId } = await userOf(await newEmployee(company, { email }));
		expect((await signIn(email)).status).toBe(200);
		const read = env.DB.prepare('SELECT date_registered, date_proven FROM users WHERE id = ?').bind(userId);
		expect(await read.first()).toEqual({ date_registered: now(), date_proven: null });
		expect(await signIn(email)).toMatchObject(UNRELEASED);
		await releaseAll(company);
		expect((await signIn(email)).status).toBe(200);
		expect(await read.first()).toMatchObject({ date_proven: now() });
	});

	test('signs in no newcomer with more rights', async () => {
		await setOwn(company);
		expect(await signIn((await newColleague(company)).email)).toMatchObject(UNRELEASED);
		expect(await reasons(company.id)).toEqual(['provider_unreleased']);
	});

	test('moves no linked person to another address', async () => {
		await setOwn(company);
		await releaseAll(company);
		const { email, userId } = await registered(company);
		expect((await signIn(email, account(email, 'linked'))).status).toBe(200);
		await env.DB.prepare('UPDATE identity_providers SET date_released = NULL WHERE company_id = ?')
			.bind(company.id)
			.run();
		const next = `next@${company.domain}`;
		expect(await signIn(next, account(next, 'linked'))).toMatchObject(UNRELEASED);
		expect(await reasons(company.id)).toEqual(['provider_unreleased']);
		const stored = env.DB.prepare('SELECT email FROM users WHERE id = ?').bind(userId);
		expect(await stored.first('email')).toBe(email);
	});

	test('is released by a second person, who gets a mail; all administrators get another one; then it signs in', async () => {
		const second = await newSecond(company.id);
		await setOwn(company);
		expect(await mailsTo(second.userId)).toEqual(['release_asked']);
		const { email } = await registered(company);
		const [{ id }] = await requestsOf(company.id, second);
		expect((await release(second, company.id, id)).body).toMatchObject({
			state: 'DONE',
			consent: 'SECOND_PERSON',
			consenterId: second.userId,
			dateConfirmed: null,
		});
		for (const { userId } of [company.admin, second])
			expect(await mailsTo(userId)).toContain('release_given');
		expect((await signIn(email)).status).toBe(200);
		const [event] = (await eventsFor(company.admin)).slice(-1);
		expect(event).toMatchObject({
			type: 'release.given',
			after: { kind: 'PROVIDER', consent: 'SECOND_PERSON' },
		});
	});

	test('is released by the operator where there is no second person', async () => {
		const operator = await newUser(['PLATFORM_ADMIN']);
		await setOwn(company);
		expect(await mailsTo(operator.userId)).toContain('release_asked');
		const [{ id }] = await requestsOf(company.id, company.admin);
		expect((await release(operator, company.id, id)).body).toMatchObject({ consent: 'OPERATOR' });
	});

	test('is no longer released when somebody stops the release within seven days', async () => {
		await setOwn(company);
		const { email } = await registered(company);
		const [{ id }] = await requestsOf(company.id, company.admin);
		ago(7 * DAY_MS);
		const operator = await newUser(['PLATFORM_ADMIN']);
		await release(operator, company.id, id);
		const path = `/companies/${company.id}/identity-changes/${id}`;
		at(new Date(now() + 7 * DAY_MS).toISOString());
		expect(await as(await openSession(company.admin.userId)).delete(path)).toMatchObject({ status: 409 });
		expect((await signIn(email)).status).toBe(200);
		at(new Date(now() - 1).toISOString());
		expect((await as(await openSession(company.admin.userId)).delete(path)).body.state).toBe('STOPPED');
		expect(await signIn(email)).toMatchObject(UNRELEASED);
	});

	test('is not released in between: the release is checked again when the code is exchanged', async () => {
		await setOwn(company);
		await releaseAll(company);
		const { email } = await registered(company);
		const { body } = await begin(email);
		const back = await comeBack(await atProvider(body.authorizationUrl, account(email)));
		await env.DB.prepare('UPDATE identity_providers SET date_released = NULL WHERE company_id = ?')
			.bind(company.id)
			.run();
		expect((await exchange(back.get('code'), body.transaction)).status).toBe(401);
		await releaseAll(company);
		expect((await exchange(back.get('code'), body.transaction)).status).toBe(200);
	});

	test('ends every sign-in that has begun when issuer or client change', async () => {
		await setOwn(company);
		await releaseAll(company);
		const { email } = await registered(company);
		const { body } = await begin(email);
		const back = await comeBack(await atProvider(body.authorizationUrl, account(email)));
		await setOwn(company, company.admin, { clientId: 'another client' });
		await releaseAll(company);
		expect((await exchange(back.get('code'), body.transaction)).status).toBe(401);
	});

	test('is asked for again by another call when the request has expired, and not before', async () => {
		await setOwn(company);
		await setOwn(company);
		expect(await requestsOf(company.id, company.admin)).toHaveLength(1);
		at(new Date(now() + 7 * DAY_MS).toISOString());
		await runCron(new Date(now()).toISOString());
		const admin = await openSession(company.admin.userId);
		await setOwn(company, admin);
		const states = (await requestsOf(company.id, admin)).map(({ state }: { state: string }) => state);
		expect(states).toEqual(['EXPIRED', 'OPEN']);
	});

	test('has no open request any more when it is removed', async () => {
		await setOwn(company);
		await as(company.admin).delete(company.path);
		const [{ id, state }] = await requestsOf(company.id, company.admin);
		expect(state).toBe('CANCELLED');
		expect(await release(await newUser(['PLATFORM_ADMIN']), company.id, id)).toMatchObject({
			status: 409,
			body: { code: 'change_closed' },
		});
	});
});

test('a provider that the operator sets is released at once, even if a company has set it before', async () => {
	ago(0);
	const company = await newHonest();
	await setOwn(company);
	const operator = await newUser(['PLATFORM_ADMIN']);
	const { email } = await registered(company);
	expect((await setOwn(company, operator)).body.dateReleased).not.toBeNull();
	expect((await signIn(email)).status).toBe(200);
});

describe('a verified domain', () => {
	let company: SsoCompany;
	beforeEach(async () => {
		ago(0);
		company = await withSso(await newCompany(), {}, { isReleased: false });
		await env.DB.prepare('UPDATE identity_providers SET date_released = 1 WHERE company_id = ?')
			.bind(company.id)
			.run();
	});
	const verify = (by: TestUser) => as(by).post(`${company.path}/domains/${company.domain}/verification`);
	const lose = () =>
		env.DB.prepare('UPDATE company_domains SET date_verified = NULL WHERE company_id = ?')
			.bind(company.id)
			.run();

	test('waits for a release of its own', async () => {
		const { email } = await registered(company);
		expect(await signIn(email)).toMatchObject(UNRELEASED);
		const second = await newSecond(company.id);
		const asked = await requestsOf(company.id, second);
		expect(asked).toMatchObject([{ kind: 'PROVIDER' }, { kind: 'DOMAIN', about: company.domain }]);
		expect((await release(second, company.id, asked[1].id)).status).toBe(200);
		expect((await signIn(email)).status).toBe(200);
	});

	test('loses the release with the verification', async () => {
		await releaseAll(company);
		await lose();
		expect((await verify(company.admin)).body).toMatchObject({ dateReleased: null });
		expect((await requestsOf(company.id, company.admin)).at(-1)).toMatchObject({
			kind: 'DOMAIN',
			state: 'OPEN',
		});
		expect(await signIn((await registered(company)).email)).toMatchObject(UNRELEASED);
	});

	test('is released at once when the operator verifies it', async () => {
		await lose();
		const operator = await newUser(['PLATFORM_ADMIN']);
		expect((await verify(operator)).body.dateReleased).not.toBeNull();
		expect((await signIn((await registered(company)).email)).status).toBe(200);
	});
});

describe('an honest case', () => {
	test('a person who signs in by SSO only, and whose company changes provider', async () => {
		ago(0);
		const company = await newHonest();
		const person = await newColleague(company, 'ada');
		await register(person.userId);
		await env.DB.prepare("INSERT INTO external_identities VALUES (?, ?, 'at the earlier one', ?, 0)")
			.bind(company.id, HONEST, person.userId)
			.run();
		const second = await newSecond(company.id);
		await setOwn(company, company.admin, { onlySso: true });
		expect((await as(person).get('/auth/me')).status).toBe(200);
		expect(await signIn(person.email)).toMatchObject(UNRELEASED);
		const [{ id }] = await requestsOf(company.id, second);
		await release(second, company.id, id);
		expect((await signIn(person.email)).status).toBe(200);
	});
});
