import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/core/id.ts';
import { runDueJobs } from '../../src/jobs/schedule.ts';
import { START } from '../contract/world.ts';
import { type Fault, failing, faultsOf, nameOf } from '../harness/failing.ts';
import { as, at, newCompany, newEmployee, now } from '../harness/service.ts';
import { readState, snapshot } from '../harness/snapshot.ts';
import { cents, newSpender } from '../harness/spending.ts';
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
	const leaver = await newEmployee(spender.company);
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
}

/** Runs the cron over a fault, and again an hour later over none; answers what came of it. */
async function ended(fault: Fault | null) {
	await restore();
	const { bindings, calls } = failing(fault);
	const { failed } = await runDueJobs(bindings, DUE);
	const later = DUE + AN_HOUR_MS;
	const again = await runDueJobs(env, later);
	expect(again.failed).toEqual({});
	const { state } = comparable(await readState(), null, known, [DUE, later]);
	// How each run ended rightly differs.
	const { job_runs: _, ...others } = state as Record<string, Attempted[]>;
	const { mails = [], mail_days: days = [], mail_turns: turns = [] } = others;
	const attempts = [...mails, ...days, ...turns].map((row) => row.attempts);
	const kept = {
		...others,
		mails: mails.map(withoutAttempts),
		mail_days: days.map(withoutAttempts),
		mail_turns: turns.map(withoutAttempts),
	};
	return { state: kept, attempts, calls, failed: Object.keys(failed), handledAgain: again.handled };
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
	expect(state).toMatchObject({ objects: [], receipts: [] });
	const booked = (state as Record<string, object[]>).payroll_transactions ?? [];
	expect(booked.filter((line) => 'kind' in line && line.kind === 'VOUCHER')).toHaveLength(8);
	expect((await readState()).idempotency_keys).toEqual([]);
});

test('a run that fails at any call is made up for by the next one', { timeout: 600_000 }, async () => {
	const faultless = await ended(null);
	expect(faultless.calls).toContain('R2 delete');
	const twice = faultless.attempts.map((attempts) => 2 * attempts);

	const attemptedTwice: string[] = [];
	for (const one of faultsOf(faultless.calls.length)) {
		const { state, attempts, failed } = await ended(one);
		const fault = `${nameOf(one, faultless.calls)}: ${failed}`;
		expect.soft({ fault, ...state }).toEqual({ fault, ...faultless.state });
		expect.soft([faultless.attempts, twice], fault).toContainEqual(attempts);
		if (attempts.join() === twice.join()) attemptedTwice.push(`${one.kind} ${one.moment}`);
	}
	// The mails were taken, and then the job ended, or its end could not be noted.
	expect(attemptedTwice.sort()).toEqual(['dead after', 'failed after', 'failed before']);
});
