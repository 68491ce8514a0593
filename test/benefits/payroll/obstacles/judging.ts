import { env } from 'cloudflare:workers';
import type { DatevFormat, FileSettings } from '../../../../src/benefits/payroll/export/rules.ts';
import { judgedOfRun } from '../../../../src/benefits/payroll/export/store.ts';
import { newId } from '../../../../src/foundation/core/id.ts';
import type { Module } from '../../../../src/foundation/core/modules.ts';
import type { Currency } from '../../../../src/foundation/core/money.ts';
import { db, newCompany, newEmployee, now } from '../../../harness/service.ts';
import { settings } from '../export/office.ts';

export interface GivenLine {
	module?: Module;
	personnelNumber?: string | null;
	costCenter?: string | null;
	currency?: Currency;
	/** The employee's current values, by default those of the line. */
	presentNumber?: string | null;
	presentCostCenter?: string | null;
}

/** Puts committed lines of a company's run into the database, each of an employee of its own, and returns what is judged of them. */
export async function judged(
	lines: readonly GivenLine[],
	format: DatevFormat,
	office: FileSettings = settings(),
) {
	const company = await newCompany();
	const runId = newId(now());
	await insert('payroll_runs', {
		id: runId,
		date_created: 0,
		date_modified: 0,
		company_id: company.id,
		month: 0,
		closes_until: 0,
		state: 'CLOSED',
	});
	for (const line of lines) await insertLine(company.id, runId, await newEmployee(company), line);
	return judgedOfRun(db, { runId, after: '', limit: 100 }, format, office);
}

async function insertLine(companyId: string, runId: string, employeeId: string, given: GivenLine) {
	const { module = 'MEALS', personnelNumber = '00017', costCenter = '4711', currency = 'EUR_CENT' } = given;
	const { presentNumber = personnelNumber, presentCostCenter = costCenter } = given;
	await env.DB.prepare(
		'UPDATE employees SET personnel_number = ?, cost_center = ?, revision = revision + 1 WHERE id = ?',
	)
		.bind(presentNumber, presentCostCenter, employeeId)
		.run();
	const [id, expenseId] = [newId(now()), newId(now())];
	const dates = { date_created: 0, date_modified: 0 };
	const money = { amount_value: 5000, amount_currency: currency };
	const { user_id: author_id } = (await env.DB.prepare('SELECT user_id FROM employees WHERE id = ?')
		.bind(employeeId)
		.first()) as { user_id: string };
	const ofModule = {
		days: module === 'MEALS' ? 1 : null,
		is_public_transport: module === 'MOBILITY' ? 1 : null,
	};
	await insert('expenses', {
		id: expenseId,
		...dates,
		employee_id: employeeId,
		company_id: companyId,
		author_id,
		module,
		...money,
		date: 0,
		...ofModule,
		state: 'APPROVED',
		approved_amount_value: money.amount_value,
	});
	await insert('payroll_transactions', {
		id,
		...dates,
		flex_data_id: expenseId,
		company_id: companyId,
		module,
		...money,
		personnel_number: personnelNumber,
		cost_center: costCenter,
		state: 'COMMITTED',
		payroll_reference_date: 0,
		submitted_date: 0,
		run_id: runId,
	});
}

const insert = (table: string, row: Record<string, string | number | null>) =>
	env.DB.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`)
		.bind(...Object.values(row))
		.run();
