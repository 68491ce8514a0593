import { z } from '@hono/zod-openapi';
import {
	changedAnswer,
	createdAnswer,
	jsonAnswer,
	recordAnswers,
} from '../../../foundation/http/contract.ts';
import { oneTimeToken, orNull, secret, text } from '../../../foundation/http/fields.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { GROWING, wireBy, wireEmail, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { CONSENTS } from '../../users/identity/rules.ts';
import { ASKED_KINDS, IDENTITY_CHANGE_KINDS, IDENTITY_CHANGE_STATES, MISSING_PARTS } from './rules.ts';

const state = z.enum(IDENTITY_CHANGE_STATES).openapi('IdentityChangeState', { example: 'OPEN' });

const identityChangeSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-07T09:30:00.000Z'),
		dateModified: wireInstant('2026-03-07T09:30:00.000Z'),
		dateExpires: wireInstant('2026-03-14T09:30:00.000Z'),
		kind: z.enum(IDENTITY_CHANGE_KINDS).openapi({ ...GROWING, example: 'ADDRESS' }),
		userId: wireId()
			.nullable()
			.openapi({ description: 'The person; `null` if it is about a provider, a domain or a key' }),
		aboutId: wireId().openapi({
			description: 'The person, the company of the provider, the domain or the API key',
		}),
		about: wireText('demo.example').nullable().openapi({
			description: 'The issuer and client, the domain or the name of the key; `null` if it is about a person',
		}),
		askerId: wireId().nullable().openapi({ description: 'The person who asked, also through an API key' }),
		email: wireEmail('ada.new@demo.example').nullable().openapi({ description: 'The new address' }),
		formerEmail: wireEmail('ada@demo.example')
			.nullable()
			.openapi({ description: 'The address that the person keeps until the change is done' }),
		state,
		dateConfirmed: wireInstant('2026-03-07T10:00:00.000Z')
			.nullable()
			.openapi({ description: 'When the link in the new mailbox was used' }),
		consent: z
			.enum(CONSENTS)
			.nullable()
			.openapi({ ...GROWING, example: 'SECOND_PERSON' }),
		consenterId: wireId().nullable(),
		dateConsented: wireInstant('2026-03-08T10:00:00.000Z').nullable(),
		dateDone: wireInstant('2026-03-08T10:00:00.000Z').nullable(),
	})
	.openapi('IdentityChange');

export const toWire = wireBy(identityChangeSchema);

const { list, read, write, open } = operations(['Users', 'Extension']);
const PATH = '/companies/{companyId}/identity-changes';
const OWN = '/auth/me/identity-change';

export const listIdentityChangesRoute = list('listIdentityChanges', PATH, {
	summary: 'List requests to change how people sign in',
	description: `\`PUT /users/{userId}\` of an administrator asks for another address of a registered person. The address changes when
the link in the new mailbox was used and one consent was given. That is the person’s password or second factor, the
link in the old mailbox, or the release by a second person. An identity provider, a verified domain and the API key of
a directory wait for the release alone. A request expires after 7 days.`,
	query: pageQuery.extend({
		state: state.optional().openapi({ description: 'Only requests in this state' }),
		userId: text('01890a5d-ac96-774b-bcce-b302099a8057')
			.toLowerCase()
			.optional()
			.openapi({ description: 'Only requests about this user' }),
	}),
	responses: { 200: listAnswer(identityChangeSchema, 'The requests, in order of creation') },
});

export const askForIdentityChangeRoute = write.post('askForIdentityChange', PATH, {
	summary: 'Ask a second person for a release about a user',
	description: `\`CODE\` is for an employee without a mailbox who has registered before and forgot the password. After the release, one
code can be printed within 7 days. The old password works until the code is used, which ends all sessions. \`REST\`
ends the time in which mails set no password of the person. Other requests come from the operations that need them.`,
	body: z
		.strictObject({
			kind: z.enum(ASKED_KINDS).openapi({ example: 'CODE' }),
			userId: text('01890a5d-ac96-774b-bcce-b302099a8057').toLowerCase(),
		})
		.openapi('IdentityChangeCreation'),
	responses: { 201: createdAnswer(identityChangeSchema, 'The request') },
	refusals: ['user_closed', 'user_has_other_roles', 'nothing_to_release', 'change_open'],
});

export const releaseIdentityChangeRoute = write.post('releaseIdentityChange', `${PATH}/{changeId}/release`, {
	summary: 'Release a request as its second person',
	description: `A second person has been an administrator of the company for seven days before the request. It is neither the asker
nor the person. The asker has not created, promoted or moved it, nor has anybody that the asker has so influenced. A
platform administrator may release too. After the release of an address, mails set no password of the person for 72 hours. The person,
the old address and all administrators get a mail, and each can stop the change for 7 days.`,
	responses: { 200: changedAnswer(identityChangeSchema, 'The request') },
	refusals: ['change_closed', 'second_person_required', 'email_taken'],
});

export const cancelIdentityChangeRoute = write.delete('cancelIdentityChange', `${PATH}/{changeId}`, {
	summary: 'Cancel a request, or stop a released change',
	description: `Cancels an open request. For 7 days after a change that somebody released, it gives the person the earlier
address back. All sessions of the person end then, and mails set no password for 72 hours. A provider, domain or key
is not released any more. A rest begins again, and a printed code ends if nobody has used it.`,
	responses: { 200: changedAnswer(identityChangeSchema, 'The request') },
	refusals: ['change_closed', 'address_reassigned'],
});

export const remindIdentityChangeRoute = write.post('remindIdentityChange', `${PATH}/{changeId}/links`, {
	summary: 'Send the links of a request again',
	description:
		'Earlier links of the request are no longer valid. At most 5 such mails go to one address in 15 minutes. For a provider, domain or key, the mails to those who may release it are sent again.',
	responses: { 200: changedAnswer(identityChangeSchema, 'The request') },
	refusals: ['change_closed', 'too_many_attempts'],
});

export const readOwnIdentityChangeRoute = read('readOwnIdentityChange', OWN, {
	tags: ['Authentication', 'Extension'],
	summary: 'Read the request about you',
	responses: recordAnswers(identityChangeSchema, 'The request that waits, or that you can still stop'),
	refusals: ['not_found'],
});

const proof = {
	password: orNull(secret).openapi({ format: 'password', example: 'zubrot-demo-2026' }),
	code: orNull(text('123456', 50)),
};

export const agreeToIdentityChangeRoute = write.post('agreeToIdentityChange', `${OWN}/agreement`, {
	tags: ['Authentication', 'Extension'],
	summary: 'Agree to the request about you',
	description:
		'Requires the `password` or a `code` of the second factor. People with neither must have signed in within the last 15 minutes.',
	body: z.strictObject(proof).openapi('IdentityChangeAgreement'),
	responses: { 200: changedAnswer(identityChangeSchema, 'The request') },
	refusals: ['not_found', 'change_closed', 'email_taken', 'too_many_attempts'],
});

export const refuseIdentityChangeRoute = write.delete('refuseIdentityChange', OWN, {
	tags: ['Authentication', 'Extension'],
	summary: 'Refuse the request about you, or stop the change',
	description: 'As for administrators: `DELETE /companies/{companyId}/identity-changes/{changeId}`.',
	responses: { 200: changedAnswer(identityChangeSchema, 'The request') },
	refusals: ['not_found', 'change_closed', 'address_reassigned'],
});

const linkedSchema = z
	.strictObject({
		success: z.literal(true),
		waitsFor: z
			.array(z.enum(MISSING_PARTS).openapi({ ...GROWING, example: 'CONSENT' }))
			.max(MISSING_PARTS.length)
			.openapi({
				description: 'The missing parts. Empty when the address has changed',
				example: [],
			}),
	})
	.openapi('AddressLinkUsed');

const ATTEMPTS = `The token is the part after the \`#\` of the link, or the code in the mail. Does not log in. Returns
429 after 30 codes from one place in 15 minutes, or 30 attempts in a minute.`;

export const confirmAddressRoute = open('confirmAddress', '/auth/address/confirmation', {
	tags: ['Authentication', 'Extension'],
	summary: 'Confirm a new e-mail address with a link',
	description: `Uses the link in the new mailbox. If an administrator asked for the change, it also needs a consent. Give the old
\`password\` or a \`code\` of the second factor as this consent, or leave both out and wait for another one. The
change ends all sessions and links of the user. The old address gets a mail. ${ATTEMPTS}`,
	body: z.strictObject({ token: oneTimeToken, ...proof }).openapi('AddressConfirmation'),
	responses: { 200: jsonAnswer(linkedSchema, 'The link was used') },
	refusals: ['link_not_valid', 'email_taken', 'too_many_attempts'],
});

export const answerIdentityChangeRoute = open('answerIdentityChange', '/auth/address/agreement', {
	tags: ['Authentication', 'Extension'],
	summary: 'Agree to a change of address, or cancel it, with the link in the old mailbox',
	description: ATTEMPTS,
	body: z
		.strictObject({ token: oneTimeToken, agrees: z.boolean().openapi({ example: true }) })
		.openapi('AddressAnswer'),
	responses: { 200: jsonAnswer(linkedSchema, 'The request was answered') },
	refusals: ['link_not_valid', 'email_taken', 'too_many_attempts'],
});
