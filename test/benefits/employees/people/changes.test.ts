import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, newUser, userOf } from '../../../harness/service.ts';

const budget = { value: 5000, currency: 'EUR_CENT' };

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

describe('what changes', () => {
	test('is found after a change of names, number or e-mail', async () => {
		const own = await newCompany();
		const id = await newEmployee(own, {
			email: 'somebody@demo.example',
			firstName: 'Ada',
			personnelNumber: '0017',
		});
		const names = async (q: string) =>
			(await as(own.admin).get(`/companies/${own.id}/people?q=${q}`)).body.length;
		await as(own.admin).put(`/employees/${id}`, { firstName: 'Grace', personnelNumber: '4711' });
		expect([await names('ada'), await names('0017'), await names('grace'), await names('4711')]).toEqual([
			...[0, 0, 1, 1],
		]);
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		await platform.put(`/users/${(await userOf(id)).userId}`, { email: 'hopper@demo.example' });
		expect(await names('hopp')).toBe(1);
	});

	test('leaves no trace of an erased person', async () => {
		const own = await newCompany();
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		const id = await newEmployee(own, {
			email: 'vergessen@demo.example',
			lastName: 'Vergessen',
			dateTerminated: '2023-03-01T00:00:00.000Z',
		});
		await platform.put(`/companies/${own.id}`, { retentionMonths: 0 });
		expect((await platform.post(`/employees/${id}/erasure`)).status).toBe(200);
		expect((await as(own.admin).get(`/companies/${own.id}/people`)).body).toEqual([]);
		const { results } = await env.DB.prepare(
			`SELECT part FROM people_index WHERE part LIKE 'verg%' UNION ALL SELECT text FROM people WHERE text LIKE '%verg%'`,
		).all();
		expect(results).toEqual([]);
	});

	test.each([
		['TERMINATED', { dateTerminated: '2023-03-07T12:00:00.000Z' }, '2023-03-07T12:00:00.000Z', []],
		[
			'CREATED',
			{ dateTerminated: '2023-03-07T12:00:00.000Z', skipSendRegistrationEmail: true },
			'2023-03-07T11:59:59.999Z',
			['PERSONNEL_NUMBER', 'BUDGET', 'REGISTRATION'],
		],
	])('the state %s', async (state, fields, moment, missing) => {
		const own = await newCompany();
		await newEmployee(own, fields);
		at(moment);
		const list = async (query: string) =>
			(await as(own.admin).get(`/companies/${own.id}/people?${query}`)).body;
		expect(await list('')).toMatchObject([{ state, missing }]);
		expect(await list(`state=${state}`)).toHaveLength(1);
		expect(await list('state=CLOSED')).toEqual([]);
		expect(await list('missing=PERSONNEL_NUMBER')).toHaveLength(missing.length > 0 ? 1 : 0);
	});

	test('a person who gets a budget or a password, or is closed, changes status and missing details', async () => {
		const own = await newCompany();
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		const id = await newEmployee(own, { personnelNumber: '1' });
		const { userId } = await userOf(id);
		const list = async () => (await as(own.admin).get(`/companies/${own.id}/people`)).body[0];
		await platform.put(`/users/${userId}`, { password: 'correct horse battery staple' });
		expect(await list()).toMatchObject({ state: 'REGISTERED', missing: ['BUDGET'] });
		await as(own.admin).put(`/employees/${id}/flex/access`, {
			budget,
			accumulateBudget: false,
			startDate: '2023-03-07T00:00:00.000Z',
		});
		expect(await list()).toMatchObject({ missing: [] });
		await as(own.admin).post(`/users/${userId}/closure`);
		expect(await list()).toMatchObject({ state: 'CLOSED', missing: [] });
	});
});
