import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publish, setTexts } from '../../../harness/dns.ts';
import { as, newCompany, type TestCompany } from '../../../harness/service.ts';

let company: TestCompany;
let name: string;

beforeEach(async () => {
	company = await newCompany();
	name = `${company.id}.test.example`;
});
afterEach(() => vi.restoreAllMocks());

/** Lets a company claim a domain; returns the record that proves it, and the look for it. */
async function claimed({ id, admin }: TestCompany, domain: string) {
	const path = `/companies/${id}/single-sign-on`;
	const provider = { issuer: 'https://login.test.example', clientId: 'zubrot', clientSecret: 'a secret' };
	const { body } = await as(admin).put(path, { ...provider, domains: [domain] });
	const verify = () => as(admin).post(`${path}/domains/${domain}/verification`);
	return { record: body.domains[0].record, verify, release: () => as(admin).delete(path) };
}

test('a domain is proven by its record, and once more at no harm', async () => {
	const { record, verify } = await claimed(company, name);
	await publish(record);
	for (const _ of [1, 2]) {
		expect(await verify()).toMatchObject({
			status: 200,
			body: { domain: name, dateVerified: '2023-03-07T12:00:00.000Z', dateMissing: null },
		});
	}
});

test.each<[string, (value: string) => string[]]>([
	['among others', (value) => ['"v=spf1 -all"', `"${value}"`]],
	['without quotes', (value) => [value]],
	['in two parts', (value) => [`"${value.slice(0, 9)}" "${value.slice(9)}"`]],
])('the value may stand %s', async (_, textsOf) => {
	const { record, verify } = await claimed(company, name);
	await setTexts(record.name, textsOf(record.value));
	expect((await verify()).status).toBe(200);
});

describe('a domain is not proven', () => {
	test('without its record, and the refusal names it', async () => {
		const { record, verify } = await claimed(company, name);
		const { status, body } = await verify();
		expect([status, body.code]).toEqual([409, 'domain_not_proven']);
		expect(body.detail).toContain(record.name);
		expect(body.detail).toContain(record.value);
	});

	test('by a value that only contains the right one, or by that of another company', async () => {
		const { record, verify } = await claimed(company, name);
		const other = await claimed(await newCompany(), name);
		await setTexts(record.name, [`"x${record.value}"`, `"${record.value}x"`, `"${other.record.value}"`]);
		expect((await verify()).status).toBe(409);
	});

	test('when its name servers fail', async () => {
		const { verify } = await claimed(company, `a.broken.${name}`);
		expect((await verify()).body.code).toBe('domain_not_proven');
	});

	test('when no such domain was claimed', async () => {
		const { verify, release } = await claimed(company, name);
		await release();
		expect((await verify()).status).toBe(404);
	});
});

test.each(['refused', 'silent'])('a resolver that is %s gives 503 within seconds', async (kind) => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { verify } = await claimed(company, `a.${kind}.${name}`);
	const began = performance.now();
	const answer = await verify();
	expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
	expect(answer.headers.get('Retry-After')).toBe('60');
	expect(performance.now() - began).toBeLessThan(7000);
});

test('a domain may be claimed by several companies, is proven by the first one, and free once it is released', async () => {
	const first = await claimed(company, name);
	const second = await claimed(await newCompany(), name);
	await setTexts(first.record.name, [`"${first.record.value}"`, `"${second.record.value}"`]);
	expect((await first.verify()).status).toBe(200);
	expect((await second.verify()).body.code).toBe('domain_taken');
	await first.release();
	expect((await second.verify()).status).toBe(200);
});
