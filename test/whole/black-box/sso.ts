import { expect, test } from 'vitest';
import { identityProvider, json, newCompany, newUser, resolver, send } from './service.ts';

test('a company proves its domain, and a colleague signs in by its provider', async () => {
	const { companyId, operator: token } = await newCompany();
	const email = await newUser('FLEX_DOCUMENT_VERIFIER', companyId);
	const settings = `/companies/${companyId}/single-sign-on`;
	const clientSecret = 'the client secret at the provider of the tests';
	const body = { issuer: identityProvider, clientId: 'zubrot', clientSecret, domains: ['test.example'] };
	const [domain] = (await json('PUT', settings, token, body)).body.domains;
	const { name, value } = domain.record;
	const record = new URL(`/records/${name}`, resolver);
	await fetch(record, { method: 'PUT', body: JSON.stringify([`"${value}"`]) });
	expect((await json('POST', `${settings}/domains/test.example/verification`, token)).status).toBe(200);

	const { authorizationUrl, transaction } = (await json('POST', '/auth/sso', undefined, { email })).body;
	const claims = { sub: 'an account', email, email_verified: true };
	const as = encodeURIComponent(JSON.stringify({ claims }));
	const back = await fetch(`${authorizationUrl}&as=${as}`, { redirect: 'manual' });
	const callback = new URL(String(back.headers.get('Location')));
	const page = await send('GET', callback.pathname + callback.search);
	expect(page.status).toBe(303);
	const [, code] =
		/^https:\/\/zubrot\.example\/sign-in#code=([\w.-]+)$/.exec(String(page.headers.location)) ?? [];
	const pair = (await json('POST', '/auth/sso/token', undefined, { code, transaction })).body;
	expect((await json('GET', '/auth/me', pair.idToken)).body).toMatchObject({ email });
});
