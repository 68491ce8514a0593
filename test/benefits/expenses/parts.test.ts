import { beforeEach, describe, expect, test } from 'vitest';
import { as, at } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

let spender: Spender;
let id: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	spender = await newSpender();
	id = await spender.submitted({ amount: cents(3000) });
});

describe('a part that is approved', () => {
	test('is what balance, payroll line and history count, and the expense shows both', async () => {
		const { status, body } = await spender.approvePart(id, 1800, { reasons: ['no_items'] });
		expect(status).toBe(200);
		expect(body).toMatchObject({
			state: 'APPROVED',
			amount: cents(3000),
			approvedAmount: cents(1800),
			reasons: [{ code: 'no_items', text: 'The receipt does not show what was bought.' }],
		});
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 1800, pending: 0, available: 3200 });
		expect((await spender.transactionOf(id)).amount).toEqual(cents(1800));
		const events = `/events?subject=${spender.employeeId}&type=expense.approved`;
		expect((await as(spender.admin).get(events)).body).toMatchObject([
			{ before: { approvedAmount: null }, after: { approvedAmount: cents(1800), reasons: ['no_items'] } },
		]);
	});

	test('leaves the rest free for another expense', async () => {
		await spender.approvePart(id, 1);
		expect((await spender.submit({ amount: cents(4999) })).status).toBe(201);
		expect(await spender.submit({ amount: cents(1) })).toMatchObject(refusal(409, 'budget_exceeded'));
	});

	test('is closed, corrected and taken back as far as it was paid, and no further', async () => {
		await spender.approvePart(id, 1800);
		expect((await spender.close('2023-02')).body.sums).toEqual([{ module: 'INTERNET', amount: cents(1800) }]);
		const line = (await spender.transactionOf(id)).id;
		expect(await spender.correct(line, -1801)).toMatchObject(
			refusal(409, 'correction_exceeds_transaction', { limit: 1800 }),
		);
		expect((await spender.correct(line, -1800)).status).toBe(201);
		expect(await spender.balance('2023-02')).toMatchObject({ spent: 0, available: 5000 });
	});

	test('may be all of it, and is all of it when nothing is said', async () => {
		expect((await spender.approvePart(id, 3000)).body.approvedAmount).toEqual(cents(3000));
		const other = await spender.submitted({ amount: cents(500) });
		expect((await spender.approve(other)).body).toMatchObject({ approvedAmount: cents(500), reasons: [] });
	});

	test.each([
		['more than asked for', cents(3001), 400, 'validation_failed', '#/amount/value', 'too_big'],
		['nothing', cents(0), 400, 'validation_failed', '#/amount/value', 'too_small'],
		['less than nothing', cents(-1), 400, 'validation_failed', '#/amount/value', 'too_small'],
		['a fraction', cents(1.5), 400, 'validation_failed', '#/amount/value', 'invalid_type'],
	])('is not %s', async (_, amount, status, code, pointer, fault) => {
		const answer = await as(spender.verifier).post(`/flex/expenses/${id}/approval`, { amount });
		expect(answer).toMatchObject(refusal(status, code, { errors: [{ pointer, code: fault }] }));
		expect(await spender.transactions()).toEqual([]);
	});

	test('is not in another currency', async () => {
		const answer = await spender.approvePart(id, 1, { amount: cents(1, 'CHF_CENTIMES') });
		expect(answer).toMatchObject(refusal(409, 'currency_mismatch'));
	});

	test('fits where the whole does not any more, to the cent', async () => {
		await spender.grant({ budget: cents(2500) });
		expect(await spender.approve(id)).toMatchObject(refusal(409, 'budget_exceeded', { left: 2500 }));
		expect(await spender.approvePart(id, 2501)).toMatchObject(refusal(409, 'budget_exceeded'));
		expect((await spender.approvePart(id, 2500)).status).toBe(200);
	});
});

describe('a submission up to what is left', () => {
	const upTo = (value: number, given: object = {}) =>
		spender.submit({ amount: cents(value), upTo: true, ...given });

	test('takes what the month has left, and shows what was asked for', async () => {
		const { status, body } = await upTo(9000);
		expect(status).toBe(201);
		expect(body).toMatchObject({ amount: cents(2000), requestedAmount: cents(9000), approvedAmount: null });
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 5000, available: 0 });
		expect((await spender.approve(body.id)).body.approvedAmount).toEqual(cents(2000));
	});

	test('takes all of it when there is room', async () => {
		expect((await upTo(2000)).body).toMatchObject({ amount: cents(2000), requestedAmount: null });
	});

	test('takes what the tax rules leave when that is less, and what a later month leaves', async () => {
		const rules = [{ budgets: [{ budget: cents(3700) }] }];
		const template = { name: 'Capped', companyIds: [spender.company.id], rules };
		const { body } = await as(spender.admin).post('/flex/tax-rule-templates', template);
		await spender.grant({ flexTaxRuleTemplateId: body.id });
		expect((await upTo(1500, { date: '2023-03-01' })).body.amount).toEqual(cents(1500));
		expect((await upTo(4000)).body.amount).toEqual(cents(700));
	});

	test('is refused when nothing is left, and by every other rule as before', async () => {
		await upTo(9000);
		expect(await upTo(1)).toMatchObject(refusal(409, 'budget_exceeded', { left: 0 }));
		expect(await upTo(1, { amount: cents(1, 'CHF_CENTIMES') })).toMatchObject(
			refusal(409, 'currency_mismatch'),
		);
		expect(await upTo(1, { upTo: 'yes' })).toMatchObject(
			refusal(400, 'validation_failed', { errors: [{ pointer: '#/upTo' }] }),
		);
	});
});
