import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newUser, type TestCompany, type TestUser } from '../../../harness/service.ts';

const PATH = '/flex/tax-rule-templates';
const rule = {
	budgets: [{ budget: { value: 11505, currency: 'EUR_CENT' } }],
	maxDaysPerMonth: 15,
	isOnlyPublicTransportAllowed: true,
};

let german: TestCompany;
let austrian: TestCompany;
let both: TestUser;
let platform: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	german = await newCompany(7, 'DE');
	austrian = await newCompany(7, 'AT');
	both = await newUser(['COMPANY_ADMIN'], [german.id, austrian.id]);
	platform = await newUser(['PLATFORM_ADMIN']);
});

const create = (user: TestUser, fields: object = {}) =>
	as(user).post(PATH, { name: 'Meals', rules: [rule], companyIds: [german.id], ...fields });
const listed = async (user: TestUser) => (await as(user).get(PATH)).body;

describe('create', () => {
	test('answers the fields of section 2.6 and no others, with the address of the record', async () => {
		const { status, body, headers } = await create(german.admin);
		expect(status).toBe(201);
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			companyIds: [german.id],
			name: 'Meals',
			rules: [rule],
			taxAffiliations: ['DE'],
		});
		expect(headers.get('Location')).toBe(`/api/v2${PATH}/${body.id}`);
		expect((await as(german.admin).get(`${PATH}/${body.id}`)).body).toEqual(body);
	});

	test.each([
		['an empty rule', {}],
		['a rule of nulls', { budgets: null, maxDaysPerMonth: null, isOnlyPublicTransportAllowed: null }],
	])('completes %s', async (_, given) => {
		expect((await create(german.admin, { rules: [given] })).body.rules).toEqual([
			{ budgets: [], maxDaysPerMonth: null, isOnlyPublicTransportAllowed: false },
		]);
	});

	test('needs no rules', async () => {
		expect((await create(german.admin, { rules: [] })).body.rules).toEqual([]);
	});

	test('for several companies names their distinct tax affiliations; repeats are merged', async () => {
		const second = await newCompany(7, 'DE');
		const companyIds = [austrian.id, german.id, second.id, german.id];
		const { body } = await create(platform, { companyIds });
		expect(body.taxAffiliations).toEqual(['AT', 'DE']);
		expect(new Set(body.companyIds)).toEqual(new Set(companyIds));
		expect(body.companyIds).toHaveLength(3);
		expect((await as(platform).get(`${PATH}/${body.id}`)).body).toEqual(body);
	});

	test.each([
		['no name', { name: undefined }, '#/name'],
		['an empty name', { name: '' }, '#/name'],
		['no companies', { companyIds: undefined }, '#/companyIds'],
		['an empty list of companies', { companyIds: [] }, '#/companyIds'],
		['0 days a month', { rules: [{ maxDaysPerMonth: 0 }] }, '#/rules/0/maxDaysPerMonth'],
		['32 days a month', { rules: [{ maxDaysPerMonth: 32 }] }, '#/rules/0/maxDaysPerMonth'],
		['half a day', { rules: [{ maxDaysPerMonth: 1.5 }] }, '#/rules/0/maxDaysPerMonth'],
		[
			'a negative budget',
			{ rules: [{ budgets: [{ budget: { value: -1, currency: 'EUR_CENT' } }] }] },
			'#/rules/0/budgets/0/budget/value',
		],
		['an unknown field of a rule', { rules: [{ maxDays: 1 }] }, '#/rules/0/maxDays'],
		['affiliations, which only an answer has', { taxAffiliations: ['DE'] }, '#/taxAffiliations'],
	])('refuses %s', async (_, fields, pointer) => {
		const { status, body } = await create(german.admin, fields);
		expect(status).toBe(400);
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
	});

	test.each([1, 31])('accepts %d days a month', async (maxDaysPerMonth) => {
		expect((await create(german.admin, { rules: [{ maxDaysPerMonth }] })).status).toBe(201);
	});

	test('refuses a company that is unknown or not managed, even among others', async () => {
		const refused = { status: 400, body: { code: 'unknown_company' } };
		const withForeign = { companyIds: [german.id, austrian.id] };
		expect(await create(german.admin, withForeign)).toMatchObject(refused);
		expect(await create(german.admin, { companyIds: [crypto.randomUUID()] })).toMatchObject(refused);
		expect(await create(platform, { companyIds: ['nonsense'] })).toMatchObject(refused);
		expect((await create(both, withForeign)).status).toBe(201);
	});
});

describe('list', () => {
	test('holds the default template for everybody who may list, without companies and rules', async () => {
		const everything = { id: 'default', companyIds: [], rules: [], taxAffiliations: [] };
		for (const role of ['COMPANY_ADMIN', 'TECHNICAL_USER', 'FLEX_DOCUMENT_VERIFIER'] as const) {
			expect(await listed(await newUser([role]))).toMatchObject([everything]);
		}
		expect(await listed(platform)).toContainEqual(expect.objectContaining(everything));
	});

	test('holds the templates of the own companies, with only those companies', async () => {
		const { body: shared } = await create(both, { companyIds: [german.id, austrian.id] });
		const { body: foreign } = await create(austrian.admin, { companyIds: [austrian.id] });

		const ids = (templates: { id: string }[]) =>
			templates.map(({ id }) => id).filter((id) => id !== 'default');
		expect(ids(await listed(german.admin))).toEqual([shared.id]);
		expect(ids(await listed(austrian.admin))).toEqual([shared.id, foreign.id]);
		expect(ids(await listed(platform))).toEqual(expect.arrayContaining([shared.id, foreign.id]));

		const seen = (await listed(german.admin)).find(({ id }: { id: string }) => id === shared.id);
		expect(seen.companyIds).toEqual([german.id]);
	});

	test('a foreign template cannot be read by its id either', async () => {
		const { body } = await create(austrian.admin, { companyIds: [austrian.id] });
		expect((await as(german.admin).get(`${PATH}/${body.id}`)).status).toBe(404);
		expect((await as(german.admin).get(`${PATH}/default`)).status).toBe(200);
	});
});
