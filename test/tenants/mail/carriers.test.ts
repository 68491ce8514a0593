import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { deliver, mailRow, newMail, postOffice } from '../../harness/mail.ts';
import { at, newUser, now, uniqueEmail } from '../../harness/service.ts';

let email: string;
let id: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails');
	email = uniqueEmail();
	id = await newMail((await newUser(['EMPLOYEE'], [], email)).userId, { kind: 'password_changed' });
});
afterEach(() => vi.unstubAllGlobals());

/** Stands in for Resend, which is not ours: its requests and answers. */
function resend(status: number, body: object | string) {
	const asked: { url: string; headers: Headers; body: unknown }[] = [];
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		asked.push({ url, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
		return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
	});
	return { asked, bindings: { ...postOffice().bindings, RESEND_API_KEY: 're_key' } };
}

describe('Resend', () => {
	test('gets the mail instead of the binding when its key is set, under the id of the mail', async () => {
		const { asked, bindings } = resend(200, { id: 'name-at-resend' });
		await deliver(bindings);
		expect(asked).toMatchObject([
			{
				url: 'https://api.resend.com/emails',
				body: {
					from: '"Zubrot" <zubrot@mail.example>',
					to: [email],
					subject: 'Your password was changed',
					headers: { 'Auto-Submitted': 'auto-generated' },
				},
			},
		]);
		expect(asked[0]?.headers.get('Idempotency-Key')).toBe(id);
		expect(asked[0]?.headers.get('Authorization')).toBe('Bearer re_key');
		expect(await mailRow(id)).toMatchObject({ state: 'sent', carrier_id: 'name-at-resend' });
	});

	test.each([
		[429, { name: 'daily_quota_exceeded' }, { attempts: 0, date_due: 3_600_000 }],
		[403, { name: 'validation_error', message: 'secret words' }, { attempts: 1, date_due: 60_000 }],
		[200, {}, { attempts: 1, date_due: 60_000 }],
		[502, '<html>Bad gateway', { attempts: 1, date_due: 60_000 }],
	])('that answers %i %j is asked again later', async (status, body, { attempts, date_due }) => {
		const { bindings } = resend(status, body);
		await deliver(bindings);
		const row = await mailRow(id);
		expect(row).toMatchObject({ state: 'waiting', attempts, date_due: now() + date_due });
		expect(row?.reason).toMatch(/^The carrier .+ \(\w+\)\.$/);
		expect(row?.reason).not.toContain('secret words');
	});
});
