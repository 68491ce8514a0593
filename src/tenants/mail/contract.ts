import { z } from '@hono/zod-openapi';
import { recordAnswers } from '../../foundation/http/contract.ts';
import { integer, pathId } from '../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../foundation/http/list-contract.ts';
import { operations } from '../../foundation/http/operation.ts';
import { GROWING, wireBy, wireEmail, wireId, wireInstant, wireText } from '../../foundation/http/wire.ts';
import { MAIL_KINDS, MAIL_STATES, MAX_ATTEMPTS } from './rules.ts';
import type { Message } from './sending/rules.ts';

const state = z.enum(MAIL_STATES).openapi('MailState', {
	description:
		'`waiting`: not yet sent. `held`: the limit of mails per day is used up, so it leaves on a later day. `sent`: a carrier has accepted it. `bounced`: it came back, or the address accepts no mail. `failed`: a day of attempts has failed, or its link is no longer valid. `no_carrier`: no way to send mails is configured',
	example: 'sent',
});

export const mailSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-04-01T08:00:00.000Z'),
		kind: z.enum(MAIL_KINDS).openapi('MailKind', { ...GROWING, example: 'invitation' }),
		userId: wireId('01890a5d-ac96-774b-bcce-b302099a8059'),
		recipient: wireEmail('employee@demo.example').openapi({
			description: 'The address of the mail. Usually the current one of the user',
		}),
		state,
		attempts: integer(0, MAX_ATTEMPTS).openapi({ example: 1 }),
		dateAttempted: wireInstant('2026-04-01T08:00:02.000Z')
			.nullable()
			.openapi({ description: 'The start of the last attempt' }),
		dateDue: wireInstant('2026-04-01T08:00:00.000Z')
			.nullable()
			.openapi({ description: 'The earliest time of the next attempt, while it is `waiting`' }),
		dateExpected: wireInstant('2026-04-02T00:00:00.000Z').nullable().openapi({
			description:
				'The start of the day (UTC) on which it will probably leave, while it is `held`. An estimate from the mails ahead of it and the limit per day. Null beyond the first 10,000 held mails of a company',
			example: null,
		}),
		dateSent: wireInstant('2026-04-01T08:00:02.000Z').nullable(),
		reason: wireText('The carrier did not accept the mail (unreachable).')
			.nullable()
			.openapi({ description: 'The reason why the last attempt failed, or the mail came back' }),
	})
	.openapi('Mail');

const wire = wireBy(mailSchema);

export const toWire = (mail: Parameters<typeof wire>[0]) =>
	wire({ ...mail, dateDue: mail.state === 'waiting' ? mail.dateDue : null });

const textSchema = z
	.strictObject({
		id: wireId(),
		recipient: wireEmail('employee@demo.example'),
		senderName: wireText('Demo Benefits').nullable(),
		subject: wireText('Your access to Demo GmbH'),
		text: wireText('Hello Ada Lovelace, …').openapi({ description: 'The plain text, with the link' }),
	})
	.openapi('MailText');

export const textToWire = ({ id, to, from, subject, text }: Message) => ({
	id,
	recipient: to,
	senderName: from.name,
	subject,
	text,
});

export const readMailRoute = operations(['Mail', 'Extension']).read(
	'readMail',
	'/companies/{companyId}/mails/{mailId}',
	{
		summary: 'Read a mail of a sandbox',
		description:
			'No mail leaves a sandbox: it counts as sent at once. Administrators can read its text with its link here, to rehearse an invitation. Nobody can read the mails of real companies.',
		responses: recordAnswers(textSchema, 'The text of the mail'),
		refusals: ['not_a_sandbox'],
	},
);

export const listMailsRoute = operations().list('listMails', '/companies/{companyId}/mails', {
	tags: ['Mail', 'Extension'],
	summary: 'List mails',
	description:
		'Mails to people on behalf of the company, sent or waiting, in order of creation. They are kept for 180 days. Links and tokens are never shown.',
	params: z.object({ companyId: pathId('companyId') }),
	query: pageQuery.extend({
		state: state.optional().openapi({ description: 'Only mails with this status' }),
	}),
	responses: { 200: listAnswer(mailSchema, 'The mails') },
	refusals: ['not_found'],
});
