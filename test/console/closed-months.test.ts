import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { browse, visitOf } from '../harness/console.ts';
import { register } from '../harness/mail.ts';
import { pageOf } from '../harness/page.ts';
import { as, at, newCompany, runCron, type TestUser } from '../harness/service.ts';
import { newSpender, type Spender } from '../harness/spending.ts';

const CLOSING = '2023-03-05T10:00:00.000Z';
const BEFORE = '2023-03-05T09:59:59.999Z';
const CUT_OFF = '2023-03-07T23:59:59.999Z';
const FEBRUARY = 'Receipts of February 2023 can be submitted until the evening of 7 March 2023.';
const MARCH = 'Receipts of March 2023 can be submitted until the evening of 7 April 2023.';
const CLOSED = 'February 2023 is closed. You can submit receipts dated 1 March 2023 or later.';

let spender: Spender;
beforeEach(async () => {
	at('2023-03-01T12:00:00.000Z');
	spender = await newSpender({ accumulateBudget: false }, await newCompany(7));
});

const textOf = async (user: TestUser, path: string) =>
	pageOf((await browse(await visitOf(user)).get(path, { 'Accept-Language': 'en' })).body).text;

async function closeEarly(month = '2023-02') {
	at(CLOSING);
	expect((await spender.close(month)).status).toBe(201);
}

describe.each(['/benefits', '/benefits/new'])('%s', (path) => {
	test('promises a month until its last day, and no longer once it was closed early', async () => {
		at(CUT_OFF);
		expect(await textOf(spender.employee, path)).toContain(FEBRUARY);
		at(BEFORE);
		expect(await textOf(spender.employee, path)).toContain(FEBRUARY);
		await closeEarly();
		const closed = await textOf(spender.employee, path);
		expect(closed).not.toContain('Receipts of February 2023');
		expect(closed).toContain(CLOSED);
		expect(closed).toContain(MARCH);
		at('2023-03-08T00:00:00.000Z');
		expect(await textOf(spender.employee, path)).not.toContain('February 2023');
	});

	test('promises a month that another company has closed', async () => {
		at(CLOSING);
		await (await newSpender()).close('2023-02');
		expect(await textOf(spender.employee, path)).toContain(FEBRUARY);
	});
});

test('the form offers days of open months only, and does not ask for a photo while no day is open', async () => {
	const form = async () => {
		const { body } = await browse(await visitOf(spender.employee)).get('/benefits/new');
		return ['#date', '#file'].map((field) => pageOf(body).select(field)[0]);
	};
	expect((await form())[0]?.attribute('min')).toBe('2023-02-01');
	await closeEarly();
	expect((await form())[0]?.attribute('min')).toBe('2023-03-01');
	await closeEarly('2023-03');
	expect(await form()).toEqual([undefined, undefined]);
	expect(await textOf(spender.employee, '/benefits/new')).toContain(
		'March 2023 is closed. You can submit receipts dated 1 April 2023 or later.',
	);
	expect(await textOf(spender.employee, '/benefits')).not.toContain('Add a receipt');
});

test('the queue, in the API and the console, names the moment of an early closing', async () => {
	const id = await spender.submitted();
	const deadline = async () => {
		const { body } = await as(spender.verifier).get(`/companies/${spender.company.id}/flex/expense-queue`);
		return body[0].deadline;
	};
	expect(await deadline()).toBe(CUT_OFF);
	const late = 'The month of this receipt is already closed.';
	for (const instant of [BEFORE, CUT_OFF]) {
		at(instant);
		expect(await textOf(spender.verifier, '/verify')).toContain('Decide by 7 Mar');
	}
	await closeEarly();
	expect(await deadline()).toBe(BEFORE);
	expect(await textOf(spender.verifier, '/verify')).toContain(late);
	at(CUT_OFF);
	expect(await textOf(spender.verifier, '/verify')).toContain(late);
	await spender.approve(id);
	expect(await spender.transactionOf(id)).toMatchObject({ payrollReferenceDate: '2023-04-07T23:59:59.999Z' });
});

test('the verifier’s Today names no cut-off after an early closing', async () => {
	await spender.submitted();
	for (const instant of [BEFORE, CUT_OFF]) {
		at(instant);
		expect(await textOf(spender.verifier, '/today')).toContain('until the evening of 7 Mar');
	}
	await closeEarly();
	const closed = await textOf(spender.verifier, '/today');
	expect(closed).not.toContain('until the evening of');
	expect(closed).toContain('late: their month is paid');
});

test('the date windows begin after a month that was closed early', async () => {
	const first = async () =>
		(await as(spender.employee).get(`/employees/${spender.employeeId}/date-windows`)).body.submitExpense;
	at(BEFORE);
	expect(await first()).toEqual({ earliestStartDate: '2023-02-01T00:00:00.000Z', earliestEndDate: null });
	await closeEarly();
	expect(await first()).toMatchObject({ earliestStartDate: '2023-03-01T00:00:00.000Z' });
	at('2023-03-08T00:00:00.000Z');
	expect(await first()).toMatchObject({ earliestStartDate: '2023-03-01T00:00:00.000Z' });
	await closeEarly('2023-03');
	expect(await first()).toMatchObject({ earliestStartDate: '2023-04-01T00:00:00.000Z' });
});

test('the settings of days name no day of a month that was closed early', async () => {
	at(BEFORE);
	expect(await textOf(spender.admin, '/company')).toContain('February 2023');
	await closeEarly();
	expect(await textOf(spender.admin, '/company')).not.toContain('February 2023');
});

test.each([
	['names a month that is open', false, [{ month: '2023-02', lastDay: '2023-03-07' }]],
	['names no month that was closed early', true, []],
])('a reminder %s', async (_, isClosed, expected) => {
	await env.DB.exec('DELETE FROM mails; DELETE FROM reminder_turns;');
	await register(spender.employee.userId);
	await runCron('2023-03-03T00:00:00.000Z');
	at('2023-03-03T23:59:59.999Z');
	if (isClosed) await spender.close('2023-02');
	await runCron('2023-03-04T00:00:00.000Z');
	const { results } = await env.DB.prepare(
		"SELECT data FROM mails WHERE kind = 'month_closing' AND user_id = ?",
	)
		.bind(spender.employee.userId)
		.all<{ data: string }>();
	expect(results.map(({ data }) => JSON.parse(data))).toEqual(expected);
});
