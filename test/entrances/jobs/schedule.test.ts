import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { newCellName } from '../../../src/foundation/cells/places.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import { vaultOf } from '../../../src/foundation/core/vault.ts';
import worker from '../../../src/index.ts';
import { register } from '../../harness/mail.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, at, newUser, now } from '../../harness/service.ts';
import { eachTestFinds } from '../../harness/snapshot.ts';
import { newSpender } from '../../harness/spending.ts';
import { newWorld, type World } from '../../whole/contract/world.ts';

/** All of the below is due then, and nothing of it before. */
const DUE = '2023-03-08T12:00:00.000Z';
const AN_HOUR_MS = 3_600_000;

/** The key before the present one. */
const OLD_KEY = 'the key of the tests before the present one';
/** Without a queue, the cron does the jobs of all companies itself. */
const { JOBS_QUEUE: _, ...withoutQueue } = env;
const bindings = { ...withoutQueue, ENCRYPTION_KEY_PREVIOUS: OLD_KEY };
const sealedBefore = (text: string, context: string) =>
	vaultOf({ ENCRYPTION_KEY: OLD_KEY }).seal(text, context);
const [oldKeyId] = (await sealedBefore('', '')).split('.');

let world: World;

/** The remaining work of each job, counted in rows, and a statement of the job that a trigger can break. */
const JOBS: { job: string; breaks: string; left: (world: World) => [sql: string, id: string] }[] = [
	{
		job: 'submitStandingExpenses',
		breaks: 'UPDATE OF next_date ON standing_expenses',
		left: ({ standingExpenseId }) => [
			`SELECT * FROM standing_expenses WHERE id = ? AND state = 'ACTIVE' AND next_date <= unixepoch('2023-03-07') * 1000`,
			standingExpenseId,
		],
	},
	{
		job: 'settlePassedTerminations',
		breaks: 'UPDATE OF date_termination_settled ON employees WHEN NEW.date_termination_settled IS NOT NULL',
		left: ({ colleague }) => [
			'SELECT * FROM employees WHERE id = ? AND date_terminated > 0 AND date_termination_settled IS NULL',
			colleague.employeeId,
		],
	},
	{
		job: 'closeLeavers',
		breaks: 'UPDATE OF date_sign_in_settled ON employees WHEN NEW.date_sign_in_settled IS NOT NULL',
		left: ({ colleague }) => [
			'SELECT * FROM employees WHERE id = ? AND date_sign_in_settled IS NULL',
			colleague.employeeId,
		],
	},
	{
		job: 'recordMoments',
		breaks: 'UPDATE OF date_began_recorded ON pauses',
		left: ({ employeeId }) => [
			'SELECT * FROM pauses WHERE employee_id = ? AND date_began_recorded IS NULL',
			employeeId,
		],
	},
	{
		job: 'recordExpiries',
		breaks: 'UPDATE OF date_examined ON budget_expiries',
		left: ({ employeeId }) => [
			`SELECT * FROM budget_expiries WHERE employee_id = ? AND date_due <= unixepoch('2023-03-07') * 1000`,
			employeeId,
		],
	},
	{
		job: 'issueDueVouchers',
		breaks: 'INSERT ON issued_vouchers',
		left: ({ plannedVoucherId }) => [
			`SELECT * FROM planned_vouchers WHERE id = ? AND next_occurrence <= unixepoch('2023-03-08') * 1000`,
			plannedVoucherId,
		],
	},
	{
		job: 'splitAwaited',
		breaks: 'UPDATE OF awaits_meal_value ON payroll_transactions',
		left: ({ companyId }) => [
			'SELECT * FROM payroll_transactions WHERE company_id <> ? AND awaits_meal_value',
			companyId,
		],
	},
	{
		job: 'closeDueRuns',
		breaks: 'INSERT ON payroll_runs',
		left: ({ companyId }) => [
			`SELECT * FROM payroll_transactions WHERE company_id = ? AND state = 'PENDING'`,
			companyId,
		],
	},
	{
		job: 'rejectUnmended',
		breaks: `UPDATE OF state ON expenses WHEN NEW.state = 'REJECTED'`,
		left: ({ expenseId }) => [
			`SELECT * FROM expenses WHERE id = ? AND state = 'NEEDS_CORRECTION'`,
			expenseId,
		],
	},
	{
		job: 'applyApprovalRules',
		breaks: 'INSERT ON approval_seeds',
		left: ({ companyId }) => [
			'SELECT * FROM approval_rules r WHERE company_id = ? AND NOT EXISTS (SELECT 1 FROM approval_seeds s WHERE s.company_id = r.company_id)',
			companyId,
		],
	},
	{
		job: 'resealSecrets',
		breaks: 'UPDATE OF client_secret ON identity_providers',
		left: ({ companyId }) => [
			`SELECT * FROM identity_providers WHERE company_id = ? AND client_secret LIKE '${oldKeyId}.%'`,
			companyId,
		],
	},
	{
		job: 'checkDomains',
		breaks: 'UPDATE ON company_domains',
		left: ({ companyId }) => [
			`SELECT * FROM company_domains WHERE company_id = ? AND date_checked <= unixepoch('2023-03-07 12:00') * 1000`,
			companyId,
		],
	},
	{
		job: 'remindPeople',
		breaks: `INSERT ON mails WHEN NEW.kind = 'expenses_waiting'`,
		left: ({ companyId }) => [
			`SELECT * FROM companies WHERE id = ?
				AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'expenses_waiting')`,
			companyId,
		],
	},
	{
		job: 'sendDueMails',
		breaks: 'UPDATE OF attempts ON mails',
		left: ({ companyId }) => [`SELECT * FROM mails WHERE company_id = ? AND state = 'waiting'`, companyId],
	},
	{
		job: 'clearReceipts',
		breaks: 'DELETE ON receipts',
		left: ({ expenseId }) => [
			'SELECT * FROM receipts WHERE expense_id = ? AND date_stored IS NULL',
			expenseId,
		],
	},
	{
		job: 'archiveHistory',
		breaks: 'DELETE ON event_files',
		left: () => ['SELECT * FROM event_files WHERE key = ?', 'a file'],
	},
	{
		job: 'clearExpiredSessions',
		breaks: 'DELETE ON sessions',
		left: ({ userId }) => ['SELECT * FROM sessions WHERE user_id = ? AND date_expires = 1', userId],
	},
	{
		job: 'clearOldKeys',
		breaks: 'DELETE ON idempotency_keys',
		left: ({ userId }) => ['SELECT * FROM idempotency_keys WHERE caller_id = ? AND date_created = 1', userId],
	},
	{
		job: 'clearAccessEvents',
		breaks: 'DELETE ON access_events',
		left: ({ userId }) => ['SELECT * FROM access_events WHERE user_id = ? AND date = 1', userId],
	},
	{
		job: 'clearOldUsage',
		breaks: `DELETE ON quota_usage WHEN OLD.month = '2023-02'`,
		left: ({ companyId }) => [
			`SELECT * FROM quota_usage WHERE owner_id = ? AND month = '2023-02'`,
			companyId,
		],
	},
	{
		job: 'clearOldMails',
		breaks: 'DELETE ON mails',
		left: ({ userId }) => ['SELECT * FROM mails WHERE user_id = ? AND date_created = 1', userId],
	},
	{
		job: 'settleAddresses',
		breaks: 'DELETE ON addresses',
		left: ({ userId }) => ['SELECT * FROM addresses WHERE user_id = ?', userId],
	},
	{
		job: 'backUpCompanies',
		breaks: 'UPDATE OF date ON backups',
		left: ({ companyId }) => [
			`SELECT * FROM companies WHERE id = ? AND NOT EXISTS (SELECT 1 FROM backups WHERE company_id = companies.id AND date > 0)`,
			companyId,
		],
	},
];

eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	world = await newWorld();
	const platform = { userId: world.userId, sessionId: await firstSession(world.userId) };
	const dateTerminated = '2023-03-08T00:00:00.000Z';
	await as(platform).put(`/employees/${world.colleague.employeeId}`, { dateTerminated });
	const today = Date.parse('2023-03-07T00:00:00.000Z');
	await register((await newUser(['FLEX_DOCUMENT_VERIFIER'], [world.companyId])).userId);
	const spender = await newSpender();
	await spender.approved({ module: 'MEALS', days: 1, date: '2023-03-06' });
	await env.DB.batch([
		env.DB.prepare('UPDATE payroll_transactions SET awaits_meal_value = 1 WHERE company_id = ?').bind(
			spender.company.id,
		),
		env.DB.prepare('UPDATE identity_providers SET client_secret = ? WHERE company_id = ?').bind(
			await sealedBefore('a secret', `sso ${world.companyId}`),
			world.companyId,
		),
		env.DB.prepare('UPDATE budget_expiries SET date_due = 0'),
		env.DB.prepare('DELETE FROM approval_seeds'),
		env.DB.prepare('UPDATE companies SET leaver_access_days = 0'),
		env.DB.prepare('DELETE FROM issued_vouchers WHERE planned_voucher_id = ?').bind(world.plannedVoucherId),
		env.DB.prepare('UPDATE planned_vouchers SET next_occurrence = ? WHERE id = ?').bind(
			today,
			world.plannedVoucherId,
		),
		env.DB.prepare(
			`INSERT INTO receipts (id, date_created, expense_id, media_type, size) VALUES (?, ?, ?, 'image/png', 8)`,
		).bind(newId(now()), now() - 2 * AN_HOUR_MS, world.expenseId),
		env.DB.prepare(`UPDATE expenses SET state = 'NEEDS_CORRECTION', date_returned = 1 WHERE id = ?`).bind(
			world.expenseId,
		),
		env.DB.prepare(
			`UPDATE standing_proofs SET state = 'APPROVED', approved_amount_value = 1290, date_decided = 1 WHERE id = ?`,
		).bind(world.proofId),
		env.DB.prepare(
			`UPDATE standing_expenses SET state = 'ACTIVE', approved_amount_value = 1290, waiting_since = NULL WHERE id = ?`,
		).bind(world.standingExpenseId),
		env.DB.prepare(`INSERT INTO quota_usage VALUES (?, 'expenses', '2023-02', 1)`).bind(world.companyId),
		env.DB.prepare('INSERT INTO sessions (id, user_id, date_created, date_expires) VALUES (?, ?, 0, 1)').bind(
			newId(now()),
			world.userId,
		),
		env.DB.prepare(
			`INSERT INTO idempotency_keys (caller_id, key, fingerprint, attempt, record_id, date_created, lease_until)
			VALUES (?, 'k', '', '', '', 1, 1)`,
		).bind(world.userId),
		env.DB.prepare(
			`INSERT INTO access_events (id, date, type, key, count, user_id) VALUES ('', 1, 'session.opened', '', 1, ?)`,
		).bind(world.userId),
		env.DB.prepare(
			`INSERT INTO mails (id, date_created, kind, user_id, data, state, priority, date_due)
			VALUES ('00000000-0001-7000-8000-000000000000', 1, 'new_device', ?, '{}', 'sent', 0, 1)`,
		).bind(world.userId),
		env.DB.prepare(`INSERT INTO event_files VALUES ('a file', 1, NULL)`),
		env.DB.prepare(
			`INSERT INTO addresses VALUES ('left@test.example', 'anunknowncel', ?, 'a claim', 1)`,
		).bind(world.userId),
	]);
});
afterEach(async () => {
	vi.restoreAllMocks();
	await repair();
});

const firstSession = async (userId: string) =>
	(await env.DB.prepare('SELECT id FROM sessions WHERE user_id = ?').bind(userId).first<string>('id')) ?? '';

/** The jobs that have something left to do in the world. */
async function unfinished(): Promise<string[]> {
	const found = await Promise.all(
		JOBS.map(async ({ job, left }) => {
			const [sql, id] = left(world);
			const { results } = await env.DB.prepare(sql).bind(id).all();
			return results.length > 0 ? [job] : [];
		}),
	);
	return found.flat();
}

let broken = 0;
const breakAt = (statement: string) =>
	env.DB.exec(
		`CREATE TRIGGER broken_${broken++} BEFORE ${statement} BEGIN SELECT RAISE(ABORT, 'out of order'); END`,
	);

async function repair(): Promise<void> {
	while (broken > 0) await env.DB.exec(`DROP TRIGGER broken_${--broken}`);
}

const runAll = (receipts: R2Bucket = env.RECEIPTS) =>
	runDueJobs({ ...bindings, RECEIPTS: receipts }, Date.parse(DUE));

const names = JOBS.map(({ job }) => job);

describe('one run', () => {
	test('does everything that is due, and answers how many records each job handled', async () => {
		expect(await unfinished()).toEqual(names);
		const { handled, failed } = await runAll();
		expect(await unfinished()).toEqual([]);
		expect(failed).toEqual({});
		expect(Object.keys(handled)).toEqual(names);
		for (const name of names) expect(handled[name]).toBeGreaterThan(0);
	});

	test('waits while a company is leaving D1, and does nothing if it cannot wait', async () => {
		const cell = newCellName();
		await env.DB.batch([
			env.DB.prepare(
				`INSERT INTO moves (cell, company_id, step, date_started) VALUES (?, 'leaving', 'CLOSED', ?)`,
			).bind(cell, Date.parse(DUE)),
			env.DB.prepare(
				`INSERT INTO movers (company_id, id, kind, is_closed) VALUES ('leaving', 'leaving', 'COMPANY', TRUE)`,
			),
		]);
		expect(await runAll()).toEqual({ handled: {}, failed: {} });
		let waits = 0;
		const wait = async () => {
			waits++;
			await env.DB.batch([env.DB.prepare('DELETE FROM moves'), env.DB.prepare('DELETE FROM movers')]);
		};
		const { handled } = await runDueJobs(bindings, Date.parse(DUE), () => true, wait);
		expect([waits, Object.keys(handled)]).toEqual([1, names]);
	});

	test('leaves nothing to a second one of the same time', async () => {
		await runAll();
		const { handled } = await runAll();
		expect(handled).toEqual(Object.fromEntries(names.map((name) => [name, 0])));
	});
});

/** `npm test` breaks several jobs at once, and each of them in one run. `.ci/nightly` breaks each alone too. */
const TOGETHER = 3;
const groups = [
	...Array.from({ length: TOGETHER }, (_, start) => JOBS.filter((_, index) => index % TOGETHER === start)),
	...JOBS.filter((_, index) => isTried(index, JOBS.length)).map((one) => [one]),
].map((jobs) => ({ jobs, failing: jobs.map(({ job }) => job) }));

/** A job makes work for another one. */
const FOLLOWING: Record<string, string[]> = {
	remindPeople: ['sendDueMails'],
	settlePassedTerminations: ['recordMoments', 'recordExpiries'],
	closeLeavers: ['clearReceipts'],
};

describe.each(groups)('$failing fail', ({ jobs, failing }) => {
	test('and the other jobs run all the same; the failures are logged, and the next run catches up', async () => {
		for (const { breaks } of jobs) await breakAt(breaks);
		const { handled, failed } = await runAll();
		expect(Object.keys(failed)).toEqual(failing);
		expect(Object.keys(handled)).toEqual(names.filter((name) => !failing.includes(name)));
		expect(await unfinished()).toEqual(failing);

		await repair();
		const again = await runAll();
		expect(await unfinished()).toEqual([]);
		const atWork = names.filter((name) => (again.handled[name] ?? 0) > 0);
		const expected = failing.flatMap((job) => [job, ...(FOLLOWING[job] ?? [])]);
		expect(atWork).toEqual(names.filter((name) => expected.includes(name)));
	});
});

test('a bucket that is out of order keeps an abandoned receipt for the next run, and nothing else', async () => {
	const receipts = { delete: () => Promise.reject(new Error('R2 is down')) } as unknown as R2Bucket;
	const { failed } = await runAll(receipts);
	expect(failed).toMatchObject({ clearReceipts: { message: 'R2 is down' } });
	expect(await unfinished()).toEqual(['clearReceipts']);
});

describe('the trigger of the platform', () => {
	const fire = () =>
		worker.scheduled({ scheduledTime: Date.parse(DUE), cron: '0 * * * *', noRetry() {} }, bindings);

	test('runs the jobs by its scheduled time and logs what they handled', async () => {
		const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
		await fire();
		expect(await unfinished()).toEqual([]);
		const line = JSON.parse(String(logged.mock.calls[0]?.[0]));
		expect(line).toMatchObject({ scheduledTime: Date.parse(DUE), handled: { closeDueRuns: 1 } });
	});

	test('logs a failure with its cause, and fails itself so that the platform shows it', async () => {
		const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
		await breakAt('INSERT ON payroll_runs');
		vi.spyOn(console, 'log').mockImplementation(() => {});
		await expect(fire()).rejects.toThrow('closeDueRuns');
		expect(logged.mock.calls).toHaveLength(1);
		const line = JSON.parse(String(logged.mock.calls[0]?.[0]));
		expect(line).toMatchObject({ event: 'job_failed', job: 'closeDueRuns', scheduledTime: Date.parse(DUE) });
		expect(JSON.stringify(line)).toContain('out of order');
	});
});
