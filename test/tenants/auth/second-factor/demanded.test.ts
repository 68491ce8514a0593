import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../../harness/second-factor.ts';
import {
	as,
	at,
	newCompany,
	newUser,
	restart,
	type TestCompany,
	type TestUser,
} from '../../../harness/service.ts';

const DUE = { status: 403, body: { code: 'second_factor_setup_required' } };
const PATH = '/auth/me/second-factor';

let company: TestCompany;
let platform: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	platform = await newUser(['PLATFORM_ADMIN']);
});

const demand = async () => {
	await as(platform).put(`/companies/${company.id}`, { secondFactorRequired: true });
	restart();
};

test('a company that demands it lets administrators and verifiers do nothing else until it is set up', async () => {
	const verifier = await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]);
	await demand();
	for (const user of [company.admin, verifier]) {
		expect(await as(user).get(`/companies/${company.id}/flex/payroll-transactions`)).toMatchObject(DUE);
		expect((await as(user).get('/auth/me')).status).toBe(200);
		expect((await as(user).get('/auth/sessions')).status).toBe(200);
		const { secret } = (await as(user).post(PATH, {})).body;
		expect(await as(user).get(`/companies/${company.id}/flex/payroll-transactions`)).toMatchObject(DUE);
		await as(user).post(`${PATH}/confirmation`, { code: codeOf(secret) });
		expect((await as(user).get(`/companies/${company.id}/flex/payroll-transactions`)).status).toBe(200);
	}
});

test('it is not demanded of integrations, employees and other companies', async () => {
	const other = await newCompany();
	const integration = await newUser(['TECHNICAL_USER'], [company.id]);
	const employee = await newUser(['EMPLOYEE']);
	await demand();
	expect((await as(integration).get('/employees')).status).toBe(200);
	expect((await as(other.admin).get('/employees')).status).toBe(200);
	expect(await as(employee).get('/employees')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
	expect((await as(platform).get('/companies')).status).toBe(200);
});

test('the operator may demand it of platform administrators', async () => {
	const bindings = { ...env, PLATFORM_SECOND_FACTOR: 'required' };
	expect(await as(platform, bindings).get('/companies')).toMatchObject(DUE);
	expect((await as(company.admin, bindings).get('/employees')).status).toBe(200);
	const { secret } = (await as(platform, bindings).post(PATH, {})).body;
	await as(platform, bindings).post(`${PATH}/confirmation`, { code: codeOf(secret) });
	expect((await as(platform, bindings).get('/companies')).status).toBe(200);
});
