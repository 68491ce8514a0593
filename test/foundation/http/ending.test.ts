import { beforeAll, beforeEach, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, type TestUser } from '../../harness/service.ts';
import { MONEY, PERIOD } from './faults.ts';

const NOW = '2023-03-07T12:00:00.000Z';
const JUNE = '2023-06-30T23:59:59.999Z';
const LATE = '2023-12-31T23:59:59.999Z';
const PATHS = [
	'/employees/EMPLOYEE/flex/access',
	'/employees/EMPLOYEE/goodies/planned-vouchers',
	'/goodies/planned-vouchers/PLAN',
];

let admin: TestUser;
let employeeId: string;
let planId: string;

beforeAll(async () => {
	at(NOW);
	const company = await newCompany();
	admin = company.admin;
	employeeId = await newEmployee(company);
	await as(admin).put(`/employees/${employeeId}/flex/access`, {
		budget: MONEY,
		accumulateBudget: true,
		...PERIOD,
	});
	planId = (await as(admin).put(`/employees/${employeeId}/goodies/budget`, { budget: MONEY, ...PERIOD }))
		.body[0].id;
});
beforeEach(() => at(NOW));

const located = (path: string) => path.replace('EMPLOYEE', employeeId).replace('PLAN', planId);

/** The ends of all that a DELETE here could end. */
async function ends(): Promise<string[]> {
	const accesses = await as(admin).get(`/employees/${employeeId}/flex/access`);
	const plans = await as(admin).get(`/employees/${employeeId}/goodies/planned-vouchers`);
	return [
		...accesses.body.map((one: { validUntil: string }) => one.validUntil),
		...plans.body.map((one: { endDate: string }) => one.endDate),
	];
}

type Sent = [query: string, body?: unknown];

test.each(PATHS)(
	'DELETE %s without an end date, with a broken one or with two is 400 and ends nothing',
	async (path) => {
		const requests: Sent[] = [
			[''],
			['', {}],
			['', ''],
			['', '{'],
			['', 'null'],
			['', '[]'],
			['?endDate='],
			['?endDate=2023-06-31T00:00:00.000Z'],
			['?endDate=2023-06-30T23:59:59.999%2B00:00'],
			[`?endDate=${JUNE}&endDate=${JUNE}`],
			[`?endDate=${LATE}`, { endDate: JUNE }],
			[`?endDate=${JUNE}`, { endDate: LATE }],
			[`?endDate=${JUNE}`, { enddate: JUNE }],
		];
		for (const request of requests) {
			const answer = await as(admin).send('DELETE', located(path) + request[0], request[1]);
			expect([request, answer.status]).toEqual([request, 400]);
			expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
		}
		expect(await ends()).toEqual([LATE, LATE]);
	},
);

test.each(PATHS)('DELETE %s with a body in the wrong content type is 415 and ends nothing', async (path) => {
	for (const query of ['', `?endDate=${JUNE}`]) {
		for (const type of ['text/plain', 'application/foo+json']) {
			const body = JSON.stringify({ endDate: JUNE });
			const headers = { 'Content-Type': type };
			const answer = await as(admin).send('DELETE', located(path) + query, body, headers);
			expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
		}
	}
	expect(await ends()).toEqual([LATE, LATE]);
});

test.each(PATHS)(
	'DELETE %s takes the end date from the query when a proxy has dropped the body',
	async (path) => {
		const query = `?endDate=${LATE}`;
		const { send } = as(admin);
		const answers = [
			await send('DELETE', located(path) + query),
			await send('DELETE', located(path) + query, {}),
			await send('DELETE', located(path) + query, { endDate: LATE }),
			await send('DELETE', located(path) + query, undefined, { 'Content-Type': 'application/json' }),
		];
		for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { success: true } });
	},
);
