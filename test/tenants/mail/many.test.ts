import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliver, mailRow, newMail, postOffice } from '../../harness/mail.ts';
import { at, newUser, runCron, type TestUser } from '../../harness/service.ts';

let user: TestUser;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails; DELETE FROM mail_days');
	user = await newUser(['EMPLOYEE']);
});

/** As many due invitations of one user, each from another day, because of the limit per address. */
const invitations = (count: number) =>
	env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO mails (id, date_created, kind, user_id, data, priority, date_due)
		SELECT printf('01869a77-fc00-7000-8000-%012d', i), i * 86400000, 'invitation', ?, '{}', 2, 1 FROM n`,
	)
		.bind(count, user.userId)
		.run();

const sentOf = async (kind: string) =>
	env.DB.prepare(`SELECT count(*) AS n FROM mails WHERE kind = ? AND state = 'sent'`)
		.bind(kind)
		.first<number>('n');

describe('MAIL_PER_DAY', () => {
	test('spreads invitations over days, by the UTC calendar', async () => {
		await invitations(150);
		const { bindings } = postOffice();
		const limited = { ...bindings, MAIL_PER_DAY: '70' };
		const sent = async (instant: string) => {
			at(instant);
			await deliver(limited);
			return sentOf('invitation');
		};
		expect(await sent('2023-03-07T12:00:00.000Z')).toBe(70);
		expect(await sent('2023-03-07T23:59:59.999Z')).toBe(70);
		expect(await sent('2023-03-08T00:00:00.000Z')).toBe(140);
		expect(await sent('2023-03-09T00:00:00.000Z')).toBe(150);
	});

	test('holds no security mail back, and sends messages to one person before others', async () => {
		await invitations(5);
		const { bindings, sent } = postOffice();
		const limited = { ...bindings, MAIL_PER_DAY: '2' };
		await newMail(user.userId, { kind: 'expense_approved' });
		await deliver(limited);
		expect(sent.map(({ subject }) => subject).sort()).toEqual([
			'Invitation from Zubrot',
			'Your expense was approved',
		]);
		for (const _ of [1, 2, 3]) await newMail(user.userId, { kind: 'password_reset' });
		await deliver(limited);
		expect(sent).toHaveLength(5);
	});
});

test('one run sends 600 and asks for another one', async () => {
	await invitations(650);
	const { bindings, sent, woken } = postOffice();
	const unlimited = { ...bindings, MAIL_PER_DAY: '10000' };
	expect(await deliver(unlimited)).toBe(600);
	expect(woken).toMatchObject([{ delaySeconds: 0 }]);
	expect(await deliver(unlimited)).toBe(50);
	expect(new Set(sent.map(({ to }) => to)).size).toBe(1);
	expect(sent).toHaveLength(650);
});

test('two senders at once send each mail once', async () => {
	await invitations(100);
	const { bindings, sent } = postOffice();
	const counts = await Promise.all([1, 2, 3].map(() => deliver(bindings)));
	expect(counts.reduce((sum, count) => sum + count)).toBe(100);
	expect(sent).toHaveLength(100);
	expect(await sentOf('invitation')).toBe(100);
});

test('a mail whose sender died is sent again when the lease is over, not before', async () => {
	const id = await newMail(user.userId);
	const { bindings, sent } = postOffice();
	const dying = { ...bindings, EMAIL: { send: () => new Promise(() => {}) } as unknown as SendEmail };
	void deliver(dying);
	while ((await mailRow(id))?.attempts !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
	at('2023-03-07T12:29:59.999Z');
	await deliver(bindings);
	expect(sent).toHaveLength(0);
	at('2023-03-07T12:30:00.000Z');
	await deliver(bindings);
	expect(sent).toHaveLength(1);
	expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 2 });
});

test('the cron sends what no queue has woken anybody for', async () => {
	const id = await newMail(user.userId);
	await runCron('2023-03-07T13:00:00.000Z');
	expect(await mailRow(id)).toMatchObject({ state: 'sent' });
});

test('mails are removed 180 days after they were made, unless they still wait', async () => {
	const { bindings } = postOffice();
	const id = await newMail(user.userId);
	await deliver(bindings);
	await runCron('2023-09-03T12:00:00.000Z');
	expect(await mailRow(id)).not.toBeNull();
	const waiting = await newMail(user.userId);
	await env.DB.prepare(`UPDATE mails SET date_due = 9e15 WHERE id = ?`).bind(waiting).run();
	await runCron('2023-09-03T12:00:00.001Z');
	expect(await mailRow(id)).toBeNull();
	expect(await mailRow(waiting)).not.toBeNull();
});
