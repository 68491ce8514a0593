import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventsFor } from '../../../harness/events.ts';
import { deliver, postOffice, register } from '../../../harness/mail.ts';
import { as, at, newEmployee, newUser, runCron, type TestUser, userOf } from '../../../harness/service.ts';
import { cents, newSpender, type Spender } from '../../../harness/spending.ts';

const ALL = {
	expenseApproved: true,
	expenseRejected: true,
	expenseReturned: true,
	expenseReopened: true,
	expensesWaiting: true,
	standingExpenseApproved: true,
	standingExpenseRejected: true,
	standingExpenseEnded: true,
	standingExpenseSkipped: true,
	proofEnding: true,
	voucherIssued: true,
	budgetExpiring: true,
	accessEnding: true,
	monthClosing: true,
};

let spender: Spender;
let employee: TestUser;

beforeAll(async () => {
	at('2023-03-01T00:00:00.000Z');
	spender = await newSpender({ budget: cents(50_000) });
	employee = await userOf(spender.employeeId);
});
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails; DELETE FROM muted_notices');
	await register(employee.userId);
});

const TEN_MINUTES_LATER = '2023-03-07T12:10:00.000Z';

const subjects = async () => {
	const { bindings, sent } = postOffice();
	at(TEN_MINUTES_LATER);
	await deliver(bindings);
	return sent.map(({ subject }) => subject);
};

describe('a decision on an expense', () => {
	test('the employee gets a mail, with the reason of a rejection', async () => {
		const [first, second] = [await spender.submitted(), await spender.submitted()];
		const { bindings, sent, woken } = postOffice();
		await as(spender.verifier, bindings).post(`/flex/expenses/${first}/approval`);
		await as(spender.verifier, bindings).post(`/flex/expenses/${second}/rejection`, {
			reason: 'Nicht lesbar',
		});
		expect(woken.map(({ delaySeconds }) => delaySeconds)).toEqual([600, 600]);
		at(TEN_MINUTES_LATER);
		await deliver(bindings);
		expect(sent.map(({ subject }) => subject)).toEqual([
			'Your expense was approved',
			'Your expense was rejected',
		]);
		expect(sent[1]?.text).toContain('Reason: Nicht lesbar');
	});

	test('people who have not registered, are closed or turned it off get no mail', async () => {
		const untold = [
			'UPDATE users SET date_registered = NULL, revision = revision + 1 WHERE id = ?',
			'UPDATE users SET date_registered = 1, date_closed = 1, revision = revision + 1 WHERE id = ?',
		];
		for (const sql of untold) {
			await env.DB.prepare(sql).bind(employee.userId).run();
			await as(spender.verifier).post(`/flex/expenses/${await spender.submitted()}/approval`);
		}
		await env.DB.prepare('UPDATE users SET date_closed = NULL, revision = revision + 1 WHERE id = ?')
			.bind(employee.userId)
			.run();
		await as(employee).put('/auth/me/notices', { expenseApproved: false });
		await as(spender.verifier).post(`/flex/expenses/${await spender.submitted()}/approval`);
		expect(await subjects()).toEqual([]);
	});

	test('that is refused sends nothing', async () => {
		const expense = await spender.approved();
		await env.DB.exec('DELETE FROM mails');
		expect((await as(spender.verifier).post(`/flex/expenses/${expense}/approval`)).status).toBe(409);
		expect(await subjects()).toEqual([]);
	});
});

describe('a voucher', () => {
	const planned = async () => {
		const employeeId = await newEmployee(spender.company);
		const budget = { budget: cents(4400), startDate: '2023-03-08T00:00:00.000Z' };
		await as(spender.admin).put(`/employees/${employeeId}/goodies/budget`, budget);
		return employeeId;
	};

	test('registered people get one mail about a voucher that the cron issues', async () => {
		const [told] = [await planned(), await planned()];
		await register((await userOf(told)).userId);
		await runCron('2023-03-07T23:59:59.999Z');
		expect(await mailsOfKind('voucher_issued')).toEqual([]);
		await runCron('2023-03-08T00:00:00.000Z');
		await runCron('2023-03-08T00:00:00.000Z');
		const rows = await mailsOfKind('voucher_issued');
		expect(rows).toMatchObject([{ user_id: (await userOf(told)).userId, state: 'sent' }]);
		expect(JSON.parse(rows[0]?.data ?? '')).toEqual({
			amount: '4400',
			currency: 'EUR_CENT',
			date: '2023-03-08',
		});
	});

	test('a voucher that a late cron issues after a termination is announced too', async () => {
		const employeeId = await planned();
		const { userId } = await userOf(employeeId);
		await register(userId);
		at('2023-03-08T12:00:00.000Z');
		await as(spender.admin).put(`/employees/${employeeId}`, { dateTerminated: '2023-04-30T00:00:00.000Z' });
		expect(await mailsOfKind('voucher_issued')).toMatchObject([{ user_id: userId }]);
	});
});

const mailsOfKind = async (kind: string) =>
	(
		await env.DB.prepare('SELECT * FROM mails WHERE kind = ? ORDER BY id')
			.bind(kind)
			.all<{ user_id: string; data: string; state: string }>()
	).results;

describe('a person', () => {
	test('gets every notice until it is turned off, and again when it is turned on', async () => {
		const me = as(await newUser(['EMPLOYEE']));
		expect((await me.get('/auth/me/notices')).body).toEqual(ALL);
		const off = await me.put('/auth/me/notices', { voucherIssued: false, monthClosing: false });
		expect(off.body).toEqual({ ...ALL, voucherIssued: false, monthClosing: false });
		const on = await me.put('/auth/me/notices', { voucherIssued: true });
		expect(on.body).toEqual({ ...ALL, monthClosing: false });
		expect((await me.get('/auth/me/notices')).body).toEqual(on.body);
	});

	test('cannot turn off what is about security', async () => {
		const me = as(await newUser(['EMPLOYEE']));
		for (const field of ['passwordChanged', 'newDevice', 'password_changed']) {
			const { status, body } = await me.put('/auth/me/notices', { [field]: false });
			expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
		}
	});

	test('leaves an event by a change, and none by what changes nothing', async () => {
		const user = await newUser(['EMPLOYEE']);
		await as(user).put('/auth/me/notices', { voucherIssued: false });
		await as(user).put('/auth/me/notices', { voucherIssued: false });
		const events = await eventsFor(await newUser(['PLATFORM_ADMIN']), `subject=${user.userId}`);
		expect(events).toMatchObject([
			{ type: 'notices.updated', before: { voucherIssued: true }, after: { voucherIssued: false } },
		]);
	});

	test('turning off two notices at once from two places turns both off', async () => {
		const me = as(await newUser(['EMPLOYEE']));
		await Promise.all([
			me.put('/auth/me/notices', { voucherIssued: false }),
			me.put('/auth/me/notices', { monthClosing: false }),
		]);
		expect((await me.get('/auth/me/notices')).body).toEqual({
			...ALL,
			voucherIssued: false,
			monthClosing: false,
		});
	});
});
