import { beforeAll, expect, test } from 'vitest';
import { browse, FROM_HERE, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { call, newUser } from '../harness/service.ts';

let visit: Visit;
beforeAll(async () => {
	visit = await visitOf(await newUser(['EMPLOYEE']));
});

const { Origin, 'Sec-Fetch-Site': site, ...form } = FROM_HERE;

/** Signing out is what another site would most easily have a browser do. */
const send = (headers: Record<string, string>, body = '') =>
	call('POST', '/console/sign-out', body, { Cookie: visit.cookie, ...headers });
const isSignedIn = async () => (await browse(visit).get('/nowhere')).status === 404;

test.each([
	['another site', { ...form, Origin, 'Sec-Fetch-Site': 'cross-site' }, 403],
	['another subdomain', { ...form, Origin, 'Sec-Fetch-Site': 'same-site' }, 403],
	['a bookmark', { ...form, Origin, 'Sec-Fetch-Site': 'none' }, 403],
	['an older browser on another site', { ...form, Origin: 'https://evil.example' }, 403],
	['a page that hides where it is', { ...form, Origin: 'null' }, 403],
	['a program', form, 403],
	['a script of ours that sends JSON', { 'Sec-Fetch-Site': site, 'Content-Type': 'application/json' }, 415],
	['a script that sends text', { 'Sec-Fetch-Site': site, 'Content-Type': 'text/plain' }, 415],
])('a form that %s sends is refused with an explanation, and nothing happens', async (_, headers, status) => {
	const answer = await send(headers, '{}');
	expect(answer.status).toBe(status);
	expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
	expect(await isSignedIn()).toBe(true);
});

test('a form that broke off on its way is refused', async () => {
	const headers = { ...FROM_HERE, 'Content-Type': 'multipart/form-data; boundary=x' };
	expect((await send(headers, '--x\r\nContent-Disp')).status).toBe(400);
	expect(await isSignedIn()).toBe(true);
});

test('a form of more than 256 KiB without a file is refused', async () => {
	expect((await send(FROM_HERE, `note=${'a'.repeat(256 * 1024)}`)).status).toBe(413);
});

test('an older browser is believed by its origin', async () => {
	const other = await visitOf(visit);
	const answer = await call('POST', '/console/sign-out', '', { ...form, Origin, Cookie: other.cookie });
	expect(answer.status).toBe(303);
	expect((await browse(other).get('/nowhere')).status).toBe(303);
});

test('every page says what it may load, that it is not to be framed or kept, and where it came from to nobody else', async () => {
	for (const path of ['/sign-in', '/nowhere']) {
		const { headers, body } = await browse(visit).get(path);
		const policy = headers.get('Content-Security-Policy');
		expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;/);
		expect(policy).toMatch(
			/form-action 'self';.*frame-ancestors 'none'; require-trusted-types-for 'script'$/,
		);
		expect(headers.get('X-Frame-Options')).toBeTruthy();
		expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
		expect(headers.get('Cache-Control')).toBe('no-store');
		expect(headers.get('Referrer-Policy')).toBe('same-origin');
		const page = pageOf(body);
		expect([...page.select('script:not([src]), style'), ...page.inlineCode]).toEqual([]);
	}
});
