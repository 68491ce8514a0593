import { beforeEach, describe, expect, test } from 'vitest';
import {
	as,
	at,
	newCompany,
	newEmployee,
	newUser,
	runCron,
	type TestCompany,
	userOf,
} from '../../harness/service.ts';

let company: TestCompany;
let ids: string[];
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	ids = [
		await newEmployee(company, { groups: ['x'] }),
		await newEmployee(company),
		await newEmployee(company),
	];
	at('2023-03-08T12:00:00.000Z');
});

const seen = async (query: string, by = company.admin): Promise<number[]> => {
	const { status, body } = await as(by).get(`/employees?${query}`);
	expect(status).toBe(200);
	return body.map(({ employeeId }: { employeeId: string }) => ids.indexOf(employeeId));
};
const change = (index: number, fields: object) => as(company.admin).put(`/employees/${ids[index]}`, fields);
const SINCE = 'modifiedSince=2023-03-08T12:00:00.000Z';

describe('employees modified since an instant', () => {
	test('are those changed at or after it, in the order of the changes', async () => {
		expect(await seen(SINCE)).toEqual([]);
		await change(2, { costCentre: 'A' });
		at('2023-03-08T12:00:00.001Z');
		await change(0, { costCentre: 'A' });
		expect(await seen(SINCE)).toEqual([2, 0]);
		expect(await seen('modifiedSince=2023-03-08T13:00:00.001%2B01:00')).toEqual([0]);
		expect(await seen('modifiedSince=2023-03-08T12:00:00.002Z')).toEqual([]);
		expect(await seen('modifiedSince=2023-03-07T12:00:00Z')).toEqual([1, 2, 0]);
	});

	test('match all other filters too', async () => {
		await change(0, { costCentre: 'A', personnelNumber: '1' });
		await change(1, { costCentre: 'A', datePausedStart: '2023-03-08T00:00:00.000Z' });
		for (const [filter, expected] of [
			['costCenter=A', [0, 1]],
			['group=x', [0]],
			['personnelNumber=1', [0]],
			['state=PAUSED', [1]],
			[`companyId=${company.id}`, [0, 1]],
			['companyId=unknown', []],
		] as const) {
			expect(await seen(`${SINCE}&${filter}`), filter).toEqual(expected);
		}
		const { body } = await as(company.admin).get(`/employees/${ids[2]}`);
		expect(await seen(`${SINCE}&email=${body.email}`)).toEqual([]);
		expect(await seen(`modifiedSince=2023-03-07T12:00:00Z&email=${body.email}`)).toEqual([2]);
	});

	test.each<[string, () => Promise<unknown>]>([
		['an own field', () => change(1, { groups: ['y'] })],
		['a pause', () => change(1, { datePausedStart: '2023-04-01T00:00:00.000Z' })],
		['a termination', () => change(1, { dateTerminated: '2023-12-31T23:59:59.999Z' })],
		[
			'the e-mail of its user',
			async () =>
				as(await newUser(['PLATFORM_ADMIN'])).put(`/users/${(await userOf(ids[1] ?? '')).userId}`, {
					email: `new-${ids[1]}@test.example`,
				}),
		],
	])('know a change of %s', async (_, alter) => {
		expect(await alter()).toMatchObject({ status: 200 });
		expect(await seen(SINCE)).toEqual([1]);
	});

	test('know nothing of what only time or the cron does', async () => {
		await change(1, { dateTerminated: '2023-03-08T20:00:00.000Z' });
		await runCron('2023-03-09T00:00:00.000Z');
		expect(await seen('modifiedSince=2023-03-08T12:00:00.001Z')).toEqual([]);
	});

	test('a page read while somebody behind it changes misses nobody', async () => {
		const first = await as(company.admin).get('/employees?modifiedSince=2023-03-07T00:00:00Z&limit=2');
		await change(0, { costCentre: 'A' });
		const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
		const second = await as(company.admin).get(next);
		const indexes = second.body.map(({ employeeId }: { employeeId: string }) => ids.indexOf(employeeId));
		expect(indexes).toEqual([2, 0]);
	});

	test('a user who manages several companies gets them company by company', async () => {
		const other = await newCompany();
		ids.push(await newEmployee(other));
		await change(1, { costCentre: 'A' });
		const both = await newUser(['COMPANY_ADMIN'], [other.id, company.id]);
		expect(await seen(`${SINCE}&limit=1000`, both)).toEqual([1, 3]);
		const link = (await as(both).get(`/employees?${SINCE}&limit=1`)).headers.get('Link') ?? '';
		const next = /<[^?]+\?([^>]+)>; rel="next"/.exec(link)?.[1] ?? '';
		expect(await seen(next, both)).toEqual([3]);
	});
});

describe('employees by state', () => {
	test('leave ACTIVE with the first instant of a pause and TERMINATED is reached at the termination', async () => {
		await change(0, {
			datePausedStart: '2023-04-01T00:00:00.000Z',
			datePausedEnd: '2023-05-01T00:00:00.000Z',
		});
		await change(1, {
			dateTerminated: '2023-04-01T00:00:00.000Z',
			datePausedStart: '2023-03-20T00:00:00.000Z',
		});
		for (const [instant, active, paused, terminated] of [
			['2023-03-31T23:59:59.999Z', [0, 2], [1], []],
			['2023-04-01T00:00:00.000Z', [2], [0], [1]],
			['2023-04-30T23:59:59.999Z', [2], [0], [1]],
			['2023-05-01T00:00:00.000Z', [0, 2], [], [1]],
		] as const) {
			at(instant);
			expect(await seen('state=ACTIVE'), instant).toEqual(active);
			expect(await seen('state=PAUSED'), instant).toEqual(paused);
			expect(await seen('state=TERMINATED'), instant).toEqual(terminated);
		}
	});

	test.each(['state=active', 'state=', 'modifiedSince=2023-03-08', 'modifiedSince=1999-12-31T00:00:00Z'])(
		'?%s is refused',
		async (query) => {
			const { status, body } = await as(company.admin).get(`/employees?${query}`);
			const pointer = `#/query/${query.split('=')[0]}`;
			expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
		},
	);
});
