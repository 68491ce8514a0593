import { beforeEach, expect, test, vi } from 'vitest';
import { JOBS, type Job } from '../../../src/foundation/core/jobs.ts';
import { firstIdAt } from '../../../src/foundation/db/columns.ts';
import { alarmOf, ring, sqlIn, userIn } from '../../harness/alarms.ts';
import { newCompanyInCell, type TestCell } from '../../harness/cells.ts';
import { as, at, newEmployee, newUser, uniqueEmail } from '../../harness/service.ts';

// The clock of the platform is far behind, so that no alarm rings by itself.
const NOON = '2031-03-07T12:00:00.000Z';
const AN_HOUR_MS = 3_600_000;
const DAY_MS = 24 * AN_HOUR_MS;
const noon = Date.parse(NOON);

let company: TestCell;

beforeEach(async () => {
	at(NOON);
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	company = await newCompanyInCell();
});

const run = (sql: string, ...values: unknown[]) => sqlIn(company.cell, sql, ...values).run();

async function change(fields: object): Promise<void> {
	const answer = await as(company.admin).put(`/employees/${await newEmployee(company)}`, fields);
	expect(answer.status).toBe(200);
}

/** An expense that an employee has just submitted. */
async function submitted(): Promise<string> {
	const employeeId = await newEmployee(company);
	await as(company.admin).put(`/employees/${employeeId}/flex/access`, {
		budget: { value: 5000, currency: 'EUR_CENT' },
		accumulateBudget: true,
		startDate: '2031-03-01T00:00:00.000Z',
	});
	const expense = { module: 'INTERNET', amount: { value: 100, currency: 'EUR_CENT' }, date: '2031-03-05' };
	const path = `/employees/${employeeId}/flex/expenses`;
	const answer = await as(await userIn(company.cell, employeeId)).post(path, expense);
	expect(answer.status).toBe(201);
	return answer.body.id;
}

const verifier = () => newUser(['FLEX_DOCUMENT_VERIFIER'], [company.id], uniqueEmail(), company.cell);

const mail = (id: string, state: string, due: number) =>
	run(
		`INSERT INTO mails (id, date_created, kind, user_id, data, state, priority, date_due) VALUES (?, 1, 'new_device', ?, '{}', ?, 0, ?)`,
		id,
		company.admin.userId,
		state,
		due,
	);

/** Makes work for a job, and answers when it is due. The other jobs look for work at each run. */
const CASES: Partial<Record<Job, () => Promise<number>>> = {
	async settlePassedTerminations() {
		await change({ dateTerminated: '2031-03-10T00:00:00.000Z' });
		return Date.parse('2031-03-10T00:00:00.000Z');
	},
	async closeLeavers() {
		await run('UPDATE companies SET leaver_access_days = 2, revision = revision + 1');
		await change({ dateTerminated: '2031-03-10T00:00:00.000Z' });
		return Date.parse('2031-03-12T00:00:00.000Z');
	},
	async recordMoments() {
		const datePausedStart = '2031-03-10T00:00:00.000Z';
		await change({ datePausedStart, datePausedEnd: '2031-03-20T00:00:00.000Z' });
		// An earlier run records the moments before.
		await ring(company.cell, Date.parse(datePausedStart) - AN_HOUR_MS / 2);
		return Date.parse(datePausedStart);
	},
	async recordExpiries() {
		await submitted();
		await ring(company.cell, NOON);
		return Date.parse('2031-04-01T00:00:00.000Z');
	},
	async issueDueVouchers() {
		const startDate = '2031-03-10T10:30:00.000Z';
		const path = `/employees/${await newEmployee(company)}/goodies/budget`;
		await as(company.admin).put(path, { budget: { value: 5000, currency: 'EUR_CENT' }, startDate });
		return Date.parse(startDate);
	},
	async submitStandingExpenses() {
		const employeeId = await newEmployee(company);
		const day = Date.parse('2031-03-10T00:00:00.000Z');
		await run(
			`INSERT INTO standing_expenses (id, date_created, date_modified, employee_id, company_id, author_id, module, amount_value,
				amount_currency, day_of_month, start_date, proof_until, up_to, state, approved_amount_value, next_date)
			VALUES ('s', 1, 1, ?, ?, ?, 'INTERNET', 100, 'EUR_CENT', 10, ?, ?, 0, 'ACTIVE', 100, ?)`,
			employeeId,
			company.id,
			company.admin.userId,
			day,
			day,
			day,
		);
		return day;
	},
	async closeDueRuns() {
		await run(
			`INSERT INTO payroll_transactions (id, date_created, date_modified, flex_data_id, company_id, module, amount_value,
			amount_currency, state, payroll_reference_date, submitted_date) VALUES ('a', 1, 1, 'a', ?, 'MEALS', 100, 'EUR_CENT', 'PENDING', ?, 1)`,
			company.id,
			noon + DAY_MS + 1,
		);
		return noon + DAY_MS + 1;
	},
	async rejectUnmended() {
		const id = await submitted();
		const sent = await as(await verifier()).post(`/flex/expenses/${id}/return`, { reasons: ['no_date'] });
		expect(sent.status).toBe(200);
		return noon + 30 * DAY_MS;
	},
	async applyApprovalRules() {
		const path = `/companies/${company.id}/flex/approval-rules/INTERNET`;
		const { status } = await as(company.admin).put(path, {
			maxAmount: { value: 5000, currency: 'EUR_CENT' },
		});
		expect(status).toBe(200);
		// The seed of the next month.
		return Date.parse('2031-04-01T00:00:00.000Z');
	},
	async checkDomains() {
		await run(
			`INSERT INTO company_domains (id, date_created, date_modified, company_id, domain, date_verified, date_checked)
			VALUES ('d', 1, 1, ?, 'nowhere.example', 1, ?)`,
			company.id,
			noon,
		);
		return noon + DAY_MS;
	},
	async remindPeople() {
		const { userId } = await verifier();
		await run('UPDATE users SET date_registered = 1, revision = revision + 1 WHERE id = ?', userId);
		await ring(company.cell, NOON);
		at('2031-03-07T12:58:59.999Z');
		await submitted();
		return noon + AN_HOUR_MS;
	},
	async sendDueMails() {
		await mail('a mail', 'waiting', noon + AN_HOUR_MS + 1);
		return noon + AN_HOUR_MS + 1;
	},
	async clearReceipts() {
		await run(
			`INSERT INTO receipts (id, date_created, expense_id, media_type, size) VALUES ('r', ?, ?, 'image/png', 8)`,
			noon + AN_HOUR_MS,
			await submitted(),
		);
		return noon + 2 * AN_HOUR_MS + 1;
	},
	async archiveHistory() {
		await run(`INSERT INTO event_files (key, date_created) VALUES ('a file', ?)`, noon);
		return noon + AN_HOUR_MS + 1;
	},
	async clearExpiredSessions() {
		await run(
			`INSERT INTO sessions (id, user_id, date_created, date_expires) VALUES ('s', ?, 0, ?)`,
			company.admin.userId,
			noon + 2 * AN_HOUR_MS,
		);
		return noon + 2 * AN_HOUR_MS;
	},
	async clearOldKeys() {
		await run(
			`INSERT INTO idempotency_keys (caller_id, key, fingerprint, attempt, record_id, date_created, lease_until)
			VALUES ('a', 'k', '', '', '', ?, 1)`,
			noon,
		);
		return noon + DAY_MS;
	},
	async clearAccessEvents() {
		await run(
			`INSERT INTO access_events (id, date, type, key, count) VALUES ('', ?, 'session.opened', '', 1)`,
			noon - 365 * DAY_MS + AN_HOUR_MS,
		);
		return noon + AN_HOUR_MS;
	},
	async clearOldUsage() {
		await run(
			`INSERT INTO quota_usage (owner_id, quota, month, used) VALUES (?, 'expenses', '2031-03', 1)`,
			company.id,
		);
		return Date.parse('2031-04-01T00:00:00.000Z');
	},
	async clearOldMails() {
		const since = noon - 180 * DAY_MS + AN_HOUR_MS;
		await mail(`${firstIdAt(since)}7000-8000-000000000000`, 'sent', 1);
		return noon + AN_HOUR_MS + 1;
	},
	async backUpCompanies() {
		await newEmployee(company);
		return Date.parse('2031-03-08T01:00:00.000Z');
	},
};

const handledBy = async (job: Job): Promise<number> =>
	(await sqlIn(company.cell, `SELECT jobs ->> ? AS handled FROM job_runs`, `$.${job}.handled`).first<number>(
		'handled',
	)) ?? -1;

test.each(Object.entries(CASES) as [Job, () => Promise<number>][])(
	'%s has the alarm ring when its work is due, and does it then and not before',
	async (job, prepare) => {
		const due = await prepare();
		await ring(company.cell, due - 1);
		expect(await alarmOf(company.cell)).toBe(
			new Date(Math.ceil(due / AN_HOUR_MS) * AN_HOUR_MS).toISOString(),
		);
		expect(await handledBy(job)).toBe(0);
		await ring(company.cell, due);
		expect(await handledBy(job)).toBe(1);
	},
);

test('only jobs whose time no column tells are missing here', () => {
	expect(JOBS.filter((job) => !(job in CASES))).toEqual([
		'splitAwaited',
		'resealSecrets',
		// Shown by the tests of addresses
		'settleAddresses',
	]);
});
