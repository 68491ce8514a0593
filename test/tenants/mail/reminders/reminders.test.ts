import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { register } from '../../../harness/mail.ts';
import { as, at, newEmployee, newUser, runCron, type TestUser, userOf } from '../../../harness/service.ts';
import { cents, expenseOf, newSpender, type Spender } from '../../../harness/spending.ts';
import { activeStanding, addProof, submittedStanding } from '../../../harness/standing.ts';

let spender: Spender;

beforeEach(async () => {
	at('2023-03-01T00:00:00.000Z');
	spender = await newSpender({ budget: cents(50_000) });
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec(
		'DELETE FROM mails; DELETE FROM reminder_turns; UPDATE users SET date_registered = NULL, revision = revision + 1',
	);
});

const remindersOf = async (kind: string) =>
	(
		await env.DB.prepare('SELECT user_id, company_id, data FROM mails WHERE kind = ? ORDER BY user_id')
			.bind(kind)
			.all<{ user_id: string; company_id: string | null; data: string }>()
	).results.map(({ data, ...row }) => ({ ...row, ...JSON.parse(data) }));

/** A registered employee with an access of these fields. */
async function newPerson(access: object, fields: object = {}): Promise<TestUser & { employeeId: string }> {
	const employeeId = await newEmployee(spender.company, fields);
	const user = await userOf(employeeId);
	await register(user.userId);
	const start = { budget: cents(5000), accumulateBudget: false, startDate: '2023-03-01T00:00:00.000Z' };
	const set = await as(spender.admin).put(`/employees/${employeeId}/flex/access`, { ...start, ...access });
	expect(set.status).toBe(200);
	return { ...user, employeeId };
}

test('the first run of all reminds nobody of what was before', async () => {
	await register(spender.verifier.userId);
	await spender.submitted();
	await runCron('2023-03-07T13:00:00.000Z');
	expect(await remindersOf('expenses_waiting')).toEqual([]);
});

describe('verifiers', () => {
	test('get one digest an hour of what was submitted, and none when nothing was', async () => {
		const { userId } = spender.verifier;
		await register(userId);
		await runCron('2023-03-07T12:00:00.000Z');
		at('2023-03-07T12:30:00.000Z');
		for (const _ of [1, 2]) await spender.submitted();
		await runCron('2023-03-07T12:59:00.000Z');
		expect(await remindersOf('expenses_waiting')).toEqual([]);
		for (const minute of ['00', '30']) await runCron(`2023-03-07T13:${minute}:00.000Z`);
		const digest = { user_id: userId, company_id: spender.company.id, count: '2' };
		expect(await remindersOf('expenses_waiting')).toEqual([digest]);
		await runCron('2023-03-07T14:00:00.000Z');
		expect(await remindersOf('expenses_waiting')).toEqual([digest]);
		at('2023-03-07T14:58:59.999Z');
		await spender.submitted();
		at('2023-03-07T14:59:00.000Z');
		await spender.submitted();
		await runCron('2023-03-07T15:00:00.000Z');
		expect(await remindersOf('expenses_waiting')).toEqual([digest, { ...digest, count: '1' }]);
		await runCron('2023-03-07T16:00:00.000Z');
		expect(await remindersOf('expenses_waiting')).toHaveLength(3);
	});

	test('hear of standing expenses whose proof waits in the same digest', async () => {
		await register(spender.verifier.userId);
		await runCron('2023-03-07T12:00:00.000Z');
		at('2023-03-07T12:30:00.000Z');
		await spender.submitted();
		const id = await submittedStanding(spender);
		await addProof(spender.employee, id, '2024-03-31');
		await activeStanding(spender);
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await remindersOf('expenses_waiting')).toMatchObject([{ count: '2', standing: '1' }]);
		at('2023-03-07T13:30:00.000Z');
		await addProof(spender.employee, id, '2024-04-30');
		await runCron('2023-03-07T14:00:00.000Z');
		expect((await remindersOf('expenses_waiting'))[1]).toMatchObject({ count: '1', standing: '1' });
	});

	test('hear nothing of what was decided meanwhile, and administrators nothing at all', async () => {
		for (const { userId } of [spender.verifier, spender.admin]) await register(userId);
		await runCron('2023-03-07T12:00:00.000Z');
		await spender.approved();
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await remindersOf('expenses_waiting')).toEqual([]);
	});

	test('a verifier of several companies gets one digest without company names', async () => {
		const other = await newSpender();
		const both = await newUser(['FLEX_DOCUMENT_VERIFIER'], [spender.company.id, other.company.id]);
		await register(both.userId);
		await runCron('2023-03-07T12:00:00.000Z');
		for (const one of [spender, other]) await one.submitted();
		await runCron('2023-03-07T13:00:00.000Z');
		expect(await remindersOf('expenses_waiting')).toEqual([
			{ user_id: both.userId, company_id: null, count: '2' },
		]);
	});
});

describe('an access that ends', () => {
	test.each([
		['by its end', { endDate: '2023-04-30T23:59:59.999Z' }, {}],
		['by a termination', {}, { dateTerminated: '2023-04-30T12:00:00.000Z' }],
	])('%s is announced once, 30 days before', async (_, access, fields) => {
		const { userId } = await newPerson(access, fields);
		await runCron('2023-03-30T00:00:00.000Z');
		await runCron('2023-03-31T00:00:00.000Z');
		expect(await remindersOf('access_ending')).toEqual([]);
		await runCron('2023-04-01T00:00:00.000Z');
		await runCron('2023-04-01T05:00:00.000Z');
		await runCron('2023-04-02T00:00:00.000Z');
		const told = { user_id: userId, company_id: spender.company.id, date: '2023-04-30' };
		expect(await remindersOf('access_ending')).toEqual([told]);
	});

	test('and is not announced if it continues', async () => {
		const { userId, employeeId } = await newPerson({ endDate: '2023-04-30T23:59:59.999Z' });
		await as(spender.admin).put(`/employees/${employeeId}/flex/access`, {
			budget: cents(7000),
			accumulateBudget: false,
			startDate: '2023-05-01T00:00:00.000Z',
		});
		for (const day of ['30', '31']) await runCron(`2023-03-${day}T00:00:00.000Z`);
		await runCron('2023-04-02T00:00:00.000Z');
		expect((await remindersOf('access_ending')).map(({ user_id }) => user_id)).not.toContain(userId);
	});
});

test('three days before a month closes, people who lose budget and have submitted nothing get a reminder', async () => {
	const { userId } = await newPerson({});
	await newPerson({ accumulateBudget: true });
	const busy = await newPerson({});
	at('2023-03-20T12:00:00.000Z');
	const expense = expenseOf({ date: '2023-03-20' });
	expect((await as(busy).post(`/employees/${busy.employeeId}/flex/expenses`, expense)).status).toBe(201);
	await runCron('2023-04-02T00:00:00.000Z');
	await runCron('2023-04-03T23:00:00.000Z');
	expect(await remindersOf('month_closing')).toEqual([]);
	await runCron('2023-04-04T00:00:00.000Z');
	await runCron('2023-04-05T00:00:00.000Z');
	const told = { user_id: userId, company_id: spender.company.id, month: '2023-03', lastDay: '2023-04-07' };
	expect(await remindersOf('month_closing')).toEqual([told]);
});

test('a month that closed before the late cron gets no reminder', async () => {
	await newPerson({});
	await runCron('2023-04-02T00:00:00.000Z');
	await runCron('2023-04-08T00:00:00.000Z');
	expect(await remindersOf('month_closing')).toEqual([]);
});

test('on 1 December people with saved budget learn that it expires with the year', async () => {
	const { userId } = await newPerson({ accumulateBudget: true });
	await newPerson({});
	await runCron('2023-11-30T22:00:00.000Z');
	await runCron('2023-11-30T23:00:00.000Z');
	expect(await remindersOf('budget_expiring')).toEqual([]);
	await runCron('2023-12-01T00:00:00.000Z');
	await runCron('2023-12-02T00:00:00.000Z');
	expect(await remindersOf('budget_expiring')).toEqual([
		{ user_id: userId, company_id: spender.company.id, year: '2023' },
	]);
});

describe('a proof that ends', () => {
	const LEAP_DAY = '2024-02-29';
	/** Returns the days before the end on which the person has been reminded after these runs. */
	async function remindedAt(times: readonly string[], given: object = {}) {
		await register(spender.employee.userId);
		const id = await activeStanding(spender, { proofUntil: LEAP_DAY, ...given });
		await runCron('2023-03-08T00:00:00.000Z');
		const counts = [];
		for (const time of times) {
			await runCron(time);
			counts.push((await remindersOf('proof_ending')).length);
		}
		return { id, counts };
	}

	test('reminds its person 30 and 7 days before its last day, and leads to the page of the standing expense', async () => {
		const { id, counts } = await remindedAt([
			'2024-01-29T23:59:59.999Z',
			'2024-01-30T00:00:00.000Z',
			'2024-02-21T23:59:59.999Z',
			'2024-02-22T00:00:00.000Z',
			'2024-03-01T00:00:00.000Z',
		]);
		expect(counts).toEqual([0, 1, 1, 2, 2]);
		expect(await remindersOf('proof_ending')).toMatchObject([
			{ user_id: spender.employee.userId, date: LEAP_DAY, standingExpenseId: id, module: 'MOBILITY' },
			{ date: LEAP_DAY },
		]);
	});

	test.each([
		[
			'on the last day of the year',
			{ proofUntil: '2023-12-31' },
			['2023-11-30', '2023-12-01', '2023-12-24'],
			[0, 1, 2],
		],
		['with its standing expense', { endDate: LEAP_DAY }, ['2024-01-30', '2024-02-22'], [0, 0]],
		['a day before its standing expense', { endDate: '2024-03-01' }, ['2024-01-30', '2024-02-22'], [1, 2]],
	])('%s reminds only while a month follows it', async (_, given, days, expected) => {
		expect(
			(
				await remindedAt(
					days.map((day) => `${day}T00:00:00.000Z`),
					given,
				)
			).counts,
		).toEqual(expected);
	});

	test('reminds nobody while a newer one waits, and nobody who leaves before', async () => {
		const { id } = await remindedAt([]);
		at('2024-01-29T12:00:00.000Z');
		expect((await addProof(spender.employee, id, '2025-02-28')).status).toBe(201);
		await runCron('2024-01-30T00:00:00.000Z');
		expect(await remindersOf('proof_ending')).toEqual([]);
		at('2024-01-30T12:00:00.000Z');
		await as(spender.verifier).post(`/flex/standing-expenses/${id}/rejection`, { reason: 'Not legible' });
		await as(spender.admin).put(`/employees/${spender.employeeId}`, {
			dateTerminated: '2024-02-29T00:00:00.000Z',
		});
		await runCron('2024-02-22T00:00:00.000Z');
		expect(await remindersOf('proof_ending')).toEqual([]);
	});
});
