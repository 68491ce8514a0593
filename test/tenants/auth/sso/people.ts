import { env } from 'cloudflare:workers';
import type { Bindings } from '../../../../src/foundation/http/env.ts';
import { publish } from '../../../harness/dns.ts';
import type { Wishes } from '../../../harness/outside/provider.ts';
import { releaseAll } from '../../../harness/releases.ts';
import {
	as,
	call,
	newAddress,
	newCompany,
	newUser,
	type TestCompany,
	type TestUser,
} from '../../../harness/service.ts';

const CLIENT = { clientId: 'zubrot', clientSecret: 'the client secret at the provider of the tests' };

/** A company whose provider is that of the tests, and that has proven a domain. */
export interface SsoCompany extends TestCompany {
	domain: string;
	path: string;
}

export async function newSsoCompany(settings: object = {}): Promise<SsoCompany> {
	return withSso(await newCompany(), settings);
}

export async function withSso<C extends TestCompany>(
	company: C,
	settings: object = {},
	{ isReleased = true } = {},
): Promise<C & SsoCompany> {
	const domain = `${company.id}.test.example`;
	const path = `/companies/${company.id}/single-sign-on`;
	const body = { issuer: env.IDENTITY_PROVIDER, ...CLIENT, domains: [domain], ...settings };
	const { body: set } = await as(company.admin).put(path, body);
	await publish(set.domains[0].record);
	await as(company.admin).post(`${path}/domains/${domain}/verification`);
	if (isReleased) await releaseAll({ id: company.id, cell: company.admin.cell });
	return { ...company, domain, path };
}

/** A user of the company with an address of its domain. */
export async function newColleague(
	{ id, domain, admin }: SsoCompany,
	name = 'ada',
): Promise<TestUser & { email: string }> {
	const email = `${name}@${domain}`;
	return { ...(await newUser(['COMPANY_ADMIN'], [id], email, admin.cell)), email };
}

/** The provider's claims about an account with a verified address. */
export const account = (email: string, subject = `sub of ${email}`): Wishes => ({
	claims: { sub: subject, email, email_verified: true },
});

/** Each step comes from an address of its own, because the limit of an address outlasts a test. */
const from = () => ({ 'CF-Connecting-IP': newAddress() });

export const begin = (email: string, bindings: Bindings = env) =>
	call('POST', '/auth/sso', { email }, from(), bindings);

/** Signs in at the provider as a browser would; returns the address at which it sends the browser back. */
export async function atProvider(authorizationUrl: string, wishes: Wishes): Promise<string> {
	const url = new URL(authorizationUrl);
	url.searchParams.set('as', JSON.stringify(wishes));
	const response = await fetch(url, { redirect: 'manual' });
	await response.text();
	return response.headers.get('Location') ?? '';
}

/** Comes back from the provider; returns what stands in the fragment of the page to which one is sent on. */
export async function comeBack(location: string, bindings: Bindings = env): Promise<URLSearchParams> {
	const { pathname, search } = new URL(location);
	const { status, headers } = await call('GET', pathname + search, undefined, from(), bindings);
	if (status !== 303) throw new Error(`The callback answered ${status}`);
	return new URLSearchParams(new URL(headers.get('Location') ?? '').hash.slice(1));
}

export const exchange = (code: string | null, transaction: string, bindings: Bindings = env) =>
	call('POST', '/auth/sso/token', { code, transaction }, from(), bindings);

/** A whole sign-in; returns the answer of its last step, or the word with which it was refused. */
export async function signIn(email: string, wishes: Wishes = account(email), bindings: Bindings = env) {
	const { body } = await begin(email, bindings);
	const back = await comeBack(await atProvider(body.authorizationUrl, wishes), bindings);
	if (back.has('error')) return { status: 401, body: { code: back.get('error') } };
	return exchange(back.get('code'), body.transaction, bindings);
}
