import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/foundation/core/id.ts';
import { at, newCompany, newEmployee, now, type TestCompany } from '../../harness/service.ts';

let company: TestCompany;
let employeeId: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	company = await newCompany();
	employeeId = await newEmployee(company);
});

type Row = Record<string, string | number | null>;

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();
const insert = (table: string, row: Row) => {
	const marks = Object.keys(row).fill('?').join(', ');
	return run(
		`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks})`,
		...Object.values(row),
	);
};
const dates = () => ({ id: newId(now()), date_created: now(), date_modified: now() });
const budgetPlan = { goodies_voucher_type: 'GENERIC', interval: 'MONTHLY', amount_value: 1 };

const TIMELINES: { table: string; values: Row }[] = [
	{
		table: 'flex_accesses',
		values: {
			budget_value: 1,
			budget_currency: 'EUR_CENT',
			allowed_modules: '["MEALS"]',
			accumulate_budget: 0,
			tax_rule_template_id: 'default',
		},
	},
	{ table: 'planned_vouchers', values: { ...budgetPlan, amount_currency: 'EUR_CENT', anchor: 0 } },
	{ table: 'default_accesses', values: {} },
];

describe.each(TIMELINES)('$table', ({ table, values }) => {
	const add = (from: number, until: number | null, fields: Row = {}) => {
		const row = { ...dates(), employee_id: employeeId, valid_from: from, valid_until: until };
		return insert(table, { ...row, ...values, ...fields });
	};
	const overlap = /overlap/;

	test.each([
		['inside', 12, 18],
		['around', 5, 25],
		['of the same extent', 10, 20],
		['on the first millisecond', 5, 10],
		['on the last millisecond', 20, 30],
		['open from the last millisecond', 20, null],
		['open from before', 1, null],
	])('refuses a period %s of a standing one, inserted or moved there', async (_, from, until) => {
		await add(10, 20);
		await expect(add(from, until)).rejects.toThrow(overlap);

		const id = newId(now());
		await add(100, 200, { id });
		const move = `UPDATE ${table} SET valid_from = ?, valid_until = ? WHERE id = ?`;
		await expect(run(move, from, until, id)).rejects.toThrow(overlap);
		await run(move, 21, 200, id);
	});

	test('refuses anything behind an open period', async () => {
		await add(10, null);
		await expect(add(1_000_000, 1_000_001)).rejects.toThrow(overlap);
	});

	test('accepts neighbours, the same period of another employee, and one in a deleted one’s place', async () => {
		await add(10, 20);
		await add(1, 9);
		await add(21, null);
		await add(10, 20, { employee_id: await newEmployee(company) });
		await run(`UPDATE ${table} SET date_deleted = 1 WHERE employee_id = ?`, employeeId);
		await add(1, null);
	});

	test('refuses to bring a deleted period back over a standing one, or to hand it to another employee', async () => {
		const id = newId(now());
		await add(10, 20, { id, date_deleted: 1 });
		await add(15, 25);
		await expect(run(`UPDATE ${table} SET date_deleted = NULL WHERE id = ?`, id)).rejects.toThrow(overlap);

		const other = newId(now());
		await add(10, 20, { id: other, employee_id: await newEmployee(company) });
		const move = `UPDATE ${table} SET employee_id = ? WHERE id = ?`;
		await expect(run(move, employeeId, other)).rejects.toThrow(overlap);
	});

	test('refuses an end before the start; a period of one millisecond is one', async () => {
		await expect(add(10, 9)).rejects.toThrow(/CHECK.*_period/);
		await add(10, 10);
		const shorten = `UPDATE ${table} SET valid_until = 9 WHERE employee_id = ?`;
		await expect(run(shorten, employeeId)).rejects.toThrow(/CHECK.*_period/);
	});
});

test('plans that are no monthly budget may overlap', async () => {
	const row = { employee_id: employeeId, ...TIMELINES[1]?.values, valid_from: 10 };
	await insert('planned_vouchers', { ...dates(), ...row });
	await insert('planned_vouchers', { ...dates(), ...row, goodies_voucher_type: 'SPECIAL' });
	await insert('planned_vouchers', { ...dates(), ...row, interval: 'WEEKLY' });
});

describe('issued vouchers', () => {
	const MARCH = Date.parse('2023-03-31T23:59:59.999Z');
	let planId: string;

	beforeEach(async () => {
		planId = newId(now());
		const row = { ...TIMELINES[1]?.values, employee_id: employeeId, valid_from: 0 };
		await insert('planned_vouchers', { ...dates(), ...row, id: planId });
	});

	const issue = (dueDate: number, fields: Row = {}) => {
		const { date_modified: _, ...row } = dates();
		const voucher = { ...budgetPlan, amount_currency: 'EUR_CENT', planned_voucher_id: planId };
		return insert('issued_vouchers', {
			...row,
			...voucher,
			employee_id: employeeId,
			due_date: dueDate,
			...fields,
		});
	};

	test('an employee and UTC month has at most one occurrence of a monthly budget', async () => {
		await issue(MARCH);
		await expect(issue(Date.parse('2023-03-01T00:00:00.000Z'))).rejects.toThrow(/UNIQUE/);
		await issue(MARCH + 1);
		await issue(Date.parse('2023-02-28T23:59:59.999Z'));
		await issue(Date.parse('2024-03-31T23:59:59.999Z'));
	});

	test('occurrences of other plans may share a month, but not a date', async () => {
		await issue(MARCH);
		await issue(MARCH - 1, { goodies_voucher_type: 'SPECIAL' });
		await issue(MARCH - 2, { interval: 'DAILY' });
		await expect(issue(MARCH - 2, { interval: 'DAILY' })).rejects.toThrow(/UNIQUE/);
	});
});

test('amounts outside 0 to 100,000,000 and reference days outside 1 to 28 are refused', async () => {
	const row = { employee_id: employeeId, valid_from: 10 };
	for (const value of [-1, 100_000_001]) {
		const access = { ...dates(), ...row, ...TIMELINES[0]?.values, budget_value: value };
		await expect(insert('flex_accesses', access)).rejects.toThrow(/CHECK/);
		const plan = { ...dates(), ...row, ...TIMELINES[1]?.values, amount_value: value };
		await expect(insert('planned_vouchers', plan)).rejects.toThrow(/CHECK/);
	}
	for (const day of [0, 29]) {
		const move = run('UPDATE companies SET payroll_reference_day = ? WHERE id = ?', day, company.id);
		await expect(move).rejects.toThrow(/CHECK/);
	}
});
