import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { sqlIn } from '../../harness/alarms.ts';
import { advance, newSandbox } from '../../harness/sandboxes.ts';
import { as, at, call, newCompany, newEmployee, userOf } from '../../harness/service.ts';

const cents = (value: number) => ({ value, currency: 'EUR_CENT' });

test('a sandbox has a database and a clock of its own, which moves forward only', async () => {
	at('2031-03-05T08:30:00.000Z');
	const sandbox = await newSandbox();
	const { id, admin, platform, cell } = sandbox;
	expect(cell).toMatch(/^sb[a-z2-7]{10}$/);
	const path = `/companies/${id}`;
	const read = await as(admin).get(path);
	expect(read.body).toMatchObject({ sandbox: true });
	const created = await as(admin).get(`/events?companyId=${id}&type=company.created`);
	expect(created.body).toMatchObject([{ after: { sandbox: true } }]);
	expect((await as(platform).get('/companies?limit=100')).body).toContainEqual(
		expect.objectContaining({ id, sandbox: true }),
	);
	expect((await as(admin).get(`${path}/sandbox`)).body).toEqual({
		companyId: id,
		now: '2031-03-05T08:30:00.000Z',
		aheadSeconds: 0,
	});

	const employeeId = await newEmployee(sandbox);
	const person = `/employees/${employeeId}`;
	const budget = await as(admin).put(`${person}/goodies/budget`, {
		budget: cents(5000),
		startDate: '2031-04-01T00:00:00.000Z',
	});
	expect(budget.status, JSON.stringify(budget.body)).toBe(200);
	const moved = await advance(sandbox, '2031-05-15T10:00:00.000Z');
	expect(moved).toMatchObject({ reachedUntil: '2031-05-15T10:00:00.000Z', done: true, failedJobs: [] });
	expect(moved.events).toContainEqual({ type: 'voucher.issued', count: 2 });
	expect(moved.events).toContainEqual({ type: 'month.cut_off', count: 3 });

	at('2031-03-05T09:30:00.000Z');
	expect((await as(admin).get(`${path}/sandbox`)).body).toMatchObject({ now: '2031-05-15T11:00:00.000Z' });
	const vouchers = await as(admin).get(`${person}/goodies/vouchers`);
	expect(vouchers.body.map((one: { dueDate: string }) => one.dueDate.slice(0, 10))).toEqual([
		'2031-04-01',
		'2031-05-01',
	]);
	const access = await as(admin).put(`${person}/flex/access`, {
		budget: cents(5000),
		accumulateBudget: true,
		startDate: '2031-05-01T00:00:00.000Z',
	});
	expect(access.status, JSON.stringify(access.body)).toBe(200);
	const user = await userOf(employeeId, cell);
	const expense = await as(user).post(`${person}/flex/expenses`, {
		module: 'INTERNET',
		amount: cents(1000),
		date: '2031-05-14',
	});
	expect(expense.body).toMatchObject({ dateCreated: '2031-05-15T11:00:00.000Z' });
	// A platform administrator comes from another database, and meets the same clock.
	expect((await as(platform).get(`${path}/sandbox`)).body).toMatchObject({ now: '2031-05-15T11:00:00.000Z' });
	const history = (await as(admin).get(`/events?companyId=${id}&type=sandbox.advanced`)).body;
	expect(history).toEqual([
		expect.objectContaining({
			before: { now: '2031-03-05T08:30:00.000Z' },
			after: { now: '2031-05-15T10:00:00.000Z' },
			actor: expect.objectContaining({ userId: admin.userId }),
		}),
	]);
});

test('the clock of a sandbox refuses to go back, too far, or twice at once', async () => {
	at('2031-03-05T08:30:00.000Z');
	const sandbox = await newSandbox();
	const path = `/companies/${sandbox.id}/sandbox/advance`;
	const post = (to: string) => as(sandbox.admin).post(path, { to });
	for (const [to, code] of [
		['2031-03-05T08:30:00.000Z', 'too_small'],
		['2030-01-01T00:00:00.000Z', 'too_small'],
		['2033-03-05T08:30:00.001Z', 'too_big'],
		['2131-03-05T08:30:00.000Z', 'too_big'],
	] as const) {
		const { status, body } = await post(to);
		expect([status, body.errors?.[0]]).toEqual([400, expect.objectContaining({ pointer: '#/to', code })]);
	}
	const both = await Promise.all([post('2031-03-12T00:00:00.000Z'), post('2031-03-13T00:00:00.000Z')]);
	const [busy] = both.filter(({ status }) => status !== 200);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(busy?.body).toMatchObject({ code: 'sandbox_busy' });
});

test('a real company has no clock, and a sandbox never becomes a real company', async () => {
	const real = await newCompany();
	const sandbox = await newSandbox();
	const { platform, cell, id } = sandbox;
	for (const [path, body] of [
		['advance', { to: '2031-03-05T08:30:00.000Z' }],
		['reset', undefined],
		['populate', { employees: 1, months: 1 }],
	] as const) {
		for (const caller of [real.admin, platform]) {
			const answer = await as(caller).post(`/companies/${real.id}/sandbox/${path}`, body);
			expect([answer.status, answer.body.code]).toEqual([409, 'not_a_sandbox']);
		}
	}
	expect((await as(platform).put(`/companies/${id}`, { sandbox: false })).status).toBe(400);
	const refused = (run: Promise<unknown>) => expect(run).rejects.toThrow('append_only');
	await refused(sqlIn(cell, 'UPDATE companies SET is_sandbox = 0').run());
	await refused(sqlIn(cell, 'UPDATE sandboxes SET ahead = -1').run());
	await refused(env.DB.prepare('UPDATE companies SET is_sandbox = 1 WHERE id = ?').bind(real.id).run());
	await refused(env.DB.prepare('INSERT INTO sandboxes (company_id) VALUES (?)').bind(real.id).run());
});

test('no mail leaves a sandbox', async () => {
	const sandbox = await newSandbox();
	await newEmployee(sandbox);
	const mails = await as(sandbox.admin).get(`/companies/${sandbox.id}/mails`);
	expect(mails.body).toEqual([expect.objectContaining({ kind: 'invitation', state: 'sent' })]);
	const [{ id: mailId }] = mails.body;
	const mail = await as(sandbox.admin).get(`/companies/${sandbox.id}/mails/${mailId}`);
	const [, token = ''] = /#(\S+)/.exec(mail.body.text) ?? [];
	const registered = await call('POST', '/auth/registration', {
		token,
		password: 'nine miles before breakfast',
	});
	expect(registered.status, JSON.stringify(registered.body)).toBe(200);
	await expect(sqlIn(sandbox.cell, `UPDATE mails SET state = 'waiting'`).run()).rejects.toThrow(
		'append_only',
	);
});
