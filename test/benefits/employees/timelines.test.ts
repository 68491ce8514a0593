import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee } from '../../harness/service.ts';

const MONEY = { value: 5000, currency: 'EUR_CENT' };
const START = '2023-04-01T00:00:00.000Z';

beforeEach(() => at('2023-03-07T12:00:00.000Z'));

/** Gives every period of a table so many copies, each of a millisecond, long before it. */
async function fill(table: string, count: number): Promise<void> {
	const { results } = await env.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{
		name: string;
	}>();
	const values: Record<string, string> = {
		id: `t.id || '-' || i`,
		valid_from: 'i * 10',
		valid_until: 'i * 10 + 1',
	};
	const columns = results.map(({ name }) => values[name] ?? `t.${name}`);
	await env.DB.prepare(
		`INSERT INTO ${table} WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
		SELECT ${columns.join(', ')} FROM n CROSS JOIN ${table} t`,
	).run();
}

test.each([
	['flex_accesses', 'flex/access', { budget: MONEY, accumulateBudget: true }, 'flex/access'],
	['planned_vouchers', 'goodies/budget', { budget: MONEY }, 'goodies/planned-vouchers'],
	['default_accesses', 'goodies/default-access', {}, 'goodies/default-access'],
])('%s: a timeline of an employee takes 1,000 periods', async (table, path, fields, list) => {
	const company = await newCompany();
	const employee = `/employees/${await newEmployee(company)}`;
	// Each reaches further than the one before, for a set that changes nothing adds no period.
	const set = (startDate: string) =>
		as(company.admin).put(`${employee}/${path}`, {
			...fields,
			startDate,
			endDate: `${startDate.slice(0, 7)}-20T00:00:00.000Z`,
		});
	await set(START);
	await fill(table, 998);
	expect((await set('2023-05-01T00:00:00.000Z')).body).toHaveLength(1000);
	expect(await set('2023-06-01T00:00:00.000Z')).toMatchObject({
		status: 409,
		body: { code: 'too_many_periods' },
	});
	expect((await as(company.admin).get(`${employee}/${list}`)).body).toHaveLength(1000);
	expect((await set('2023-05-01T00:00:00.000Z')).body).toHaveLength(1000);
});
