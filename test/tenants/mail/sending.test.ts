import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliver, mailRow, newMail, postOffice } from '../../harness/mail.ts';
import { at, newCompany, newUser, now, type TestUser, uniqueEmail } from '../../harness/service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let user: TestUser;
let email: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails');
	email = uniqueEmail();
	user = await newUser(['EMPLOYEE'], [], email);
});

const later = (ms: number) => at(new Date(now() + ms).toISOString());

test('a due mail is sent once, and keeps no token', async () => {
	const { bindings, sent } = postOffice();
	const id = await newMail(user.userId, { kind: 'password_reset', token: 'the token' });
	expect(await deliver(bindings)).toBe(1);
	expect(sent).toMatchObject([
		{
			to: email,
			from: { name: 'Zubrot', email: 'zubrot@mail.example' },
			headers: { 'Auto-Submitted': 'auto-generated' },
		},
	]);
	expect(sent[0]?.text).toContain('https://zubrot.example/console/new-password#the%20token');
	expect(await mailRow(id)).toMatchObject({
		state: 'sent',
		sealed: null,
		attempts: 1,
		date_sent: now(),
		carrier_id: '<1@carrier.example>',
	});
	expect(await deliver(bindings)).toBe(0);
});

test('the token of a waiting mail is sealed for this mail only', async () => {
	const { bindings, sent } = postOffice();
	const [id, other] = [await newMail(user.userId, { token: 'the token' }), await newMail(user.userId)];
	expect(JSON.stringify(await mailRow(id))).not.toContain('the token');
	await swapSealed(id, other);
	await deliver(bindings);
	expect(sent).toHaveLength(1);
	expect(await mailRow(other)).toMatchObject({ state: 'waiting', reason: 'The mail could not be created.' });
});

test('the database keeps the token of no mail that is sent or given up', async () => {
	const id = await newMail(user.userId, { token: 'the token' });
	for (const state of ['sent', 'failed', 'bounced', 'no_carrier']) {
		const change = env.DB.prepare('UPDATE mails SET state = ? WHERE id = ?').bind(state, id);
		await expect(change.run()).rejects.toThrow('mails_sealed');
	}
});

async function swapSealed(from: string, to: string): Promise<void> {
	await env.DB.prepare('UPDATE mails SET sealed = (SELECT sealed FROM mails WHERE id = ?) WHERE id = ?')
		.bind(from, to)
		.run();
}

test('a mail is not sent before it is due', async () => {
	const { bindings } = postOffice();
	at('2023-03-07T12:00:00.001Z');
	await newMail(user.userId);
	at('2023-03-07T12:00:00.000Z');
	expect(await deliver(bindings)).toBe(0);
	at('2023-03-07T12:00:00.001Z');
	expect(await deliver(bindings)).toBe(1);
});

describe('a carrier that fails', () => {
	test('is asked again after growing pauses for a day, then the mail has failed', async () => {
		const { bindings, sent, woken } = postOffice({ code: 'E_INTERNAL_SERVER_ERROR' });
		const id = await newMail(user.userId, { token: 'the token' });
		const began = now();
		for (const pause of [1, 5, 15, 60, 120, 240, 480, 480]) {
			expect(await deliver(bindings)).toBe(1);
			expect(woken.at(-1)).toEqual({ mailId: id, delaySeconds: pause * 60 });
			later(pause * MINUTE_MS - 1);
			expect(await deliver(bindings)).toBe(0);
			later(1);
		}
		expect(await mailRow(id)).toMatchObject({ state: 'waiting', attempts: 8 });
		expect(await deliver(bindings)).toBe(1);
		expect(now() - began).toBeLessThan(DAY_MS);
		expect(await mailRow(id)).toMatchObject({
			state: 'failed',
			attempts: 9,
			sealed: null,
			date_sent: null,
			reason: 'The carrier did not accept the mail (E_INTERNAL_SERVER_ERROR).',
		});
		later(2 * DAY_MS);
		expect(await deliver(bindings)).toBe(0);
		expect(sent).toEqual([]);
	});

	test('and comes back gets the mail with its link', async () => {
		const carrier = { code: 'E_DELIVERY_FAILED' as string | null };
		const { bindings, sent } = postOffice(carrier);
		const id = await newMail(user.userId, { token: 'the token' });
		await deliver(bindings);
		carrier.code = null;
		later(MINUTE_MS);
		await deliver(bindings);
		expect(sent[0]?.text).toContain('#the%20token');
		expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 2, reason: null });
	});

	test.each(['E_RATE_LIMIT_EXCEEDED', 'E_DAILY_LIMIT_EXCEEDED'])(
		'because of %s gets all mails an hour later; no attempt counts',
		async (code) => {
			const { bindings, woken } = postOffice({ code });
			const id = await newMail(user.userId);
			await deliver(bindings);
			expect(woken).toEqual([{ mailId: id, delaySeconds: 3600 }]);
			expect(await mailRow(id)).toMatchObject({
				state: 'waiting',
				attempts: 0,
				date_due: now() + 60 * MINUTE_MS,
			});
		},
	);

	test.each(['E_RECIPIENT_SUPPRESSED', 'E_RECIPIENT_NOT_ALLOWED'])(
		'with %s delivers nothing to this address: the mail has bounced at once',
		async (code) => {
			const { bindings } = postOffice({ code });
			const id = await newMail(user.userId, { token: 'the token' });
			await deliver(bindings);
			expect(await mailRow(id)).toMatchObject({ state: 'bounced', attempts: 1, sealed: null });
		},
	);
});

describe('without', () => {
	test.each(['EMAIL', 'MAIL_FROM', 'PUBLIC_URL'])('%s no mail leaves, which its state says', async (name) => {
		const { bindings, sent } = postOffice();
		const id = await newMail(user.userId, { token: 'the token' });
		await deliver({ ...bindings, [name]: undefined });
		expect(sent).toEqual([]);
		expect(await mailRow(id)).toMatchObject({ state: 'no_carrier', sealed: null });
	});
});

test('a user who is gone, or whose address belongs to somebody else by now, gets no mail', async () => {
	const { bindings, sent } = postOffice();
	const released = await newUser(['EMPLOYEE']);
	const ids = [await newMail(user.userId), await newMail(released.userId)];
	await env.DB.batch([
		env.DB.prepare('UPDATE users SET date_deleted = 1, revision = revision + 1 WHERE id = ?').bind(
			user.userId,
		),
		env.DB.prepare('UPDATE users SET email_key = id, revision = revision + 1 WHERE id = ?').bind(
			released.userId,
		),
	]);
	await deliver(bindings);
	expect(sent).toEqual([]);
	for (const id of ids)
		expect(await mailRow(id)).toMatchObject({ state: 'failed', reason: 'The user no longer exists.' });
});

test('a mail is sent under the name of the company’s sender', async () => {
	const { bindings, sent } = postOffice();
	const company = await newCompany();
	await env.DB.prepare(
		`UPDATE companies SET sender_name = 'Personal "A" <x@evil.example>', revision = 1 WHERE id = ?`,
	)
		.bind(company.id)
		.run();
	await newMail(user.userId, { companyId: company.id });
	await deliver(bindings);
	expect(sent[0]?.from).toEqual({ name: 'Personal  A   x evil.example', email: 'zubrot@mail.example' });
});
