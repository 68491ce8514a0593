import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	userOf,
} from '../../../harness/service.ts';

let company: TestCompany;
let erika: string;

beforeAll(async () => {
	company = await newCompany();
	erika = await newEmployee(company, {
		email: 'erika.mustermann@demo.example',
		personnelNumber: '00017',
		firstName: 'Erika',
		lastName: 'Müstermann',
		language: 'de',
	});
	await newEmployee(company, { email: 'max@demo.example', firstName: 'Max', lastName: "O'Neill" });
	await newEmployee(company, { email: 'zoe@demo.example', lastName: 'Straße-Łukasz', groups: ['it'] });
	await newEmployee(await newCompany(), { email: 'erika@andere.example', lastName: 'Müller' });
});
beforeEach(() => at('2023-03-07T12:00:00.000Z'));

const people = async (query = '') =>
	(await as(company.admin).get(`/companies/${company.id}/people?${query}`)).body;
const found = async (q: string) =>
	(await people(`q=${encodeURIComponent(q)}`)).map(({ email }: { email: string }) => email.split('@')[0]);

describe('a person', () => {
	test('is listed with names, status and missing details', async () => {
		expect((await people('q=erika'))[0]).toEqual({
			employeeId: erika,
			userId: (await userOf(erika)).userId,
			email: 'erika.mustermann@demo.example',
			firstName: 'Erika',
			lastName: 'Müstermann',
			personnelNumber: '00017',
			costCenter: null,
			groups: [],
			state: expect.stringMatching(/^(CREATED|INVITED)$/),
			missing: ['BUDGET', 'REGISTRATION'],
			invitationMail: 'waiting',
			dateRegistered: null,
			dateProven: null,
			dateClosed: null,
			dateTerminated: null,
		});
	});

	test.each([
		['a part of the last name', 'uster', ['erika.mustermann']],
		['the same with its umlaut', 'MÜST', ['erika.mustermann']],
		['the same as one writes it without', 'muester', ['erika.mustermann']],
		['the start of a name, one letter', 'z', ['zoe']],
		['two letters, at the start of a word only', 'us', []],
		['a part of the number', '0017', ['erika.mustermann']],
		['a part of the e-mail', 'ka.muster', ['erika.mustermann']],
		['the whole e-mail', 'Erika.Mustermann@demo.example', ['erika.mustermann']],
		['two names in any order', 'mustermann eri', ['erika.mustermann']],
		['two words, one of them without a match', 'erika qq', []],
		['letters of other languages', 'lukasz', ['zoe']],
		['an eszett', 'strasse', ['zoe']],
		['an apostrophe', "o'nei", ['max']],
		['more than the index holds of it', 'mustermanns', []],
		['what looks like a pattern', '%', []],
	])('is found by %s', async (_, q, expected) => {
		expect(await found(q)).toEqual(expected);
	});

	test('people of another company are not found, nor is the company by other managers', async () => {
		expect(await found('muller')).toEqual([]);
		const stranger = as((await newCompany()).admin);
		expect((await stranger.get(`/companies/${company.id}/people?q=erika`)).status).toBe(404);
		const verifier = as(await newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id]));
		expect((await verifier.get(`/companies/${company.id}/people`)).status).toBe(403);
	});

	test.each(['q=', 'q=.', 'q=%00', 'state=GONE', 'missing=x', `q=${'a'.repeat(101)}`])(
		'is not looked for by %s',
		async (query) => {
			const { status } = await as(company.admin).get(`/companies/${company.id}/people?${query}`);
			expect(status).toBe(400);
		},
	);
});

describe('pages', () => {
	test('follow each other without a gap or a repetition, with and without a search', async () => {
		const own = await newCompany();
		for (const name of ['Anna Mann', 'Anton An', 'Ännchen', 'Berta', 'Hannah Ann'])
			await newEmployee(own, { lastName: name });
		for (const query of ['', 'q=ann&', 'q=a&']) {
			const all = (await as(own.admin).get(`/companies/${own.id}/people?${query}`)).body;
			const paged: unknown[] = [];
			let path: string | undefined = `/companies/${own.id}/people?${query}limit=2`;
			while (path !== undefined) {
				const { body, headers } = await as(own.admin).get(path);
				paged.push(...body);
				path = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
			}
			expect(paged).toEqual(all);
			expect(new Set(all.map(({ employeeId }: { employeeId: string }) => employeeId)).size).toBe(all.length);
		}
		const names = (await as(own.admin).get(`/companies/${own.id}/people?q=ann`)).body;
		expect(names.map(({ lastName }: { lastName: string }) => lastName)).toEqual([
			'Anna Mann',
			'Hannah Ann',
			'Ännchen',
		]);
	});
});
