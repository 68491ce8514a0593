import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { pageOf } from '../../harness/page.ts';
import { as, at, call, newAddress } from '../../harness/service.ts';
import { newInvited, PASSWORD, platform, register } from '../../tenants/auth/one-time/links.ts';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

async function newLetter() {
	const invited = await newInvited();
	const { status, body } = await as(invited.admin).post(`/employees/${invited.employeeId}/invitation/letter`);
	expect(status).toBe(200);
	return { ...invited, code: body.code as string, body };
}

const wrongly = (code: string): string => `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;

const tryCode = (code: string, address: string) =>
	call('POST', '/auth/registration', { token: code, password: PASSWORD }, { 'CF-Connecting-IP': address });

describe('a printed code', () => {
	test('ends when the account is closed, and stays ended when it is opened again', async () => {
		const { code, admin, userId } = await newLetter();
		expect((await as(admin).post(`/users/${userId}/closure`)).status).toBe(200);
		expect((await as(admin).delete(`/users/${userId}/closure`)).status).toBe(200);
		expect((await register(code)).body.code).toBe('link_not_valid');
	});

	test('has 12 letters that nobody confuses, and is good for 30 days', async () => {
		const { body, userId, email } = await newLetter();
		expect(body).toEqual({
			userId,
			email,
			dateExpires: '2023-04-06T12:00:00.000Z',
			code: expect.stringMatching(/^[A-HJKMNP-Z]{4}-[A-HJKMNP-Z]{4}-[A-HJKMNP-Z]{4}$/),
		});
	});

	test.each([
		['as printed', (code: string) => code],
		['in small letters without hyphens', (code: string) => code.toLowerCase().replaceAll('-', '')],
		['with blanks', (code: string) => ` ${code.replaceAll('-', ' ')} `],
	])('registers %s', async (_, spell) => {
		const { code } = await newLetter();
		expect((await register(spell(code))).status).toBe(200);
		expect((await register(code)).body.code).toBe('link_not_valid');
	});

	test('takes the place of the link, and a link its place', async () => {
		const { code, token, admin, employeeId } = await newLetter();
		expect((await register(token)).status).toBe(400);
		await as(admin).post(`/employees/${employeeId}/invitation`);
		expect((await register(code)).status).toBe(400);
	});

	test.each([
		['until the last millisecond of its 30 days', '2023-04-06T11:59:59.999Z', 200],
		['no more at their end', '2023-04-06T12:00:00.000Z', 400],
	])('works %s', async (_, instant, status) => {
		const { code } = await newLetter();
		at(instant);
		expect((await register(code)).status).toBe(status);
	});

	test.each([
		[9, 200],
		[10, 400],
	])(
		'after %i wrong tries from anywhere, also at once, the right one is answered %i',
		async (tries, status) => {
			const { code } = await newLetter();
			const wrong = await Promise.all(
				Array.from({ length: tries }, () => tryCode(wrongly(code), newAddress())),
			);
			expect(new Set(wrong.map((answer) => answer.body.code))).toEqual(new Set(['link_not_valid']));
			expect((await register(code)).status).toBe(status);
		},
	);

	test('from one place 30 are tried in 15 minutes, of whomever; then 429', async () => {
		const address = newAddress();
		const { code } = await newLetter();
		await env.DB.prepare('DELETE FROM login_attempts').run();
		await tryCode('ABCD-ABCD-ABCD', address);
		await env.DB.prepare('UPDATE login_attempts SET attempts = 29').run();
		expect((await tryCode('ABCD-ABCD-ABCE', address)).status).toBe(400);
		expect(await tryCode(code, address)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
		expect((await tryCode(code, newAddress())).status).toBe(200);
	});

	test('is kept as a hash that is as dear as a password’s', async () => {
		const { userId } = await newLetter();
		const row = await env.DB.prepare('SELECT code_hash, key FROM one_time_tokens WHERE user_id = ?')
			.bind(userId)
			.first<{ code_hash: string; key: string }>();
		expect(row?.code_hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
		expect(row?.key).toMatch(/^[A-Z]{4}$/);
	});
});

describe('the page to print', () => {
	const print = async (language: string | null, names: object = {}) => {
		const { admin, employeeId, userId } = await newInvited();
		await (await platform()).put(`/users/${userId}`, { language, ...names });
		const bindings = { ...env, PUBLIC_URL: 'https://benefits.example' };
		return as(admin, bindings).send('POST', `/employees/${employeeId}/invitation/letter`, undefined, {
			Accept: 'text/html,*/*;q=0.8',
			'Idempotency-Key': 'print',
		});
	};

	test('shows code, address and QR code, and runs nothing', async () => {
		const { status, headers, body } = await print(null);
		expect(status).toBe(200);
		expect(headers.get('Content-Type')).toMatch(/^text\/html/);
		const page = pageOf(body);
		expect(page.select('.code')[0]?.text).toMatch(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/);
		expect(page.select('.address')[0]?.text).toBe('https://benefits.example/console/registration');
		expect(page.select('svg')).toHaveLength(1);
		expect([...page.select('script'), ...page.inlineCode]).toEqual([]);
		const style = page.select('style')[0]?.source ?? '';
		const policy = headers.get('Content-Security-Policy') ?? '';
		expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
		expect(policy).toMatch(/^default-src 'none'/);
		expect(headers.get('Cache-Control')).toBe('no-store');
	});

	test.each([
		['de-AT', 'de', '6. April 2023'],
		['en', 'en', 'April 6, 2023'],
		['fr', 'en', 'April 6, 2023'],
	])('is in the language of its reader: %s', async (language, written, day) => {
		const { body } = await print(language);
		expect(pageOf(body).attribute('lang')).toBe(written);
		expect(body).toContain(day);
	});

	test('shows names as text, whatever they hold', async () => {
		const { body } = await print('en', { firstName: '<script>alert(1)</script>', lastName: '&' });
		expect(pageOf(body).text).toContain('Hello <script>alert(1)</script> &,');
		expect(pageOf(body).select('script')).toHaveLength(0);
	});
});
