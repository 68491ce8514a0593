import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, at, newUser, runCron } from '../../harness/service.ts';
import { cents, newSpender, refusal, type Spender } from '../../harness/spending.ts';

const SUBMITTED_AT = '2023-03-06T12:00:00.000Z';
const RETURNED_AT = '2023-03-07T12:00:00.000Z';
const LAST_MOMENT = '2023-04-06T11:59:59.999Z';
const TOO_LATE = '2023-04-06T12:00:00.000Z';

let spender: Spender;
let id: string;

beforeEach(async () => {
	at(SUBMITTED_AT);
	spender = await newSpender();
	id = await spender.submitted();
	at(RETURNED_AT);
});

const read = async () => (await as(spender.employee).get(`/flex/expenses/${id}`)).body;

describe('an expense that is sent back', () => {
	test('shows the reasons and the deadline for a correction, and still counts as spent', async () => {
		const { status, body } = await spender.sendBack(id, {
			reasons: ['card_slip', 'no_date'],
			reason: 'Ask the shop',
		});
		expect(status).toBe(200);
		expect(body).toMatchObject({
			state: 'NEEDS_CORRECTION',
			dateCreated: SUBMITTED_AT,
			dateReturned: RETURNED_AT,
			mendUntil: TOO_LATE,
			dateDecided: null,
			deciderId: null,
			rejectionReason: 'Ask the shop',
		});
		expect(body.reasons.map(({ code }: { code: string }) => code)).toEqual(['no_date', 'card_slip', 'other']);
		expect(body.reasons[2].text).toBe('Ask the shop');
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 1000, available: 4000 });
		expect(await spender.submit({ amount: cents(4001) })).toMatchObject(refusal(409, 'budget_exceeded'));
	});

	test('is corrected by its author, keeps the date of its submission, and is approved as corrected', async () => {
		await spender.sendBack(id);
		at('2023-03-07T13:00:00.000Z');
		const { status, body } = await spender.mend(id, { amount: cents(4200), module: 'KITA', note: 'Now' });
		expect(status).toBe(200);
		expect(body).toMatchObject({
			state: 'SUBMITTED',
			amount: cents(4200),
			module: 'KITA',
			note: 'Now',
			mendUntil: null,
			dateCreated: SUBMITTED_AT,
			dateModified: '2023-03-07T13:00:00.000Z',
		});
		expect(body.reasons, 'still tells the verifier why it was sent back').toMatchObject([
			{ code: 'no_date' },
		]);
		expect((await spender.approve(id)).body).toMatchObject({ approvedAmount: cents(4200), reasons: [] });
		expect((await spender.transactionOf(id)).submittedDate).toBe(SUBMITTED_AT);
	});

	test('can be corrected after the cut-off, by the date of its submission, and only into a month that was open then', async () => {
		await spender.sendBack(id);
		at('2023-03-09T12:00:00.000Z');
		expect(await spender.mend(id, { date: '2023-01-31' })).toMatchObject(refusal(409, 'period_closed'));
		expect((await spender.mend(id)).status).toBe(200);
	});

	test('a correction is checked by all rules: the amount left, and the requirements of the module', async () => {
		await spender.sendBack(id);
		expect(await spender.mend(id, { amount: cents(5001) })).toMatchObject(refusal(409, 'budget_exceeded'));
		expect(await spender.mend(id, { module: 'MEALS' })).toMatchObject(refusal(400, 'validation_failed'));
		expect((await spender.mend(id, { amount: cents(5001), upTo: true })).body).toMatchObject({
			amount: cents(5000),
			requestedAmount: cents(5001),
		});
	});

	test('may be lowered or kept, though its month is overdrawn by then, but not raised', async () => {
		await spender.grant({ budget: cents(500) });
		await spender.sendBack(id);
		expect(await spender.mend(id, { amount: cents(1001) })).toMatchObject(refusal(409, 'budget_exceeded'));
		expect(await spender.mend(id, { amount: cents(1000), date: '2023-02-26' })).toMatchObject(
			refusal(409, 'budget_exceeded'),
		);
		expect((await spender.mend(id, { amount: cents(999) })).body).toMatchObject({ amount: cents(999) });
		await spender.sendBack(id);
		expect((await spender.mend(id, { amount: cents(2000), upTo: true })).body).toMatchObject({
			amount: cents(999),
			requestedAmount: cents(2000),
		});
		expect(await spender.approve(id), 'the verifier approves only what fits').toMatchObject(
			refusal(409, 'budget_exceeded'),
		);
	});

	test('is neither approved nor returned again before its correction, but may be rejected or withdrawn', async () => {
		await spender.sendBack(id);
		expect(await spender.approve(id)).toMatchObject(refusal(409, 'needs_correction'));
		expect(await spender.sendBack(id)).toMatchObject(refusal(409, 'needs_correction'));
		expect((await spender.reject(id)).status).toBe(200);
		const other = await spender.submitted();
		await spender.sendBack(other);
		expect((await spender.withdraw(other)).body.state).toBe('WITHDRAWN');
	});

	test('is corrected only by its author, and only while it is returned', async () => {
		expect(await spender.mend(id)).toMatchObject(refusal(409, 'not_returned'));
		await spender.sendBack(id);
		const colleague = await newSpender({}, spender.company);
		expect(await spender.mend(id, {}, colleague.employee)).toMatchObject(refusal(404, 'not_found'));
		expect(await spender.mend(id, {}, spender.admin)).toMatchObject(refusal(403, 'forbidden'));
		expect(await spender.mend(id, {}, spender.verifier)).toMatchObject(refusal(403, 'forbidden'));
		await spender.withdraw(id);
		expect(await spender.mend(id)).toMatchObject(refusal(409, 'already_decided'));
	});

	test('is not sent back by its author, though a verifier', async () => {
		const both = await newUser(['COMPANY_ADMIN', 'FLEX_DOCUMENT_VERIFIER'], [spender.company.id]);
		const { body } = await spender.submit({}, both);
		expect(await spender.sendBack(body.id, undefined, both)).toMatchObject(refusal(403, 'forbidden'));
	});
});

describe('an expense that nobody corrects', () => {
	beforeEach(() => spender.sendBack(id, { reasons: ['unreadable'] }));

	test('is rejected by the cron after 30 days and not before, for the same reasons, and its money is free', async () => {
		await runCron(LAST_MOMENT);
		expect((await read()).state).toBe('NEEDS_CORRECTION');
		await runCron(TOO_LATE);
		expect(await read()).toMatchObject({
			state: 'REJECTED',
			dateDecided: TOO_LATE,
			deciderId: null,
			mendUntil: null,
			reasons: [{ code: 'unreadable' }],
		});
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 0, available: 5000 });
		const platform = as(await newUser(['PLATFORM_ADMIN']));
		const told = await platform.get(`/events?subject=${spender.employeeId}&type=expense.rejected`);
		expect(told.body).toMatchObject([
			{ recordId: id, actor: { type: 'CRON' }, after: { state: 'REJECTED' } },
		]);
		expect(await runCron(TOO_LATE)).toMatchObject({ rejectUnmended: 0 });
	});

	test('may be corrected, and counts as taken, until the cron has rejected it', async () => {
		at(TOO_LATE);
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 1000, available: 4000 });
		await runCron(TOO_LATE);
		expect(await spender.mend(id)).toMatchObject(refusal(409, 'already_decided'));
		expect(await spender.balance('2023-02')).toMatchObject({ pending: 0, available: 5000 });
	});

	test('the days are counted again after a second return', async () => {
		await spender.mend(id);
		at('2023-03-07T13:00:00.000Z');
		await spender.sendBack(id);
		await runCron(TOO_LATE);
		expect((await read()).state).toBe('NEEDS_CORRECTION');
		await runCron('2023-04-06T13:00:00.000Z');
		expect((await read()).state).toBe('REJECTED');
	});

	test('two of one employee are rejected together, by two runs at once', async () => {
		const other = await spender.submitted();
		await spender.sendBack(other);
		await Promise.all([runCron(TOO_LATE), runCron(TOO_LATE)]);
		const events = `/events?subject=${spender.employeeId}&type=expense.rejected`;
		expect((await as(spender.admin).get(events)).body).toHaveLength(2);
	});
});

test('the database lets nobody change what an expense asks for unless it is sent back', async () => {
	const change = (what: string) => env.DB.prepare(`UPDATE expenses SET ${what} WHERE id = ?`).bind(id).run();
	for (const what of ['amount_value = 1', "module = 'KITA'", 'date = date + 1']) {
		await expect(change(what)).rejects.toThrow('decided');
	}
	await spender.sendBack(id);
	await expect(change("state = 'APPROVED', approved_amount_value = 1000")).rejects.toThrow('decided');
	await expect(change('amount_value = 1')).resolves.toBeDefined();
});

test('the database lets nobody approve without an amount, or more than was asked for', async () => {
	for (const what of ['', ', approved_amount_value = 0', ', approved_amount_value = 1001']) {
		const approve = env.DB.prepare(`UPDATE expenses SET state = 'APPROVED'${what} WHERE id = ?`).bind(id);
		await expect(approve.run()).rejects.toThrow('approved_amount');
	}
});
