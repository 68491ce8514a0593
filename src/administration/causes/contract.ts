import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../foundation/http/contract.ts';
import { integer } from '../../foundation/http/fields.ts';
import { MAX_RECORDS } from '../../foundation/http/limits.ts';
import { operations } from '../../foundation/http/operation.ts';
import {
	GROWING,
	records,
	wireBy,
	wireEmail,
	wireId,
	wireInstant,
	wireText,
} from '../../foundation/http/wire.ts';
import { REVOCATION_REASONS } from '../../tenants/auth/keys/rules.ts';
import type { InvitedByKey } from '../../tenants/auth/one-time/store.ts';
import { CAUSED_KINDS, type Consequences } from './rules.ts';

const counted = z
	.strictObject({
		kind: z.enum(CAUSED_KINDS as [(typeof CAUSED_KINDS)[number]]).openapi({
			...GROWING,
			description:
				'Invitations and changes of an address are named by their user, calendar addresses by their company',
			example: 'PROPOSAL',
		}),
		count: integer(1, MAX_RECORDS).openapi({ example: 2 }),
		ids: z.array(wireId()).max(1000),
	})
	.openapi('CausedRecords');

const consequences = {
	ended: records(counted).openapi({
		description:
			'Records that the session or key began and no person has decided on since. Both lists have at most 1,000 ids altogether',
	}),
	kept: records(counted).openapi({
		description: 'What a person has approved or changed since, so that it stays',
	}),
};

const revocationSchema = z
	.strictObject({
		success: z.literal(true),
		endedInvitations: records(
			z.strictObject({
				userId: wireId(),
				employeeId: wireId().nullable(),
				email: wireEmail('ada@demo.example'),
				firstName: wireText('Ada').nullable(),
				lastName: wireText('Lovelace').nullable(),
				dateExpires: wireInstant('2026-03-14T12:00:00.000Z'),
			}),
		).openapi({ description: 'The people whose unused invitation ended. Invite them again' }),
		...consequences,
	})
	.openapi('ApiKeyRevocation');

const invitedToWire = wireBy(revocationSchema.shape.endedInvitations.element);

export const revocationToWire = ({
	endedInvitations,
	...others
}: Consequences & { endedInvitations: readonly InvitedByKey[] }): z.infer<typeof revocationSchema> => ({
	success: true,
	endedInvitations: endedInvitations.map(invitedToWire),
	...others,
});

const sessionsEnded = z.strictObject({ success: z.literal(true), ...consequences }).openapi('SessionsEnd');

export const sessionsEndToWire = (
	found: Omit<z.infer<typeof sessionsEnded>, 'success'>,
): z.infer<typeof sessionsEnded> => ({ success: true, ...found });

export const revocationQuery = z.object({
	reason: z.enum(REVOCATION_REASONS).openapi({
		description:
			'`ROTATED`: the key was replaced as planned, and what it began stays. `COMPROMISED`: somebody else may have used it',
		example: 'ROTATED',
	}),
});

const endQuery = z.object({
	reason: z.enum(['COMPROMISED']).optional().openapi({
		description: 'Somebody else may have used the sessions. What they began ends too',
		example: 'COMPROMISED',
	}),
});

const COMPROMISED = `\`COMPROMISED\` also ends what was begun and no person has decided on since. These are proposals, invitations,
codes, links, webhook endpoints, approval rules and standing expenses. Addresses of calendars and receipts, drafts, and API keys with what
they began end too. The response lists what stays, because a person has approved it.`;

const { write } = operations(['API keys', 'Extension']);

const REVOCATION = {
	description: `Requests with the key and its tokens are refused within 10 seconds. ${COMPROMISED} This also works for a key that was
revoked earlier.`,
	query: revocationQuery,
	responses: { 200: jsonAnswer(revocationSchema, 'The key is revoked') },
} as const;

export const revokeKeyRoute = write.delete('revokeApiKey', '/companies/{companyId}/api-keys/{keyId}', {
	...REVOCATION,
	summary: 'Revoke an API key of a company',
});

export const revokePlatformKeyRoute = write.delete('revokePlatformApiKey', '/api-keys/{platformKeyId}', {
	...REVOCATION,
	summary: 'Revoke an API key of the platform',
});

export const endSessionRoute = operations(['Authentication', 'Extension']).write.delete(
	'endSession',
	'/auth/sessions/{sessionId}',
	{
		summary: 'End one of your sessions',
		description: `Its tokens are refused within 10 seconds. Ending it again changes nothing. ${COMPROMISED}`,
		query: endQuery,
		responses: { 200: jsonAnswer(sessionsEnded, 'The session has ended') },
	},
);

export const endOtherSessionsRoute = operations(['Authentication', 'Extension']).write.delete(
	'endOtherSessions',
	'/auth/sessions',
	{
		summary: 'End all your other sessions',
		description: `Only the session of this request stays open. ${COMPROMISED}`,
		query: endQuery,
		responses: { 200: jsonAnswer(sessionsEnded, 'The other sessions have ended') },
	},
);

export const endSessionsOfUserRoute = operations(['Authentication', 'Extension']).write.delete(
	'endSessionsOfUser',
	'/users/{userId}/sessions',
	{
		tags: ['Users', 'Extension'],
		summary: 'End the sessions of a user',
		description: `Their tokens are refused within 10 seconds. The user may sign in again. ${COMPROMISED}`,
		query: endQuery,
		responses: { 200: jsonAnswer(sessionsEnded, 'The sessions have ended') },
	},
);
