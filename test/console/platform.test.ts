import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import samples from '../benefits/expenses/known-tills/certificates/certificates.json';
import { certificateOf } from '../harness/certificates.ts';
import { browse, type Visit, visitOf } from '../harness/console.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, newUser, runCron, type TestCompany, uniqueEmail } from '../harness/service.ts';
import { newTill } from '../harness/tills.ts';
import { turnTo } from './markup.ts';

const NOON = '2026-03-07T12:00:00.000Z';
const ENGLISH = { 'Accept-Language': 'en' };

let company: TestCompany;
let visit: Visit;
beforeAll(async () => {
	at(NOON);
	company = await newCompany();
});
beforeEach(async () => {
	at(NOON);
	visit = await visitOf(await newUser(['PLATFORM_ADMIN']));
});

const open = async (path: string) => (await browse(visit).get(`/platform${path}`, ENGLISH)).body as string;
const send = (path: string, fields: Record<string, string | string[]> = {}) =>
	browse(visit).post(`/platform${path}`, fields, ENGLISH);

describe('companies', () => {
	test('one is created, then handed over to its first administrator by an invitation', async () => {
		const name = `Neue ${uniqueEmail()}`;
		const countries = pageOf(await open('/companies/new')).select('[name=taxAffiliation] option');
		expect(countries.find(({ text }) => text === 'Germany')?.attribute('value')).toBe('DE');
		const fields = { name, taxAffiliation: 'DE', language: 'de', payrollReferenceDay: '10' };
		const created = await send('/companies/new', fields);
		expect(created.status).toBe(303);
		const page = (created.headers.get('Location') ?? '').replace('/console/platform', '');
		expect(await open(page)).toMatch(/has no administrator[\s\S]*Nobody manages this company yet/);

		const email = uniqueEmail();
		expect(await send(`${page}/administrators`, { email })).toMatchObject({ status: 303 });
		const after = await open(page);
		expect(after).toContain('administrator invited');
		expect(after).toContain(email);
		const mails = (await as(visit).get(`${page}/mails`)).body;
		expect(mails).toMatchObject([{ kind: 'invitation' }]);
	});

	test('an impossible request is refused at its field, and the entries stay', async () => {
		const { status, body } = await send('/companies/new', {
			name: 'Halb',
			taxAffiliation: 'D',
			payrollReferenceDay: '29',
		});
		expect(status).toBe(400);
		expect(pageOf(body).values('name')).toEqual(['Halb']);
		for (const field of ['taxAffiliation', 'payrollReferenceDay'])
			expect(pageOf(body).faultAt(field), field).toMatch(/./);
	});

	test('the list tells size and state', async () => {
		const row = pageOf(await open('')).rows.find(({ text }) => text.includes(company.id));
		expect(row?.all('cell', '0')).not.toHaveLength(0);
	});
});

describe('users', () => {
	test('are found by the beginning of their address, page by page', async () => {
		const start = uniqueEmail().split('@')[0];
		const emails = Array.from(
			{ length: 60 },
			(_, n) => `${start}-${String(n).padStart(2, '0')}@many.example`,
		);
		for (const email of emails) {
			await as(visit).post('/users', { email, roles: ['EMPLOYEE'], skipSendRegistrationEmail: true });
		}
		const first = await open(`/users?q=${start?.toUpperCase()}-`);
		const next = turnTo(first, 'next').replace('/platform', '');
		const shown = [first, await open(next)].flatMap((body) =>
			pageOf(body).select('a[href^="/console/platform/users/"]'),
		);
		expect(shown.map(({ name }) => name)).toEqual(emails);
		expect(await open('/users?q=nobody-begins-like-this')).toContain('No address begins with these letters.');
	});

	test('get and lose roles and companies, are closed and opened again', async () => {
		const { userId } = await newUser(['COMPANY_ADMIN', 'EMPLOYEE'], [company.id, (await newCompany()).id]);
		const page = `/users/${userId}`;
		const read = async () => (await as(visit).get(`/users/${userId}`)).body;
		const kept = { roles: ['FLEX_DOCUMENT_VERIFIER', 'EMPLOYEE'], manageableCompanyIds: company.id };
		expect(await send(`${page}/roles`, kept)).toMatchObject({ status: 303 });
		expect(await read()).toMatchObject({ roles: kept.roles, manageableCompanyIds: [company.id] });
		const refused = await send(`${page}/roles`, { roles: [] });
		expect(refused.status).toBe(400);
		expect(pageOf(refused.body).all('alert')).toHaveLength(1);
		expect(await send(`${page}/roles`, { roles: ['EMPLOYEE'] })).toMatchObject({ status: 303 });
		expect(await read()).toMatchObject({ roles: ['EMPLOYEE'], manageableCompanyIds: [] });
		await send(`${page}/close`);
		expect((await read()).dateClosed).toBe(NOON);
		await send(`${page}/open`);
		expect((await read()).dateClosed).toBeNull();
	});

	test('changes to a sign-in take two steps, and the first one describes the consequences', async () => {
		const { userId } = await newUser(['EMPLOYEE']);
		const { body } = await browse(visit).get(`/platform/users/${userId}`, ENGLISH);
		const steps = pageOf(body)
			.one('main')
			.all('group')
			.map(({ text }) => text);
		for (const said of [/^Close the account All sessions end/, /second factor The person/])
			expect(steps).toContainEqual(expect.stringMatching(said));
		expect(body).not.toContain('Reopen the account');
	});

	test('roles, the second factor and looking ask for a fresh proof of who one is', async () => {
		const { userId } = await newUser(['EMPLOYEE']);
		at('2026-03-07T12:15:00.000Z');
		for (const path of [`/users/${userId}/roles`, `/users/${userId}/second-factor`, `/viewing/${userId}`]) {
			const { status, body } = await send(path, { roles: ['PLATFORM_ADMIN'] });
			expect(status, path).toBe(403);
			expect(pageOf(body).select('[type=password]'), path).toHaveLength(1);
		}
	});
});

describe('cron and queues', () => {
	test('tell when each job last ran, what it handled, and what waits', async () => {
		expect(await open('/jobs')).toContain('not yet');
		await runCron(NOON);
		const body = await open('/jobs');
		expect(body).not.toContain('not yet');
		expect(body).toMatch(/Send mails[\s\S]*7 March 2026 at 13:00[\s\S]*done/);
	});
});

describe('certificates of tills', () => {
	const upload = (text: string | Uint8Array<ArrayBuffer>) =>
		browse(visit).upload('/platform/tills', { certificates: new File([text], 'till.crt') }, ENGLISH);
	const certificate = () => certificateOf(newTill()('1.00'), { name: 'Kasse 1' });

	test('are imported from PEM and DER, and a sentence says what was new', async () => {
		const pem = certificate();
		const der = new Uint8Array(Buffer.from(pem.replaceAll(/-----.*-----/g, ''), 'base64'));
		for (const [file, said] of [
			[pem, 'tills'],
			[der, 'no-tills'],
			[pem + certificate(), 'some-tills'],
			// The first byte is that of DER.
			[`0 depth=0 CN=Kasse 1\n${pem}`, 'no-tills'],
		] as const)
			expect((await upload(file)).headers.get('Location')).toBe(`/console/platform/tills?saved=${said}`);
		expect(await open('/tills')).toContain('Kasse 1');
	});

	test('come with no private key: the page does not bring it back', async () => {
		const secret = `-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n`;
		const { status, body } = await upload(secret + certificate());
		expect(status).toBe(400);
		expect(body).toContain('This file contains a private key and was not saved.');
		for (const text of ['c2VjcmV0', Buffer.from(secret).toString('base64').slice(0, 40)])
			expect(body).not.toContain(text);
	});

	test('are named in each fault of a file', async () => {
		const { body } = await upload(`${samples.RSA.pem}${certificate()}${samples.secp256k1.pem}`);
		expect(
			pageOf(body)
				.select('.note li')
				.map(({ text }) => text),
		).toEqual([
			expect.stringMatching(/^Certificate 1 has a key/),
			expect.stringMatching(/^Certificate 3 has a key/),
		]);
	});
});
