import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { intercepted } from '../expenses/bytes.ts';
import { as, at, newCompany, newEmployee, newUser, uniqueEmail } from '../harness.ts';

const MONEY = { value: 5000, currency: 'EUR_CENT' };
const YEAR = { startDate: '2023-04-01T00:00:00.000Z', endDate: '2023-12-31T23:59:59.999Z' };
const SUMMER = { startDate: '2023-06-01T00:00:00.000Z', endDate: '2023-08-31T23:59:59.999Z' };

type Moment = 'before' | 'after';

interface Loss {
	batch: number;
	moment: Moment;
}

/** How many batches the latest call under `losing` ran. */
let batches = 0;

/** Bindings whose database loses the connection of one batch, before or after it takes effect; null: of none. */
function losing(lost: Loss | null) {
	batches = 0;
	const d1 = {
		prepare: (query: string) => env.DB.prepare(query),
		async batch(statements: D1PreparedStatement[]) {
			const isLost = ++batches === lost?.batch;
			if (isLost && lost.moment === 'before') throw new Error('D1_ERROR: Network connection lost.');
			const results = await env.DB.batch(statements);
			if (isLost) throw new Error('D1_ERROR: Network connection lost.');
			return results;
		},
	};
	return { ...env, DB: d1 as unknown as D1Database };
}

const rows = async (query: string, ...values: unknown[]) =>
	(
		await env.DB.prepare(query)
			.bind(...values)
			.all()
	).results;

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

/** Replaces ids and e-mails, which differ from run to run, by the order of their first appearance. */
function withoutNames(value: unknown): unknown {
	const names = new Map<string, string>();
	const json = JSON.stringify(value).replaceAll(
		/[0-9a-f]{8}-[0-9a-f-]{27}|person-[^"]+@test\.example/g,
		(name) => names.get(name) ?? names.set(name, `#${names.size}`).get(name) ?? name,
	);
	return JSON.parse(json);
}

/** Each does its work over the given losses and answers everything that came of it. */
const STORIES = {
	async createEmployee(lost: Loss | null): Promise<unknown[]> {
		const company = await newCompany();
		const fields = {
			email: uniqueEmail(),
			companyId: company.id,
			personnelNumber: '007',
			groups: ['a', 'b'],
		};
		const answer = await as(company.admin, losing(lost)).post('/employees', fields);
		const location = answer.headers.get('Location')?.replace('/api/v2', '') ?? '';
		return [
			answer.status,
			answer.body,
			(await as(company.admin).get(location)).body,
			await rows('SELECT * FROM employees WHERE company_id = ?', company.id),
			await rows('SELECT * FROM employee_groups WHERE company_id = ?', company.id),
			await rows('SELECT * FROM users WHERE email = ?', fields.email),
		];
	},

	async createCompany(lost: Loss | null): Promise<unknown[]> {
		const platform = await newUser(['PLATFORM_ADMIN']);
		const name = `Lost & Found ${uniqueEmail()}`;
		const company = { name, taxAffiliation: 'DE' };
		const { status, body } = await as(platform, losing(lost)).post('/companies', company);
		return [status, body, await rows('SELECT * FROM companies WHERE name = ?', name)];
	},

	async createTaxRuleTemplate(lost: Loss | null): Promise<unknown[]> {
		const { id, admin } = await newCompany();
		const template = { name: 'Meals', companyIds: [id] };
		const { status, body } = await as(admin, losing(lost)).post('/flex/tax-rule-templates', template);
		return [status, body, (await as(admin).get('/flex/tax-rule-templates')).body];
	},

	async updateEmployee(lost: Loss | null): Promise<unknown[]> {
		const company = await newCompany();
		const id = await newEmployee(company, { groups: ['a'] });
		const change = { groups: ['b', 'c'], dateTerminated: YEAR.endDate };
		const { status, body } = await as(company.admin, losing(lost)).put(`/employees/${id}`, change);
		return [
			status,
			body,
			(await as(company.admin).get(`/employees/${id}`)).body,
			await rows('SELECT name FROM employee_groups WHERE employee_id = ? ORDER BY name', id),
		];
	},

	async setAccess(lost: Loss | null): Promise<unknown[]> {
		const company = await newCompany();
		const path = `/employees/${await newEmployee(company)}/flex/access`;
		await as(company.admin).put(path, { budget: MONEY, accumulateBudget: true, ...YEAR });
		const summer = { budget: { ...MONEY, value: 1 }, accumulateBudget: false, ...SUMMER };
		const { status, body } = await as(company.admin, losing(lost)).put(path, summer);
		return [status, body, (await as(company.admin).get(path)).body];
	},

	async revokeAccess(lost: Loss | null): Promise<unknown[]> {
		const company = await newCompany();
		const path = `/employees/${await newEmployee(company)}/flex/access`;
		await as(company.admin).put(path, { budget: MONEY, accumulateBudget: true, ...YEAR });
		const ending = { endDate: SUMMER.endDate };
		const { status, body } = await as(company.admin, losing(lost)).delete(path, ending);
		return [status, body, (await as(company.admin).get(path)).body];
	},

	async setMonthlyBudget(lost: Loss | null): Promise<unknown[]> {
		const company = await newCompany();
		const path = `/employees/${await newEmployee(company)}/goodies`;
		await as(company.admin).put(`${path}/budget`, { budget: MONEY, ...YEAR });
		const summer = { budget: { ...MONEY, value: 1 }, ...SUMMER };
		const { status, body } = await as(company.admin, losing(lost)).put(`${path}/budget`, summer);
		return [status, body, (await as(company.admin).get(`${path}/planned-vouchers`)).body];
	},
};

/** With how many batches each does its work; the last one is the commit. */
describe.each([
	['createEmployee', 3],
	['createCompany', 2],
	['createTaxRuleTemplate', 3],
	['updateEmployee', 2],
	['setAccess', 2],
	['revokeAccess', 2],
	['setMonthlyBudget', 2],
] as const)('%s ends like a faultless one', (name, count) => {
	const losses = Array.from({ length: count }, (_, n) => [
		{ batch: n + 1, moment: 'before' as const },
		{ batch: n + 1, moment: 'after' as const },
	]);

	test.each(losses.flat())('when batch $batch loses its connection $moment it takes effect', async (loss) => {
		const faultless = await STORIES[name](null);
		expect([200, 201]).toContain(faultless[0]);
		expect(batches).toBe(count);
		expect(withoutNames(await STORIES[name](loss))).toEqual(withoutNames(faultless));
		expect(batches).toBeGreaterThan(count);
	});
});

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
