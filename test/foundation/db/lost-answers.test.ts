import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { intercepted } from '../../harness/intercepted.ts';
import { as, at, newCompany, newEmployee, newUser, uniqueEmail } from '../../harness/service.ts';

const MONEY = { value: 5000, currency: 'EUR_CENT' };
const YEAR = { startDate: '2023-04-01T00:00:00.000Z', endDate: '2023-12-31T23:59:59.999Z' };
const SUMMER = { startDate: '2023-06-01T00:00:00.000Z', endDate: '2023-08-31T23:59:59.999Z' };

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

/** Bindings whose database loses the answer of the first commit, after which somebody else does something. */
function losingBefore(other: () => Promise<unknown>) {
	let isLost = false;
	const DB = intercepted(/insert into/i, async (run) => {
		const results = await run();
		if (isLost) return results;
		isLost = true;
		await other();
		throw new Error('D1_ERROR: Network connection lost.');
	});
	return { ...env, DB };
}

test.each([
	['flex/access', 'flex/access', { budget: MONEY, accumulateBudget: true }],
	['goodies/budget', 'goodies/planned-vouchers', { budget: MONEY }],
	['goodies/default-access', 'goodies/default-access', {}],
])('%s whose answer is lost leaves no hole where another one has covered it', async (path, list, fields) => {
	const company = await newCompany();
	const employee = `/employees/${await newEmployee(company)}`;
	const set = (period: object, bindings = env) =>
		as(company.admin, bindings).put(`${employee}/${path}`, { ...fields, ...period });
	const bindings = losingBefore(() => set(YEAR));
	expect((await set(SUMMER, bindings)).status).toBe(200);

	const { body } = await as(company.admin).get(`${employee}/${list}`);
	const ends: string[] = body.map(
		(one: Record<string, string>) => one.validUntil ?? one.validTo ?? one.endDate,
	);
	const starts = body.map((one: Record<string, string>) => one.validFrom ?? one.startDate);
	const follows = ends.map((end) => new Date(Date.parse(end) + 1).toISOString());
	expect(starts).toEqual([YEAR.startDate, ...follows.slice(0, -1)]);
	expect(ends.at(-1)).toBe(YEAR.endDate);
});

test('a new user whose creation is not answered keeps the companies that another one assigned at once', async () => {
	const platform = await newUser(['PLATFORM_ADMIN']);
	const [first, second] = [(await newCompany()).id, (await newCompany()).id];
	const email = uniqueEmail();
	const idOf = async () => {
		const { body } = await as(platform).get('/users');
		return body.find((user: { email: string }) => user.email === email).id;
	};
	const assigned = { manageableCompanyIds: [second] };
	const bindings = losingBefore(async () => as(platform).put(`/users/${await idOf()}`, assigned));
	const created = { email, roles: ['COMPANY_ADMIN'], manageableCompanyIds: [first] };
	expect((await as(platform, bindings).post('/users', created)).status).toBe(201);
	expect((await as(platform).get(`/users/${await idOf()}`)).body).toMatchObject(assigned);
});
