import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, runCron } from '../../../harness/service.ts';
import { cents, expenseOf, newSpender, type Spender } from '../../../harness/spending.ts';
import { activeStanding, addProof, decideStanding } from '../../../harness/standing.ts';

let spender: Spender;

/** Begins at a time with an employee whose budget is large enough for every month. */
async function beginAt(time: string, startDate: string): Promise<void> {
	at(time);
	spender = await newSpender({ budget: cents(50_000), accumulateBudget: false, startDate });
}

const days = async (): Promise<string[]> =>
	(await as(spender.employee).get(`/employees/${spender.employeeId}/flex/expenses`)).body.map(
		({ date }: { date: string }) => date,
	);
const read = async (id: string) => (await as(spender.employee).get(`/flex/standing-expenses/${id}`)).body;

/** Returns the days that were submitted after each of these runs. */
async function daysAfter(...times: string[]): Promise<string[][]> {
	const found = [];
	for (const time of times) {
		await runCron(time);
		found.push(await days());
	}
	return found;
}

test.each([
	['day 28 in February', 28, '2023-02-01', '2023-02-28'],
	['day 28 in February of a leap year', 28, '2024-02-01', '2024-02-28'],
	['day 1 after a leap day', 1, '2024-02-15', '2024-03-01'],
	['day 1 of a new year', 1, '2023-12-15', '2024-01-01'],
])('%s is submitted when it begins, and not before', async (_, dayOfMonth, startDate, day) => {
	await beginAt(`${startDate}T12:00:00.000Z`, `${startDate.slice(0, 7)}-01T00:00:00.000Z`);
	await activeStanding(spender, { dayOfMonth, startDate, proofUntil: '2025-12-31' });
	const before = new Date(Date.parse(day) - 1).toISOString();
	expect(await daysAfter(before, `${day}T00:00:00.000Z`)).toEqual([[], [day]]);
});

test.each([
	['2024-02-29', 28, ['2024-01-28', '2024-02-28']],
	['2024-02-28', 28, ['2024-01-28', '2024-02-28']],
	['2024-02-27', 28, ['2024-01-28']],
	['2024-01-01', 1, ['2024-01-01']],
])('a proof until %s covers that day, and none after it', async (proofUntil, dayOfMonth, expected) => {
	await beginAt('2023-12-31T23:59:59.999Z', '2023-12-01T00:00:00.000Z');
	await activeStanding(spender, { dayOfMonth, startDate: '2023-12-31', proofUntil });
	expect(await daysAfter('2024-06-07T00:00:00.000Z')).toEqual([expected]);
});

describe('within a month', () => {
	beforeEach(() => beginAt('2023-03-01T00:00:00.000Z', '2023-03-01T00:00:00.000Z'));
	const change = (fields: object) => as(spender.admin).put(`/employees/${spender.employeeId}`, fields);
	const skipped = async () =>
		(await as(spender.admin).get(`/events?companyId=${spender.company.id}&type=standing_expense.skipped`))
			.body;

	test.each([
		['the day before', '2023-03-09T00:00:00.000Z', '2023-03-10T00:00:00.000Z', ['2023-03-10']],
		['the day itself', '2023-03-10T00:00:00.000Z', '2023-03-11T00:00:00.000Z', []],
		['the day after', '2023-03-11T00:00:00.000Z', '2023-03-12T00:00:00.000Z', ['2023-03-10']],
	])('a pause on %s decides by the day', async (_, datePausedStart, datePausedEnd, expected) => {
		await activeStanding(spender, { startDate: '2023-03-01', endDate: '2023-03-31' });
		expect((await change({ datePausedStart, datePausedEnd })).status).toBe(200);
		expect(await daysAfter('2023-03-20T00:00:00.000Z')).toEqual([expected]);
		expect((await skipped()).length).toBe(1 - expected.length);
	});

	test.each([
		['the day', '2023-03-10T00:00:00.000Z', []],
		['the instant after the day began', '2023-03-10T00:00:00.001Z', ['2023-03-10']],
		['the next day', '2023-03-11T00:00:00.000Z', ['2023-03-10']],
	])('a termination at %s leaves what lies before it', async (_, dateTerminated, expected) => {
		const id = await activeStanding(spender, { startDate: '2023-03-01' });
		expect((await change({ dateTerminated })).status).toBe(200);
		expect(await daysAfter('2023-03-20T00:00:00.000Z')).toEqual([expected]);
		expect((await read(id)).state).toBe('ENDED');
	});

	test.each([
		['2023-03-09T23:59:59.999Z', []],
		['2023-03-10T23:59:59.999Z', ['2023-03-10']],
	])('an access until %s decides by the day', async (endDate, expected) => {
		await activeStanding(spender, { startDate: '2023-03-01', endDate: '2023-03-31' });
		const access = `/employees/${spender.employeeId}/flex/access`;
		expect((await as(spender.admin).delete(`${access}?endDate=${endDate}`)).status).toBe(200);
		expect(await daysAfter('2023-03-20T00:00:00.000Z')).toEqual([expected]);
		expect(await skipped()).toMatchObject(
			expected.length === 0 ? [{ after: { refusal: 'no_flex_access' } }] : [],
		);
	});

	test('a month that is closed before its day came to the cron takes nothing, and the next one does', async () => {
		await activeStanding(spender, { startDate: '2023-03-01' });
		at('2023-04-01T12:00:00.000Z');
		expect((await spender.close('2023-03')).status).toBe(201);
		expect(await daysAfter('2023-04-09T23:59:59.999Z', '2023-04-10T00:00:00.000Z')).toEqual([
			[],
			['2023-04-10'],
		]);
		expect(await skipped()).toMatchObject([{ after: { refusal: 'period_closed' } }]);
	});

	test('a correction stays in the month, and names the day if it does not', async () => {
		await activeStanding(spender, { startDate: '2023-03-01' });
		await runCron('2023-03-10T00:00:00.000Z');
		const [{ id }] = (await as(spender.employee).get(`/employees/${spender.employeeId}/flex/expenses`)).body;
		at('2023-04-02T12:00:00.000Z');
		expect((await spender.reopen(id, 'A mistake')).status).toBe(200);
		expect((await spender.sendBack(id)).status).toBe(200);
		const mend = (date: string) =>
			spender.mend(id, expenseOf({ module: 'MOBILITY', isPublicTransport: true, date }));
		for (const date of ['2023-02-28', '2023-04-01']) {
			expect(await mend(date)).toMatchObject({
				status: 400,
				body: { errors: [{ pointer: '#/date', code: 'wrong_month' }] },
			});
		}
		expect((await mend('2023-03-31')).body).toMatchObject({ date: '2023-03-31', state: 'SUBMITTED' });
	});

	test('a rejected proof is removed 90 days later with its file, and the history tells it', async () => {
		const id = await activeStanding(spender, { startDate: '2023-03-01' });
		const { body } = await addProof(spender.employee, id, '2025-01-31');
		expect((await decideStanding(spender.verifier, id, 'rejection', { reason: 'Not legible' })).status).toBe(
			200,
		);
		await runCron('2023-05-29T23:59:59.999Z');
		expect((await read(id)).proofs).toHaveLength(2);
		expect(await env.RECEIPTS.head(body.id)).not.toBeNull();
		const due = '2023-05-30T00:00:00.000Z';
		await Promise.all([runCron(due), runCron(due)]);
		expect((await read(id)).proofs).toMatchObject([{ state: 'APPROVED' }]);
		expect(await env.RECEIPTS.head(body.id)).toBeNull();
		const removed = `/events?companyId=${spender.company.id}&type=standing_expense.proof_removed`;
		expect((await as(spender.admin).get(removed)).body).toMatchObject([
			{ recordId: body.id, actor: { type: 'CRON' }, after: { dateDiscarded: due } },
		]);
	});
});
