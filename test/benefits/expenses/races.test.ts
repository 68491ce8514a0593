import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bindings } from '../../../src/foundation/http/env.ts';
import { intercepted } from '../../harness/intercepted.ts';
import { as, at, newUser, runCron } from '../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../harness/spending.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
});

const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const stateOf = async (id: string) => (await as(spender.admin).get(`/flex/expenses/${id}`)).body.state;
const available = async (month: string) => {
	const { available: left, overdrawn } = await spender.balance(month);
	return { left, overdrawn };
};

describe('the last euro', () => {
	test('goes to exactly one of two submissions', async () => {
		await spender.submitted({ amount: cents(4900) });
		const amount = cents(100);
		expect(sorted(await Promise.all([spender.submit({ amount }), spender.submit({ amount })]))).toEqual([
			201, 409,
		]);
		expect(await available('2023-02')).toEqual({ left: 0, overdrawn: 0 });
	});

	test('goes to exactly one of two approvals, when the budget was cut under both', async () => {
		const amount = cents(2500);
		const [one, two] = [await spender.submitted({ amount }), await spender.submitted({ amount })];
		await spender.grant({ budget: cents(2500) });
		expect(sorted(await Promise.all([spender.approve(one), spender.approve(two)]))).toEqual([200, 409]);
		expect(await spender.transactions()).toHaveLength(1);
		await Promise.all([spender.reject(one), spender.reject(two)]);
		expect(await available('2023-02')).toEqual({ left: 0, overdrawn: 0 });
	});

	test('goes to one of a submission and a reduction of the budget, and is never overdrawn unseen', async () => {
		const [submission, reduction] = await Promise.all([
			spender.submit({ amount: cents(5000) }),
			spender.grant({ budget: cents(1000) }),
		]);
		expect(reduction.status).toBe(200);
		const isTaken = submission.status === 201;
		expect(await available('2023-02')).toEqual(
			isTaken ? { left: 0, overdrawn: 4000 } : { left: 1000, overdrawn: 0 },
		);
	});
});

describe('thirty submissions at once', () => {
	test('never overdraw a month: as many fit as fit one after another', async () => {
		const answers = await Promise.all(
			Array.from({ length: 30 }, () => spender.submit({ amount: cents(300) })),
		);
		expect(sorted(answers)).toEqual([...Array(16).fill(201), ...Array(14).fill(409)]);
		expect(await available('2023-02')).toEqual({ left: 200, overdrawn: 0 });
	});

	test('never overdraw a chain of months', async () => {
		const dates = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? '2023-02-27' : '2023-03-07'));
		const answers = await Promise.all(dates.map((date) => spender.submit({ date, amount: cents(700) })));
		expect(new Set(sorted(answers))).toEqual(new Set([201, 409]));
		for (const month of ['2023-02', '2023-03']) expect((await available(month)).overdrawn).toBe(0);
		const taken = answers.filter(({ status }) => status === 201).length * 700;
		expect(await available('2023-03')).toEqual({ left: 10_000 - taken, overdrawn: 0 });
	});

	test('are all approved at once, each with one transaction', async () => {
		const ids: string[] = [];
		for (let count = 0; count < 10; count++) ids.push(await spender.submitted({ amount: cents(500) }));
		expect(sorted(await Promise.all(ids.map((id) => spender.approve(id))))).toEqual(Array(10).fill(200));
		const lines = await spender.transactions();
		expect(lines.map(({ flexDataId }) => flexDataId).sort()).toEqual(ids.sort());
	});
});

describe('one expense', () => {
	test('is approved by one of four verifiers at once, with one transaction', async () => {
		const id = await spender.submitted();
		const verifiers = await Promise.all(
			Array.from({ length: 4 }, () => newUser(['FLEX_DOCUMENT_VERIFIER'], [spender.company.id])),
		);
		const answers = await Promise.all(verifiers.map((verifier) => spender.approve(id, verifier)));
		expect(sorted(answers)).toEqual([200, 409, 409, 409]);
		expect((await spender.transactionOf(id)).state).toBe('PENDING');
	});

	test('is paid once when its verifier approves it twice within a millisecond', async () => {
		const id = await spender.submitted();
		const answers: Awaited<ReturnType<typeof spender.approve>>[] = [];
		const bindings = rightBefore(/insert into "payroll_transactions"/, async () => {
			answers.push(await spender.approve(id));
		});
		answers.push(await spender.approve(id, spender.verifier, bindings));
		expect(answers.map(({ status }) => status)).toEqual([200, 409]);
		expect((await spender.transactionOf(id)).amount).toEqual(cents(1000));
	});

	test.each([1, 2, 3, 4, 5])('is decided one way only (round %d)', async () => {
		const id = await spender.submitted();
		const answers = await Promise.all([spender.withdraw(id), spender.reject(id), spender.approve(id)]);
		expect(sorted(answers)).toEqual([200, 409, 409]);
		const winner = ['WITHDRAWN', 'REJECTED', 'APPROVED'][answers.findIndex(({ status }) => status === 200)];
		expect(await stateOf(id)).toBe(winner);
		expect(await spender.transactions()).toHaveLength(winner === 'APPROVED' ? 1 : 0);
	});
});

describe('a decision that its sender sends twice at once', () => {
	test.each([
		['rejected', (id: string) => spender.reject(id)],
		['withdrawn', (id: string) => spender.withdraw(id)],
		['approved', (id: string) => spender.approve(id)],
	])('is decided once, and recorded once in the history (%s)', async (decision, decide) => {
		const id = await spender.submitted();
		expect(sorted(await Promise.all([decide(id), decide(id)]))).toEqual([200, 409]);
		const events = await as(spender.admin).get(`/events?type=expense.${decision}`);
		expect(events.body).toHaveLength(1);
	});
});

/** Bindings with which `other` runs once, right before the matching batch. */
function rightBefore(matching: RegExp, other: () => Promise<unknown>): Bindings {
	let isDone = false;
	const DB = intercepted(matching, async (run) => {
		if (!isDone) {
			isDone = true;
			await other();
		}
		return run();
	});
	return { ...env, DB };
}

describe('an approval beside a closing run', () => {
	const COMMITS_APPROVAL = /insert into "payroll_transactions"/;
	const COMMITS_RUN = /insert into "payroll_runs"/;

	/** Everything approved is in exactly one run, once the cron has been there. */
	const expectNothingLost = async (ids: string[]) => {
		await runCron('2023-06-01T00:00:00.000Z');
		const approved: string[] = [];
		for (const id of ids) if ((await stateOf(id)) === 'APPROVED') approved.push(id);
		const lines = await spender.transactions();
		expect(lines.map(({ flexDataId }) => flexDataId).sort()).toEqual(approved.sort());
		expect(new Set(lines.map(({ state }) => state))).toEqual(
			new Set(approved.length > 0 ? ['COMMITTED'] : []),
		);
		const counts: number[] = (await spender.runs()).map(({ lineCount }: { lineCount: number }) => lineCount);
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(approved.length);
	};

	test('that comes before its commit lets it go into the next run', async () => {
		const id = await spender.submitted();
		const bindings = rightBefore(COMMITS_APPROVAL, () => spender.close('2023-02'));
		const answer = await spender.approve(id, spender.verifier, bindings);
		expect(answer.status).toBe(200);
		expect(await spender.transactionOf(id)).toMatchObject({
			payrollReferenceDate: '2023-04-07T23:59:59.999Z',
		});
		await expectNothingLost([id]);
	});

	test('a correction of an earlier month does not change it', async () => {
		const id = await spender.submitted({ date: '2023-03-07' });
		const bindings = rightBefore(COMMITS_APPROVAL, () => spender.close('2023-02'));
		expect((await spender.approve(id, spender.verifier, bindings)).status).toBe(200);
		expect((await spender.transactionOf(id)).state).toBe('PENDING');
		await expectNothingLost([id]);
	});

	test('whose commit comes after it is in the run', async () => {
		const id = await spender.submitted();
		const bindings = rightBefore(COMMITS_RUN, () => spender.approve(id));
		const { body } = await spender.close('2023-02', spender.admin, bindings);
		expect(body).toMatchObject({ state: 'CLOSED', lineCount: 1 });
		expect((await spender.transactionOf(id)).state).toBe('COMMITTED');
		await expectNothingLost([id]);
	});

	test('that is counting already lets it go into the next run, and the count stands', async () => {
		const id = await spender.submitted();
		const bindings = rightBefore(/update "payroll_runs"/, () => spender.approve(id));
		expect((await spender.close('2023-02', spender.admin, bindings)).body.lineCount).toBe(0);
		expect(await spender.transactionOf(id)).toMatchObject({
			payrollReferenceDate: '2023-04-07T23:59:59.999Z',
		});
		await expectNothingLost([id]);
	});

	test.each([0, 1, 2, 3, 5, 8])(
		'loses and doubles nothing when it starts after %d approvals',
		async (position) => {
			const ids: string[] = [];
			for (let count = 0; count < 8; count++) ids.push(await spender.submitted({ amount: cents(100) }));
			const closings = [() => spender.close('2023-02'), () => runCron('2023-03-08T00:00:00.000Z')];
			const works: (() => Promise<unknown>)[] = ids.map((id) => () => spender.approve(id));
			works.splice(position, 0, ...closings.slice(0, 1 + (position % 2)));
			await Promise.allSettled(works.map((work) => work()));
			await expectNothingLost(ids);
		},
	);
});
