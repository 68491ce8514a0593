import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { databaseOf } from '../../../src/foundation/cells/places.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { checkDomains } from '../../../src/tenants/auth/domains/actions.ts';
import { inCell, newCompanyInCell, type TestCell, tracing } from '../../harness/cells.ts';
import { browse, cookiesOf, providerCookie, type Visit } from '../../harness/console.ts';
import { publish, setTexts } from '../../harness/dns.ts';
import { pageOf } from '../../harness/page.ts';
import {
	type Answer,
	as,
	at,
	call,
	newAddress,
	newCompany,
	now,
	type TestCompany,
} from '../../harness/service.ts';
import { stepping } from '../../harness/steps.ts';
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
} from '../../tenants/auth/sso/people.ts';
import { entryOf } from './people.ts';

let company: TestCell & SsoCompany;
let colleague: Awaited<ReturnType<typeof newColleague>>;

beforeEach(async () => {
	at(new Date().toISOString());
	company = await withSso(await newCompanyInCell());
	colleague = await newColleague(company);
});

const from = () => ({ 'CF-Connecting-IP': newAddress(), 'Accept-Language': 'en' });
const later = (ms: number) => at(new Date(now() + ms).toISOString());

test('the directory names the cell of a domain, and state, code and session stay in it', async () => {
	const traces = [tracing(), tracing(), tracing()] as const;
	const { body } = await begin(colleague.email, traces[0].bindings);
	expect(body.transaction.startsWith(`${company.cell}.`)).toBe(true);
	const location = await atProvider(body.authorizationUrl, account(colleague.email));
	const back = await comeBack(location, traces[1].bindings);
	const { status, body: opened } = await exchange(back.get('code'), body.transaction, traces[2].bindings);
	expect([status, opened.refreshToken.startsWith(`${company.cell}.`)]).toEqual([200, true]);
	expect(traces.map(({ trips }) => trips)).toEqual([
		['D1', 'cell'],
		['cell', 'cell', 'cell'],
		['cell', 'cell', 'D1'],
	]);
});

test('a state of one cell opens nothing in another, and a used code nothing at all', async () => {
	const { body } = await begin(colleague.email);
	const location = await atProvider(body.authorizationUrl, account(colleague.email));
	const foreign = new URL(location);
	foreign.searchParams.set('state', `${company.cell}.${foreign.searchParams.get('state')}`);
	expect((await comeBack(foreign.href)).get('error')).toBe('refused');
	const back = await comeBack(location);
	expect((await exchange(back.get('code'), body.transaction)).status).toBe(200);
	expect((await exchange(back.get('code'), body.transaction)).status).toBe(401);
});

test('a session of the console goes on at the identity provider after 24 hours', async () => {
	const asked = await browse(null).post('/sign-in', { email: colleague.email }, from());
	const link = pageOf(asked.body).select('a.button.main')[0]?.href ?? '';
	const { pathname, search } = new URL(await atProvider(link, account(colleague.email)));
	const back = await call('GET', pathname + search, undefined, from());
	const { pathname: page, search: code } = new URL(back.headers.get('Location') ?? '');
	const entered: Answer = await call('GET', page + code, undefined, {
		...from(),
		Cookie: providerCookie(asked),
	});
	const visit: Visit = { ...colleague, cookie: `zubrot=${cookiesOf(entered).zubrot}` };
	expect(visit.cookie).toContain(`${company.cell}.`);
	for (const hours of [11, 11]) {
		later(hours * 3_600_000);
		expect((await browse(visit).get('/people', from())).status).toBe(200);
	}
	later(2 * 3_600_000);
	const { status, headers } = await browse(visit).get('/people', from());
	expect(status).toBe(303);
	const again = await browse(visit).get((headers.get('Location') ?? '').slice('/console'.length), from());
	expect(again.headers.get('Refresh')).toContain(encodeURIComponent(colleague.email));
});

/** Adds the domain to another company with single sign-on, publishes its record, and asks to verify it. */
async function verifyAlso(other: TestCompany, bindings?: Bindings): Promise<Answer> {
	const path = `/companies/${other.id}/single-sign-on`;
	const provider = { issuer: env.IDENTITY_PROVIDER, clientId: 'zubrot', clientSecret: 'a secret' };
	const { body } = await as(other.admin).put(path, { ...provider, domains: [company.domain] });
	await publish(body.domains[0].record);
	return as(other.admin, bindings).post(`${path}/domains/${company.domain}/verification`);
}

const holder = (): Promise<string | null> =>
	env.DB.prepare('SELECT cell FROM addresses WHERE address = ? AND claim IS NULL')
		.bind(company.domain)
		.first<string>('cell');

const TAKEN = { status: 409, body: { code: 'domain_taken' } };

test('no other company verifies a domain of a company in a cell, until that gives it up', async () => {
	const others = [await newCompany(), await newCompanyInCell()] as const;
	for (const other of others) expect(await verifyAlso(other)).toMatchObject(TAKEN);
	expect(await holder()).toBe(company.cell);
	expect((await as(company.admin).delete(company.path)).status).toBe(200);
	expect(await holder()).toBeNull();
	expect((await begin(colleague.email)).body.authorizationUrl).toBeNull();
	expect(await verifyAlso(others[1])).toMatchObject({ status: 200 });
	expect(await holder()).toBe(others[1].cell);
	expect(await verifyAlso(others[0])).toMatchObject(TAKEN);
});

test('a company in a cell does not verify a domain of a company in D1', async () => {
	const inD1 = await withSso(await newCompany());
	company.domain = inD1.domain;
	expect(await verifyAlso(await newCompanyInCell())).toMatchObject(TAKEN);
	expect(await holder()).toBeNull();
	expect((await signIn((await newColleague(inD1)).email)).status).toBe(200);
});

test('a domain that is reserved for a write that was lost is free for others after two seconds', async () => {
	const [lost, inD1, inOther] = [await newCompanyInCell(), await newCompany(), await newCompanyInCell()];
	company.domain = `${lost.id}.lost.example`;
	const { bindings, steps } = stepping({ step: 2, kind: 'dead' });
	expect(await verifyAlso(lost, bindings)).toMatchObject({ status: 503 });
	expect(steps.slice(0, 2)).toEqual(['cell', 'D1']);
	const entry = () => entryOf(company.domain);
	expect(await entry()).toMatchObject({ cell: lost.cell });
	expect(await holder()).toBeNull();
	later(2000);
	expect(await verifyAlso(inD1)).toMatchObject({ status: 200 });
	expect(await entry()).toBeNull();
	expect(await verifyAlso(inOther)).toMatchObject(TAKEN);
	expect(await verifyAlso(lost)).toMatchObject(TAKEN);
});

const DAY_MS = 86_400_000;

test('the daily check tells the directory the domain again, and frees it when the domain is lost', async () => {
	const { admin, path, domain, cell } = company;
	const check = () => checkDomains(databaseOf(env, cell), env.DNS_RESOLVER, now(), () => true);
	await env.DB.prepare('DELETE FROM addresses WHERE address = ?').bind(domain).run();
	later(DAY_MS);
	await check();
	expect(await holder()).toBe(cell);
	const { body } = await as(admin).get(path);
	await setTexts(body.domains[0].record.name, []);
	for (const days of [1, 7]) {
		later(days * DAY_MS);
		await check();
	}
	expect((await as(admin).get(path)).body.domains[0].dateVerified).toBeNull();
	expect(await holder()).toBeNull();
	expect(await inCell(cell).prepare('SELECT count(*) AS n FROM company_domains').first('n')).toBe(1);
});
