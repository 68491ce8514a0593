import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { databaseBefore } from '../harness/migrations.ts';

const groupsOf = (database: DatabaseSync) =>
	database
		.prepare('SELECT name, cost_center, employee_id FROM employee_groups ORDER BY name, employee_id')
		.all();

test('groups that are stored already get the cost center of their employee, and follow it from then on', () => {
	const { database, migrate } = databaseBefore('groups');
	database.exec(`INSERT INTO companies (id, date_created, date_modified, name, payroll_reference_day, tax_affiliation)
			VALUES ('c', 0, 0, 'C', 7, 'DE');
		INSERT INTO users (id, date_created, date_modified, email, email_key, roles)
			VALUES ('u', 0, 0, 'u', 'u', '["EMPLOYEE"]'), ('v', 0, 0, 'v', 'v', '["EMPLOYEE"]');
		INSERT INTO employees (id, date_created, date_modified, company_id, user_id, cost_center, groups, revision)
			VALUES ('e', 0, 0, 'c', 'u', 'A', '["x", "y"]', 0), ('f', 0, 0, 'c', 'v', NULL, '["x"]', 0)`);
	migrate();
	const [x, y] = [{ name: 'x' }, { name: 'y' }];
	const others = [{ ...x, cost_center: null, employee_id: 'f' }];
	const of = (cost_center: string | null) => ({ cost_center, employee_id: 'e' });
	expect(groupsOf(database)).toEqual([{ ...x, ...of('A') }, ...others, { ...y, ...of('A') }]);

	database.exec(`UPDATE employees SET cost_center = 'B' WHERE id = 'e'`);
	expect(groupsOf(database)).toEqual([{ ...x, ...of('B') }, ...others, { ...y, ...of('B') }]);
	database.exec(`UPDATE employees SET cost_center = NULL, groups = '["y"]' WHERE id = 'e'`);
	expect(groupsOf(database)).toEqual([...others, { ...y, ...of(null) }]);
});
