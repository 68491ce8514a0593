import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { counting } from '../../../harness/counting.ts';
import { giveSecondFactor } from '../../../harness/second-factor.ts';
import { as, at, call, newAddress, openSession, uniqueEmail } from '../../../harness/service.ts';
import { later } from '../addresses/people.ts';
import {
	confirmReset,
	type Invited,
	logIn,
	mailedToken,
	mailsTo,
	newForgetful,
	PASSWORD,
	requestReset,
} from '../one-time/links.ts';

const HOURS_72 = 72 * 3_600_000;
const ANOTHER = 'ten herons on the harbour';

let person: Invited;

/** The person's company has just reset the second factor. */
beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	person = await newForgetful();
	await giveSecondFactor(person.userId);
	expect((await as(person.admin).delete(`/users/${person.userId}/second-factor`)).status).toBe(200);
});

test('the mailbox gets no link but reads until when, and the answer is the usual one', async () => {
	expect(await requestReset(person.email)).toMatchObject({ status: 200, body: { success: true } });
	expect((await mailsTo(person.userId)).at(-1)).toBe('password_reset_rests');
	const mail = await env.DB.prepare('SELECT data, sealed FROM mails WHERE user_id = ? ORDER BY rowid DESC')
		.bind(person.userId)
		.first();
	expect(mail).toEqual({ data: JSON.stringify({ restUntil: '1678449600000' }), sealed: null });
});

test('a request does the same work as one for an unknown address', async () => {
	const work = [];
	for (const email of [person.email, uniqueEmail()]) {
		const { counted, bindings } = counting();
		await call('POST', '/auth/password-reset', { email }, { 'CF-Connecting-IP': newAddress() }, bindings);
		work.push({ trips: counted.trips, writes: counted.rowsWritten > 1 });
	}
	expect(work[0]).toEqual(work[1]);
});

test.each([
	['not in the last millisecond of 72 hours', HOURS_72 - 1, 'password_reset_rests'],
	['at their end', HOURS_72, 'password_reset'],
])('a link is sent %s', async (_, milliseconds, kind) => {
	await later(milliseconds);
	await requestReset(person.email);
	expect((await mailsTo(person.userId)).at(-1)).toBe(kind);
});

test.each([
	['not in the last millisecond of 72 hours', HOURS_72 - 1, 409],
	['at their end', HOURS_72, 200],
])(
	'a link that was mailed before works %s, and a look does not use it up',
	async (_, milliseconds, status) => {
		const rest = env.DB.prepare('UPDATE users SET rest_until = ? WHERE id = ?');
		await later(HOURS_72);
		await requestReset(person.email);
		const token = await mailedToken(person.userId, 'password_reset');
		await rest.bind(Date.parse('2023-03-10T12:00:00.000Z') + HOURS_72, person.userId).run();
		await env.DB.prepare(
			"UPDATE one_time_tokens SET date_expires = date_expires + ? WHERE purpose = 'PASSWORD_RESET'",
		)
			.bind(HOURS_72)
			.run();
		await later(milliseconds);
		expect((await confirmReset(token, ANOTHER)).status).toBe(status);
		expect((await logIn(person.email, status === 200 ? ANOTHER : PASSWORD)).status).toBe(200);
	},
);

test('the present password still works, also to change it', async () => {
	expect((await logIn(person.email)).status).toBe(200);
	const change = { currentPassword: PASSWORD, password: ANOTHER };
	const session = await openSession(person.userId);
	expect((await as(session).put('/auth/me/password', change)).status).toBe(200);
	expect((await logIn(person.email, ANOTHER)).status).toBe(200);
});
