import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { recordExpiries } from '../../../src/benefits/balances/expiries/actions.ts';
import { recordMoments } from '../../../src/benefits/employment/moments/actions.ts';
import { settlePassedTerminations } from '../../../src/benefits/employment/terminations/actions.ts';
import { applyApprovalRules } from '../../../src/benefits/expenses/approvals-by-rule/actions.ts';
import { issueDueVouchers } from '../../../src/benefits/goodies/vouchers/actions.ts';
import { closeDueRuns } from '../../../src/benefits/payroll/runs/actions.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { addMonths } from '../../../src/foundation/core/instant.ts';
import { vaultOf } from '../../../src/foundation/core/vault.ts';
import { connect } from '../../../src/foundation/db/database.ts';
import { counting } from '../../harness/counting.ts';
import { as, at, newCompany, now, runCronOver } from '../../harness/service.ts';

const COUNT = 400;
const DUE = Date.parse('2023-04-01T00:00:00.000Z');

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	const ids = [await newCompany(), await newCompany()].map(({ id }) => id);
	const people = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT}), p AS (SELECT i, printf('01890a5d-ac96-774b-bcce-%012d', i) AS k FROM n)`;
	const dates = `${now()}, ${now()}`;
	const company = `iif(i % 2, '${ids[0]}', '${ids[1]}')`;
	await env.DB.batch(
		[
			`INSERT INTO users (id, date_created, date_modified, email, email_key, roles) ${people}
			SELECT k, ${dates}, k || '@x', k || '@x', '["EMPLOYEE"]' FROM p`,
			`INSERT INTO employees (id, date_created, date_modified, company_id, user_id, groups, revision, date_terminated) ${people}
			SELECT k, ${dates}, ${company}, k, '[]', 0, ${DUE + 1} FROM p`,
			`INSERT INTO planned_vouchers (id, date_created, date_modified, employee_id, goodies_voucher_type, interval,
			amount_value, amount_currency, valid_from, anchor, next_occurrence) ${people}
			SELECT k, ${dates}, k, 'GENERIC', 'MONTHLY', 1, 'EUR_CENT', ${DUE}, ${DUE}, ${DUE} FROM p`,
			`INSERT INTO flex_accesses (id, date_created, date_modified, employee_id, budget_value, budget_currency, allowed_modules,
			accumulate_budget, tax_rule_template_id, valid_from) ${people}
			SELECT k, ${dates}, k, 1, 'EUR_CENT', '[]', 0, 'default', ${DUE} FROM p`,
			`INSERT INTO payroll_transactions (id, date_created, date_modified, flex_data_id, company_id, module, amount_value,
			amount_currency, state, payroll_reference_date, submitted_date) ${people}
			SELECT k, ${dates}, k, ${company}, 'MEALS', 100, 'EUR_CENT', 'PENDING', ${DUE}, ${DUE} FROM p`,
		].map((sql) => env.DB.prepare(sql)),
	);
});

test.each([
	['due voucher', issueDueVouchers, DUE, { rowsRead: 8, rowsWritten: 14 }],
	['line of a payroll run', closeDueRuns, DUE, { rowsRead: 6, rowsWritten: 2 }],
	['begun access', recordMoments, DUE, { rowsRead: 13, rowsWritten: 7 }],
	['expired budget', recordExpiries, addMonths(DUE, 1), { rowsRead: 18, rowsWritten: 10 }],
	[
		'termination with one plan and one access',
		settlePassedTerminations,
		DUE + 1,
		{ rowsRead: 38, rowsWritten: 28 },
	],
])('a %s costs few rows, however many are due', async (_, job, until, limits) => {
	const { counted, bindings } = counting();
	expect(await job(connect(bindings.DB), until, () => true)).toBeGreaterThan(0);
	expect(counted.rowsRead / COUNT).toBeLessThan(limits.rowsRead + 0.5);
	expect(counted.rowsWritten / COUNT).toBeLessThan(limits.rowsWritten + 0.5);
});

test('a run that finds nothing to do takes three round trips and writes one row', async () => {
	await runCronOver(env, '2023-06-01T12:00:00.000Z');
	await runCronOver(env, '2023-06-01T13:00:00.000Z');
	const { counted, bindings } = counting();
	const { handled, failed } = await runDueJobs(bindings, Date.parse('2023-06-01T14:00:00.000Z'));
	expect(failed).toEqual({});
	expect(new Set(Object.values(handled))).toEqual(new Set([0]));
	// The first one asks for moves of companies.
	expect(counted).toMatchObject({ trips: 3, rowsWritten: 1 });
	// Twenty of them are the figures of the jobs, the last four look for counts of requests, and one says when the jobs last ran.
	expect(counted.rowsRead).toBeLessThan(175);
});

test('approval rules that find nothing to do read the same rows, however many companies have none', async () => {
	const company = await newCompany();
	const rule = { maxAmount: { value: 1000, currency: 'EUR_CENT' } };
	await as(company.admin).put(`/companies/${company.id}/flex/approval-rules/INTERNET`, rule);
	const rowsOfRun = async () => {
		const { counted, bindings } = counting();
		const vault = vaultOf(env);
		const handled = await applyApprovalRules(connect(bindings.DB), DUE, () => true, undefined, vault);
		return { handled, rowsRead: counted.rowsRead };
	};
	// The seed of the month.
	expect(await rowsOfRun()).toMatchObject({ handled: 1 });
	const before = await rowsOfRun();
	expect(before.handled).toBe(0);
	const { results } = await env.DB.prepare('PRAGMA table_info(companies)').all<{ name: string }>();
	const others = results.map(({ name }) => name).filter((name) => name !== 'id');
	await env.DB.prepare(
		`INSERT INTO companies (id, ${others}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
		SELECT substr(id, 1, 24) || printf('%012d', i), ${others} FROM n, companies WHERE id = ?`,
	)
		.bind(company.id)
		.run();
	expect(await rowsOfRun()).toEqual(before);
});
