import { beforeAll, describe, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	type TestCompany,
	type TestUser,
} from '../../harness/service.ts';

let one: TestCompany;
let two: TestCompany;
let foreign: TestCompany;
let both: TestUser;
let ids: Record<'anna' | 'bert' | 'cleo' | 'dora' | 'emil', string>;

const seen = async (user: TestUser, query = ''): Promise<string[]> => {
	const { status, body } = await as(user).get(`/employees${query}`);
	expect(status).toBe(200);
	return body.map((employee: { employeeId: string }) => employee.employeeId);
};

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	one = await newCompany();
	two = await newCompany();
	foreign = await newCompany();
	both = await newUser(['TECHNICAL_USER'], [one.id, two.id]);
	ids = {
		anna: await newEmployee(one, {
			email: 'Anna@list.example',
			personnelNumber: '001',
			costCenter: 'A',
			groups: ['x', 'y'],
		}),
		bert: await newEmployee(two, {
			email: 'bert@list.example',
			personnelNumber: '001',
			costCenter: 'A',
			groups: ['x'],
		}),
		cleo: await newEmployee(one, { personnelNumber: '1', costCenter: 'B', groups: ['y'] }),
		dora: await newEmployee(foreign, {
			email: 'dora@list.example',
			personnelNumber: '001',
			costCenter: 'A',
			groups: ['x'],
		}),
		emil: await newEmployee(one, { costCenter: 'A', groups: ['x'] }),
	};
});

describe('whose employees are listed', () => {
	test('those of the own company, in order of creation', async () => {
		expect(await seen(one.admin)).toEqual([ids.anna, ids.cleo, ids.emil]);
	});

	test('those of all managed companies, company by company, each in order of creation', async () => {
		expect(await seen(both)).toEqual([ids.anna, ids.cleo, ids.emil, ids.bert]);
	});

	test('all of them for a platform administrator', async () => {
		const platform = await newUser(['PLATFORM_ADMIN']);
		expect(await seen(platform)).toEqual([ids.anna, ids.cleo, ids.emil, ids.bert, ids.dora]);
		expect(await seen(platform, '?group=x')).toEqual([ids.anna, ids.emil, ids.bert, ids.dora]);
		expect(await seen(platform, `?companyId=${foreign.id}`)).toEqual([ids.dora]);
	});

	test('none for an administrator without a company', async () => {
		expect(await seen(await newUser(['COMPANY_ADMIN']))).toEqual([]);
	});

	test('a record has the fields of the specification, no more', async () => {
		const { body } = await as(one.admin).get('/employees?email=anna@list.example');
		expect(body).toEqual([
			{
				email: 'Anna@list.example',
				employeeId: ids.anna,
				companyId: one.id,
				personnelNumber: '001',
				costCenter: 'A',
				groups: ['x', 'y'],
				datePausedStart: null,
				datePausedEnd: null,
				dateTerminated: null,
			},
		]);
	});
});

describe('filters', () => {
	test.each<[string, (keyof typeof ids)[]]>([
		['group=x', ['anna', 'emil', 'bert']],
		['group=y', ['anna', 'cleo']],
		['group=X', []],
		['costCenter=A', ['anna', 'emil', 'bert']],
		['costCenter=%20A%20', ['anna', 'emil', 'bert']],
		['personnelNumber=1%20', ['cleo']],
		['email=anna@list.example%20', ['anna']],
		['group=x%20', []],
		['personnelNumber=001', ['anna', 'bert']],
		['personnelNumber=1', ['cleo']],
		['email=ANNA@list.example', ['anna']],
		['email=anna', []],
		['group=x&costCenter=A', ['anna', 'emil', 'bert']],
		['group=y&costCenter=A', ['anna']],
		['group=x&personnelNumber=1', []],
		['costCenter=A&personnelNumber=001', ['anna', 'bert']],
		['email=anna@list.example&group=y', ['anna']],
		['email=anna@list.example&group=z', []],
		['email=anna@list.example&costCenter=B', []],
		['email=anna@list.example&personnelNumber=001&costCenter=A', ['anna']],
		['somethingUnknown=1&group=y', ['anna', 'cleo']],
	])('?%s', async (query, names) => {
		expect(await seen(both, `?${query}`)).toEqual(names.map((name) => ids[name]));
	});

	test('by company, alone and together with others', async () => {
		expect(await seen(both, `?companyId=${two.id}`)).toEqual([ids.bert]);
		expect(await seen(both, `?companyId=${one.id}&group=x`)).toEqual([ids.anna, ids.emil]);
		expect(await seen(both, `?companyId=${two.id}&email=anna@list.example`)).toEqual([]);
	});

	test('never reach into a company that is not managed', async () => {
		for (const query of [`companyId=${foreign.id}`, 'email=dora@list.example', 'companyId=nonsense']) {
			expect(await seen(both, `?${query}`), query).toEqual([]);
		}
	});

	test('an empty value is refused', async () => {
		const { status, body } = await as(both).get('/employees?group=');
		expect(status).toBe(400);
		expect(body.errors[0].pointer).toBe('#/query/group');
	});

	test('hold on every page', async () => {
		const first = await as(both).get('/employees?group=x&limit=2');
		const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
		const second = await as(both).get(next);

		expect(first.body.map((e: { employeeId: string }) => e.employeeId)).toEqual([ids.anna, ids.emil]);
		expect(second.body.map((e: { employeeId: string }) => e.employeeId)).toEqual([ids.bert]);
		expect(second.headers.get('Link')).toBeNull();
	});

	test('follow an update of what they look at', async () => {
		const company = await newCompany();
		const id = await newEmployee(company, { groups: ['old'], costCenter: 'old' });
		await as(company.admin).put(`/employees/${id}`, { groups: ['new'], costCentre: 'new' });

		expect(await seen(company.admin, '?group=old')).toEqual([]);
		expect(await seen(company.admin, '?costCenter=old')).toEqual([]);
		expect(await seen(company.admin, '?group=new&costCenter=new')).toEqual([id]);
	});
});
