import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { browse, cookiesOf, providerCookie, type Visit } from '../harness/console.ts';
import type { Wishes } from '../harness/outside/provider.ts';
import { pageOf } from '../harness/page.ts';
import { type Answer, as, at, call, newAddress, now, runCron } from '../harness/service.ts';
import {
	account,
	atProvider,
	newColleague,
	newSsoCompany,
	type SsoCompany,
} from '../tenants/auth/sso/people.ts';

const HOUR_MS = 3_600_000;

let company: SsoCompany;
let visit: Visit & { email: string };

beforeEach(async () => {
	at(new Date().toISOString());
	company = await newSsoCompany();
	const colleague = await newColleague(company);
	const asked = await browse(null).post('/sign-in', { email: colleague.email }, from());
	const link = pageOf(asked.body).select('a.button.main')[0]?.href ?? '';
	const entered = await comeBack(link, account(colleague.email), providerCookie(asked));
	visit = { ...colleague, cookie: `zubrot=${cookiesOf(entered).zubrot}` };
});

const from = () => ({ 'CF-Connecting-IP': newAddress(), 'Accept-Language': 'en' });
const later = (ms: number) => at(new Date(now() + ms).toISOString());

/** The provider's claims at the time of the service, which runs ahead of the provider's clock. */
const present = (email: string): Wishes => {
	const seconds = Math.floor(now() / 1000);
	return { claims: { ...account(email).claims, iat: seconds, nbf: seconds, exp: seconds + 900 } };
};

/** Signs in at the provider, which takes some time, and follows its way back to the console. */
async function comeBack(link: string, wishes: Wishes, Cookie: string, ms = 0): Promise<Answer> {
	const { pathname, search } = new URL(await atProvider(link, wishes));
	later(ms);
	const back = await call('GET', pathname + search, undefined, from());
	const { pathname: page, search: code } = new URL(back.headers.get('Location') ?? '');
	return call('GET', page + code, undefined, { ...from(), Cookie });
}

/** Uses the session twice, so that only its 24 hours end it, and waits for one more time. */
async function afterADay(ms = 0): Promise<void> {
	for (const hours of [11, 11]) {
		later(hours * HOUR_MS);
		expect((await open()).status).toBe(200);
	}
	later(2 * HOUR_MS + ms);
}

const open = (path = '/people?q=x') => browse(visit).get(path, from());

/** Opens a page and follows its redirect inside the console. */
async function asked(path?: string): Promise<Answer> {
	const { status, headers } = await open(path);
	expect(status).toBe(303);
	return open((headers.get('Location') ?? '').slice('/console'.length));
}

/** The address to which a page leads on by itself; null when it waits for the reader. */
const leadsTo = ({ headers }: Answer): string | null =>
	/^0;url=(.+)$/.exec(headers.get('Refresh') ?? '')?.[1] ?? null;

const renew = (page: Answer, wishes: Wishes = present(visit.email), ms = 0) =>
	comeBack(leadsTo(page) ?? '', wishes, `${providerCookie(page)}; ${visit.cookie}`, ms);

test('a page after 24 hours leads to the identity provider by itself, and back to the page', async () => {
	await afterADay(-1);
	expect((await open()).status).toBe(200);
	later(1);
	const page = await asked();
	expect(new URL(leadsTo(page) ?? '').searchParams.get('login_hint')).toBe(visit.email);
	expect(new URL(leadsTo(page) ?? '').searchParams.get('prompt')).toBeNull();
	const entered = await renew(page);
	expect(entered.status).toBe(303);
	expect(entered.headers.get('Location')).toBe('/console/people?q=x');
	visit.cookie = `zubrot=${cookiesOf(entered).zubrot}`;
	expect((await open()).status).toBe(200);
});

test('a form after 24 hours is shown with its entries after the renewal, and nothing was saved before', async () => {
	await afterADay();
	const page = await browse(visit).post('/people/new', { firstName: 'Ada', email: 'x@y.example' }, from());
	expect(page.status).toBe(403);
	const offered = await renew(page);
	expect(offered.status).toBe(200);
	expect(pageOf(offered.body).values('firstName')).toEqual(['Ada']);
	const { body } = await as(company.admin).get(`/employees?companyId=${company.id}`);
	expect(JSON.stringify(body)).not.toContain('x@y.example');
});

describe('a form comes back', () => {
	const send = async () => {
		await afterADay();
		return browse(visit).post('/people/new', { firstName: 'Ada' }, from());
	};

	test('when the sign-in at the provider takes almost 10 minutes', async () => {
		const offered = await renew(await send(), present(visit.email), 599_999);
		expect(pageOf(offered.body).values('firstName')).toEqual(['Ada']);
	});

	test('although a longer sign-in has to begin again', async () => {
		const page = await send();
		expect(page.headers.get('Set-Cookie')).toContain('Max-Age=3600');
		const late = await renew(page, present(visit.email), 600_000);
		expect(late.status).toBe(401);
		const [kept = ''] = pageOf(late.body).values('kept');
		const again = await browse(null).post('/sign-in', { email: visit.email, kept }, from());
		const link = pageOf(again.body).select('a.button.main')[0]?.href ?? '';
		const offered = await comeBack(link, present(visit.email), providerCookie(again));
		expect(pageOf(offered.body).values('firstName')).toEqual(['Ada']);
	});
});

test('scripts that ask for previews or people begin no sign-in, and leave room for the form', async () => {
	await afterADay();
	const byScript = { ...from(), 'Sec-Fetch-Dest': 'empty' };
	const preview = await browse(visit).post('/people/new', { firstName: 'A', _do: 'preview' }, byScript);
	const found = await browse(visit).get('/sign-in?to=/console/people?q=A', byScript);
	for (const answer of [preview, found]) {
		expect(leadsTo(answer)).toBeNull();
		expect(providerCookie(answer)).toBe('');
	}
});

test('two tabs renew at once, and each comes back to its own page', async () => {
	await afterADay();
	const [first, second] = [await asked('/people'), await asked('/payroll')];
	const Cookie = `${providerCookie(first)}; ${providerCookie(second)}; ${visit.cookie}`;
	const to = await Promise.all(
		[second, first].map((page) => comeBack(leadsTo(page) ?? '', present(visit.email), Cookie)),
	);
	expect(to.map(({ headers }) => headers.get('Location'))).toEqual(['/console/payroll', '/console/people']);
});

test('entries that are too long for the way to the provider are shown for copying', async () => {
	await afterADay();
	const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(6000))).toString('base64');
	const many = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, noise.repeat(4)]));
	for (const fields of [{ firstName: noise }, many]) {
		const page = await browse(visit).post('/people/new', fields, from());
		expect(leadsTo(page)).toBeNull();
		expect(page.body).toContain('too long to be kept');
		expect(page.body).toContain(`: ${noise}`);
		expect(page.body).not.toContain('_for:');
	}
});

test('people refused by the provider see the sign-in page, and are not sent there again', async () => {
	await afterADay();
	const refusals: Wishes[] = [
		present('stranger@elsewhere.example'),
		{ callback: { error: 'login_required' } },
	];
	for (const wishes of refusals) {
		const refused = await renew(await asked(), wishes);
		expect(refused.status).toBe(401);
		expect(refused.body).toContain('You could not be signed in.');
		expect(leadsTo(refused)).toBeNull();
		expect(cookiesOf(refused).zubrot).toBe('');
	}
});

test('the link to another address does not lead to the provider', async () => {
	await afterADay();
	const other = pageOf((await asked()).body).one('link', 'Use another e-mail address').href ?? '';
	const page = await open(other.slice('/console'.length));
	expect(page.status).toBe(200);
	expect(leadsTo(page)).toBeNull();
});

test.each([
	['a revoked session', () => as(company.admin).delete(`/users/${visit.userId}/sessions`)],
	[
		'a closed user',
		() => env.DB.prepare('UPDATE users SET date_closed = 1 WHERE id = ?').bind(visit.userId).run(),
	],
	['a company without the provider', () => as(company.admin).delete(company.path)],
])('%s is not renewed', async (_, end) => {
	await afterADay(-1);
	await end();
	later(1);
	expect(leadsTo(await asked())).toBeNull();
});

test('a session that is revoked after its 24 hours is not renewed', async () => {
	await afterADay();
	expect(leadsTo(await asked())).not.toBeNull();
	await as(company.admin).delete(`/users/${visit.userId}/sessions`);
	expect(leadsTo(await asked())).toBeNull();
});

test('a session that was unused for 12 hours is not renewed', async () => {
	later(12 * HOUR_MS);
	expect(leadsTo(await asked())).toBeNull();
	later(12 * HOUR_MS);
	expect(leadsTo(await asked())).toBeNull();
});

test('the cron keeps a session for renewal for 12 hours after its end', async () => {
	await afterADay();
	later(12 * HOUR_MS - 1);
	await runCron(new Date(now()).toISOString());
	expect(leadsTo(await asked())).not.toBeNull();
	later(1);
	await runCron(new Date(now()).toISOString());
	expect(leadsTo(await asked())).toBeNull();
});
