import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/tenants/auth/password/rules.ts';
import { browse, visitOf } from '../../../harness/console.ts';
import { pageOf } from '../../../harness/page.ts';
import { as, at, call, newAddress, newCompany, newUser, type TestUser } from '../../../harness/service.ts';
import { PASSWORD } from '../registered.ts';
import { newColleague, newSsoCompany, type SsoCompany, signIn } from './people.ts';

const hash = await hashPassword(PASSWORD);

let company: SsoCompany;
let admin: TestUser & { email: string };

beforeEach(async () => {
	at(new Date().toISOString());
	company = await newSsoCompany();
	admin = await newColleague(company, 'admin');
	await env.DB.prepare(`DELETE FROM sessions WHERE user_id = ? AND id <> ?`)
		.bind(admin.userId, admin.sessionId)
		.run();
});

const settings = (more: object) => ({
	issuer: env.IDENTITY_PROVIDER,
	clientId: 'zubrot',
	domains: [company.domain],
	...more,
});
const put = (more: object, query = '') => as(admin).put(`${company.path}${query}`, settings(more));
const isOpen = async ({ idToken }: { idToken: string }) =>
	(await call('GET', '/auth/sessions', undefined, { Authorization: `Bearer ${idToken}` })).status === 200;

async function byPassword(email: string) {
	await env.DB.prepare('UPDATE users SET password_hash = ? WHERE email = ?').bind(hash, email).run();
	const from = { 'CF-Connecting-IP': newAddress() };
	return (await call('POST', '/auth', { email, password: PASSWORD }, from)).body as {
		idToken: string;
		refreshToken: string;
	};
}

/** A colleague without any session. */
async function colleague(name: string): Promise<string> {
	const { email, userId } = await newColleague(company, name);
	await env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(userId).run();
	return email;
}

const refresh = async ({ refreshToken }: { refreshToken: string }) =>
	(await call('POST', '/auth/refresh', { refreshToken }, { 'CF-Connecting-IP': newAddress() })).status;

describe('requiring the identity provider', () => {
	test('ends sessions by password by default, and keeps those of the provider and of the request', async () => {
		const [one, other] = [await colleague('one'), await colleague('other')];
		const { body: fromProvider } = await signIn(one);
		const [first, second, third] = [await byPassword(one), await byPassword(one), await byPassword(other)];
		const preview = await put({ onlySso: true }, '?dryRun=true');
		expect(preview).toMatchObject({ status: 200, body: { ended: { people: 2, sessions: 3 } } });
		expect(await isOpen(first)).toBe(true);

		expect((await put({ onlySso: true })).status).toBe(200);
		for (const ended of [first, second, third]) expect(await refresh(ended)).toBe(401);
		expect(await refresh(fromProvider)).toBe(200);
		expect((await as(admin).get(company.path)).status).toBe(200);
		const sql = `SELECT count(*) AS n FROM access_events WHERE company_id = ? AND type = 'session.ended' AND reason = 'sso_required'`;
		expect(await env.DB.prepare(sql).bind(company.id).first('n')).toBe(3);
	});

	test('keeps them if that is said, and ends them later when it is asked for', async () => {
		const session = await byPassword(await colleague('one'));
		const no = { onlySso: true, endPasswordSessions: false };
		expect((await put(no, '?dryRun=true')).body.ended).toEqual({ people: 0, sessions: 0 });
		await put(no);
		await put({ onlySso: true });
		expect(await isOpen(session)).toBe(true);
		const yes = { onlySso: true, endPasswordSessions: true };
		expect((await put(yes, '?dryRun=true')).body.ended).toEqual({ people: 1, sessions: 1 });
		expect((await put(yes)).status).toBe(200);
		expect(await refresh(session)).toBe(401);
	});

	test('ends nothing while it is not required', async () => {
		const session = await byPassword(await colleague('one'));
		await put({ endPasswordSessions: true });
		expect(await refresh(session)).toBe(200);
	});

	test('leaves people alone who may still use a password', async () => {
		const other = await newCompany();
		const [elsewhere, both, platform] = [
			`ada@elsewhere.${company.domain}`,
			`both@${company.domain}`,
			`platform@${company.domain}`,
		];
		await newUser(['COMPANY_ADMIN'], [company.id], elsewhere);
		await newUser(['COMPANY_ADMIN'], [company.id, other.id], both);
		await newUser(['PLATFORM_ADMIN'], [company.id], platform);
		const open = [await byPassword(elsewhere), await byPassword(both), await byPassword(platform)];
		expect((await put({ onlySso: true }, '?dryRun=true')).body.ended).toEqual({ people: 0, sessions: 0 });
		await put({ onlySso: true });
		for (const session of open) expect(await refresh(session)).toBe(200);
	});
});

test('the console previews how many people and sessions are affected, and saves by default with it', async () => {
	const session = await byPassword(await colleague('one'));
	const visit = await visitOf(admin);
	const path = `/team/sign-in?company=${company.id}`;
	const english = { 'Accept-Language': 'en' };
	const page = pageOf((await browse(visit).get(path, english)).body);
	expect(page.one('checkbox', /End sessions opened by password/).attribute('checked')).not.toBeNull();
	const typed = {
		issuer: env.IDENTITY_PROVIDER ?? '',
		clientId: 'zubrot',
		domains: company.domain,
		onlySso: 'on',
		endPasswordSessions: 'on',
	};
	const shown = await browse(visit).post(path, { ...typed, _do: 'preview' }, english);
	expect(shown.status).toBe(200);
	// The administrator has another session besides that of the browser.
	expect(shown.body).toContain('Sessions that this ends: 2. People affected: 2.');
	expect(await isOpen(session)).toBe(true);
	expect((await browse(visit).post(path, typed, english)).status).toBe(303);
	expect(await refresh(session)).toBe(401);
});
