import { createApp } from '../../../src/app.ts';
import type { Role } from '../../../src/foundation/core/actor.ts';
import { type Counts, counting } from './counting.ts';
import { type Runtime, tokens } from './runtime.ts';
import {
	count,
	DUE,
	dates,
	idOf,
	insert,
	newActor,
	PRESENT,
	type Seeded,
	type Session,
	seedCompanies,
	seededId,
} from './seed.ts';
import { printTable } from './table.ts';
import { timed } from './timed.ts';

const PEOPLE_OF_A_COMPANY = 200;
const ROWS_A_VOUCHER = 8;
const COMPANY_OF_I = idOf('company', `1 + i / ${PEOPLE_OF_A_COMPANY}`);

/** One in four is in the group sales and one in four has the cost center 4711, nobody both. */
const RECORDS: Seeded[] = [
	{
		table: 'users',
		columns: 'id, date_created, date_modified, email, email_key, roles',
		values: `${idOf('user')}, ${dates}, 'person' || i || '@bench.example', 'person' || i || '@bench.example', '["EMPLOYEE"]'`,
	},
	{
		table: 'employees',
		columns:
			'id, date_created, date_modified, company_id, user_id, personnel_number, cost_center, groups, revision',
		values: `${idOf('employee')}, ${dates}, ${COMPANY_OF_I}, ${idOf('user')}, printf('%06d', i % ${PEOPLE_OF_A_COMPANY}),
			iif(i % 4 = 1, '4711', '4712'), iif(i % 4 = 0, '["sales"]', '[]'), 0`,
	},
	{
		table: 'planned_vouchers',
		columns: `id, date_created, date_modified, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
			valid_from, anchor, next_occurrence`,
		values: `${idOf('plan')}, ${dates}, ${idOf('employee')}, 'GENERIC', 'MONTHLY', 5000, 'EUR_CENT', ${DUE}, ${DUE}, ${DUE}`,
	},
];

const OF_EACH_COMPANY: Seeded[] = [
	{
		table: 'tax_rule_templates',
		columns: 'id, date_created, date_modified, name, rules',
		values: `${idOf('run')}, ${dates}, 'Meals', '[]'`,
	},
	{
		table: 'tax_rule_template_companies',
		columns: 'template_id, company_id',
		values: `${idOf('run')}, ${idOf('company')}`,
	},
];

const LISTS = [
	'/employees',
	'/employees?group=sales',
	'/employees?costCenter=4711',
	'/employees?group=sales&costCenter=4711',
	'/employees?personnelNumber=000007',
	'/employees?email=person4711@bench.example',
	`/employees?companyId=${seededId('company', 1)}`,
	'/events',
	'/events?type=voucher.issued',
	'/flex/tax-rule-templates',
	`/companies/${seededId('company', 1)}/flex/expenses`,
	`/companies/${seededId('company', 1)}/flex/payroll-transactions`,
	'/auth/me',
];

/** Creates `size` employees in companies of 200, issues a voucher to each, and counts the rows that a page of each list reads. */
export async function measureScale(runtime: Runtime, size: number): Promise<void> {
	const { bindings } = runtime;
	const { DB } = bindings;
	const companies = size / PEOPLE_OF_A_COMPANY;
	const started = performance.now();
	await seedCompanies(DB, 1, companies + 1);
	for (const record of OF_EACH_COMPANY) await insert(DB, 1, companies + 1, record);
	for (const record of RECORDS) await insert(DB, 0, size, record);
	console.log(
		`\n${size.toLocaleString('en')} employees in ${companies.toLocaleString('en')} companies, in ${((performance.now() - started) / 1000).toFixed(0)} seconds.`,
	);
	await measureVouchers(runtime, DB);
	const managed = (n: number) => Array.from({ length: n }, (_, index) => seededId('company', index + 1));
	const readers: [name: string, role: Role, companies: number][] = [
		['platform administrator', 'PLATFORM_ADMIN', companies],
		...[1, companies / 50, companies / 5].map((n): [string, Role, number] => [
			`administrator of ${n.toLocaleString('en')}`,
			'COMPANY_ADMIN',
			n,
		]),
	];
	const read = reader(bindings);
	const rows: (string | number)[][] = [];
	for (const [name, role, reached] of readers) {
		const session = await newActor(DB, [role], role === 'PLATFORM_ADMIN' ? [] : managed(reached));
		await read(session, '/auth/me');
		for (const list of LISTS) {
			const { answered, counts } = await read(session, list);
			const limit = 10 * (answered + 1) + 3 * reached;
			const verdict = counts.rowsRead <= limit ? 'ok' : 'MISSED';
			rows.push([list, name, answered, counts.rowsRead, limit, verdict]);
		}
	}
	printTable(
		'9. Rows read by a page of 200',
		['list', 'reader', 'answered', 'rows read', 'limit', 'verdict'],
		rows,
		['Limit: 10 rows for each row answered and for the one behind the page, and 3 for each company reached.'],
	);
}

/** A request of the product over a database that counts, with the number of rows that it answers. */
function reader(bindings: Runtime['bindings']) {
	const { d1, take } = counting(bindings.DB);
	const app = createApp(() => PRESENT);
	return async (session: Session, path: string): Promise<{ answered: number; counts: Counts }> => {
		const url = new URL(`http://bench/api/v2${path}`);
		if (path !== '/auth/me') url.searchParams.set('limit', '200');
		const headers = { Authorization: `Bearer ${await tokens.issue(session, PRESENT)}` };
		take();
		const response = await app.fetch(new Request(url, { headers }), { ...bindings, DB: d1 });
		const answer = await response.json();
		const rows = Array.isArray(answer) ? answer : (answer as { manageableCompanies: [] }).manageableCompanies;
		return { answered: rows?.length ?? 0, counts: take() };
	};
}

async function measureVouchers(runtime: Runtime, d1: D1Database): Promise<void> {
	const { answer, seconds } = await timed<{ counts: Counts }>(runtime, '/bare/jobs', { due: DUE });
	const issued = await count(d1, `issued_vouchers WHERE due_date = ${DUE}`);
	const { roundTrips, statements, rowsRead, rowsWritten } = answer.counts;
	printTable(
		'10. One cron run when the voucher of each employee is due',
		['issued', 'trips', 'statements', 'rows read each', 'aim', 'verdict', 'rows written each', 'seconds'],
		[
			[
				issued.toLocaleString('en'),
				roundTrips,
				statements,
				(rowsRead / issued).toFixed(1),
				ROWS_A_VOUCHER,
				rowsRead / issued < ROWS_A_VOUCHER + 0.5 ? 'ok' : 'MISSED',
				(rowsWritten / issued).toFixed(1),
				seconds.toFixed(1),
			],
		],
	);
}
