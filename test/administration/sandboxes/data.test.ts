import { expect, test } from 'vitest';
import { sqlIn } from '../../harness/alarms.ts';
import { advance, newSandbox } from '../../harness/sandboxes.ts';
import { as, at, now } from '../../harness/service.ts';

test('a sandbox is filled with the same data for the same seed', async () => {
	at('2031-03-05T08:30:00.000Z');
	const spent = async () => {
		const sandbox = await newSandbox();
		const wanted = { employees: 4, months: 1, seed: 7 };
		const path = `/companies/${sandbox.id}/sandbox/populate`;
		const filled = await as(sandbox.admin).post(path, wanted);
		expect(filled.body).toEqual({
			done: true,
			employees: 4,
			months: 1,
			reachedUntil: '2031-04-05T08:30:00.000Z',
		});
		expect((await as(sandbox.admin).post(path, wanted)).body.code).toBe('sandbox_not_empty');
		const { results } = await sqlIn(
			sandbox.cell,
			`SELECT e.personnel_number, u.first_name, x.module, x.amount_value, x.state, x.date FROM expenses x
				JOIN employees e ON e.id = x.employee_id JOIN users u ON u.id = e.user_id ORDER BY x.id`,
		).all();
		return results;
	};
	const [first, second] = [await spent(), await spent()];
	expect(first.length).toBeGreaterThan(2);
	expect(second).toEqual(first);
});

test('a fill that was interrupted goes on with the same numbers, even if the clock has moved further since', async () => {
	at('2031-03-05T08:30:00.000Z');
	const sandbox = await newSandbox();
	const populate = (employees: number, months: number) =>
		as(sandbox.admin).post(`/companies/${sandbox.id}/sandbox/populate`, { employees, months });
	expect((await populate(1, 0)).body).toMatchObject({ done: true, employees: 1 });
	// An interrupted request leaves its numbers, and a person that it has not counted yet.
	const begun = { employees: 2, months: 1, seed: 1, from: now(), made: 0, month: 0, spent: 0 };
	await sqlIn(sandbox.cell, 'UPDATE sandboxes SET filling = ?', JSON.stringify(begun)).run();
	const { reachedUntil } = await advance(sandbox, '2031-04-10T10:00:00.000Z');
	expect((await populate(3, 1)).body.code).toBe('sandbox_not_empty');
	expect((await populate(2, 1)).body).toEqual({ done: true, employees: 2, months: 1, reachedUntil });
	const withAccess = 'SELECT count(DISTINCT employee_id) AS n FROM flex_accesses WHERE date_deleted IS NULL';
	expect(await sqlIn(sandbox.cell, withAccess).first<number>('n')).toBe(2);
});
