import { env } from 'cloudflare:workers';
import { newCompany, newUser, now, type TestCompany, type TestUser } from '../../harness/service.ts';

const COMPANIES = 60;
const EMPLOYEES = 80;
const SHARED_TEMPLATES = 5;

export interface ListsWorld {
	companies: TestCompany[];
	/** Each reader with the number of companies reached. */
	readers: Record<string, { user: TestUser; companies: number }>;
}

/** Companies with equally many records of each kind, made in SQL, and readers of one, some and all of them. */
export async function newListsWorld(): Promise<ListsWorld> {
	const companies: TestCompany[] = [];
	for (let n = 0; n < COMPANIES; n++) companies.push(await newCompany());
	const ids = companies.map(({ id }) => id);
	await env.DB.batch(
		RECORDS.map((sql) => {
			const values = sql.includes('?1') ? [JSON.stringify(ids), EMPLOYEES, now()] : [];
			return env.DB.prepare(sql).bind(...values);
		}),
	);
	const last = ids.slice(-1);
	const some = ids.filter((_, n) => n % 6 === 0);
	const reader = async (role: Parameters<typeof newUser>[0][number], managed: string[]) => ({
		user: await newUser([role], managed),
		companies: role === 'PLATFORM_ADMIN' ? COMPANIES : managed.length,
	});
	return {
		companies,
		readers: {
			'platform administrator': await reader('PLATFORM_ADMIN', []),
			'administrator of one company': await reader('COMPANY_ADMIN', last),
			'administrator of some': await reader('COMPANY_ADMIN', some),
			'administrator of all': await reader('COMPANY_ADMIN', ids),
			'technical user of some': await reader('TECHNICAL_USER', some),
			'verifier of all': await reader('FLEX_DOCUMENT_VERIFIER', ids),
		},
	};
}

/** Every company `c.value` with numbers `i` from 1; `k` is a key of its own. */
const MANY = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2),
	p AS (SELECT c.key AS company, c.value AS company_id, i, substr(c.value, 1, 24) || printf('%04x%08x', c.key, i) AS k, ?3 AS present
		FROM json_each(?1) c CROSS JOIN n)`;

const bytes = (id: string) => `unhex(replace(${id}, '-', ''))`;
const party = (id: string) => `(SELECT id FROM event_parties WHERE uuid = ${bytes(id)})`;
const text = (given: string) => `(SELECT id FROM event_texts WHERE text = ${given})`;

/** Half of the employees are in the group x and half have the cost center A, a quarter both; none has both y and B. */
const RECORDS = [
	`INSERT INTO users (id, date_created, date_modified, email, email_key, roles) ${MANY}
	SELECT k, present, present, k || '@x', k || '@x', '["EMPLOYEE"]' FROM p`,
	`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, personnel_number, cost_center, groups, revision) ${MANY}
	SELECT k, present, present + i, company_id, k, 'n' || i, iif(i % 2, 'A', 'B'), iif(i % 4 < 2, '["x"]', iif(i % 2, '["y"]', '["z"]')), 0 FROM p`,
	`INSERT INTO tax_rule_templates (id, date_created, date_modified, name, rules) ${MANY}
	SELECT k, present, present, k, '[]' FROM p WHERE i <= 10 OR (company = 0 AND i <= 10 + ${SHARED_TEMPLATES})`,
	`INSERT INTO tax_rule_template_companies (template_id, company_id) ${MANY}
	SELECT k, company_id FROM p WHERE i <= 10 UNION ALL
	SELECT k, all_of_them.value FROM p CROSS JOIN json_each(?1) all_of_them WHERE company = 0 AND i BETWEEN 11 AND 10 + ${SHARED_TEMPLATES}`,
	`INSERT OR IGNORE INTO event_texts (text) VALUES ('employee.updated'), ('employee.left'), ('[]')`,
	`INSERT OR IGNORE INTO event_authors (id, type, roles) VALUES (0, 'CRON', '[]')`,
	`INSERT INTO events (id, date, author, company, subject, type, fields, "after") ${MANY}
	SELECT ${bytes('k')}, present, 0, ${party('company_id')}, ${party('k')},
		${text("iif(i % 8, 'employee.updated', 'employee.left')")}, ${text("'[]'")}, '[]'
	FROM p ORDER BY i`,
	`INSERT INTO expenses (id, date_created, date_modified, employee_id, company_id, author_id, module, amount_value,
		amount_currency, date, state, approved_amount_value) ${MANY}
	SELECT k, present, present + i, k, company_id, k, 'SPORTS', 100, 'EUR_CENT', present, iif(i % 2, 'APPROVED', 'SUBMITTED'),
		iif(i % 2, 100, NULL) FROM p`,
	`INSERT INTO flex_accesses (id, date_created, date_modified, employee_id, budget_value, budget_currency, allowed_modules,
		accumulate_budget, tax_rule_template_id, valid_from) ${MANY}
	SELECT k, present, present, k, 1000, 'EUR_CENT', '["SPORTS"]', 0, 'default', present FROM p`,
	`INSERT INTO planned_vouchers (id, date_created, date_modified, employee_id, goodies_voucher_type, interval, amount_value,
		amount_currency, valid_from, anchor) ${MANY}
	SELECT k, present, present, k, 'GENERIC', 'MONTHLY', 1000, 'EUR_CENT', present, present FROM p`,
	`INSERT INTO issued_vouchers (id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
		planned_voucher_id, due_date) ${MANY}, months(m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM months WHERE m < 2)
	SELECT m || substr(k, 2), present, k, iif(m, 'GENERIC', 'SPECIAL'), 'MONTHLY', 1000, 'EUR_CENT', k, present + m * 2678400000
	FROM p CROSS JOIN months`,
	`INSERT INTO payroll_transactions (id, date_created, date_modified, flex_data_id, company_id, module, amount_value,
		amount_currency, state, payroll_reference_date, submitted_date) ${MANY}
	SELECT k, present, present, k, company_id, iif(i % 2, 'MEALS', 'SPORTS'), 100, 'EUR_CENT', 'COMMITTED', present, present FROM p`,
];
