import { expect, test } from 'vitest';
import { databaseBefore } from '../harness/migrations.ts';

const MARCH = Date.parse('2023-03-07T12:00:00.000Z');
const APRIL = Date.parse('2023-04-01T00:00:00.000Z');

test('a database with data is migrated with what it uses of the quotas, and loses nothing', () => {
	const { database: db, migrate } = databaseBefore('safeguards');
	db.exec(`
		INSERT INTO companies (id, date_created, date_modified, name, payroll_reference_day, tax_affiliation)
		VALUES ('c', 0, 0, 'C', 7, 'DE');
		INSERT INTO users (id, date_created, date_modified, email, email_key, roles)
		VALUES ('u', 0, 0, 'u', 'u', '["EMPLOYEE"]'), ('v', 0, 0, 'v', 'v', '["EMPLOYEE"]');
		INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision)
		VALUES ('e', 0, 0, 'c', 'u', '[]', 0), ('f', 0, 0, 'c', 'v', '[]', 0);
		INSERT INTO tax_rule_templates (id, date_created, date_modified, name, rules) VALUES ('t', 0, 0, 'T', '[]');
		INSERT INTO tax_rule_template_companies VALUES ('t', 'c')`);
	const expense = (id: string, at: number) =>
		db.exec(`INSERT INTO expenses (id, date_created, date_modified, employee_id, company_id, author_id, module,
			amount_value, amount_currency, date, state)
			VALUES ('${id}', ${at}, 0, 'e', 'c', 'u', 'INTERNET', 1, 'EUR_CENT', 0, 'SUBMITTED');
			INSERT INTO receipts (id, date_created, date_stored, expense_id, media_type, size)
			VALUES ('r${id}', ${at}, 0, '${id}', 'image/png', 50)`);
	expense('1', MARCH);
	expense('2', MARCH);
	expense('3', APRIL);
	db.exec(`UPDATE expenses SET state = 'REJECTED', date_decided = 77, decider_id = 'v' WHERE id = '2'`);

	migrate();
	const rows = (query: string) =>
		db
			.prepare(query)
			.all()
			.map((row) => Object.values(row).join(' '));
	expect(rows('SELECT owner_id, quota, month, used FROM quota_usage ORDER BY 1, 2, 3')).toEqual([
		'c employees  2',
		'c stored_bytes  150',
		'c templates  1',
		'e expenses 2023-03 2',
		'e expenses 2023-04 1',
		'e receipt_bytes 2023-03 100',
		'e receipt_bytes 2023-04 50',
	]);
	expect(rows('SELECT id, date_unneeded FROM receipts ORDER BY id')).toEqual(['r1 ', 'r2 77', 'r3 ']);
	expect(rows('SELECT own_benefits_allowed, max_expenses_per_month FROM companies')).toEqual(['0 200']);
});
