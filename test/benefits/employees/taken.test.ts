import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { publish } from '../../harness/dns.ts';
import { bearing, newApiKey, type TestKey } from '../../harness/keys.ts';
import { register } from '../../harness/mail.ts';
import { as, at, newCompany, newUser, type TestCompany, uniqueEmail } from '../../harness/service.ts';

const START = Date.parse('2023-03-07T12:00:00.000Z');
const WINDOW_MS = 15 * 60_000;
const later = (ms: number) => at(new Date(START + ms).toISOString());

let company: TestCompany;
let taken: string;

beforeEach(async () => {
	later(0);
	company = await newCompany();
	taken = uniqueEmail();
	await register((await newUser(['EMPLOYEE'], [], taken)).userId);
});

const ask = (email: string, query = '', user = company.admin) =>
	as(user).post(`/employees${query}`, { email, companyId: company.id });

/** Uses up all but `left` of what a user may hit upon. */
async function guessed(left: number): Promise<void> {
	const answer = await ask(taken);
	expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } });
	await env.DB.prepare("UPDATE login_attempts SET attempts = ? WHERE key = 'email_taken ' || ?")
		.bind(100 - left, company.admin.userId)
		.run();
}

describe('100 answers in 15 minutes reveal that an address is in use', () => {
	test.each(['', '?dryRun=true'])('then it is 429, used or not (with %j)', async (query) => {
		await guessed(1);
		expect(await ask(taken, query)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
		for (const email of [taken, uniqueEmail()]) {
			const refused = await ask(email, query);
			expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
			expect(refused.headers.get('Retry-After')).toBe('900');
		}
	});

	test('until the window ends, exactly 15 minutes after the first', async () => {
		await guessed(0);
		later(WINDOW_MS - 1);
		expect((await ask(uniqueEmail())).headers.get('Retry-After')).toBe('1');
		later(WINDOW_MS);
		expect((await ask(uniqueEmail())).status).toBe(201);
		expect((await ask(taken)).status).toBe(409);
	});

	test('at the same time as well', async () => {
		const answers = await Promise.all(Array.from({ length: 12 }, () => ask(taken, '?dryRun=true')));
		expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(409));
		const query = "SELECT attempts FROM login_attempts WHERE key = 'email_taken ' || ?";
		const counted = await env.DB.prepare(query).bind(company.admin.userId).first<number>('attempts');
		expect(counted).toBe(12);
	});

	test('for each user apart; free addresses and other refusals do not count', async () => {
		const other = await newUser(['COMPANY_ADMIN'], [company.id]);
		await guessed(1);
		expect((await ask(uniqueEmail())).status).toBe(201);
		const number = { email: uniqueEmail(), companyId: company.id, personnelNumber: '1' };
		await as(company.admin).post('/employees', number);
		const twice = await as(company.admin).post('/employees', { ...number, email: uniqueEmail() });
		expect(twice.body.code).toBe('personnel_number_taken');
		expect((await ask(taken)).status).toBe(409);
		expect((await ask(taken)).status).toBe(429);
		expect((await ask(taken, '', other)).status).toBe(409);
	});

	test('with the API keys that the user has made, also after one of them is revoked', async () => {
		const operations = ['createEmployee'];
		const first = await newApiKey(company, operations);
		const other = { ...company, admin: await newUser(['COMPANY_ADMIN'], [company.id]) };
		const guess = ({ key }: TestKey) =>
			bearing(key, 'POST', '/employees?dryRun=true', { email: taken, companyId: company.id });
		for (let times = 0; times < 99; times++) expect((await guess(first)).status).toBe(409);
		await as(company.admin).delete(`/companies/${company.id}/api-keys/${first.id}?reason=ROTATED`);
		const second = await newApiKey(company, operations);
		expect((await guess(second)).status).toBe(409);
		expect((await guess(second)).status).toBe(429);
		expect((await ask(taken)).status).toBe(429);
		expect((await guess(await newApiKey(other, operations))).status).toBe(409);
	});
});

describe('addresses in a verified domain of the company', () => {
	let domain: string;
	let own: string;
	beforeEach(async () => {
		domain = `${company.id}.test.example`;
		own = `ada@${domain}`;
		const path = `/companies/${company.id}/single-sign-on`;
		const provider = { issuer: 'https://login.test.example', clientId: 'zubrot', clientSecret: 'a secret' };
		const { body } = await as(company.admin).put(path, { ...provider, domains: [domain] });
		await publish(body.domains[0].record);
		await register((await newUser(['EMPLOYEE'], [], own)).userId);
	});
	const verify = async () =>
		expect(
			await as(company.admin).post(`/companies/${company.id}/single-sign-on/domains/${domain}/verification`),
		).toMatchObject({ status: 200 });
	const counted = () =>
		env.DB.prepare("SELECT attempts FROM login_attempts WHERE key = 'email_taken ' || ?")
			.bind(company.admin.userId)
			.first<number>('attempts');

	test('do not count, with employees, users and rows of a file', async () => {
		await guessed(99);
		await ask(own);
		expect(await counted()).toBe(2);
		await verify();
		const { admin, id } = company;
		expect(await ask(own.toUpperCase())).toMatchObject({ status: 409, body: { code: 'email_taken' } });
		const user = { email: own, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [id] };
		expect((await as(admin).post('/users', user)).body.code).toBe('email_taken');
		const rows = { employees: [{ email: own }, { email: taken }] };
		const path = `/companies/${id}/employees/import?dryRun=true`;
		expect((await as(admin).post(path, rows)).status).toBe(200);
		// Only the address of the other domain has counted.
		expect(await counted()).toBe(3);
	});

	test('are not refused after 100 others, and others still are', async () => {
		await verify();
		await guessed(0);
		expect(await ask(own)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
		expect((await ask(`grace@${domain}`)).status).toBe(201);
		const { admin, id } = company;
		const path = `/companies/${id}/employees/import`;
		expect((await as(admin).post(path, { employees: [{ email: `edith@${domain}` }] })).status).toBe(200);
		const both = { employees: [{ email: `barbara@${domain}` }, { email: uniqueEmail() }] };
		expect((await as(admin).post(path, both)).status).toBe(429);
		expect((await ask(uniqueEmail())).status).toBe(429);
		expect((await ask(`ada@sub.${domain}`)).status).toBe(429);
		const stranger = await newCompany();
		expect((await ask(own, '', stranger.admin)).body.code).toBe('unknown_company');
	});

	test('that another company has verified count', async () => {
		await verify();
		const other = await newCompany();
		const query = "SELECT attempts FROM login_attempts WHERE key = 'email_taken ' || ?";
		const answer = await as(other.admin).post('/employees', { email: own, companyId: other.id });
		expect(answer.body.code).toBe('email_taken');
		expect(await env.DB.prepare(query).bind(other.admin.userId).first('attempts')).toBe(1);
	});
});
