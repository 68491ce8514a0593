import { beforeAll, describe, expect, test } from 'vitest';
import { as, at, newCompany, newUser, type TestUser } from '../../harness/service.ts';
import { newSpender, refusal, type Spender } from '../../harness/spending.ts';

let one: Spender;
let two: Spender;
let stranger: Spender;
let ids: string[];

const ofEmployee = () => `/employees/${one.employeeId}/flex/expenses`;
const ofCompany = () => `/companies/${one.company.id}/flex/expenses`;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	one = await newSpender();
	two = await newSpender({}, one.company);
	stranger = await newSpender();
	await stranger.submitted();
	ids = [
		await one.submitted({ date: '2023-02-01', module: 'KITA' }),
		await one.submitted({ date: '2023-02-28' }),
		await two.submitted({ date: '2023-02-28', module: 'KITA' }),
		await one.submitted({ date: '2023-03-01' }),
		await one.submitted({ date: '2023-03-07', module: 'KITA' }),
		await two.submitted({ date: '2023-03-01' }),
	];
	const [first = '', second = '', third = '', fourth = ''] = ids;
	await one.approve(first);
	await one.reject(second);
	await two.withdraw(third);
	await one.approve(fourth);
});

const listed = async (path: string, by: TestUser = one.admin): Promise<number[]> => {
	const { status, body } = await as(by).get(path);
	expect(status).toBe(200);
	return body.map(({ id }: { id: string }) => ids.indexOf(id));
};

describe('lists hold what matches, in order of creation', () => {
	test.each([
		['', [0, 1, 3, 4], [0, 1, 2, 3, 4, 5]],
		['?state=SUBMITTED', [4], [4, 5]],
		['?state=APPROVED', [0, 3], [0, 3]],
		['?state=REJECTED', [1], [1]],
		['?state=WITHDRAWN', [], [2]],
		['?module=KITA', [0, 4], [0, 2, 4]],
		['?module=SPORTS', [], []],
		['?month=2023-01', [], []],
		['?month=2023-02', [0, 1], [0, 1, 2]],
		['?month=2023-03', [3, 4], [3, 4, 5]],
		['?month=2023-04', [], []],
		['?month=2023-02&module=KITA&state=APPROVED', [0], [0]],
	])('%s', async (query, expectedOfEmployee, expectedOfCompany) => {
		expect(await listed(ofEmployee() + query)).toEqual(expectedOfEmployee);
		expect(await listed(ofCompany() + query)).toEqual(expectedOfCompany);
	});
});

test.each(['', 'month=2023-03&'])('a page with %s links to the next one, filters and all', async (filter) => {
	const all = await listed(`${ofCompany()}?${filter}`);
	const seen: number[] = [];
	let next: string | undefined = `${ofCompany()}?${filter}limit=2`;
	while (next !== undefined) {
		const { headers, body }: Awaited<ReturnType<ReturnType<typeof as>['get']>> = await as(one.admin).get(
			next,
		);
		expect(body.length).toBeLessThanOrEqual(2);
		seen.push(...body.map(({ id }: { id: string }) => ids.indexOf(id)));
		next = /^<(\/api\/v2\/[^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
	}
	expect(seen).toEqual(all);
});

test.each([
	['state=DONE', '#/query/state'],
	['state=', '#/query/state'],
	['module=CARS', '#/query/module'],
	['month=2023-13', '#/query/month'],
	['month=2023-2', '#/query/month'],
	['month=1999-12', '#/query/month'],
	['limit=0', '#/query/limit'],
])('?%s is refused', async (query, pointer) => {
	for (const path of [ofEmployee(), ofCompany()]) {
		expect(await as(one.admin).get(`${path}?${query}`)).toMatchObject(
			refusal(400, 'validation_failed', { errors: [{ pointer }] }),
		);
	}
});

describe('who reads', () => {
	test('an employee one’s own, and nothing of the company', async () => {
		expect(await listed(ofEmployee(), one.employee)).toEqual([0, 1, 3, 4]);
		expect(await as(one.employee).get(ofCompany())).toMatchObject(refusal(403, 'forbidden'));
		expect((await as(one.employee).get(`/flex/expenses/${ids[0]}`)).status).toBe(200);
	});

	test('a verifier and an integration of the company, and a platform administrator', async () => {
		const readers = [
			one.verifier,
			await newUser(['TECHNICAL_USER'], [one.company.id]),
			await newUser(['PLATFORM_ADMIN']),
		];
		for (const reader of readers) {
			expect(await listed(ofCompany(), reader)).toHaveLength(6);
			expect((await as(reader).get(`/flex/expenses/${ids[0]}`)).body.id).toBe(ids[0]);
		}
	});

	test('nobody else: a colleague and strangers find nothing', async () => {
		const foreign = (await newCompany()).admin;
		for (const user of [two.employee, stranger.employee, stranger.verifier, foreign]) {
			expect(await as(user).get(ofEmployee())).toMatchObject(refusal(404, 'not_found'));
			expect(await as(user).get(`/flex/expenses/${ids[0]}`)).toMatchObject(refusal(404, 'not_found'));
		}
		expect(await as(foreign).get(ofCompany())).toMatchObject(refusal(404, 'not_found'));
	});

	test.each([() => crypto.randomUUID(), () => 'nonsense'])('an unknown id is not found (%#)', async (id) => {
		for (const path of [`/flex/expenses/${id()}`, `/employees/${id()}/flex/expenses`]) {
			expect(await as(one.admin).get(path)).toMatchObject(refusal(404, 'not_found'));
		}
	});
});
