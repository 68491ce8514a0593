import { insertSession } from '../../src/auth/store.ts';
import type { Role } from '../../src/core/actor.ts';
import { newId } from '../../src/core/id.ts';
import { LAST_INSTANT } from '../../src/core/instant.ts';
import { connect } from '../../src/db/client.ts';
import { commit } from '../../src/db/commit.ts';
import { insertUser, setManagedCompanies } from '../../src/users/store.ts';

/** The moment of the counted requests, and the one at which every planned voucher is due. */
export const PRESENT = Date.parse('2026-06-15T12:00:00.000Z');
export const DUE = Date.parse('2026-07-01T00:00:00.000Z');

const SINCE = Date.parse('2026-01-01T00:00:00.000Z');
const LAST_ISSUE = Date.parse('2026-06-01T00:00:00.000Z');
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
};
type Kind = keyof typeof KINDS;

/** Every second employee works for company 1; the others are spread over companies of 100. */
export const MAIN_COMPANY = 1;
export const companyCount = (employees: number): number => 1 + Math.ceil(employees / 200);
const COMPANY_OF_I = 'CASE WHEN i % 2 = 0 THEN 1 ELSE 2 + i / 200 END';

export const seededId = (kind: Kind, n: number): string =>
	`${hex(KINDS[kind], 8)}-0000-7000-8000-${hex(n, 12)}`;

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

const idOf = (kind: Kind, n = 'i'): string => `printf('%08x-0000-7000-8000-%012x', ${KINDS[kind]}, ${n})`;

/** Adds the employees numbered `from` up to, not including, `to`, each with one record of every kind. */
export async function seedEmployees(d1: D1Database, from: number, to: number): Promise<void> {
	await insert(d1, 'companies', from === 0 ? 1 : companyCount(from) + 1, companyCount(to) + 1, {
		columns: 'id, date_created, date_modified, name, payroll_reference_day, tax_affiliation',
		values: `${idOf('company')}, ${SINCE}, ${SINCE}, 'Company ' || i, 7, 'DE'`,
	});
	for (let first = from; first < to; first += CHUNK) {
		const last = Math.min(first + CHUNK, to);
		for (const [table, record] of Object.entries(RECORDS)) await insert(d1, table, first, last, record);
	}
}

interface Seeded {
	columns: string;
	values: string;
}

const insert = (d1: D1Database, table: string, from: number, to: number, { columns, values }: Seeded) =>
	d1
		.prepare(
			`INSERT INTO ${table} (${columns}) WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})
			SELECT ${values} FROM n`,
		)
		.run();

const dates = `${SINCE}, ${SINCE}`;

const RECORDS: Record<string, Seeded> = {
	users: {
		columns: 'id, date_created, date_modified, email, email_key, roles',
		values: `${idOf('user')}, ${dates}, 'person' || i || '@bench.example', 'person' || i || '@bench.example', '["EMPLOYEE"]'`,
	},
	employees: {
		columns:
			'id, date_created, date_modified, company_id, user_id, personnel_number, cost_center, groups, revision',
		values: `${idOf('employee')}, ${dates}, ${idOf('company', COMPANY_OF_I)}, ${idOf('user')}, printf('%06d', i),
			'4711', '["office"]', 0`,
	},
	flex_accesses: {
		columns: `id, date_created, date_modified, employee_id, budget_value, budget_currency, allowed_modules, accumulate_budget,
			tax_rule_template_id, valid_from`,
		values: `${idOf('flex')}, ${dates}, ${idOf('employee')}, 5000, 'EUR_CENT', ${MODULES}, 1, 'default', ${SINCE}`,
	},
	planned_vouchers: {
		columns: `id, date_created, date_modified, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
			valid_from, anchor, next_occurrence`,
		values: `${idOf('plan')}, ${dates}, ${idOf('employee')}, 'GENERIC', 'MONTHLY', 5000, 'EUR_CENT', ${SINCE}, ${SINCE}, ${DUE}`,
	},
	issued_vouchers: {
		columns: `id, date_created, employee_id, goodies_voucher_type, interval, amount_value, amount_currency,
			planned_voucher_id, due_date`,
		values: `${idOf('issued')}, ${LAST_ISSUE}, ${idOf('employee')}, 'GENERIC', 'MONTHLY', 5000, 'EUR_CENT', ${idOf('plan')}, ${LAST_ISSUE}`,
	},
	default_accesses: {
		columns: 'id, date_created, date_modified, employee_id, valid_from',
		values: `${idOf('access')}, ${dates}, ${idOf('employee')}, ${SINCE}`,
	},
	payroll_transactions: {
		columns: `id, date_created, date_modified, flex_data_id, company_id, module, amount_value, amount_currency, state,
			payroll_reference_date, submitted_date`,
		values: `${idOf('payroll')}, ${dates}, 'data', ${idOf('company', COMPANY_OF_I)}, 'MEALS', 5000, 'EUR_CENT', 'COMMITTED', ${dates}`,
	},
};

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
	await commit(db, [insertUser(db, user), ...setManagedCompanies(db, id, companyIds)]);
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
