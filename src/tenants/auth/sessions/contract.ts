import { z } from '@hono/zod-openapi';
import { jsonAnswer } from '../../../foundation/http/contract.ts';
import { listAnswer, pageQuery } from '../../../foundation/http/list-contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { success, wireBy, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import type { Session } from './store.ts';

const sessionSchema = z
	.strictObject({
		id: wireId(),
		dateCreated: wireInstant('2026-03-01T08:00:00.000Z'),
		dateUsed: wireInstant('2026-03-07T09:00:00.000Z').openapi({
			description:
				'The time when it was opened or last renewed. An `idToken` is used for up to an hour in between',
		}),
		dateExpires: wireInstant('2026-03-31T08:00:00.000Z'),
		device: wireText('Firefox on Windows').nullable().openapi({
			description: 'A short form of the `User-Agent` that opened it',
		}),
		country: wireText('DE').nullable().openapi({ description: 'The place of the last renewal' }),
		city: wireText('Berlin').nullable(),
		isCurrent: z.boolean().openapi({ description: 'Whether this request uses it' }),
	})
	.openapi('Session');

const wire = wireBy(sessionSchema);

export const sessionToWire = (currentId: string) => (session: Session) =>
	wire({ ...session, isCurrent: session.id === currentId });

const { list, write } = operations(['Authentication', 'Extension']);

export const listSessionsRoute = list('listSessions', '/auth/sessions', {
	summary: 'List your sessions',
	query: pageQuery,
	responses: {
		200: listAnswer(sessionSchema, 'The open sessions of the requesting user, in order of creation'),
	},
});

export const endSessionRoute = write.delete('endSession', '/auth/sessions/{sessionId}', {
	summary: 'End one of your sessions',
	description: 'Its tokens are refused within 10 seconds. Ending it again changes nothing.',
	responses: { 200: jsonAnswer(success, 'The session has ended') },
});

export const endOtherSessionsRoute = write.delete('endOtherSessions', '/auth/sessions', {
	summary: 'End all your other sessions',
	description: 'Only the session of this request stays open.',
	responses: { 200: jsonAnswer(success, 'The other sessions have ended') },
});

export const endSessionsOfUserRoute = write.delete('endSessionsOfUser', '/users/{userId}/sessions', {
	tags: ['Users', 'Extension'],
	summary: 'End the sessions of a user',
	description: 'Their tokens are refused within 10 seconds. The user may sign in again.',
	responses: { 200: jsonAnswer(success, 'The sessions have ended') },
});
