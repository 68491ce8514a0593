import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeMessages } from '../../../../src/entrances/jobs/mail.ts';
import { deliver, mailRow, newMail, postOffice } from '../../../harness/mail.ts';
import { at, newUser, now, uniqueEmail } from '../../../harness/service.ts';

let email: string;
let id: string;

beforeEach(async () => {
	at('2023-03-07T12:00:00.000Z');
	await env.DB.exec('DELETE FROM mails');
	email = uniqueEmail();
	id = await newMail((await newUser(['EMPLOYEE'], [], email)).userId, { kind: 'password_changed' });
});

describe('an event of Cloudflare’s Email Service', () => {
	const event = (type: string, messageId: unknown = '<1@carrier.example>', status = '5.1.1') => ({
		type: `cf.email.sending.message.${type}`,
		payload: {
			messageId,
			recipient: email,
			delivery: { smtpEnhancedStatusCode: status, smtpResponse: email },
		},
	});
	const take = (...messages: unknown[]) => takeMessages(messages, env, now(), () => true);

	test.each(['bounced', 'rejected', 'failed'])(
		'that a mail was %s makes it bounced, with its code only',
		async (type) => {
			await deliver(postOffice().bindings);
			await take(event(type));
			expect(await mailRow(id)).toMatchObject({
				state: 'bounced',
				reason: `The mail was returned (${type}, 5.1.1).`,
			});
		},
	);

	test('an event of another kind, for another mail or of a broken form changes nothing, and sends nothing', async () => {
		await deliver(postOffice().bindings);
		const messages = [
			event('delivered'),
			event('bounced', '<2@carrier.example>'),
			event('bounced', null),
			null,
			{},
			7,
		];
		expect(await take(...messages)).toBe(0);
		expect(await mailRow(id)).toMatchObject({ state: 'sent', reason: null });
	});

	test('an event with an invalid code is stored without it', async () => {
		await deliver(postOffice().bindings);
		await take(event('bounced', '<1@carrier.example>', 'x@evil.example'));
		expect(await mailRow(id)).toMatchObject({ reason: 'The mail was returned (bounced).' });
	});
});
