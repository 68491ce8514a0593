import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { takeCompany } from '../../../src/entrances/jobs/companies.ts';
import { takeMessages } from '../../../src/entrances/jobs/mail.ts';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { newId } from '../../../src/foundation/core/id.ts';
import type { CompanyMessage } from '../../../src/foundation/core/jobs.ts';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { type Fault, failing, faultsOf, nameOf } from '../../harness/failing.ts';
import { bytesIn, xmlWith } from '../../harness/invoices.ts';
import { jobsQueue, messageOf } from '../../harness/jobs.ts';
import { upload } from '../../harness/receipts.ts';
import { isTried } from '../../harness/sampling.ts';
import { as, at, newCompany, newEmployee, now, WITHOUT_BACKUPS } from '../../harness/service.ts';
import { readState, type State, snapshot } from '../../harness/snapshot.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';
import { START } from '../contract/world.ts';
import { comparable, idsOf } from './comparable.ts';

const DUE = Date.parse('2023-05-08T12:00:00.000Z');
const AN_HOUR_MS = 3_600_000;

let known: Set<string>;
let restore: () => Promise<void>;

beforeAll(async () => {
	at('2023-03-07T12:00:00.000Z');
	for (const referenceDay of [7, 3]) await newCompanyWithDueWork(referenceDay);
	known = idsOf(await readState());
	restore = await snapshot();
});
beforeEach(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

/** Two months of lines, vouchers of three months with their lines, a leaver with every benefit, and what is to be cleared. */
async function newCompanyWithDueWork(referenceDay: number): Promise<void> {
	const spender = await newSpender({ startDate: '2023-03-01T00:00:00.000Z' }, await newCompany(referenceDay));
	await spender.approved({ date: '2023-03-01' });
	await spender.approved({ date: '2023-03-07', amount: cents(77) });
	const submitted = await spender.submitted({ date: '2023-03-07', amount: cents(7) });
	const leaver = await newEmployee(spender.company, { skipSendRegistrationEmail: true });
	const admin = as(spender.admin);
	await admin.put(`/companies/${spender.company.id}/payroll-settings`, {
		wageTypes: { GOODIES: { number: '300' } },
	});
	for (const id of [leaver, spender.employeeId]) {
		const budget = { budget: cents(5000), startDate: '2023-03-07T00:00:00.000Z' };
		await admin.put(`/employees/${id}/goodies/budget`, budget);
		await admin.put(`/employees/${id}/goodies/default-access`, { startDate: START });
	}
	await admin.put(`/employees/${leaver}/flex/access`, {
		budget: cents(5000),
		accumulateBudget: true,
		startDate: '2023-03-01T00:00:00.000Z',
	});
	const paused = { datePausedStart: '2023-04-01T00:00:00.000Z', datePausedEnd: '2023-05-01T00:00:00.000Z' };
	await admin.put(`/employees/${spender.employeeId}`, paused);
	await admin.put(`/employees/${leaver}`, { dateTerminated: '2023-04-15T00:00:00.000Z' });
	await env.DB.batch([
		env.DB.prepare('UPDATE companies SET leaver_access_days = 0'),
		env.DB.prepare(
			`INSERT INTO receipts (id, date_created, expense_id, media_type, size) VALUES (?, ?, ?, 'image/png', 8)`,
		).bind(newId(now()), now(), submitted),
		env.DB.prepare('INSERT INTO sessions (id, user_id, date_created, date_expires) VALUES (?, ?, 0, 1)').bind(
			newId(now()),
			spender.admin.userId,
		),
	]);
	const { results } = await env.DB.prepare('SELECT id FROM receipts').all<{ id: string }>();
	for (const { id } of results) await env.RECEIPTS.put(id, 'abandoned');
	await admin.send('PUT', `/employees/${leaver}`, { costCenter: '1' }, { 'Idempotency-Key': 'long ago' });
	await addReceiptsForRules(spender);
	at('2023-03-07T12:00:00.000Z');
}

/** A rule approves an invoice of May, and leaves another one to the sample. The seed of April is due to be revealed. */
async function addReceiptsForRules(spender: Spender): Promise<void> {
	at('2023-04-10T12:00:00.000Z');
	for (const [module, samplePercent] of [
		['INTERNET', 0],
		['HOLIDAY', 100],
	]) {
		const path = `/companies/${spender.company.id}/flex/approval-rules/${module}`;
		const rule = { maxAmount: cents(1000), acceptsInvoices: true, samplePercent };
		expect((await as(spender.admin).put(path, rule)).status).toBe(200);
	}
	at('2023-05-08T11:00:00.000Z');
	for (const module of ['INTERNET', 'HOLIDAY']) {
		const id = await spender.submitted({ module, date: '2023-05-02', amount: cents(1000) });
		const invoice = xmlWith({ 'RE-2023-0042': id, 20230227: '20230502' });
		expect((await upload(spender.employee, id, bytesIn(invoice))).status).toBe(201);
	}
}

/** Runs the cron over a fault, and again an hour later without one. Returns the result. */
async function ended(fault: Fault | null) {
	await restore();
	const { bindings, calls } = failing(fault);
	const { failed } = await runDueJobs(bindings, DUE);
	return { ...(await afterwards()), calls, failed: Object.keys(failed) };
}

let withoutFault: ReturnType<typeof ended> | undefined;
/** The result of a run without a fault, which is always the same. */
function faultlessly() {
	withoutFault ??= ended(null);
	return withoutFault;
}

/** Runs the cron an hour later, and returns the result. */
async function afterwards() {
	const later = DUE + AN_HOUR_MS;
	const again = await runDueJobs(WITHOUT_BACKUPS, later);
	expect(again.failed).toEqual({});
	const { state } = comparable(await readState(), null, known, [DUE, later]);
	// The records of the runs may differ, because the runs ended differently.
	const { job_runs: _, ...others } = state as Record<string, Attempted[]>;
	const { mails = [], mail_days: days = [], mail_turns: turns = [] } = others;
	const attempts = [...mails, ...days, ...turns].map((row) => row.attempts);
	const kept = {
		...others,
		mails: mails.map(withoutAttempts),
		mail_days: days.map(withoutAttempts),
		mail_turns: turns.map(withoutAttempts),
	};
	return { state: kept, attempts, handledAgain: again.handled };
}

interface Attempted {
	attempts: number;
	turn?: number;
	ordinal?: number;
}

/** An attempt to send counts, and takes a turn, also when its end could not be stored. */
const withoutAttempts = ({ attempts: _, turn, ordinal, ...row }: Attempted) => row;

test('a faultless run leaves nothing to do', async () => {
	const { failed, handledAgain, state } = await ended(null);
	expect(failed).toEqual([]);
	expect(Object.values(handledAgain)).toEqual(Object.values(handledAgain).map(() => 0));
	const { objects = [], receipts = [], payroll_transactions: booked = [], ...others } = state as State;
	// The invoices of both companies are left.
	expect([objects.length, receipts.length]).toEqual([4, 4]);
	const ruled = (others.expenses ?? []).map((one) => [
		one.state,
		one.approval_rule_id !== null,
		one.date_sampled !== null,
	]);
	expect(ruled.filter(([_, isByRule, isSampled]) => isByRule || isSampled).sort()).toEqual([
		...Array(2).fill(['APPROVED', true, false]),
		...Array(2).fill(['SUBMITTED', false, true]),
	]);
	expect((others.approval_seeds ?? []).map(({ seed }) => seed).sort()).toEqual([
		...Array(2).fill('digest'),
		...Array(2).fill(null),
	]);
	expect(booked.filter((line) => 'kind' in line && line.kind === 'VOUCHER')).toHaveLength(8);
	expect((await readState()).idempotency_keys).toEqual([]);
});

test('a run that fails at any call is made up for by the next one', { timeout: 600_000 }, async () => {
	const faultless = await faultlessly();
	expect(faultless.calls).toContain('R2 delete');
	const twice = faultless.attempts.map((attempts) => 2 * attempts);

	const attemptedTwice: string[] = [];
	const faults = faultsOf(faultless.calls.length).filter((_, index) => isTried(index, 41));
	for (const one of faults) {
		const { state, attempts, failed } = await ended(one);
		const fault = `${nameOf(one, faultless.calls)}: ${failed}`;
		expect.soft({ fault, ...state }).toEqual({ fault, ...faultless.state });
		expect.soft([faultless.attempts, twice], fault).toContainEqual(attempts);
		if (attempts.join() === twice.join()) attemptedTwice.push(`${one.kind} ${one.moment}`);
	}
	// The mails were taken, and then the job ended, or its end could not be noted.
	const expected = ['dead after', 'failed after', 'failed before'];
	const isEach = (fault: string) => env.ALL_FAULTS === 'true' || attemptedTwice.includes(fault);
	expect(attemptedTwice.sort()).toEqual(expected.filter(isEach));
});

/** Runs the cron so that a job fails for all companies, and lets their messages be handled. Returns the result. */
async function endedByMessages(
	deliver: (messages: CompanyMessage[]) => Promise<unknown>,
	queue = jobsQueue(),
): Promise<Awaited<ReturnType<typeof afterwards>>> {
	await restore();
	await env.DB.exec(
		`CREATE TRIGGER broken BEFORE UPDATE OF date_termination_settled ON employees WHEN NEW.date_termination_settled IS NOT NULL
		BEGIN SELECT RAISE(ABORT, 'out of order'); END`.replace('\n', ' '),
	);
	const { failed } = await runDueJobs({ ...WITHOUT_BACKUPS, JOBS_QUEUE: queue.JOBS_QUEUE }, DUE);
	await env.DB.exec('DROP TRIGGER broken');
	expect(Object.keys(failed)).toEqual(['settlePassedTerminations']);
	await deliver(queue.sent);
	await takeMessages(['a mail is due'], env, DUE, () => true);
	return afterwards();
}

/** Handles a message as the queue delivers it. Returns whether it was done. */
async function take(body: CompanyMessage, bindings: Bindings = env): Promise<boolean> {
	const message = messageOf(body);
	expect(await takeCompany(message, bindings, () => true)).toBe(true);
	return message.ack.mock.calls.length > 0;
}

const eachOf = async (messages: CompanyMessage[]) => {
	for (const message of messages) expect(await take(message)).toBe(true);
};

const DELIVERIES: Record<string, (messages: CompanyMessage[]) => Promise<unknown>> = {
	'in their order': eachOf,
	'in reverse': (messages) => eachOf(messages.toReversed()),
	'each twice': (messages) => eachOf([...messages, ...messages]),
	'all at once, and twice': (messages) => Promise.all([...messages, ...messages].map((one) => take(one))),
	'one of two': (messages) => eachOf(messages.slice(1)),
	never: async () => {},
	'after the cron of the next hour': async (messages) => {
		await runDueJobs(WITHOUT_BACKUPS, DUE + AN_HOUR_MS);
		await eachOf(messages);
	},
};

test.each(Object.entries(DELIVERIES))(
	'companies whose messages arrive %s end as in one run',
	async (_, deliver) => {
		vi.spyOn(console, 'log').mockImplementation(() => {});
		const { state } = await faultlessly();
		const byMessages = await endedByMessages(async (messages) => {
			expect(messages).toHaveLength(2);
			await deliver(messages);
		});
		expect(byMessages.state).toEqual(state);
	},
);

test.each([0, 1])('a queue that fails after %s messages leaves the rest to the cron', async (taken) => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
	const { state } = await faultlessly();
	const queue = jobsQueue(taken);
	expect((await endedByMessages(eachOf, queue)).state).toEqual(state);
	expect(queue.sent).toHaveLength(taken);
	expect(logged.mock.calls.join()).toContain('companies_not_sent');
});

test.each([
	{ moment: 'after', kind: 'dead' },
	{ moment: 'before', kind: 'failed' },
	{ moment: 'after', kind: 'failed' },
] as const)('a message whose attempts are $kind $moment any call ends as in one run', async (fault) => {
	vi.spyOn(console, 'log').mockImplementation(() => {});
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { state } = await faultlessly();
	let attempts = 0;
	const byMessages = await endedByMessages(async (messages) => {
		for (const message of messages) {
			for (let call = 1; !(await take(message, failing({ call, ...fault }).bindings)); call++) attempts++;
		}
	});
	expect(attempts).toBeGreaterThan(5);
	expect(new Set(Object.values(byMessages.handledAgain))).toEqual(new Set([0]));
	expect(byMessages.state).toEqual(state);
});
