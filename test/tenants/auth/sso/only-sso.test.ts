import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/tenants/auth/password/rules.ts';
import {
	as,
	at,
	call,
	newAddress,
	newCompany,
	newEmployee,
	newUser,
	uniqueEmail,
} from '../../../harness/service.ts';
import { PASSWORD } from '../registered.ts';
import { newColleague, newSsoCompany, type SsoCompany, signIn } from './people.ts';

const hash = await hashPassword(PASSWORD);

let company: SsoCompany;

beforeEach(async () => {
	at(new Date().toISOString());
	company = await newSsoCompany({ onlySso: true });
});

const logIn = (email: string, password = PASSWORD) =>
	call('POST', '/auth', { email, password }, { 'CF-Connecting-IP': newAddress() });
const withPassword = (email: string) =>
	env.DB.prepare('UPDATE users SET password_hash = ? WHERE email = ?').bind(hash, email).run();
const untold = ({ status, body }: Awaited<ReturnType<typeof logIn>>) => ({ status, ...body, instance: '' });

describe('users bound to single sign-on', () => {
	test('a wrong password is answered as anywhere, and the right one opens nothing and says why', async () => {
		const { email, userId } = await newColleague(company);
		await withPassword(email);
		expect(untold(await logIn(email, 'a wrong password'))).toEqual(untold(await logIn(uniqueEmail())));
		expect(await logIn(email)).toMatchObject({ status: 401, body: { code: 'sso_required' } });
		const sql = `SELECT reason FROM access_events WHERE user_id = ? AND type = 'session.refused' ORDER BY reason`;
		const { results } = await env.DB.prepare(sql).bind(userId).all();
		expect(results).toEqual([{ reason: 'sso_required' }, { reason: 'wrong_password' }]);
		expect((await signIn(email)).status).toBe(200);
	});

	test('a password that is forgotten is not replaced, with the answer that anybody gets', async () => {
		const { email, userId } = await newColleague(company);
		await withPassword(email);
		const reset = (address: string) =>
			call('POST', '/auth/password-reset', { email: address }, { 'CF-Connecting-IP': newAddress() });
		const [bound, unknown] = [await reset(email), await reset(uniqueEmail())];
		expect([bound.status, bound.body]).toEqual([unknown.status, unknown.body]);
		expect(bound.status).toBe(200);
		const mails = env.DB.prepare('SELECT kind FROM mails WHERE user_id = ?').bind(userId);
		expect((await mails.all()).results).toEqual([]);
	});

	test('employees are bound as well', async () => {
		const email = `employee@${company.domain}`;
		await newEmployee(company, { email });
		await withPassword(email);
		expect((await logIn(email)).body.code).toBe('sso_required');
		expect((await signIn(email)).status).toBe(200);
	});

	test('a demanded second factor is the provider’s business, but ours while the password is a way in', async () => {
		const { email } = await newColleague(company);
		const sql = 'UPDATE companies SET second_factor_required = 1 WHERE id = ?';
		await env.DB.prepare(sql).bind(company.id).run();
		const list = async () => {
			const { idToken } = (await signIn(email)).body;
			return call('GET', '/employees', undefined, { Authorization: `Bearer ${idToken}` });
		};
		expect((await list()).status).toBe(200);
		await env.DB.prepare('UPDATE identity_providers SET only_sso = 0 WHERE company_id = ?')
			.bind(company.id)
			.run();
		expect((await list()).body.code).toBe('second_factor_setup_required');
	});

	test('the last session stays until it ends, and is renewed', async () => {
		const { email } = await newColleague(company);
		const { refreshToken } = (await signIn(email)).body;
		expect((await call('POST', '/auth/refresh', { refreshToken })).status).toBe(200);
	});
});

describe('the password still opens the door', () => {
	test('a platform administrator, who can enter when the provider fails', async () => {
		const email = `platform@${company.domain}`;
		const platform = await newUser(['PLATFORM_ADMIN'], [company.id], email);
		await withPassword(email);
		expect((await logIn(email)).status).toBe(200);

		const { email: admin } = await newColleague(company);
		await withPassword(admin);
		const settings = { issuer: env.IDENTITY_PROVIDER, clientId: 'zubrot', domains: [company.domain] };
		expect((await as(platform).put(company.path, { ...settings, onlySso: false })).status).toBe(200);
		expect((await logIn(admin)).status).toBe(200);
	});

	test('a user with an address of another domain, or who also works for another company', async () => {
		const [elsewhere, both] = [uniqueEmail(), `both@${company.domain}`];
		await newUser(['COMPANY_ADMIN'], [company.id], elsewhere);
		await newUser(['COMPANY_ADMIN'], [company.id, (await newCompany()).id], both);
		for (const email of [elsewhere, both]) {
			await withPassword(email);
			expect((await logIn(email)).status).toBe(200);
		}
	});

	test('when the domain is proven no longer, or single sign-on is removed', async () => {
		const { email } = await newColleague(company);
		await withPassword(email);
		await env.DB.prepare('UPDATE company_domains SET date_verified = NULL WHERE company_id = ?')
			.bind(company.id)
			.run();
		expect((await logIn(email)).status).toBe(200);
		await env.DB.prepare(
			'UPDATE company_domains SET date_verified = 1, date_released = 1 WHERE company_id = ?',
		)
			.bind(company.id)
			.run();
		expect((await logIn(email)).status).toBe(401);
		await as(company.admin).delete(company.path);
		expect((await logIn(email)).status).toBe(200);
	});
});
