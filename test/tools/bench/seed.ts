import type { Role } from '../../../src/foundation/core/actor.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { LAST_INSTANT } from '../../../src/foundation/core/instant.ts';
import { commit } from '../../../src/foundation/db/commit.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { insertSession } from '../../../src/tenants/auth/store.ts';
import { insertUser, setManagedCompanies } from '../../../src/tenants/users/store.ts';

/** The moment of the counted requests, and the one at which every planned voucher is due. */
export const PRESENT = Date.parse('2026-06-15T12:00:00.000Z');
export const DUE = Date.parse('2026-07-01T00:00:00.000Z');

const SINCE = Date.parse('2026-01-01T00:00:00.000Z');
const LAST_ISSUE = Date.parse('2026-06-01T00:00:00.000Z');
/** The day of every submitted expense; the approved ones are spread over the months before. */
const SPENT = Date.parse('2026-06-10T00:00:00.000Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const CHUNK = 20_000;
const MODULES = `'["MEALS","HEALTH","INTERNET","HOLIDAY","KITA","MOBILITY","SPORTS"]'`;

const KINDS = {
	company: 1,
	user: 2,
	employee: 3,
	flex: 4,
	plan: 5,
	access: 6,
	issued: 7,
	payroll: 8,
	expense: 9,
	approved: 10,
	pending: 11,
	run: 12,
};
type Kind = keyof typeof KINDS;

/** Every second employee works for company 1; the others are spread over companies of 100. */
export const MAIN_COMPANY = 1;
export const companyCount = (employees: number): number => 1 + Math.ceil(employees / 200);
export const companyOf = (n: string): string =>
	`CASE WHEN ${n} % 2 = 0 THEN ${MAIN_COMPANY} ELSE 2 + ${n} / 200 END`;
const COMPANY_OF_I = companyOf('i');

export const seededId = (kind: Kind, n: number): string =>
	`${hex(KINDS[kind], 8)}-0000-7000-8000-${hex(n, 12)}`;

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/** The user who manages the main company in the queries of the floor. */
export const MAIN_MANAGER = seededId('user', 0);

export const idOf = (kind: Kind, n = 'i'): string =>
	`printf('%08x-0000-7000-8000-%012x', ${KINDS[kind]}, ${n})`;

let seeded = 0;

/** Adds employees to the state that the sections share, until it has `size` of them. */
export async function seedUpTo(d1: D1Database, size: number): Promise<void> {
	await seedEmployees(d1, seeded, size);
	seeded = size;
}

/** Adds the employees numbered `from` up to, not including, `to`, each with one record of every kind. */
export async function seedEmployees(d1: D1Database, from: number, to: number): Promise<void> {
	await seedCompanies(d1, from === 0 ? 1 : companyCount(from) + 1, companyCount(to) + 1);
	for (const record of RECORDS) await insert(d1, from, to, record);
	if (from > 0) return;
	const values = `${idOf('user')}, ${idOf('company', String(MAIN_COMPANY))}`;
	await insert(d1, 0, 1, { table: 'user_companies', columns: 'user_id, company_id', values });
}

export const seedCompanies = (d1: D1Database, from: number, to: number): Promise<void> =>
	insert(d1, from, to, {
		table: 'companies',
		columns: 'id, date_created, date_modified, name, payroll_reference_day, tax_affiliation',
		values: `${idOf('company')}, ${dates}, 'Company ' || i, 7, 'DE'`,
	});

/** Adds the pending payroll lines numbered `from` up to `to`; `company` tells the number of each one's company in SQL. */
export const seedPendingLines = (
	d1: D1Database,
	[from, to]: [number, number],
	company: string,
	reference: number,
): Promise<void> =>
	insert(d1, from, to, {
		table: 'payroll_transactions',
		columns: `id, date_created, date_modified, flex_data_id, company_id, module, personnel_number, cost_center,
			amount_value, amount_currency, state, payroll_reference_date, submitted_date`,
		values: `${idOf('pending')}, ${dates}, ${idOf('approved')}, ${idOf('company', company)},
			CASE WHEN i % 2 = 0 THEN 'MEALS' ELSE 'SPORTS' END, printf('%05d', 1 + i % 99999), '4711',
			1290, 'EUR_CENT', 'PENDING', ${reference}, ${SINCE}`,
	});

export interface Seeded {
	table: string;
	columns: string;
	values: string;
}

export async function insert(d1: D1Database, from: number, to: number, record: Seeded): Promise<void> {
	for (let first = from; first < to; first += CHUNK) {
		await insertChunk(d1, first, Math.min(first + CHUNK, to), record);
	}
}

const insertChunk = (d1: D1Database, from: number, to: number, { table, columns, values }: Seeded) =>
	d1
		.prepare(
			`INSERT INTO ${table} (${columns}) WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})
			SELECT ${values} FROM n`,
		)
		.run();

const EXPENSE_COLUMNS = `id, date_created, date_modified, employee_id, company_id, author_id, module, amount_value, amount_currency,
	date, days, state, approved_amount_value`;

export const dates = `${SINCE}, ${SINCE}`;
/** As in life, no two records have changed at the same instant. */
const oneByOne = `${SINCE}, ${SINCE} + i`;

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
		values: `${idOf('employee')}, ${dates}, ${idOf('company', COMPANY_OF_I)}, ${idOf('user')}, printf('%06d', i),
			'4711', '["office"]', 0`,
	},
	{
		table: 'flex_accesses',
		columns: `id, date_created, date_modified, employee_id, budget_value, budget_currency, allowed_modules, accumulate_budget,
			tax_rule_template_id, valid_from`,
		values: `${idOf('flex')}, ${dates}, ${idOf('employee')}, 5000, 'EUR_CENT', ${MODULES}, 1, 'default', ${SINCE}`,
	},
	{
		table: 'planned_vouchers',
		columns: `id, date_created, date_modified, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
			valid_from, anchor, next_occurrence`,
		values: `${idOf('plan')}, ${dates}, ${idOf('employee')}, 'GENERIC', 'MONTHLY', 5000, 'EUR_CENT', ${SINCE}, ${SINCE}, ${DUE}`,
	},
	{
		table: 'issued_vouchers',
		columns: `id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
			planned_voucher_id, due_date`,
		values: `${idOf('issued')}, ${LAST_ISSUE}, ${idOf('employee')}, 'GENERIC', 'MONTHLY', 5000, 'EUR_CENT', ${idOf('plan')}, ${LAST_ISSUE}`,
	},
	{
		table: 'default_accesses',
		columns: 'id, date_created, date_modified, employee_id, valid_from',
		values: `${idOf('access')}, ${dates}, ${idOf('employee')}, ${SINCE}`,
	},
	{
		table: 'payroll_transactions',
		columns: `id, date_created, date_modified, flex_data_id, company_id, module, amount_value, amount_currency, state,
			payroll_reference_date, submitted_date`,
		values: `${idOf('payroll')}, ${dates}, ${idOf('approved')}, ${idOf('company', COMPANY_OF_I)}, 'MEALS', 5000, 'EUR_CENT', 'COMMITTED', ${dates}`,
	},
	{
		table: 'expenses',
		columns: EXPENSE_COLUMNS,
		values: `${idOf('approved')}, ${oneByOne}, ${idOf('employee')}, ${idOf('company', COMPANY_OF_I)}, ${idOf('user')}, 'SPORTS', 1000, 'EUR_CENT',
			${SINCE} + (i / 2 % 150) * ${DAY_MS}, NULL, 'APPROVED', 1000`,
	},
	{
		table: 'expenses',
		columns: EXPENSE_COLUMNS,
		values: `${idOf('expense')}, ${oneByOne}, ${idOf('employee')}, ${idOf('company', COMPANY_OF_I)}, ${idOf('user')}, 'MEALS', 1000, 'EUR_CENT',
			${SPENT}, 2, 'SUBMITTED', NULL`,
	},
];

export interface Session {
	userId: string;
	sessionId: string;
}

/** A user of its own with an open session. */
export async function newActor(
	d1: D1Database,
	roles: Role[],
	companyIds: string[] = [],
	login: { email?: string; passwordHash?: string } = {},
): Promise<Session> {
	const db = connect(d1);
	const id = newId(PRESENT);
	const user = {
		id,
		dateCreated: PRESENT,
		dateModified: PRESENT,
		email: `${id}@bench.example`,
		roles,
		...login,
	};
	await commit(db, [insertUser(db, user), ...setManagedCompanies(db, { id }, companyIds)]);
	return openSession(d1, id);
}

export async function openSession(d1: D1Database, userId: string): Promise<Session> {
	const db = connect(d1);
	const sessionId = newId(PRESENT);
	await commit(db, [insertSession(db, { id: sessionId, userId, dateCreated: 0, dateExpires: LAST_INSTANT })]);
	return { userId, sessionId };
}

export async function count(d1: D1Database, from: string): Promise<number> {
	return (await d1.prepare(`SELECT count(*) AS n FROM ${from}`).first<number>('n')) ?? 0;
}
