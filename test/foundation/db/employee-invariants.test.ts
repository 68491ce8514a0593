import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newCompany, newEmployee, type TestCompany } from '../../harness/service.ts';

let company: TestCompany;
let employeeId: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
});

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();

describe('employees', () => {
	test.each([
		['stays', 'revision', false],
		['advances by one', 'revision + 1', true],
		['advances by two', 'revision + 2', false],
		['goes back', 'revision - 1', false],
	])('a revision that %s', async (_, value, isAccepted) => {
		const step = run(`UPDATE employees SET revision = ${value} WHERE id = ?`, employeeId);
		if (isAccepted) await step;
		else await expect(step).rejects.toThrow(/stale_revision/);
	});

	test('have a personnel number of their own within the company', async () => {
		await newEmployee(company, { personnelNumber: '00017' });
		const number = (value: string | null) =>
			run('UPDATE employees SET personnel_number = ? WHERE id = ?', value, employeeId);
		await expect(number('00017')).rejects.toThrow(/UNIQUE.*personnel_number/);
		await number('17');
		await number(null);
	});

	test('are found by exactly the groups that they have', async () => {
		const kept = async () => {
			const { results } = await env.DB.prepare(
				`SELECT g.name, g.company_id = e.company_id AND g.cost_center IS e.cost_center AS follows
				FROM employee_groups g JOIN employees e ON e.id = g.employee_id WHERE e.id = ? ORDER BY g.name`,
			)
				.bind(employeeId)
				.all<{ name: string; follows: number }>();
			expect(results.every(({ follows }) => follows === 1)).toBe(true);
			return results.map(({ name }) => name);
		};
		const change = (groups: string[] | null) => as(company.admin).put(`/employees/${employeeId}`, { groups });

		expect(await kept()).toEqual([]);
		await change(['b', 'a']);
		expect(await kept()).toEqual(['a', 'b']);
		await change(['c', 'b']);
		expect(await kept()).toEqual(['b', 'c']);
		for (const costCenter of ['1', '2', null]) {
			expect((await as(company.admin).put(`/employees/${employeeId}`, { costCenter })).status).toBe(200);
			expect(await kept()).toEqual(['b', 'c']);
		}
		await run(`UPDATE employees SET groups = '["d", "d"]' WHERE id = ?`, employeeId);
		expect(await kept()).toEqual(['d']);
		await change(null);
		expect(await kept()).toEqual([]);
	});
});
