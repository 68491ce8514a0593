import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { runDueJobs } from '../../../src/entrances/jobs/schedule.ts';
import { codeBeside, inGroups } from '../../../src/foundation/core/codes.ts';
import { browse } from '../../harness/console.ts';
import { failing } from '../../harness/failing.ts';
import { as, at, call, newAddress, now, restart } from '../../harness/service.ts';
import { readState } from '../../harness/snapshot.ts';
import {
	confirmReset,
	logIn,
	mailedToken,
	newInvited,
	PASSWORD,
	register,
	requestReset,
	userOfEmployee,
} from './one-time/links.ts';

const [SECOND, THIRD] = ['ten herons on the harbour', 'eleven owls in the orchard'];

afterEach(() => vi.restoreAllMocks());

test('nothing of the way from invitation to a changed password stands in database, mails, events or log', async () => {
	const logged: unknown[] = [];
	for (const method of ['log', 'info', 'warn', 'error'] as const) {
		vi.spyOn(console, method).mockImplementation((...told) => void logged.push(...told));
	}
	at('2023-03-07T12:00:00.000Z');
	restart();

	const { admin, token, userId, email } = await newInvited();
	expect((await browse(null).get('/registration')).status).toBe(200);
	const first = (await register(token)).body;
	await requestReset(email);
	const resetToken = await mailedToken(userId, 'password_reset');
	const resetCode = codeBeside(resetToken);
	expect((await browse(null).get('/new-password')).status).toBe(200);
	expect((await confirmReset(resetCode, SECOND)).status).toBe(200);
	const second = (await logIn(email, SECOND)).body;
	const change = { currentPassword: SECOND, password: THIRD };
	const headers = { Authorization: `Bearer ${second.idToken}`, 'CF-Connecting-IP': newAddress() };
	expect((await call('PUT', '/auth/me/password', change, headers)).status).toBe(200);
	expect((await logIn(email, THIRD)).status).toBe(200);

	const colleague = await as(admin).post('/employees', {
		email: `printed-${email}`,
		companyId: (await as(admin).get('/auth/me')).body.manageableCompanyIds[0],
	});
	const { employeeId } = colleague.body;
	const unused = await mailedToken((await userOfEmployee(employeeId)).userId);
	const letter = await as(admin).send('POST', `/employees/${employeeId}/invitation/letter`, undefined, {
		'Idempotency-Key': 'print',
	});
	const { code } = letter.body;
	const wrong = `${code.slice(0, 4)}-WWWW-WWWW`;
	expect([(await register(wrong)).status, (await register(code)).status]).toEqual([400, 200]);
	await runDueJobs(env, now());

	const events = (await as(admin).get('/events')).body;
	const everything = JSON.stringify([await readState(), events, logged]);
	expect(everything).toContain(userId);
	const secrets = {
		token,
		resetToken,
		resetCode,
		resetCodeInGroups: inGroups(resetCode),
		unused,
		codeBesideUnused: codeBeside(unused),
		code,
		bareCode: code.replaceAll('-', ''),
		PASSWORD,
		SECOND,
		THIRD,
		firstRefresh: first.refreshToken,
		secondRefresh: second.refreshToken,
		idToken: second.idToken,
	};
	const found = Object.entries(secrets).filter(([, secret]) => everything.includes(secret));
	expect(found.map(([name]) => name)).toEqual([]);
});

test('a link is stored as its SHA-256, and the code beside it as a mark that takes the encryption key', async () => {
	at('2023-03-07T12:00:00.000Z');
	const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
	const { token, userId } = await newInvited();
	const row = await env.DB.prepare('SELECT key, code_mark FROM one_time_tokens WHERE user_id = ?')
		.bind(userId)
		.first<{ key: string; code_mark: string }>();
	expect(row?.key).toBe(hash(token));
	const code = codeBeside(token);
	for (const guess of [code, inGroups(code)]) expect(row?.code_mark).not.toContain(hash(guess));
	const otherKey = { ...env, ENCRYPTION_KEY: 'another-key-of-more-than-32-bytes' };
	const body = { token: code, password: PASSWORD };
	const from = { 'CF-Connecting-IP': newAddress() };
	expect((await call('POST', '/auth/registration', body, from, otherKey)).status).toBe(400);
	expect((await call('POST', '/auth/registration', body, from)).status).toBe(200);
});

test('a failure behind a secret address of a calendar is logged without the secret', async () => {
	const logged: unknown[] = [];
	vi.spyOn(console, 'error').mockImplementation((...told) => void logged.push(...told));
	const secret = 'x'.repeat(43);
	const { bindings } = failing({ call: 1, moment: 'before', kind: 'dead' });
	expect(
		(await call('GET', `https://zubrot.example/calendars/${secret}.ics`, undefined, {}, bindings)).status,
	).toBe(503);
	expect(JSON.stringify(logged)).toContain('/calendars/:secretFile');
	expect(JSON.stringify(logged)).not.toContain(secret);
});
