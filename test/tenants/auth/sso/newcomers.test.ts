import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { browse, providerCookie } from '../../../harness/console.ts';
import { deliver, postOffice } from '../../../harness/mail.ts';
import { pageOf } from '../../../harness/page.ts';
import { releaseAll } from '../../../harness/releases.ts';
import { as, at, call, newAddress, newEmployee, newUser, now } from '../../../harness/service.ts';
import { confirmReset, mailedToken, PASSWORD, register, userOfEmployee } from '../one-time/links.ts';
import { account, atProvider, newSsoCompany, type SsoCompany, signIn } from './people.ts';

let company: SsoCompany;

beforeEach(async () => {
	at(new Date().toISOString());
	await env.DB.exec('DELETE FROM mails');
	company = await newSsoCompany();
});

const requireProvider = (onlySso: boolean) =>
	env.DB.prepare('UPDATE identity_providers SET only_sso = ? WHERE company_id = ?')
		.bind(onlySso ? 1 : 0, company.id)
		.run();

/** An employee who was invited by being created, with an address of the verified domain. */
async function newcomer(name = 'grace') {
	const email = `${name}@${company.domain}`;
	const employeeId = await newEmployee(company, { email });
	const { userId } = await userOfEmployee(employeeId);
	return { email, employeeId, userId, token: await mailedToken(userId) };
}

const from = () => ({ 'CF-Connecting-IP': newAddress(), 'Accept-Language': 'en' });
const signInLink = (email: string) => `https://zubrot.example/console/sign-in#${encodeURIComponent(email)}`;
const readUser = async (userId: string) => (await as(company.admin).get(`/users/${userId}`)).body;

describe('the invitation of a person who must use the identity provider', () => {
	test('leads to the company account, and names no password, code or token', async () => {
		await requireProvider(true);
		const { email, token } = await newcomer();
		const { sent, bindings } = postOffice();
		await deliver(bindings);
		const [mail] = sent.filter(({ to }) => to === email);
		expect(mail?.text).toContain(`Sign in with your company account:\n${signInLink(email)}\n`);
		for (const text of [mail?.text, mail?.html]) {
			expect(text).not.toContain('Choose a password');
			expect(text).not.toContain(token);
		}
		expect((await signIn(email)).status).toBe(200);
	});

	test('is written by the setting at the time when it leaves', async () => {
		const [early, late] = [await newcomer('early'), await newcomer('late')];
		const { sent, bindings } = postOffice();
		await env.DB.prepare('UPDATE mails SET date_due = ? WHERE user_id = ?')
			.bind(now() + 1000, late.userId)
			.run();
		await deliver(bindings);
		await requireProvider(true);
		at(new Date(now() + 1000).toISOString());
		await deliver(bindings);
		const textTo = (email: string) => sent.find(({ to }) => to === email)?.text;
		expect(textTo(early.email)).toContain(`/console/registration#${early.token}`);
		expect(textTo(late.email)).toContain(signInLink(late.email));
	});

	test('is a link to the sign-in when no mail leaves the service', async () => {
		await requireProvider(true);
		const { employeeId, email } = await newcomer();
		const silent = { ...env, MAIL_FROM: '' };
		const invite = () => as(company.admin, silent).post(`/employees/${employeeId}/invitation`);
		expect((await invite()).body.link).toBe(signInLink(email));
		await requireProvider(false);
		expect((await invite()).body.link).toMatch(/\/console\/registration#[\w-]{43}$/);
	});

	test('is a letter without a code', async () => {
		const { employeeId, email } = await newcomer();
		const print = async () => {
			const path = `/employees/${employeeId}/invitation/letter`;
			return pageOf((await as(company.admin).send('POST', path, undefined, { Accept: 'text/html' })).body);
		};
		const before = await print();
		expect(before.select('.code')).toHaveLength(1);
		await requireProvider(true);
		const letter = await print();
		expect(letter.text).toContain('Sign in with your company account.');
		expect(letter.text).not.toContain('choose a password');
		expect(letter.select('.address').map(({ text }) => text)).toEqual([
			'https://zubrot.example/console/sign-in',
			email,
		]);
		expect(letter.select('.code')).toHaveLength(0);
		expect(letter.select('svg')).toHaveLength(1);
	});

	test.each(['an address elsewhere', 'two companies'])('asks for a password with %s', async (what) => {
		await requireProvider(true);
		const isElsewhere = what === 'an address elsewhere';
		const email = isElsewhere ? `ada@elsewhere.${company.domain}` : `both@${company.domain}`;
		const other = await newSsoCompany();
		const { userId } = await newUser(
			['COMPANY_ADMIN'],
			isElsewhere ? [company.id] : [company.id, other.id],
			email,
		);
		await env.DB.prepare('UPDATE users SET date_registered = NULL WHERE id = ?').bind(userId).run();
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		expect((await platform.post(`/users/${userId}/invitation`)).status).toBe(200);
		const { sent, bindings } = postOffice();
		await deliver(bindings);
		expect(sent.find(({ to }) => to === email)?.text).toContain('Choose a password');
		expect((await register(await mailedOrLink(userId, platform))).status).toBe(200);
	});
});

/** A sent mail keeps no token, so the person is invited once more. */
async function mailedOrLink(userId: string, platform: ReturnType<typeof as>): Promise<string> {
	await platform.post(`/users/${userId}/invitation`);
	return mailedToken(userId);
}

describe('a link or code that was made before the company required its identity provider', () => {
	test('is refused with what to do, and works again when the requirement ends', async () => {
		const { userId, token } = await newcomer();
		await requireProvider(true);
		for (const password of [PASSWORD, 'Password1234']) {
			expect(await register(token, password)).toMatchObject({
				status: 409,
				body: {
					code: 'company_account_required',
					title: 'Sign in with your company account',
					detail: expect.stringContaining('POST /api/v2/auth/sso'),
				},
			});
		}
		expect((await readUser(userId)).dateRegistered).toBeNull();
		await requireProvider(false);
		expect((await register(token)).status).toBe(200);
	});

	test('is refused likewise when it was printed, but a wrong code tells nothing', async () => {
		const { employeeId } = await newcomer();
		const { body } = await as(company.admin).post(`/employees/${employeeId}/invitation/letter`);
		await requireProvider(true);
		expect((await register(body.code)).body.code).toBe('company_account_required');
		const wrong = `${body.code.slice(0, -1)}${body.code.endsWith('A') ? 'B' : 'A'}`;
		expect((await register(wrong)).body.code).toBe('link_not_valid');
	});

	test('sets no new password either', async () => {
		const { email, userId, token: invitation } = await newcomer();
		expect((await register(invitation)).status).toBe(200);
		await call('POST', '/auth/password-reset', { email }, from());
		const token = await mailedToken(userId, 'password_reset');
		await requireProvider(true);
		expect(await confirmReset(token)).toMatchObject({
			status: 409,
			body: { code: 'company_account_required' },
		});
	});

	test('leads on the page to the identity provider, and from there into the account', async () => {
		const { email, userId, token } = await newcomer();
		await requireProvider(true);
		const told = await browse(null).post('/registration', { token, password: PASSWORD }, from());
		expect(told.status).toBe(409);
		const page = pageOf(told.body);
		expect(page.text).toContain('You do not need a password here.');
		expect(page.text).not.toContain('is wrong');
		const to = page.one('link', 'Sign in with your company account').href ?? '';
		const { pathname, search } = new URL(await atProvider(to, account(email)));
		const back = await call('GET', pathname + search, undefined, from());
		const { pathname: path, search: code } = new URL(back.headers.get('Location') ?? '');
		const kept = { ...from(), Cookie: providerCookie(told) };
		const entered = await call('GET', path + code, undefined, kept);
		expect(entered.headers.get('Location')).toBe('/console');
		expect((await readUser(userId)).dateRegistered).not.toBeNull();
	});

	test('leads to the sign-in page while the identity provider does not answer', async () => {
		const { email, token } = await newcomer();
		await requireProvider(true);
		await env.DB.prepare('UPDATE identity_providers SET issuer = ? WHERE company_id = ?')
			.bind('https://nobody.test.example', company.id)
			.run();
		await releaseAll(company);
		const told = await browse(null).post('/registration', { token, password: PASSWORD }, from());
		expect(told.status).toBe(409);
		expect(pageOf(told.body).one('link', 'Sign in with your company account').href).toBe(
			`/console/sign-in#${encodeURIComponent(email)}`,
		);
	});
});
