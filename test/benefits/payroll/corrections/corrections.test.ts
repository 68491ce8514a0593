import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { intercepted } from '../../../harness/intercepted.ts';
import { as, at, newUser, openSession, runCron } from '../../../harness/service.ts';
import { eachTestFinds } from '../../../harness/snapshot.ts';
import { cents, newSpender, refusal, type Spender } from '../../../harness/spending.ts';

let spender: Spender;
let line: string;
let path: string;

eachTestFinds(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender({}, undefined, { personnelNumber: '17' });
	line = (await spender.transactionOf(await spender.approved({ amount: cents(1000) }))).id;
	await runCron('2023-03-08T00:00:00.000Z');
	at('2023-03-10T10:00:00.000Z');
	path = `/companies/${spender.company.id}/flex/payroll-corrections`;
});

const listed = async () => (await as(spender.admin).get(path)).body;
const total = async () => {
	const lines = await spender.transactions();
	return lines.reduce((sum, { amount }) => sum + amount.value, 0);
};

describe('a correction', () => {
	test.each([-1, -1000, 1, 4000])(
		'a correction of %d is a new PENDING line that refers to the committed one',
		async (value) => {
			const [corrected] = await spender.transactions();
			const { status, headers, body } = await spender.correct(line, value);
			expect(status).toBe(201);
			expect(body).toEqual({
				id: expect.stringMatching(/^[0-9a-f-]{36}$/),
				dateCreated: '2023-03-10T10:00:00.000Z',
				correctsId: line,
				authorId: spender.admin.userId,
				reason: 'Counted twice',
				amount: cents(value),
				state: 'PENDING',
				payrollReferenceDate: '2023-04-07T23:59:59.999Z',
			});
			expect(headers.get('Location')).toBe(`/api/v2${path}/${body.id}`);
			expect((await as(spender.verifier).get(`${path}/${body.id}`)).body).toEqual(body);
			expect(await listed()).toEqual([body]);
			expect(await spender.transactions()).toMatchObject([
				{ ...corrected, state: 'COMMITTED', amount: cents(1000) },
				{ id: body.id, flexDataId: corrected?.flexDataId, personnelNumber: '17', state: 'PENDING' },
			]);
			expect(await spender.balance('2023-02')).toMatchObject({ spent: 1000 + value, overdrawn: 0 });
		},
	);

	test('is committed by the next run, and may itself be corrected then', async () => {
		const { id } = (await spender.correct(line, -400)).body;
		expect(await spender.correct(id, 100)).toMatchObject(refusal(409, 'not_committed'));
		await runCron('2023-04-08T00:00:00.000Z');
		expect((await spender.runs())[1]).toMatchObject({
			month: '2023-03',
			lineCount: 1,
			sums: [{ module: 'INTERNET', amount: cents(-400) }],
		});
		expect(await listed()).toMatchObject([{ id, state: 'COMMITTED' }]);
		at('2023-04-10T10:00:00.000Z');
		const second = await spender.correct(id, 100);
		expect(second).toMatchObject({ status: 201, body: { correctsId: id } });
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 700 });
	});

	test.each([
		['2023-03-31T23:59:59.999Z', [], '2023-04-07T23:59:59.999Z'],
		['2023-04-07T23:59:59.999Z', [], '2023-04-07T23:59:59.999Z'],
		['2023-04-08T00:00:00.000Z', [], '2023-05-07T23:59:59.999Z'],
		['2023-04-07T23:59:59.999Z', ['2023-03'], '2023-05-07T23:59:59.999Z'],
	])('made at %s, when %j was closed early, goes to the run of %s', async (moment, closed, expected) => {
		at(moment);
		for (const month of closed) await spender.close(month);
		expect((await spender.correct(line, -1)).body.payrollReferenceDate).toBe(expected);
	});

	test('may take back all of the amount in parts, and not one cent more', async () => {
		expect(await spender.correct(line, -1001)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 1000 }),
		);
		expect((await spender.correct(line, -600)).status).toBe(201);
		expect(await spender.correct(line, -401)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 400 }),
		);
		expect((await spender.correct(line, -400)).status).toBe(201);
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 0, available: 5000 });
	});

	test('may add what the budget has left, and not one cent more', async () => {
		expect(await spender.correct(line, 4001)).toMatchObject(
			refusal(409, 'budget_exceeded', { limit: 5000, used: 1000, left: 4000 }),
		);
		expect((await spender.correct(line, 4000)).status).toBe(201);
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 5000, available: 0, overdrawn: 0 });
	});

	test('is made once, though the answer to its commit was lost', async () => {
		let attempts = 0;
		const DB = intercepted(/insert into "payroll_corrections"/, async (run) => {
			const results = await run();
			if (++attempts === 1) throw new Error('D1_ERROR: Network connection lost.');
			return results;
		});
		const { status, body } = await spender.correct(line, -100, {}, { ...env, DB });
		expect(status).toBe(201);
		expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([body.id]);
		expect(await total()).toBe(900);
	});
});

describe('concurrent corrections', () => {
	test('never take back more than there is', async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => spender.correct(line, -600)));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
		expect(await total()).toBe(400);
	});

	test('all arrive when all fit', async () => {
		const answers = await Promise.all(Array.from({ length: 10 }, () => spender.correct(line, -100)));
		expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
		expect(await total()).toBe(0);
	});

	test('and a closing run leave each in one run or pending for the next', async () => {
		at('2023-04-01T00:00:00.000Z');
		await Promise.all([spender.correct(line, -1), spender.close('2023-03'), spender.correct(line, -2)]);
		await runCron('2023-06-01T00:00:00.000Z');
		expect((await spender.transactions()).map(({ state }) => state)).toEqual(Array(3).fill('COMMITTED'));
		const counts = (await spender.runs()).map(({ lineCount }: { lineCount: number }) => lineCount);
		expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(3);
	});
});

describe('is refused', () => {
	test.each<[string, object, string]>([
		['nothing', { amount: cents(0) }, '#/amount/value'],
		['a fraction', { amount: cents(-0.5) }, '#/amount/value'],
		['too much', { amount: cents(100_000_001) }, '#/amount/value'],
		['too little', { amount: cents(-100_000_001) }, '#/amount/value'],
		['no reason', { reason: undefined }, '#/reason'],
		['an empty reason', { reason: '' }, '#/reason'],
		['an unknown field', { note: 'x' }, '#/note'],
	])('with %s', async (_, given, pointer) => {
		const { status, body } = await spender.correct(line, -1, given);
		expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
		expect(body.errors).toContainEqual(expect.objectContaining({ pointer }));
		expect(await listed()).toEqual([]);
	});

	test('in another currency', async () => {
		const amount = cents(-1, 'CHF_CENTIMES');
		expect(await spender.correct(line, 0, { amount })).toMatchObject(refusal(409, 'currency_mismatch'));
	});

	test('for a pending line', async () => {
		const { id } = await spender.transactionOf(await spender.approved({ date: '2023-03-10' }));
		expect(await spender.correct(id, -1)).toMatchObject(refusal(409, 'not_committed'));
	});

	test('for a line of another company, or an unknown one', async () => {
		const foreign = await newSpender({ startDate: '2023-03-01T00:00:00.000Z' });
		const body = { amount: cents(-1), reason: 'x' };
		const at = (company: string, id: string) =>
			`/companies/${company}/flex/payroll-transactions/${id}/corrections`;
		const both = await newUser(['COMPANY_ADMIN'], [spender.company.id, foreign.company.id]);
		for (const [user, address] of [
			[foreign.admin, at(spender.company.id, line)],
			[foreign.admin, at(foreign.company.id, line)],
			[both, at(foreign.company.id, line)],
			[spender.admin, at(spender.company.id, crypto.randomUUID())],
			[spender.admin, at(spender.company.id, 'x')],
		] as const) {
			expect(await as(user).post(address, body)).toMatchObject(refusal(404, 'not_found'));
		}
		expect(await listed()).toEqual([]);
	});

	test('nobody corrects a payment to themselves', async () => {
		const platform = await newUser(['PLATFORM_ADMIN']);
		const change = { roles: ['EMPLOYEE', 'COMPANY_ADMIN'], manageableCompanyIds: [spender.company.id] };
		await as(platform).put(`/users/${spender.employee.userId}`, change);
		const both = await openSession(spender.employee.userId);
		const address = `/companies/${spender.company.id}/flex/payroll-transactions/${line}/corrections`;
		const answer = await as(both).post(address, { amount: cents(1), reason: 'x' });
		expect(answer).toMatchObject(refusal(403, 'forbidden'));
	});
});
