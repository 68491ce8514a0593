import { beforeAll, beforeEach, expect, test } from 'vitest';
import { OPERATION_OF } from '../../../src/console/company/frame.tsx';
import {
	COMPANY_NUMBERS,
	COMPANY_SWITCHES,
	DECLARED_SETTINGS,
	OWN_DECLARED_SETTINGS,
} from '../../../src/foundation/core/company-settings.ts';
import { derived } from '../../../src/foundation/core/derived.ts';
import { browse, visitOf } from '../../harness/console.ts';
import { eventsFor } from '../../harness/events.ts';
import { pageOf } from '../../harness/page.ts';
import { as, at, newCompany, newUser, type TestCompany, type TestUser } from '../../harness/service.ts';

const DEFAULTS = {
	...derived(COMPANY_NUMBERS, (_, { default: unlessSet }) => unlessSet),
	...derived(COMPANY_SWITCHES, () => false),
};
const OTHERS = {
	...derived(COMPANY_NUMBERS, (_, { max }) => max),
	...derived(COMPANY_SWITCHES, () => true),
};
const NULLS = derived(DEFAULTS, () => null);

let platform: TestUser;
let company: TestCompany;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	platform = await newUser(['PLATFORM_ADMIN']);
});

beforeEach(async () => {
	company = await newCompany();
});

const put = (fields: object, user = platform) => as(user).put(`/companies/${company.id}`, fields);

test('a company starts with the defaults, keeps what is set, and null resets it', async () => {
	expect((await as(company.admin).get(`/companies/${company.id}`)).body).toMatchObject(DEFAULTS);
	expect((await put(OTHERS)).body).toMatchObject(OTHERS);
	const [changed] = await eventsFor(company.admin, 'type=company.updated');
	expect(changed).toMatchObject({ before: DEFAULTS, after: OTHERS });
	expect((await put(NULLS)).body).toMatchObject(DEFAULTS);
	const created = { name: 'Demo GmbH', taxAffiliation: 'AT', ...OTHERS };
	expect((await as(platform).post('/companies', created)).body).toMatchObject(OTHERS);
});

test.each(DECLARED_SETTINGS)('administrators change %s only if it is their own', async (name) => {
	const { status } = await put({ [name]: OTHERS[name] }, company.admin);
	expect(status).toBe(OWN_DECLARED_SETTINGS.includes(name) ? 200 : 403);
});

test.each(Object.entries(COMPANY_NUMBERS))('%s has a maximum', async (name, { max }) => {
	expect((await put({ [name]: max + 1 })).status).toBe(400);
});

test.each(['en', 'de'])('each setting has a field with a label in %s on one page', async (language) => {
	const { get } = browse(await visitOf(platform));
	const labelled = new Map<string, string[]>();
	for (const path of Object.keys(OPERATION_OF)) {
		const { body } = await get(`${path}?company=${company.id}`, { 'Accept-Language': language });
		for (const field of pageOf(body).select('input[name]')) {
			const name = field.attribute('name') ?? '';
			labelled.set(name, [...(labelled.get(name) ?? []), field.name]);
		}
	}
	for (const name of DECLARED_SETTINGS) {
		expect(labelled.get(name), name).toEqual([expect.stringMatching(/\S/)]);
	}
});
