import { beforeEach, expect, test } from 'vitest';
import { browse, cookiesOf, providerCookie, visitOf } from '../harness/console.ts';
import type { Wishes } from '../harness/outside/provider.ts';
import { pageOf } from '../harness/page.ts';
import { at, call, newAddress, now } from '../harness/service.ts';
import {
	account,
	atProvider,
	newColleague,
	newSsoCompany,
	type SsoCompany,
} from '../tenants/auth/sso/people.ts';
import { valueIn } from './markup.ts';

let company: SsoCompany;
beforeEach(async () => {
	at(new Date().toISOString());
	company = await newSsoCompany();
});

const linkIn = (body: string): string => pageOf(body).select('a.button.main')[0]?.href ?? '';
const from = () => ({ 'CF-Connecting-IP': newAddress(), 'Accept-Language': 'en' });

/** Goes on from the page that asks for a password, by the provider and back to the console. */
async function byProvider(asked: Awaited<ReturnType<typeof call>>, wishes: Wishes, cookie = '') {
	const { pathname, search } = new URL(await atProvider(linkIn(asked.body), wishes));
	const back = await call('GET', pathname + search, undefined, from());
	const { pathname: page, search: code } = new URL(back.headers.get('Location') ?? '');
	return call('GET', page + code, undefined, { ...from(), Cookie: `${providerCookie(asked)}; ${cookie}` });
}

test('somebody signs in to the console by the company’s provider, and gets to the page that was asked for', async () => {
	const { email } = await newColleague(company);
	const asked = await browse(null).post('/sign-in', { email, to: '/console/people?q=x' }, from());
	expect(asked.status).toBe(200);
	const entered = await byProvider(asked, account(email));
	expect(entered.status).toBe(303);
	expect(entered.headers.get('Location')).toBe('/console/people?q=x');
	const { zubrot } = cookiesOf(entered);
	expect(providerCookie(entered)).toMatch(/^zubrot-provider-[^=]+=$/);
	const page = await call('GET', '/console/people', undefined, { Cookie: `zubrot=${zubrot}` });
	expect(page.status).toBe(200);
	const bearer = { Authorization: `Bearer ${zubrot}` };
	expect((await call('GET', '/auth/me', undefined, bearer)).status).toBe(401);
});

test('a person unknown to the company gets an explanation in the console', async () => {
	const asked = await browse(null).post('/sign-in', { email: `stranger@${company.domain}` }, from());
	const refused = await byProvider(asked, account(`stranger@${company.domain}`));
	expect(refused.status).toBe(401);
	expect(refused.body).toContain('You could not be signed in.');
	expect(cookiesOf(refused).zubrot).toBeUndefined();
});

test('a sign-in that another browser began opens nothing here', async () => {
	const { email } = await newColleague(company);
	const [own, others] = [
		await browse(null).post('/sign-in', { email }, from()),
		await browse(null).post('/sign-in', { email }, from()),
	];
	const mixed = { ...own, headers: others.headers };
	expect((await byProvider(mixed, account(email))).status).toBe(401);
});

test('a form whose session has ended comes through the provider and back, unless it is too long', async () => {
	const { email, userId } = await newColleague(company);
	const visit = await visitOf({ userId });
	const sent = await call('POST', '/console/people/new', `firstName=Ada&_for=${userId}`, {
		...from(),
		Origin: 'http://localhost',
		'Content-Type': 'application/x-www-form-urlencoded',
	});
	const form = { email, kept: valueIn(sent.body, 'kept') };
	const asked = await browse(null).post('/sign-in', form, from());
	const offered = await byProvider(asked, account(email), visit.cookie);
	expect(offered.status).toBe(200);
	expect(pageOf(offered.body).values('firstName')).toEqual(['Ada']);

	const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(6000))).toString('base64');
	const long = await browse(null).post('/sign-in', { email, kept: `{"to":"${noise}"}` }, from());
	expect(long.body).toContain('are too long to be kept');
	expect((await byProvider(long, account(email))).status).toBe(303);
});

test('a fresh proof is asked for at the provider although it has a session', async () => {
	const { email, userId } = await newColleague(company);
	const visit = await visitOf({ userId });
	at(new Date(now() + 900_000).toISOString());
	const asked = await browse(visit).post('/sign-in', { email, again: 'on' }, from());
	expect(new URL(linkIn(asked.body)).searchParams.get('prompt')).toBe('login');
	const first = await browse(null).post('/sign-in', { email }, from());
	expect(new URL(linkIn(first.body)).searchParams.get('prompt')).toBeNull();
});
