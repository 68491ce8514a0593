import { beforeEach, describe, expect, test } from 'vitest';
import { counting } from '../../harness/counting.ts';
import { as, at, newCompany, newUser, type TestUser } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

let one: Spender;
let two: Spender;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	one = await newSpender({}, undefined, { personnelNumber: '1' });
	two = await newSpender({}, one.company, { personnelNumber: '2' });
});

const approval = (expenseId: string, given: object = {}) => ({ expenseId, decision: 'APPROVED', ...given });
const stateOf = async (id: string) => (await as(one.admin).get(`/flex/expenses/${id}`)).body.state;

describe('many decisions in one call', () => {
	test('are answered each by itself, in their order, and the refused ones do not stop the others', async () => {
		const [approved, part] = [await one.submitted(), await two.submitted()];
		const [rejected, returned, withdrawn] = [
			await one.submitted(),
			await two.submitted(),
			await two.submitted(),
		];
		await two.withdraw(withdrawn);
		const unknown = 'e3e70682-c209-fcac-629f-6fbed82c07cd';
		const { status, body } = await one.decide([
			approval(approved),
			{ expenseId: rejected, decision: 'REJECTED', reasons: ['duplicate'] },
			approval(withdrawn),
			approval(unknown),
			approval(part, { amount: cents(400) }),
			{ expenseId: returned, decision: 'NEEDS_CORRECTION', reason: 'Two pages' },
		]);
		expect(status).toBe(200);
		const problem = null;
		expect(body).toMatchObject([
			{ expenseId: approved, state: 'APPROVED', approvedAmount: cents(1000), problem },
			{ expenseId: rejected, state: 'REJECTED', approvedAmount: null, problem },
			{ expenseId: withdrawn, state: null, problem: { status: 409, code: 'already_decided' } },
			{ expenseId: unknown, state: null, problem: { status: 404, code: 'not_found' } },
			{ expenseId: part, state: 'APPROVED', approvedAmount: cents(400), problem },
			{ expenseId: returned, state: 'NEEDS_CORRECTION', problem },
		]);
		expect((await one.transactionOf(approved)).personnelNumber).toBe('1');
		expect(await one.transactionOf(part)).toMatchObject({ personnelNumber: '2', amount: cents(400) });
		expect(await stateOf(returned)).toBe('NEEDS_CORRECTION');
	});

	test('count for those behind them: of three the budget holds two, in the order of the call', async () => {
		const ids = [];
		for (const value of [2500, 2000, 500]) ids.push(await one.submitted({ amount: cents(value) }));
		await one.grant({ budget: cents(3000) });
		const { body } = await one.decide(ids.map((id) => approval(id)));
		expect(body).toMatchObject([
			{ state: 'APPROVED' },
			{ problem: { code: 'budget_exceeded', limit: 3000, used: 2500, left: 500, month: '2023-02' } },
			{ state: 'APPROVED' },
		]);
		expect(await one.balance('2023-02')).toMatchObject({ spent: 3000, pending: 2000 });
	});

	test('name a fault by its place in the call', async () => {
		const id = await one.submitted();
		const { body } = await one.decide([approval(id, { amount: cents(1001) })]);
		expect(body[0].problem).toMatchObject({
			code: 'validation_failed',
			errors: [{ pointer: '#/decisions/0/amount/value', code: 'too_big' }],
		});
	});

	test('do not reach expenses of another company, nor one’s own', async () => {
		const foreign = await newSpender();
		const both = await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [one.company.id]);
		const own = (await one.submit({}, both)).body.id;
		const other = await foreign.submitted();
		const { body } = await one.decide([approval(own), approval(other)], both);
		expect(body.map(({ problem }: { problem: { code: string } }) => problem.code)).toEqual([
			'forbidden',
			'not_found',
		]);
		const stranger = await newUser(['FLEX_DOCUMENT_VERIFIER'], [(await newCompany()).id]);
		expect(await one.decide([approval(own)], stranger)).toMatchObject(refusal(404, 'not_found'));
	});

	test.each<[string, (id: string) => object[], string]>([
		['none', () => [], '#/decisions'],
		['501', (id) => Array.from({ length: 501 }, () => approval(id)), '#/decisions'],
		['one expense twice', (id) => [approval(id), approval(id)], '#/decisions/1/expenseId'],
		['no id', () => [approval('x')], '#/decisions/0/expenseId'],
		['another state', (id) => [approval(id, { decision: 'WITHDRAWN' })], '#/decisions/0/decision'],
		[
			'a rejection without a reason',
			(id) => [approval(id, { decision: 'REJECTED' })],
			'#/decisions/0/reasons',
		],
		[
			'a part of a rejection',
			(id) => [approval(id, { decision: 'REJECTED', reasons: ['no_date'], amount: cents(1) })],
			'#/decisions/0/amount',
		],
	])('are refused as a whole when they are %s', async (_, decisionsOf, pointer) => {
		const id = await one.submitted();
		expect(await one.decide(decisionsOf(id))).toMatchObject(
			refusal(400, 'validation_failed', {
				errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
			}),
		);
		expect(await stateOf(id)).toBe('SUBMITTED');
	});
});

test('when two verifiers decide at once, each expense is decided once, and the other verifier learns it', async () => {
	const ids = await Promise.all([one, two].map((spender) => spender.submitted()));
	const other = await newUser(['FLEX_DOCUMENT_VERIFIER'], [one.company.id]);
	const answers = await Promise.all(
		[one.verifier, other].map((by) =>
			one.decide(
				ids.map((id) => approval(id)),
				by,
			),
		),
	);
	for (const index of ids.keys()) {
		const codes = answers.map(({ body }) => body[index].problem?.code ?? 'done');
		expect(codes.sort()).toEqual(['already_decided', 'done']);
	}
	expect(await one.transactions()).toHaveLength(2);
});

test('a call takes two round trips, whether it decides on one expense or on forty', async () => {
	const tripsOf = async (by: TestUser, count: number) => {
		const ids: string[] = [];
		for (let n = 0; n < count; n++) ids.push(await (n % 2 ? one : two).submitted({ amount: cents(10) }));
		await as(by).get('/auth/me');
		const { counted, bindings } = counting();
		expect(
			(
				await one.decide(
					ids.map((id) => approval(id)),
					by,
					bindings,
				)
			).status,
		).toBe(200);
		return counted.trips;
	};
	expect([await tripsOf(one.verifier, 1), await tripsOf(one.verifier, 40)]).toEqual([2, 2]);
});

test('a repetition under the same key gets the first answer, and decides nothing again', async () => {
	const id = await one.submitted();
	const send = () =>
		as(one.verifier).send(
			'POST',
			`/companies/${one.company.id}/flex/expense-decisions`,
			{ decisions: [approval(id)] },
			{ 'Idempotency-Key': 'a page of receipts' },
		);
	const [first, again] = [await send(), await send()];
	expect(first.body).toMatchObject([{ state: 'APPROVED', problem: null }]);
	expect(again.body).toEqual(first.body);
	expect(again.headers.get('Idempotency-Replayed')).toBe('true');
});
